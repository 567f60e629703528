/** Points of the sphere as unit vectors, so that poles and the antimeridian are not special cases. */
import { EARTH_RADIUS_M, type LatLon, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';

export function unitVector({ lat, lon }: LatLon): [number, number, number] {
  const [λ, φ] = [lon * RADIANS, lat * RADIANS];
  return [Math.cos(φ) * Math.cos(λ), Math.cos(φ) * Math.sin(λ), Math.sin(φ)];
}

/** The points of an edge by the fraction of its length. */
export function placesOn({ edgeSpan, edgeVertical }: Mesh, edge: number) {
  const at = edgeSpan[3 * edge] * RADIANS;
  const from = edgeSpan[3 * edge + 1] * RADIANS;
  const span = edgeSpan[3 * edge + 2] * RADIANS - from;
  const [cosAt, sinAt] = [Math.cos(at), Math.sin(at)];
  return (part: number): [number, number, number] => {
    const [cos, sin] = [Math.cos(from + part * span), Math.sin(from + part * span)];
    return edgeVertical[edge] === 1 ? [cos * cosAt, cos * sinAt, sin] : [cosAt * cos, cosAt * sin, sinAt];
  };
}

export function edgeLengthM({ edgeSpan, edgeVertical }: Mesh, edge: number): number {
  const span = edgeSpan[3 * edge + 2] - edgeSpan[3 * edge + 1];
  const shrink = edgeVertical[edge] === 1 ? 1 : Math.cos(edgeSpan[3 * edge] * RADIANS);
  return EARTH_RADIUS_M * span * RADIANS * shrink;
}

export function isSamePlace(a: LatLon, b: LatLon): boolean {
  return a.lat === b.lat && (a.lon === b.lon || Math.abs(a.lon - b.lon) === 360);
}

export function isAtCorner({ cornerPoint }: Mesh, corner: number, point: LatLon): boolean {
  return isSamePlace({ lon: cornerPoint[2 * corner], lat: cornerPoint[2 * corner + 1] }, point);
}

/** Points of an edge that are closer together than this fraction of it count as one. */
export const SAME_PART = 1e-6;

/** Position of a point on an edge, as a fraction strictly between 0 and 1; null if the point is not on it. */
export function partOfEdge({ edgeSpan, edgeVertical }: Mesh, edge: number, point: LatLon): number | null {
  const { lat, lon } = point;
  const [at, from, to] = edgeSpan.subarray(3 * edge, 3 * edge + 3);
  const isOn = edgeVertical[edge] ? lon === at || Math.abs(lon - at) === 360 : lat === at;
  const part = ((edgeVertical[edge] ? lat : lon) - from) / (to - from);
  return isOn && part > SAME_PART && part < 1 - SAME_PART ? part : null;
}
