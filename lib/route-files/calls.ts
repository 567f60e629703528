/** What of a line is one waypoint: a point of it, or more where a vessel arrives and leaves later. */
import { shortWayDegrees } from '../engine/geometry/sphere.ts';

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** A place between start and end where a vessel stops; days since departure. */
export interface Stopped extends Place {
  readonly name: string | null;
  readonly arrives_days: number;
  readonly leaves_days: number;
}

/** Indices of points of a line: where the vessel arrives, and where it leaves, which is one where it does not stay. */
export interface Call {
  readonly arrives: number;
  leaves: number;
  /** Of the stops; none at a waypoint that is just passed. */
  readonly names: string[];
}

/** Degrees: points this close are one place. */
const SAME_PLACE = 1e-6;

/**
 * The calls of a line, the first and the last being its ends alone. A stop is the point at its place that is nearest in
 * time; stops at one place are one call, with what is waited there, or stayed at the end of work.
 *
 * @param traveltime days since departure, by point
 */
export function callsAlong(
  points: readonly Place[],
  traveltime: readonly number[],
  stops: readonly Stopped[],
): Call[] {
  const last = points.length - 1;
  const calls: Call[] = [{ arrives: 0, leaves: 0, names: [] }];
  const isStay = (from: number, to: number) =>
    traveltime[to]! > traveltime[from]! &&
    points[to]!.lat === points[from]!.lat &&
    points[to]!.lon === points[from]!.lon;
  const passTo = (end: number) => {
    for (let i = calls.at(-1)!.leaves + 1; i < end; i++) {
      const before = calls.at(-1)!;
      if (calls.length > 1 && isStay(before.leaves, i)) before.leaves = i;
      else calls.push({ arrives: i, leaves: i, names: [] });
    }
  };
  for (const stop of stops) {
    const arrives = arrivalAt(points, traveltime, stop, calls.at(-1)!.leaves);
    if (arrives === null) continue;
    const next = points[arrives + 1];
    const leaves = stop.leaves_days > stop.arrives_days && next && isAt(next, stop) ? arrives + 1 : arrives;
    const names = [stop.name ?? 'Stop'];
    passTo(arrives);
    const before = calls.at(-1)!;
    const isThere = before.leaves === arrives && (calls.length > 1 || leaves === arrives);
    if (!isThere) calls.push({ arrives, leaves, names });
    else {
      before.leaves = leaves;
      before.names.push(...names);
    }
  }
  passTo(last);
  if (calls.at(-1)!.arrives < last) calls.push({ arrives: last, leaves: last, names: [] });
  return calls;
}

/** The first of the points of a stop, not before `from`; null where the line does not lead there. */
function arrivalAt(
  points: readonly Place[],
  traveltime: readonly number[],
  stop: Stopped,
  from: number,
): number | null {
  let nearest: number | null = null;
  const daysOff = (i: number) => Math.abs(traveltime[i]! - stop.arrives_days);
  for (let i = from; i < points.length; i++) {
    const isFirst = isAt(points[i]!, stop) && (i === from || !isAt(points[i - 1]!, stop));
    if (isFirst && (nearest === null || daysOff(i) < daysOff(nearest))) nearest = i;
  }
  return nearest;
}

const isAt = (one: Place, other: Place): boolean =>
  Math.abs(one.lat - other.lat) <= SAME_PLACE && Math.abs(shortWayDegrees(one.lon - other.lon)) <= SAME_PLACE;
