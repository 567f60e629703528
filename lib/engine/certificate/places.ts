/** Points of the sphere as unit vectors, so that poles and the antimeridian are not special cases. */
import { EARTH_RADIUS_M, type LatLon, RADIANS } from '../geometry/sphere.ts';
import { isOnLineOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';

export function unitVector({ lat, lon }: LatLon): [number, number, number] {
  const [λ, φ] = [lon * RADIANS, lat * RADIANS];
  return [Math.cos(φ) * Math.cos(λ), Math.cos(φ) * Math.sin(λ), Math.sin(φ)];
}

/** A point of an edge, by the fraction of its length. One object serves all: its numbers are not allocated again. */
export class PlaceOnEdge {
  /** The point as a unit vector. */
  x = 1;
  y = 0;
  z = 0;
  private isVertical = false;
  private from = 0;
  private span = 0;
  private cosAt = 1;
  private sinAt = 0;

  /** Selects the edge of the following calls. */
  enter({ edgeSpan, edgeVertical }: Mesh, edge: number): void {
    const at = edgeSpan[3 * edge] * RADIANS;
    this.isVertical = edgeVertical[edge] === 1;
    this.from = edgeSpan[3 * edge + 1] * RADIANS;
    this.span = edgeSpan[3 * edge + 2] * RADIANS - this.from;
    this.cosAt = Math.cos(at);
    this.sinAt = Math.sin(at);
  }

  moveTo(part: number): void {
    const { cosAt, sinAt } = this;
    const cos = Math.cos(this.from + part * this.span);
    const sin = Math.sin(this.from + part * this.span);
    this.x = cosAt * cos;
    this.y = this.isVertical ? cos * sinAt : cosAt * sin;
    this.z = this.isVertical ? sin : sinAt;
  }
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
export function partOfEdge(mesh: Mesh, edge: number, point: LatLon): number | null {
  const { lat, lon } = point;
  const [, from, to] = mesh.edgeSpan.subarray(3 * edge, 3 * edge + 3);
  const part = ((mesh.edgeVertical[edge] ? lat : lon) - from) / (to - from);
  return isOnLineOf(mesh, edge, lon, lat) && part > SAME_PART && part < 1 - SAME_PART ? part : null;
}
