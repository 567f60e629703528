/** What a plan says is left of it from a place. */
import type { PlannedLeft } from '../voyage/voyage-request.ts';
import { nearestOn } from './nearest-on.ts';
import { consumedAt, type DatedEntry, type PlannedWay } from './planned-way.ts';
import type { ShipAt } from './request-of-rest.ts';

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Days of a document are rounded to less. */
const SAME_MS = 1;

/** From the place of the plan that is nearest, of those between the stops that are done and those that are not; null for a path of one point. */
export function plannedLeft(
  entry: DatedEntry,
  ship: Omit<ShipAt, 'fuelAboard' | 'burnt'>,
): PlannedLeft | null {
  const [{ geometry, properties }] = entry.path.features as [DatedEntry['path']['features'][number]];
  const times = properties.traveltime.map((days) => days * MS_PER_DAY);
  const consumed = properties.fuel ?? properties.battery ?? null;
  if (times.length < 2) return null;
  const departure = departureOf(entry);
  const stretch = between({ points: geometry.coordinates, times }, stretchOf(entry, ship.done));
  const here = nearestOn(stretch, ship, departure === null ? 0 : ship.time - departure).time;
  return {
    hours: (times.at(-1)! - here) / MS_PER_HOUR,
    consumption: consumed && consumed.at(-1)! - consumedAt(times, consumed, here),
  };
}

/**
 * Tonnes aboard by plan; null where the request did not say what was.
 *
 * @param left what is still to be consumed
 * @param isDone whether a stop is behind the ship
 */
export function plannedAboard(
  { fuel_left_tonnes: atEnd, stops = [] }: Pick<DatedEntry, 'fuel_left_tonnes' | 'stops'>,
  left: number | null,
  isDone: (stop: NonNullable<DatedEntry['stops']>[number]) => boolean,
): number | null {
  if (atEnd === undefined || left === null) return null;
  const toTake = stops.reduce((sum, stop) => sum + (isDone(stop) ? 0 : (stop.refuelled_tonnes ?? 0)), 0);
  return atEnd + left - toTake;
}

/** Tonnes that are burnt by plan where so much is left to burn; null where it does not say. */
export function plannedBurnt({ path }: DatedEntry, left: number | null): number | null {
  const { fuel } = path.features[0]!.properties;
  return fuel && left !== null ? fuel.at(-1)! - left : null;
}

/** Ms since 1970; null where there was none. */
export function departureOf({ path }: DatedEntry): number | null {
  const [time] = path.features[0]!.properties.time ?? [];
  return time === undefined ? null : Date.parse(time);
}

type Stretch = Pick<PlannedWay, 'points' | 'times'>;

/** When the plan leaves the last stop that is done, and when it comes to the first that is not. */
function stretchOf({ stops = [] }: DatedEntry, done: ReadonlySet<string>): { from: number; to: number } {
  const calls = stops.slice(1, -1);
  const last = calls.findLast(({ name }) => done.has(name));
  const next = calls.find(({ name }) => !done.has(name));
  return {
    from: last ? last.leaves_days * MS_PER_DAY : 0,
    to: next ? next.arrives_days * MS_PER_DAY : Infinity,
  };
}

/** All of it where the stops were not done in the order planned. */
function between({ points, times }: Stretch, { from, to }: { from: number; to: number }): Stretch {
  const first = times.findLastIndex((time) => time <= from + SAME_MS);
  const last = times.findIndex((time) => time >= to - SAME_MS);
  const end = last < 0 ? times.length : last + 1;
  if (end - first < 2) return { points, times };
  return { points: points.slice(first, end), times: times.slice(first, end) };
}
