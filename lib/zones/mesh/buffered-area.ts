/** The water that a clearance closes: near to what has to be kept clear of, but not round the ends and stops of a voyage. */
import Flatbush from 'flatbush';
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import { nearestPoint } from '../../engine/waypoints/nearest-point.ts';
import { onMesh } from '../geometry/coverage.ts';
import { type Box, boundsOf, type Polygon } from '../geometry/polygon.ts';
import { isBoxWithin } from './buffers.ts';
import { type Area, divideBox } from './divide-box.ts';
import type { CellArea } from './divide-mesh.ts';

/** What is within a distance of a place. */
export interface Circle extends LatLon {
  readonly nm: number;
}

/** A part that has so much of the area of a box has all of it, but for rounding. */
const ALL = 1 - 1e-9;

export class BufferedArea implements CellArea, Area<readonly (readonly number[])[]> {
  private readonly rings: (readonly number[])[];
  private readonly index: Flatbush | null;
  private readonly exempt: readonly Circle[];
  private readonly narrow: readonly Circle[];

  /**
   * @param buffers convex
   * @param narrow round these places it is narrow between buffers
   */
  constructor(buffers: readonly Polygon[], exempt: readonly Circle[], narrow: readonly Circle[]) {
    const placed = buffers.flatMap(onMesh);
    this.rings = placed.map(({ rings }) => Array.from(rings[0]!));
    this.exempt = exempt;
    this.narrow = narrow;
    this.index = placed.length === 0 ? null : new Flatbush(placed.length);
    for (const { bounds } of placed) this.index!.add(bounds.west, bounds.south, bounds.east, bounds.north);
    this.index?.finish();
  }

  divide(box: Box, emit: (piece: Box, isInside: boolean) => void): boolean {
    const near = this.index?.search(box.west, box.south, box.east, box.north) ?? [];
    if (near.length === 0) return false;
    const parts = near.map((k) => this.rings[k]!);
    divideBox(this, box, parts, (piece) => emit(piece, piece.place !== 'outside'));
    return true;
  }

  /** @param near the parts of the buffers in a box round this one */
  look(box: Box, near: readonly (readonly number[])[]) {
    const parts: number[][] = [];
    let bounds: Box | null = null;
    let isCovered = false;
    for (const ring of near) {
      const clipped = clip(ring, box);
      if (clipped.length === 0) continue;
      parts.push(clipped);
      const part = boundsOf(clipped);
      bounds = bounds ? around(bounds, part) : part;
      isCovered ||= areaOf(clipped) >= ALL * (box.east - box.west) * (box.north - box.south);
    }
    if (!bounds) return 'outside';
    const exemption = this.exemptionOf(box);
    if (exemption === 'all') return 'outside';
    if (isCovered && exemption === 'none') return 'inside';
    return { border: isCovered ? box : bounds, parts };
  }

  isNarrow(box: Box): boolean {
    return this.narrow.some((circle) => meets(circle, box));
  }

  /** How much of a box is exempt. */
  private exemptionOf(box: Box): 'all' | 'some' | 'none' {
    let some = false;
    const { west, south, east, north } = box;
    const corners = [west, east].flatMap((lon) => [south, north].map((lat) => ({ lat, lon })));
    for (const circle of this.exempt) {
      if (!meets(circle, box)) continue;
      if (isBoxWithin(corners, circle, circle.nm)) return 'all';
      some = true;
    }
    return some ? 'some' : 'none';
  }
}

function meets(circle: Circle, { west, south, east, north }: Box): boolean {
  const nearest = nearestPoint(Float64Array.of(west, south, east, north), 0, circle, circle.nm);
  return nearest !== null && haversineNm(nearest, circle) <= circle.nm;
}

function around(a: Box, b: Box): Box {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}

function areaOf(ring: readonly number[]): number {
  let twice = 0;
  const [x0, y0] = ring as unknown as [number, number];
  for (let at = 2; at + 3 < ring.length; at += 2) {
    twice += (ring[at]! - x0) * (ring[at + 3]! - y0) - (ring[at + 2]! - x0) * (ring[at + 1]! - y0);
  }
  return 0.5 * twice;
}

/** The part of a convex ring in a box (Sutherland & Hodgman 1974); empty if it has no area. */
function clip(ring: readonly number[], { west, south, east, north }: Box): number[] {
  let points: readonly number[] = ring;
  for (const [axis, limit, sign] of [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const) {
    const kept: number[] = [];
    for (let at = 0; at < points.length; at += 2) {
      const before = at === 0 ? points.length - 2 : at - 2;
      const [here, there] = [sign * (points[at + axis]! - limit), sign * (points[before + axis]! - limit)];
      if (here > 0 !== there > 0) {
        const part = there / (there - here);
        const crossing = [0, 1].map(
          (k) => points[before + k]! + part * (points[at + k]! - points[before + k]!),
        );
        crossing[axis] = limit;
        kept.push(crossing[0]!, crossing[1]!);
      }
      if (here > 0) kept.push(points[at]!, points[at + 1]!);
    }
    points = kept;
    if (points.length < 6) return [];
  }
  return points as number[];
}
