/**
 * A cruise plan in the YAML of the open cruise planner that oceanographers use
 * (https://github.com/ocean-uhh/cruiseplan): its ports, points, lines, areas and legs.
 */
import { load } from 'js-yaml';
import * as z from 'zod';
import { parseAngle, parsePosition } from '../../files/position.ts';
import { latitude, longitude } from '../../request/coordinates.ts';
import { isMapping, withActivities, withCatalogue, withEnds, withNewNames } from './older-keys.ts';

export const MAX_PLAN_BYTES = 2 ** 20;

/** The message says what is wrong, without the name of the file. */
export class CruisePlanUnreadable extends Error {}

const minutes = z
  .union(
    [z.number(), z.string().transform(minutesOf)],
    'must be minutes, or a text such as "90 min" or "1.5 h"',
  )
  .pipe(z.number('must be minutes, or a text such as "90 min" or "1.5 h"').min(0, 'must not be negative'))
  .nullish();
const aboveZero = z.number().positive('must be above 0').nullish();
const knots = aboveZero;
const metresPerSecond = aboveZero;
const metres = z.number().min(0, 'must not be negative').nullish();
const name = z
  .union([z.string(), z.number().transform(String)], 'must be text')
  .pipe(z.string().min(1, 'must not be empty'));

/** `90`, `90 min`, `1.5 h`, `1:30`, `2 days`; NaN for anything else. */
function minutesOf(text: string): number {
  const [, hours, rest] = /^\s*(\d+):(\d\d)\s*h?\s*$/.exec(text) ?? [];
  if (hours !== undefined) return 60 * Number(hours) + Number(rest);
  const [, number, unit = 'm'] = /^\s*(\d+(?:[.,]\d+)?)\s*(m|h|d)?[a-z]*\.?\s*$/i.exec(text) ?? [];
  return Number(number?.replace(',', '.')) * { m: 1, h: 60, d: 1440 }[unit.toLowerCase() as 'm' | 'h' | 'd'];
}

/** A place in any of the planner's notations, also those of its older versions. */
const located = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess(withPlace, z.object({ ...shape, latitude, longitude }));

function withPlace(value: unknown): unknown {
  const given = typeof value === 'string' ? { position: value } : value;
  if (!isMapping(given)) return value;
  const lat = given.latitude ?? given.latitude_decmin;
  const lon = given.longitude ?? given.longitude_decmin;
  const pair = given.position ?? given.coordinates_ddm;
  const isPair = lat == null && lon == null && typeof pair === 'string';
  const place = isPair ? parsePosition(pair) : null;
  if (isPair && !place) return { ...given, latitude: pair };
  return {
    ...given,
    latitude: place?.lat ?? degrees(lat, 'lat'),
    longitude: place?.lon ?? degrees(lon, 'lon'),
  };
}

/** Longitudes of 0 to 360 are as good as others. */
function degrees(value: unknown, axis: 'lat' | 'lon'): unknown {
  const number = typeof value === 'string' ? parseAngle(value, axis) : value;
  const isFarEast = axis === 'lon' && typeof number === 'number' && number > 180 && number <= 360;
  return isFarEast ? number - 360 : (number ?? value);
}

const port = located({ name, display_name: z.string().nullish() });
const delays = { delay_start: minutes, delay_end: minutes };
const point = z.preprocess(
  withNewNames,
  located({
    name,
    operation_type: z.string().nullish(),
    action: z.string().nullish(),
    operation_depth: metres,
    water_depth: metres,
    duration: minutes,
    ...delays,
  }),
);
const line = z.looseObject({
  name,
  route: z.array(located({})).min(1, 'must have a point'),
  vessel_speed: knots,
  reversible: z.boolean().nullish(),
  ...delays,
});
const area = z.preprocess(
  withNewNames,
  z.looseObject({
    name,
    duration: minutes,
    corners: z.array(located({})).min(1, 'must have a corner'),
    ...delays,
  }),
);
const activities = {
  ordered: z.boolean().nullish(),
  /** Names, or what is done, written there. */
  activities: z.array(z.union([name, point, line, area])).nullish(),
};
const leg = z.preprocess(
  (value) => withActivities(withEnds(value)),
  z.looseObject({
    name,
    departure_port: z.union([name, port], 'must be the name of a port, or a port').nullish(),
    arrival_port: z.union([name, port], 'must be the name of a port, or a port').nullish(),
    vessel_speed: knots,
    turnaround_time: minutes,
    buffer_time: minutes,
    delay_start: minutes,
    first_activity: name.nullish(),
    last_activity: name.nullish(),
    ...activities,
    clusters: z.array(z.preprocess(withActivities, z.looseObject(activities))).nullish(),
  }),
);
const cruisePlan = z.preprocess(
  withCatalogue,
  z.looseObject({
    default_vessel_speed: knots,
    turnaround_time: minutes,
    ctd_descent_rate: metresPerSecond,
    ctd_ascent_rate: metresPerSecond,
    departure_port: z.union([name, port]).nullish(),
    arrival_port: z.union([name, port]).nullish(),
    ports: z.array(port).nullish(),
    points: z.array(point).nullish(),
    lines: z.array(line).nullish(),
    areas: z.array(area).nullish(),
    legs: z.array(leg, 'must be a list of legs').min(1, 'must have a leg'),
  }),
);

/** Speeds in knots, times in minutes, depths in metres, rates in metres a second. */
export type CruisePlan = z.output<typeof cruisePlan>;
export type CruisePlanLeg = CruisePlan['legs'][number];
export type PlannedPoint = z.output<typeof point>;
export type PlannedLine = z.output<typeof line>;
export type PlannedArea = z.output<typeof area>;

/** @throws CruisePlanUnreadable */
export function parseCruisePlan(yaml: string): CruisePlan {
  if (new TextEncoder().encode(yaml).length > MAX_PLAN_BYTES)
    throw new CruisePlanUnreadable('larger than 1 MiB');
  let document: unknown;
  try {
    document = load(yaml, { maxAliases: 0 });
  } catch (error) {
    const [fault] = (error as Error).message.split('\n') as [string];
    throw new CruisePlanUnreadable(
      fault.includes('maxAliases')
        ? 'has YAML aliases (*name), which are not read: write out what they stand for'
        : `not YAML: ${fault.replace(/\((\d+):(\d+)\)$/, 'at line $1, column $2')}`,
    );
  }
  const parsed = cruisePlan.safeParse(document);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue];
  // as people count: `legs 1, name`
  const place = path.map((part) => (typeof part === 'number' ? ` ${part + 1}` : `, ${String(part)}`));
  throw new CruisePlanUnreadable(`not a cruise plan: ${place.join('').slice(2) || 'top level'}: ${message}`);
}
