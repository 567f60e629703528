/** The fields of a voyage through a sea that changes: several meshes of one region, each valid for a time. */
import * as z from 'zod';
import { instant } from '../../request/instant.ts';
import { finite, MAX_MAGNITUDE, notNegative, orNull } from '../../request/values.ts';
import { countOf } from './departures.ts';

export const MOST_MESHES = 60;
export const MOST_DEPARTURES = 200;
const LEAST_STEP_HOURS = 0.25;
const COUNT = `must be 2 to ${MOST_MESHES} identifiers of meshes`;

const meshId = z
  .int('must be an identifier of a mesh')
  .min(1, 'must be an identifier of a mesh')
  .max(MAX_MAGNITUDE, 'must be an identifier of a mesh');

/** A time from one instant to another. */
const span = { from: instant, to: instant };
const isForwards = ({ from, to }: { from: string; to: string }) => from <= to;
const FORWARDS = { path: ['to'], message: 'must not be before from' };

const departures = z
  .strictObject({ ...span, step_hours: finite.min(LEAST_STEP_HOURS, `must be at least ${LEAST_STEP_HOURS}`) })
  .refine(isForwards, FORWARDS)
  .refine((asked) => countOf(asked) <= MOST_DEPARTURES, {
    path: ['step_hours'],
    message: `must leave at most ${MOST_DEPARTURES} departures`,
  });

export const forecastFields = {
  mesh_ids: orNull(
    z
      .array(meshId, COUNT)
      .min(2, COUNT)
      .max(MOST_MESHES, COUNT)
      .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))
      .refine((ids) => ids.length > 1, COUNT),
  ).describe(
    'The meshes of a forecast, in any order, each used while it is valid; by themselves those of the region of the mesh that would be used alone',
  ),
  departures: orNull(departures).describe(
    `Instead of departure: a table of at most ${MOST_DEPARTURES} departures, and the routes of the best ones`,
  ),
  arrival_window: orNull(z.strictObject(span).refine(isForwards, FORWARDS)).describe(
    'Departures that do not arrive within it are marked in the table, and none of them is the best',
  ),
  max_wait_hours: orNull(notNegative).describe(
    'How long the vessel may wait in all for a route that consumes less; 0 by default',
  ),
  beyond_forecast: orNull(z.literal('refuse', 'must be "refuse"')).describe(
    'Fail where the voyage lasts longer than the meshes are valid, instead of telling it',
  ),
};

export type ForecastFields = z.output<z.ZodObject<typeof forecastFields>>;

/** Fields that have a meaning only where the vessel leaves at a known time. */
const NEED_A_DATE = ['mesh_ids', 'max_wait_hours', 'beyond_forecast'] as const;

/** Reports fields that contradict each other. */
export function checkForecastFields(
  sent: ForecastFields & { readonly departure: string | null },
  report: (field: string, message: string) => void,
): void {
  if (sent.departures && sent.departure) report('departures', 'must not be sent with departure');
  if (sent.arrival_window && !sent.departures) report('arrival_window', 'needs departures');
  const isDated = sent.departure !== null || sent.departures !== null;
  for (const name of NEED_A_DATE)
    if (sent[name] !== null && !isDated) report(name, 'needs a departure or departures');
}
