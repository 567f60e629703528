import type { ReadRoute, ReadWaypoint } from './read-route.ts';

/** Degrees: a centimetre. */
const SAME = 1e-7;

/** Lines one of which begins where the one before it ends are one line: the parts of one that was cut, at the antimeridian too. */
export function joinedLines(routes: readonly ReadRoute[]): ReadRoute[] {
  const joined: ReadRoute[] = [];
  for (const next of routes) {
    const before = joined.at(-1);
    if (
      before?.kind === 'line' &&
      next.kind === 'line' &&
      isSame(before.waypoints.at(-1)!, next.waypoints[0]!)
    ) {
      const waypoints = [...before.waypoints, ...next.waypoints.slice(1)];
      joined[joined.length - 1] = {
        ...before,
        name: before.name ?? next.name,
        waypoints,
        given: waypoints.length,
      };
    } else joined.push(next);
  }
  return joined;
}

const isSame = (a: ReadWaypoint, b: ReadWaypoint): boolean => {
  const apart = Math.abs(a.lon - b.lon) % 360;
  return Math.abs(a.lat - b.lat) < SAME && Math.min(apart, 360 - apart) < SAME;
};
