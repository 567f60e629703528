/** Where a search has points inside the edges of a mesh. */
import { centralAngle, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ends } from './find-path.ts';

/** Positions of points inside an edge of the mesh: fractions of its length, ascending. */
export type PointsOf = (edge: number) => Float64Array;

/** An edge has at least the fraction FEWEST of the points of the longest one, and at most MOST_POINTS. */
const FEWEST = 1 / 7;
export const MOST_POINTS = 48;
/** With fewer cells than this, edges get more points, for about the same work. */
const AMPLE_CELLS = 200;
/** Tangents of the angles between the perpendicular to a side and rays to it, five degrees apart. */
const RAYS = Array.from({ length: 36 }, (_, k) => Math.tan((5 * k - 87.5) * RADIANS));

const evenlySpaced: Float64Array[] = [];

function evenly(count: number): Float64Array {
  evenlySpaced[count] ??= Float64Array.from({ length: count }, (_, j) => (j + 1) / (count + 1));
  return evenlySpaced[count];
}

/**
 * Evenly spaced points; `most` inside the side of a square cell that is as wide as the great circle from start to
 * end is long. On other edges the number is proportional to the fourth root of ℓ² / w, where ℓ is the length of
 * the edge and w the width of the narrower cell beside it: an edge with k points adds about ℓ² / (w k²) to the
 * cost of a path and k² to the work, so this gives the smallest error for the work.
 *
 * @param cells number of cells of the search
 */
export function spacedByLength(mesh: Mesh, { start, end }: Ends, cells: number, most: number): PointsOf {
  const { bounds, edgeSpan, edgeTopology, edgeVertical } = mesh;
  const [φ1, φ2] = [start.used.lat * RADIANS, end.used.lat * RADIANS];
  const far = centralAngle(φ1, start.used.lon * RADIANS, φ2, end.used.lon * RADIANS);
  const points = most * Math.sqrt(Math.max(1, AMPLE_CELLS / cells));
  return (e) => {
    const low = edgeSpan[3 * e + 1];
    const high = edgeSpan[3 * e + 2];
    const isVertical = edgeVertical[e] === 1;
    const cosφ = Math.cos((isVertical ? 0.5 * (low + high) : edgeSpan[3 * e]) * RADIANS);
    const a = 4 * edgeTopology[4 * e] + (isVertical ? 0 : 1);
    const b = 4 * edgeTopology[4 * e + 1] + (isVertical ? 0 : 1);
    const across = Math.min(bounds[a + 2] - bounds[a], bounds[b + 2] - bounds[b]) * RADIANS;
    const along = (high - low) * RADIANS;
    const [length, width] = isVertical ? [along, across * cosφ] : [along * cosφ, across];
    const count = Math.round(points * Math.sqrt(length / Math.sqrt(width * far)));
    return evenly(Math.max(Math.ceil(most * FEWEST), Math.min(MOST_POINTS, count)));
  };
}

/**
 * `count` evenly spaced points inside every edge. The edges around the cell of an end have also the points where
 * RAYS from the end meet them: an end close to a side may be reached through a short stretch of it only.
 */
export function spacedEvenly(
  { cellEdge, cellEdgeStart, edgeSpan, edgeVertical }: Mesh,
  { start, end }: Ends,
  count: number,
): PointsOf {
  const spaced = evenly(count);
  const parts = new Map<number, Set<number>>();
  for (const { used, cells } of [start, end]) {
    const cosφ = Math.cos(used.lat * RADIANS);
    for (const cell of cells) {
      for (const e of cellEdge.subarray(cellEdgeStart[cell], cellEdgeStart[cell + 1])) {
        const [at, low, high] = edgeSpan.subarray(3 * e, 3 * e + 3);
        // how far the edge is from the end, in degrees along the edge
        const [foot, distance] = edgeVertical[e]
          ? [used.lat, (at - used.lon) * cosφ]
          : [used.lon, (at - used.lat) / cosφ];
        const own = parts.get(e) ?? new Set(spaced);
        parts.set(e, own);
        for (const tangent of RAYS) {
          const part = (foot + tangent * distance - low) / (high - low);
          if (part > 0 && part < 1) own.add(part);
        }
      }
    }
  }
  return (e) => (parts.has(e) ? Float64Array.from(parts.get(e)!).sort() : spaced);
}
