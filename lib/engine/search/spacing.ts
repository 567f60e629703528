/** Where a search has points inside the edges of a mesh. */
import {
  centralAngle,
  isometricLatitude,
  type LatLon,
  latitudeOfIsometric,
  RADIANS,
  shortWayDegrees,
} from '../geometry/sphere.ts';
import { edgesOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ends } from './find-path.ts';
import { piecesAround } from './whole-cells.ts';

/** Positions of points inside an edge of the mesh: fractions of its length, ascending. */
export type PointsOf = (edge: number) => Float64Array;

/** An edge has at least the fraction FEWEST of the points of the longest one, and at most MOST_POINTS. */
const FEWEST = 1 / 7;
export const MOST_POINTS = 48;
/**
 * With fewer cells than this, edges get more points. Where headings differ, a path has more local minima, and a larger
 * search is made for them.
 */
const AMPLE_CELLS = 1000;
const AMPLE_CELLS_ROUGH = 4000;
/**
 * Where a current leaves less than a degree of bearings, no leg may lead from any point of one edge to any of another
 * if both are evenly spaced. If their spacings differ, some legs do: from 0.7 to 1.3 times the mean here.
 */
const WARPS = Array.from({ length: 8 }, (_, k) => 0.3 * (k / 3.5 - 1));
/** Tangents of bearings, five degrees apart. */
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
  const [φ1, φ2] = [start.used.lat * RADIANS, end.used.lat * RADIANS];
  const far = centralAngle(φ1, start.used.lon * RADIANS, φ2, end.used.lon * RADIANS);
  const ample = mesh.profiles.length > 0 ? AMPLE_CELLS_ROUGH : AMPLE_CELLS;
  const points = most * Math.sqrt(Math.max(1, ample / cells));
  return (e) => {
    const count = Math.round((points * needOf(mesh, e)) / far ** 0.25);
    return evenly(Math.max(Math.ceil(most * FEWEST), Math.min(MOST_POINTS, count)));
  };
}

/** Evenly spaced points, `mean` on an edge of the mesh on average and at least one, more on longer edges as above. */
export function spacedOnAverage(mesh: Mesh, mean: number): PointsOf {
  let sum = 0;
  for (let e = 0; e < mesh.edgeCount; e++) sum += needOf(mesh, e);
  const points = (mean * mesh.edgeCount) / sum;
  return (e) => evenly(Math.max(1, Math.min(MOST_POINTS, Math.round(points * needOf(mesh, e)))));
}

/** The fourth root of ℓ² / w of an edge, radians. */
function needOf({ bounds, edgeSpan, edgeTopology, edgeVertical }: Mesh, e: number): number {
  const low = edgeSpan[3 * e + 1];
  const high = edgeSpan[3 * e + 2];
  const isVertical = edgeVertical[e] === 1;
  const cosφ = Math.cos((isVertical ? 0.5 * (low + high) : edgeSpan[3 * e]) * RADIANS);
  const a = 4 * edgeTopology[4 * e] + (isVertical ? 0 : 1);
  const b = 4 * edgeTopology[4 * e + 1] + (isVertical ? 0 : 1);
  const across = Math.min(bounds[a + 2] - bounds[a], bounds[b + 2] - bounds[b]) * RADIANS;
  const along = (high - low) * RADIANS;
  const [length, width] = isVertical ? [along, across * cosφ] : [along * cosφ, across];
  return Math.sqrt(length / Math.sqrt(width));
}

/**
 * `count` points inside every edge, on each edge a little closer together towards one of its ends (WARPS). The edges in
 * and around the vessel mesh's cell of an end have also the points where rhumb lines from the end meet them, on the
 * bearings of RAYS and to the corners: an end may be reached through a short stretch of one side only, or through one
 * corner.
 */
export function spacedNearlyEvenly(mesh: Mesh, { start, end }: Ends, count: number): PointsOf {
  const warped = WARPS.map((warp) => evenly(count).map((part) => part + warp * part * (1 - part)));
  const spaced = (e: number) => warped[(5 * e) % WARPS.length];
  const parts = new Map<number, Set<number>>();
  for (const { used, cells } of [start, end]) {
    const pieces = [...new Set(cells.flatMap((cell) => [...piecesAround(mesh, cell)]))];
    const corners = pieces.flatMap((cell) => cornersOf(mesh, cell));
    const tangents = new Set([...RAYS, ...corners.map((corner) => tangentTo(used, corner))]);
    for (const e of new Set(pieces.flatMap((cell) => [...edgesOf(mesh, cell)]))) {
      const own = parts.get(e) ?? new Set(spaced(e));
      parts.set(e, own);
      for (const tangent of tangents) {
        const part = meetingPart(mesh, e, used, tangent);
        if (isInside(part)) own.add(part);
      }
    }
  }
  return (e) => (parts.has(e) ? Float64Array.from(parts.get(e)!).sort() : spaced(e));
}

const isInside = (part: number): boolean => part > 0 && part < 1;

function cornersOf({ cellCorner, cellCornerStart, cornerPoint }: Mesh, cell: number): LatLon[] {
  const corners = Array.from(cellCorner.subarray(cellCornerStart[cell], cellCornerStart[cell + 1]));
  return corners.map((p) => ({ lon: cornerPoint[2 * p], lat: cornerPoint[2 * p + 1] }));
}

/** Tangent of the bearing of the rhumb line between two points. */
function tangentTo(from: LatLon, to: LatLon): number {
  const Δψ = isometricLatitude(to.lat * RADIANS) - isometricLatitude(from.lat * RADIANS);
  return (shortWayDegrees(to.lon - from.lon) * RADIANS) / Δψ;
}

/** Where the rhumb line through a point, on the bearing of this tangent, meets the line of edge e: a fraction of e. */
function meetingPart({ edgeSpan, edgeVertical }: Mesh, e: number, from: LatLon, tangent: number): number {
  const [at, low, high] = edgeSpan.subarray(3 * e, 3 * e + 3);
  const ψ = isometricLatitude(from.lat * RADIANS);
  if (edgeVertical[e] === 1) {
    const lat = latitudeOfIsometric(ψ + (shortWayDegrees(at - from.lon) * RADIANS) / tangent) / RADIANS;
    return (lat - low) / (high - low);
  }
  const east = (tangent * (isometricLatitude(at * RADIANS) - ψ)) / RADIANS;
  return shortWayDegrees(from.lon + east - low) / (high - low);
}
