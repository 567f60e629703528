/**
 * A cruise plan in the YAML of the open cruise planner that oceanographers use
 * (https://github.com/ocean-uhh/cruiseplan): its ports, points, areas and legs.
 */
import { load } from 'js-yaml';
import * as z from 'zod';
import { parseAngle, parsePosition } from '../../files/position.ts';
import { latitude, longitude } from '../../request/coordinates.ts';

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
const knots = z.number().positive('must be above 0').nullish();
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

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A place in any of the planner's notations, also those of its older versions. */
const located = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess(withPlace, z.object({ ...shape, latitude, longitude }));

function withPlace(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const given = value;
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
const point = z.preprocess(
  withDuration,
  located({
    name,
    action: z.string().nullish(),
    duration: minutes,
    delay_start: minutes,
    delay_end: minutes,
  }),
);
const line = z.object({ name, route: z.array(located({})).min(1, 'must have a point') });
const area = z.object({
  name,
  action: z.string().nullish(),
  duration: minutes,
  corners: z.array(located({})).min(1, 'must have a corner'),
});
const activities = {
  ordered: z.boolean().nullish(),
  /** Names, or points that are written where they are done. */
  activities: z.array(z.union([name, point])).nullish(),
};
const leg = z.preprocess(
  withEnds,
  z.looseObject({
    name,
    departure_port: z.union([name, port], 'must be the name of a port, or a port').nullish(),
    arrival_port: z.union([name, port], 'must be the name of a port, or a port').nullish(),
    vessel_speed: knots,
    buffer_time: minutes,
    first_activity: name.nullish(),
    last_activity: name.nullish(),
    ...activities,
    clusters: z.array(z.looseObject(activities)).nullish(),
  }),
);
const cruisePlan = z.preprocess(
  withPoints,
  z.looseObject({
    default_vessel_speed: knots,
    departure_port: z.union([name, port]).nullish(),
    arrival_port: z.union([name, port]).nullish(),
    ports: z.array(port).nullish(),
    points: z.array(point).nullish(),
    lines: z.array(line).nullish(),
    areas: z.array(area).nullish(),
    legs: z.array(leg, 'must be a list of legs').min(1, 'must have a leg'),
  }),
);

/** Names that keys had in older versions of the planner. */
function withDuration(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { duration_minutes, duration = duration_minutes, ...rest } = value;
  return { ...rest, duration };
}

function withEnds(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const {
    first_station,
    first_waypoint = first_station,
    last_station,
    last_waypoint = last_station,
    ...rest
  } = value;
  return {
    ...(first_waypoint != null && { first_activity: first_waypoint }),
    ...(last_waypoint != null && { last_activity: last_waypoint }),
    ...rest,
  };
}

function withPoints(value: unknown): unknown {
  if (!isMapping(value)) return value;
  const { points, stations, moorings, ...rest } = value;
  const lists = [points, stations, moorings].filter((list) => list != null);
  return lists.every(Array.isArray) ? { ...rest, points: lists.flat() } : value;
}

/** The keys of a part of a plan that hold lists, and are not read. */
export const listsNotRead = (part: object, known: readonly string[]): string[] =>
  Object.entries(part).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > 0 && !known.includes(key) ? [key] : [],
  );

/** Speeds in knots, times in minutes. */
export type CruisePlan = z.output<typeof cruisePlan>;
export type CruisePlanLeg = CruisePlan['legs'][number];

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
