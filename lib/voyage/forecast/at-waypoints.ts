/** The sailing track of a dated route at its waypoints only: where it is cut on a line, between two cells or meshes, a bridge has nothing to do. */
import type { Point } from '../../engine/geometry/sphere.ts';
import type { SailedTrack } from '../../engine/plan-dated.ts';
import { ROUNDED } from '../../engine/tolerances.ts';
import { atPoints } from '../../speed/at-points.ts';
import { mercatorOffset } from '../mercator-offset.ts';

/** @param fixed points that stay, such as stops; so do those where the vessel stays, and what is told by vertex */
export function atWaypoints(track: SailedTrack, fixed: readonly Point[]): SailedTrack {
  const { coordinates, meshes, waits, closedUnderWay } = track;
  const stays = new Set(fixed.map(String));
  const waited = new Set(waits.map(({ vertex }) => vertex));
  const mayPass = (k: number) =>
    !stays.has(String(coordinates[k])) && !waited.has(k) && !closedUnderWay.includes(k);
  const kept = [0];
  for (let k = 1; k < coordinates.length; k++) {
    const last = kept.at(-1)!;
    const next = coordinates[k + 1];
    const isPassed =
      next && mayPass(k) && areOnLine(coordinates[last]!, coordinates.slice(last + 1, k + 1), next);
    if (!isPassed) kept.push(k);
  }
  const few = atPoints(
    track,
    kept.map((k) => coordinates[k]!),
  );
  return {
    ...few,
    meshes: kept.map((k) => meshes[k]!),
    waits: waits.map((wait) => ({ ...wait, vertex: kept.indexOf(wait.vertex) })),
    closedUnderWay: closedUnderWay.map((k) => kept.indexOf(k)),
  };
}

/** Whether a rhumb line between two points passes others between its ends, as near as points of it are cut. */
function areOnLine(from: Point, others: readonly Point[], to: Point): boolean {
  const [x, y] = mercatorOffset(from, to);
  const length = Math.hypot(x, y);
  return others.every((point) => {
    const [u, v] = mercatorOffset(from, point);
    const along = (u * x + v * y) / length;
    return along > 0 && along < length && Math.abs(u * y - v * x) <= ROUNDED * length;
  });
}
