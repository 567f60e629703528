/** Points of the sphere as unit vectors, so that poles and the antimeridian are not special cases. */
import { EARTH_RADIUS_M, type LatLon, RADIANS, unitVector, type Vector } from '../geometry/sphere.ts';
import { isOnLineOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { NEGLIGIBLE } from '../tolerances.ts';

/** The length of the straight line between two points, in radii of the sphere. */
export function chordBetween(a: Vector, b: Vector): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

/** The point at this fraction of the length of an edge. */
export function pointOnEdge({ edgeSpan, edgeVertical }: Mesh, edge: number, part: number): Vector {
  const at = edgeSpan[3 * edge];
  const along = edgeSpan[3 * edge + 1] + part * (edgeSpan[3 * edge + 2] - edgeSpan[3 * edge + 1]);
  return unitVector(edgeVertical[edge] === 1 ? { lon: at, lat: along } : { lon: along, lat: at });
}

export function edgeLengthM({ edgeSpan, edgeVertical }: Mesh, edge: number): number {
  const span = edgeSpan[3 * edge + 2] - edgeSpan[3 * edge + 1];
  const shrink = edgeVertical[edge] === 1 ? 1 : Math.cos(edgeSpan[3 * edge] * RADIANS);
  return EARTH_RADIUS_M * span * RADIANS * shrink;
}

export function isSamePlace(a: LatLon, b: LatLon): boolean {
  return a.lat === b.lat && (a.lon === b.lon || Math.abs(a.lon - b.lon) === 360);
}

/** Position of a point on an edge, as a fraction strictly between 0 and 1; null if the point is not on it. */
export function partOfEdge(mesh: Mesh, edge: number, { lat, lon }: LatLon): number | null {
  const [, from, to] = mesh.edgeSpan.subarray(3 * edge, 3 * edge + 3);
  const part = ((mesh.edgeVertical[edge] ? lat : lon) - from) / (to - from);
  return isOnLineOf(mesh, edge, lon, lat) && part > NEGLIGIBLE && part < 1 - NEGLIGIBLE ? part : null;
}
