/** Where a search has points inside the edges of a mesh. */
import {
  centralAngle,
  isometricLatitude,
  type LatLon,
  latitudeOfIsometric,
  RADIANS,
  shortWayDegrees,
} from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Ends } from './find-path.ts';

/** Positions of points inside an edge of the mesh: fractions of its length, ascending. */
export type PointsOf = (edge: number) => Float64Array;

/** An edge has at least the fraction FEWEST of the points of the longest one, and at most MOST_POINTS. */
const FEWEST = 1 / 7;
export const MOST_POINTS = 48;
/** With fewer cells than this, edges get more points, for about the same work. */
const AMPLE_CELLS = 200;
/** Tangents of bearings, five degrees apart. */
const RAYS = Array.from({ length: 36 }, (_, k) => Math.tan((5 * k - 87.5) * RADIANS));

/** Bounds that have nothing inside. */
const NOWHERE = [Infinity, Infinity, -Infinity, -Infinity];

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
 * `count` evenly spaced points inside every edge, some of them moved (movedToDiagonals). The edges in and around the
 * vessel mesh's cell of an end have also the points where rhumb lines from the end meet them, on the bearings of RAYS
 * and to the corners: an end may be reached through a short stretch of one side only, or through one corner.
 */
export function spacedEvenly(mesh: Mesh, { start, end }: Ends, count: number): PointsOf {
  const spaced = evenly(count);
  const parts = new Map<number, Set<number>>();
  for (const { used, cells } of [start, end]) {
    const pieces = piecesOf(mesh, cells);
    const corners = pieces.flatMap((cell) => cornersOf(mesh, cell));
    const tangents = new Set([...RAYS, ...corners.map((corner) => tangentTo(used, corner))]);
    for (const e of new Set(pieces.flatMap((cell) => edgesOf(mesh, cell)))) {
      const own = parts.get(e) ?? new Set(spaced);
      parts.set(e, own);
      for (const tangent of tangents) {
        const part = meetingPart(mesh, e, used, tangent);
        if (isInside(part)) own.add(part);
      }
    }
  }
  const onDiagonals = movedToDiagonals(mesh, spaced);
  return (e) => (parts.has(e) ? Float64Array.from(parts.get(e)!).sort() : onDiagonals(e));
}

/**
 * The given points, but on edges between two pieces of a cell of the vessel mesh the nearest ones are moved to where
 * the diagonals of that cell meet the edge. Across a long cell, the current may allow hardly more than the bearing
 * from one corner to another: on a way through evenly spaced points alone, rounding to the next point at each of these
 * edges adds up to a large part of the short side.
 */
function movedToDiagonals(mesh: Mesh, spaced: Float64Array): PointsOf {
  const { edgeSpan, edgeTopology, edgeVertical, row } = mesh;
  const box = boundsOfRows(mesh);
  const known = new Map<number, Float64Array>();
  return (e) => {
    const r = row[edgeTopology[4 * e]];
    if (r !== row[edgeTopology[4 * e + 1]]) return spaced;
    const [along, across] = edgeVertical[e] === 1 ? [1, 0] : [0, 1];
    const from = box[4 * r + along];
    const size = box[4 * r + along + 2] - from;
    const aside = (edgeSpan[3 * e] - box[4 * r + across]) / (box[4 * r + across + 2] - box[4 * r + across]);
    const low = edgeSpan[3 * e + 1];
    const length = edgeSpan[3 * e + 2] - low;
    const one = (from + aside * size - low) / length;
    const other = (from + (1 - aside) * size - low) / length;
    if (!(isInside(one) || isInside(other))) return spaced;
    // most edges are cut at the same few fractions
    const key = Math.round(1e6 * one) + 1e9 * Math.round(1e6 * other);
    const points = known.get(key) ?? withPointsAt(spaced, [one, other]);
    known.set(key, points);
    return points;
  };
}

const isInside = (part: number): boolean => part > 0 && part < 1;

/** Points with the nearest one moved to each of these places that is inside the edge. */
function withPointsAt(spaced: Float64Array, places: readonly number[]): Float64Array {
  const points = spaced.slice();
  for (const place of places) {
    if (!isInside(place)) continue;
    let nearest = 0;
    for (let k = 1; k < points.length; k++) {
      if (Math.abs(points[k] - place) < Math.abs(points[nearest] - place)) nearest = k;
    }
    points[nearest] = place;
  }
  return points.sort();
}

/** By row of the vessel mesh: west, south, east, north of all its pieces, degrees. */
function boundsOfRows({ bounds, row, openCount }: Mesh): Float64Array {
  let rows = 0;
  for (let cell = 0; cell < openCount; cell++) rows = Math.max(rows, row[cell] + 1);
  const box = new Float64Array(4 * rows);
  for (let r = 0; r < box.length; r += 4) box.set(NOWHERE, r);
  for (let cell = 0; cell < openCount; cell++) {
    const r = 4 * row[cell];
    const c = 4 * cell;
    if (bounds[c] < box[r]) box[r] = bounds[c];
    if (bounds[c + 1] < box[r + 1]) box[r + 1] = bounds[c + 1];
    if (bounds[c + 2] > box[r + 2]) box[r + 2] = bounds[c + 2];
    if (bounds[c + 3] > box[r + 3]) box[r + 3] = bounds[c + 3];
  }
  return box;
}

/** All pieces of the cells of the vessel mesh that these are pieces of. */
function piecesOf({ row, openCount }: Mesh, cells: readonly number[]): number[] {
  const rows = new Set(cells.map((cell) => row[cell]));
  const pieces: number[] = [];
  for (let cell = 0; cell < openCount; cell++) if (rows.has(row[cell])) pieces.push(cell);
  return pieces;
}

function cornersOf({ cellCorner, cellCornerStart, cornerPoint }: Mesh, cell: number): LatLon[] {
  const corners = Array.from(cellCorner.subarray(cellCornerStart[cell], cellCornerStart[cell + 1]));
  return corners.map((p) => ({ lon: cornerPoint[2 * p], lat: cornerPoint[2 * p + 1] }));
}

function edgesOf({ cellEdge, cellEdgeStart }: Mesh, cell: number): number[] {
  return Array.from(cellEdge.subarray(cellEdgeStart[cell], cellEdgeStart[cell + 1]));
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
