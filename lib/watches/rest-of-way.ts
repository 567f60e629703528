/** What of a planned way lies ahead of the ship, and what the plan says of it. */
import { type LatLon, shortWayDegrees, wrapLongitude } from '../engine/geometry/sphere.ts';
import { type Nearest, nearestOn } from '../routes/nearest-on.ts';
import { consumedAt, type PlannedStop, placeAt } from '../routes/planned-way.ts';
import { arrivalOf, type Position, type Watch } from './watch.ts';

export interface RestOfWay {
  /** From where the ship is on; two places at least. */
  readonly waypoints: readonly LatLon[];
  /** When the plan has the ship there first, ms since 1970. */
  readonly planned: readonly number[];
  /** When the ship is at the first, ms since 1970. */
  readonly leaves: number;
  /** Whether somebody said so. */
  readonly isReported: boolean;
  /** How long it stays at each, ms: at a stop, or to wait. */
  readonly stays: readonly number[];
  /** At stops that are not done, in the order sailed. */
  readonly calls: readonly Call[];
  /** By waypoint: the stop during whose work the leg is sailed that ends there; null where it is none's. */
  readonly workOf: readonly (string | null)[];
  /** Waits on the way for what is closed, in the order sailed. */
  readonly waits: readonly Waited[];
  /** From there to the end by the plan, without the stays at stops that are done, ms. */
  readonly plannedMs: number;
  /** What the plan consumes from there on, in the unit of the mesh; null where it does not say. */
  readonly consumption: number | null;
}

/** A part of the stay at a waypoint. */
interface PartOfStay {
  /** The index of its waypoint. */
  readonly at: number;
  /** How long the ship is there before by plan, ms: at other stops of the same place. */
  readonly after: number;
}

export interface Call extends PartOfStay {
  readonly name: string;
  /** Whether the plan has the ship there when the rest begins. */
  readonly isThere: boolean;
  /** What the plan still waits there first, ms; null where it does not say. */
  readonly waits: number | null;
  /** What is then done takes, ms: pauses too. */
  readonly takes: number;
}

export interface Waited extends PartOfStay {
  /** As planned, ms. */
  readonly waits: number;
}

/** Times along the way and of its waits are cut to whole milliseconds, those of its stops are not. */
const SAME_MS = 1;

/** Null where the ship has arrived, as far as anybody knows. */
export function restOf(watch: Sailed, now: Date): RestOfWay | null {
  const { way, position } = watch;
  const arrival = arrivalOf(way);
  const byPlan = Math.min(Math.max(now.getTime(), way.times[0]!), arrival);
  const leaves = position ? Date.parse(position.time) : byPlan;
  const done = way.stops?.filter(({ name }) => watch.done.includes(name)) ?? [];
  const here = position ? nearestOfReport(watch, position).time : byPlan;
  // a ship at a stop that is done has nothing left to do there
  const from = done.find((stop) => hasCalled(stop.arrives, here) && here < stop.leaves)?.leaves ?? here;
  if (from >= arrival) return null;
  const waypoints = [position ?? placeAt(way, from)].map(({ lat, lon }) => ({ lat, lon }));
  const [planned, stays] = [[from], [0]];
  const waits: Waited[] = [];
  /** Where the ship is at each time of the plan, and how long it has been there. */
  const passed = [{ time: from, at: 0, after: 0 }];
  let [skippedMs, skipped, before] = [0, 0, from];
  const { consumed } = way;
  for (const [i, [lon, lat]] of way.points.entries()) {
    if (way.times[i]! <= from) continue;
    // of the plan: a ship at a stop may be reported beside its place
    const [lonBefore, latBefore] = way.points[i - 1]!;
    const isStay = latBefore === lat && lonBefore === lon;
    if (isStay && done.some((stop) => hasCalled(stop.arrives, before) && way.times[i]! <= stop.leaves)) {
      skippedMs += way.times[i]! - before;
      if (consumed) skipped += consumed[i]! - consumedAt(way.times, consumed, before);
    } else if (isStay) {
      const ms = way.times[i]! - before;
      const { at, after } = passed.at(-1)!;
      if (way.waits?.some(({ until }) => isSame(until, way.times[i]!))) waits.push({ at, after, waits: ms });
      stays[at] = after + ms;
    } else {
      waypoints.push({ lat, lon });
      planned.push(way.times[i]!);
      stays.push(0);
    }
    before = way.times[i]!;
    passed.push({ time: before, at: stays.length - 1, after: stays.at(-1)! });
  }
  if (waypoints.length < 2) return null;
  const consumption = consumed ? consumed.at(-1)! - consumedAt(way.times, consumed, from) - skipped : null;
  const plannedMs = arrival - from - skippedMs;
  const calls = (way.stops ?? []).flatMap(({ name, arrives, begins, leaves: ends }): Call[] => {
    const isThere = hasCalled(arrives, from);
    const comes = isThere ? passed[0] : passed.find(({ time }) => isSame(time, arrives));
    const ready = begins ?? arrives;
    if (!comes || ready + SAME_MS < from || watch.done.includes(name)) return [];
    const { at, after } = comes;
    const waits = begins === undefined ? null : Math.max(0, begins - Math.max(arrives, from));
    return [{ name, at, after, isThere, waits, takes: ends - ready }];
  });
  const workOf = planned.map((time, k) => {
    const isDuring = ({ arrives, begins = arrives, leaves: ends }: PlannedStop) =>
      k > 0 && begins + SAME_MS < time && time <= ends + SAME_MS;
    return way.stops?.find(isDuring)?.name ?? null;
  });
  return {
    waypoints,
    planned,
    leaves,
    isReported: position !== null,
    stays,
    calls,
    workOf,
    waits,
    plannedMs,
    consumption,
  };
}

