/** What a client may send about a watch. */
import * as z from 'zod';
import { latitude, longitude } from '../request/coordinates.ts';
import { instant } from '../request/instant.ts';
import { orNull, text } from '../request/values.ts';

/** The media type of a feed (RFC 4287). */
export const ATOM = 'application/atom+xml';

const routeNumber = z
  .int('must be the number of a route')
  .min(1, 'must be the number of a route')
  .max(1e15, 'must be the number of a route');
const PERCENT = 'must be a number greater than 0, at most 100';

export const watchRequest = z.strictObject({
  route_id: routeNumber.describe('A route that was requested with a departure'),
  objective: orNull(z.string('must be a string').max(20)).describe(
    'Which of its ways is sailed; default: the first',
  ),
  name: orNull(text(150)).describe('Default: that of the route'),
  until: orNull(instant).describe('When the watch ends; default: three days after the planned arrival'),
  tell_from_percent: z
    .number(PERCENT)
    .gt(0, PERCENT)
    .max(100, PERCENT)
    .nullish()
    .transform((percent) => percent ?? 2)
    .describe('What changes by less is not told; default 2'),
});

export type WatchRequest = z.output<typeof watchRequest>;

export const followRequest = z.strictObject({
  route_id: routeNumber.describe('The route that is sailed from now on: to where the watched one leads'),
});

const TONNES = 'must be a number of tonnes, 0 to 100000';
/** As many stops as a voyage has. */
const MOST_STOPS = 50;

/** One position, or a file with the track of the ship, whose points have times. */
export const positionReport = z
  .strictObject({
    lat: latitude.optional(),
    lon: longitude.optional(),
    time: instant.optional(),
    track: z
      .union([z.instanceof(Uint8Array), z.string()], 'must be a GPX or CSV file with times')
      .optional()
      .describe('A file with times at its points: GPX, CSV and what else routes are read from'),
    done: z
      .array(z.string('must be a string').max(150))
      .max(MOST_STOPS, `must be at most ${MOST_STOPS} names`)
      .nullish()
      .transform((names) => names ?? [])
      .describe('Names of stops that are done, wherever they are on the way; once said they stay done'),
    fuel_aboard_tonnes: z
      .number(TONNES)
      .min(0, TONNES)
      .max(1e5, TONNES)
      .nullish()
      .transform((tonnes) => tonnes ?? null)
      .describe('Then and there; of a track at its latest position'),
  })
  .superRefine(({ track, done, fuel_aboard_tonnes, ...position }, context) => {
    for (const field of ['lat', 'lon', 'time'] as const) {
      const given = position[field] !== undefined;
      if (given === (track === undefined)) continue;
      const message = given ? 'can not be combined with track' : 'is required, or track';
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

export type PositionReport = z.output<typeof positionReport>;
