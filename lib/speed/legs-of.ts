/** The legs of a voyage whose speeds were chosen. */
import type { Costs } from '../engine/cost/cost.ts';
import { cutPath } from '../engine/path/evaluate.ts';
import type { Track } from '../engine/path/track.ts';
import type { ObjectiveRoute } from '../engine/route-plan.ts';
import { atPoints } from './at-points.ts';
import { cutAtPlaces } from './cut-at-places.ts';
import { PathSpeeds } from './path-speeds.ts';
import type { SpeedCurves } from './speed-curves.ts';
import type { Voyage } from './voyages.ts';

/**
 * The routes of its legs: waypoints and the path of the coarse search are sailed at speeds of their own for the same time, and are
 * the path itself where that would take them longer.
 */
export function legsOf(curves: SpeedCurves, { path, track }: Voyage): Omit<ObjectiveRoute, 'objective'>[] {
  const { routes } = path.legs;
  const tracks = cutAtPlaces(
    track,
    routes.map((leg) => leg.track.coordinates),
  );
  return routes.map(({ objective: _, optimality: __, ...leg }, k) => {
    const own = tracks[k]!;
    const days = own.timeDays.at(-1)!;
    return {
      ...leg,
      track: own,
      unsmoothed: alike(curves, leg.unsmoothed, path.costs, days) ?? own,
      sailing: alike(curves, leg.sailing, path.costs, days) ?? own,
    };
  });
}

/** Another line of the same route, at speeds of its own for the same time; null where it can't be sailed in it. */
function alike(curves: SpeedCurves, { coordinates }: Track, costs: Costs, days: number): Track | null {
  const pieces = cutPath(curves.mesh, costs, coordinates);
  const speeds = new PathSpeeds(curves, pieces.coordinates, pieces.cells);
  const track = speeds.within(days);
  return track && atPoints(track, coordinates);
}