/** Where on its way a ship is that is reported: at a place that the plan passes twice, after the stops that are done. */
export function nearestOfReport({ way, done }: Pick<Sailed, 'way' | 'done'>, position: Position): Nearest {
  const stops = way.stops ?? [];
  const isDone = ({ name }: PlannedStop) => done.includes(name);
  const next = stops.find((stop) => !isDone(stop));
  const last = stops[(next ? stops.indexOf(next) : stops.length) - 1];
  // nothing is said of the first stops
  const stretch = last && { from: last.leaves - SAME_MS, until: next?.leaves ?? Infinity };
  return nearestOn(way, position, Date.parse(position.time), stretch);
}

const isSame = (time: number, other: number): boolean => Math.abs(time - other) <= SAME_MS;

/** Whether the plan has called at a stop by an instant of its way. */
export const hasCalled = (arrives: number, here: number): boolean => arrives < here + SAME_MS;

type Sailed = Pick<Watch, 'way' | 'position' | 'done'>;

/** What is aboard at an instant of the plan, tonnes: what was reported, less what the plan burns since. Null where nothing is known. */
export function fuelAt({ way, fuel }: Pick<Watch, 'way' | 'fuel'>, planned: number): number | null {
  const { times, consumed, unit } = way;
  if (!fuel || !consumed || unit !== 't') return null;
  const reported = nearestOn(way, fuel, Date.parse(fuel.time)).time;
  const burnt = consumedAt(times, consumed, planned) - consumedAt(times, consumed, reported);
  return fuel.tonnes - Math.max(0, burnt);
}

/** Whether the rest has a place within bounds. */
export const touches = (
  { waypoints }: Pick<RestOfWay, 'waypoints'>,
  contains: (place: LatLon) => boolean,
): boolean => alongOf(waypoints).some(contains);

/** Places on the way that are close enough together for a mesh not to lie between two of them, degrees. */
const STEP_DEGREES = 0.5;

function alongOf(waypoints: readonly LatLon[]): LatLon[] {
  const places = [waypoints[0]!];
  for (const to of waypoints.slice(1)) {
    const from = places.at(-1)!;
    const turn = shortWayDegrees(to.lon - from.lon);
    const steps = Math.ceil(Math.max(Math.abs(to.lat - from.lat), Math.abs(turn)) / STEP_DEGREES);
    for (let k = 1; k < steps; k++) {
      const lon = wrapLongitude(from.lon + (k / steps) * turn);
      places.push({ lat: from.lat + (k / steps) * (to.lat - from.lat), lon });
    }
    places.push(to);
  }
  return places;
}
