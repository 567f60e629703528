import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { type ReadRoute, type ReadWaypoint, routeOf } from './read-route.ts';

/** Degrees: a centimetre. */
const SAME = 1e-7;
/** Degrees: twice the last digit of what files have of a position, by which the place of a cut may be off. */
const LAST_DIGIT = 2e-9;

/**
 * Lines one of which begins where the one before it ends are one line. Where a line was only cut because it passes the antimeridian
 * it has no point afterwards.
 */
export function joinedLines(routes: readonly ReadRoute[]): ReadRoute[] {
  const joined: (ReadRoute & { waypoints: ReadWaypoint[] })[] = [];
  for (const next of routes) {
    const before = joined.at(-1);
    const [begins, second] = next.waypoints;
    if (
      before?.kind === 'line' &&
      next.kind === 'line' &&
      begins &&
      isSame(before.waypoints.at(-1)!, begins)
    ) {
      const { waypoints } = before;
      if (isCut(waypoints.at(-2), waypoints.at(-1)!, begins, second)) waypoints.pop();
      for (const waypoint of next.waypoints.slice(1)) waypoints.push(waypoint);
      joined[joined.length - 1] = { ...routeOf('line', before.name ?? next.name, waypoints), waypoints };
    } else joined.push({ ...next, waypoints: [...next.waypoints] });
  }
  return joined;
}

/** Whether two points are at one place, on either side of the antimeridian. */
export const isSame = (a: ReadWaypoint, b: ReadWaypoint): boolean => {
  const apart = Math.abs(a.lon - b.lon) % 360;
  return Math.abs(a.lat - b.lat) < SAME && Math.min(apart, 360 - apart) < SAME;
};

/** Whether a point is nameless, on both sides of the antimeridian, and on the rhumb line from the point before it to the one after. */
function isCut(
  before: ReadWaypoint | undefined,
  end: ReadWaypoint,
  begin: ReadWaypoint,
  after: ReadWaypoint | undefined,
): boolean {
  const isThere = Math.abs(end.lon) === 180 && begin.lon === -end.lon;
  if (!before || !after || !isThere || end.name !== null || begin.name !== null) return false;
  const line = new MercatorLine([before.lon, before.lat], [after.lon, after.lat]);
  const part = line.partAtMeridian(end.lon - before.lon);
  if (!(part > 0 && part < 1)) return false;
  const slope = Math.abs(line.Δlat / line.Δlon);
  return Math.abs(line.latAt(part) - end.lat) < SAME + LAST_DIGIT * slope;
}
