/** The water that a clearance closes: near to what has to be kept clear of, but not round the ends and stops of a voyage. */
import { MercatorLine } from '../../engine/geometry/mercator-line.ts';
import { haversineNm, type LatLon, type Point, wrapLongitude } from '../../engine/geometry/sphere.ts';
import { nearestPoint } from '../../engine/waypoints/nearest-point.ts';
import { type Box, boundsOf } from '../geometry/polygon.ts';
import { type Buffers, isBoxWithin } from './buffers.ts';
import { type Area, divideBox, NARROW_REACH_M, type Piece, USUAL_REACH_M } from './divide-box.ts';
import type { CellArea } from './divide-mesh.ts';
import type { NearRoutes } from './near-routes.ts';

/** What is within a distance of a place. */
export interface Circle extends LatLon {
  readonly nm: number;
}

/** A part that has so much of the area of a box has all of it, but for rounding. */
const ALL = 1 - 1e-9;
/** Degrees: a piece of a leg that is straight in longitude and latitude, and looked at in so many steps. */
const PIECE = 0.05;
const STEPS = 32;
/** Degrees, a metre: a leg along the border is not inside. */
const TOUCH = 1e-5;

export class BufferedArea implements CellArea, Area<readonly (readonly number[])[]> {
  private readonly buffers: readonly Buffers[];
  private readonly exempt: readonly Circle[];
  private readonly narrow: readonly Circle[];
  private readonly near: NearRoutes | null;

  /**
   * @param narrow round these places it is narrow between buffers
   * @param near where the border is divided finely; null: everywhere
   */
  constructor(
    buffers: readonly Buffers[],
    exempt: readonly Circle[],
    narrow: readonly Circle[],
    near: NearRoutes | null = null,
  ) {
    this.buffers = buffers;
    this.exempt = exempt;
    this.narrow = narrow;
    this.near = near;
  }

  divide(box: Box): Piece[] | null {
    const near = this.buffers.flatMap((each) => each.near(box));
    return near.length === 0 ? null : divideBox(this, box, near);
  }

  /** Whether a leg is in the water that is closed, by points every 0.1 NM. */
  isEnteredBy(from: Point, to: Point): boolean {
    const line = new MercatorLine(from, to);
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat)) / PIECE));
    for (let piece = 0; piece < count; piece++) {
      const [lon, y1] = line.at(piece / count);
      const y2 = line.latAt((piece + 1) / count);
      const Δlon = line.Δlon / count;
      const around = boundsOf([lon, y1, lon + Δlon, y2]);
      const near = this.buffers.flatMap((each) => each.near(around));
      if (near.length === 0) continue;
      for (let k = 0; k <= STEPS; k++) {
        const at = { lon: wrapLongitude(lon + (Δlon * k) / STEPS), lat: y1 + ((y2 - y1) * k) / STEPS };
        if (this.exempt.some((circle) => haversineNm(at, circle) <= circle.nm)) continue;
        if (near.some((ring) => isInside(ring, at.lon, at.lat))) return true;
      }
    }
    return false;
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

  reachAt(box: Box): number {
    if (this.narrow.some((circle) => meets(circle, box))) return NARROW_REACH_M;
    return this.near?.reachAt(box) ?? USUAL_REACH_M;
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

function isInside(ring: readonly number[], lon: number, lat: number): boolean {
  for (let at = 0; at < ring.length; at += 2) {
    const next = at + 2 === ring.length ? 0 : at + 2;
    const [dx, dy] = [ring[next]! - ring[at]!, ring[next + 1]! - ring[at + 1]!];
    const side = dx * (lat - ring[at + 1]!) - dy * (lon - ring[at]!);
    if (side <= TOUCH * Math.hypot(dx, dy)) return false;
  }
  return true;
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
