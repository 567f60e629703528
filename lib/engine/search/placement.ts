/** Where a search has points inside the edges of a mesh: evenly spaced, more of them on longer edges. */
import { computed } from '../computed.ts';
import { centralAngle, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ends } from './search-task.ts';

/** Positions of points inside an edge of the mesh: fractions of its length, ascending. */
export type Placement = (edge: number) => ArrayLike<number>;

/**
 * Points inside an edge are no closer than the great circle from start to end divided by `most` and by this: a search looks at every pair
 * of points of a cell, and a path past a short edge crosses others beside it. Each edge has one, and at most MOST_POINTS.
 */
const CLOSEST = 100;
export const MOST_POINTS = 48;
/**
 * With fewer cells than this, edges get more points. Where headings differ, a path has more local minima, and a larger
 * search is made for them.
 */
const AMPLE_CELLS = 500;
const AMPLE_CELLS_ROUGH = 4000;
const evenlySpaced = Array.from({ length: MOST_POINTS + 1 }, (_, count) =>
  Float64Array.from({ length: count }, (_, j) => (j + 1) / (count + 1)),
);
const evenly = (count: number): Float64Array =>
  evenlySpaced[Math.max(1, Math.min(MOST_POINTS, Math.round(count)))];

/**
 * Evenly spaced points; `most` inside the side of a square cell that is as wide as the great circle from start to
 * end is long. On other edges the number is proportional to the fourth root of ℓ² / w, where ℓ is the length of
 * the edge and w the width of the narrower cell beside it: an edge with k points adds about ℓ² / (w k²) to the
 * cost of a path and k² to the work, so this gives the smallest error for the work.
 *
 * @param cells number of cells of the search
 */
export function spacedByLength(mesh: Mesh, { start, end }: Ends, cells: number, most: number): Placement {
  const [φ1, φ2] = [start.used.lat * RADIANS, end.used.lat * RADIANS];
  const far = centralAngle(φ1, start.used.lon * RADIANS, φ2, end.used.lon * RADIANS);
  const ample = mesh.profiles.length > 0 ? AMPLE_CELLS_ROUGH : AMPLE_CELLS;
  const points = most * Math.sqrt(Math.max(1, ample / cells));
  return (e) => {
    const { need, length } = sizeOf(mesh, e);
    return evenly(Math.min((points * need) / far ** 0.25, (CLOSEST * most * length) / far));
  };
}

const meanNeeds = new WeakMap<Mesh, number>();

/** Evenly spaced points, `mean` on an edge of the mesh on average and at least one, more on longer edges as above. */
export function spacedOnAverage(mesh: Mesh, mean: number): Placement {
  const points = mean / computed(meanNeeds, mesh, () => meanNeedOf(mesh));
  return (e) => evenly(points * sizeOf(mesh, e).need);
}

function meanNeedOf(mesh: Mesh): number {
  let sum = 0;
  for (let e = 0; e < mesh.edgeCount; e++) sum += sizeOf(mesh, e).need;
  return sum / mesh.edgeCount;
}

/** The length ℓ of an edge and the fourth root of ℓ² / w, radians. */
function sizeOf({ bounds, edgeSpan, edgeTopology, edgeVertical }: Mesh, e: number) {
  const low = edgeSpan[3 * e + 1];
  const high = edgeSpan[3 * e + 2];
  const isVertical = edgeVertical[e] === 1;
  const cosφ = Math.cos((isVertical ? 0.5 * (low + high) : edgeSpan[3 * e]) * RADIANS);
  const a = 4 * edgeTopology[4 * e] + (isVertical ? 0 : 1);
  const b = 4 * edgeTopology[4 * e + 1] + (isVertical ? 0 : 1);
  const across = Math.min(bounds[a + 2] - bounds[a], bounds[b + 2] - bounds[b]) * RADIANS;
  const along = (high - low) * RADIANS;
  const [length, width] = isVertical ? [along, across * cosφ] : [along * cosφ, across];
  return { length, need: Math.sqrt(length / Math.sqrt(width)) };
}
