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

/** Degrees, a tenth of a millimetre. */
const ROUNDING = 1e-9;
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
  /** How boxes were divided, by their sides, that are divided coarsely because no route is near: the same whatever routes there are. */
  private readonly farBoxes: Map<string, Piece[] | null>;

  /**
   * @param narrow round these places it is narrow between buffers
   * @param near where the border is divided finely; null: everywhere
   */
  constructor(
    buffers: readonly Buffers[],
    exempt: readonly Circle[],
    narrow: readonly Circle[],
    near: NearRoutes | null,
    farBoxes = new Map<string, Piece[] | null>(),
  ) {
    this.buffers = buffers;
    this.exempt = exempt;
    this.narrow = narrow;
    this.near = near;
    this.farBoxes = farBoxes;
  }

  /** The same water, divided finely elsewhere. */
  dividedNear(near: NearRoutes | null): BufferedArea {
    if (near === this.near) return this;
    const { buffers, exempt, narrow, farBoxes } = this;
    return new BufferedArea(buffers, exempt, narrow, near, farBoxes);
  }

  divide(box: Box): Piece[] | null {
    if (this.near?.isBeyond(box)) return null;
    if (!this.near?.isFarFrom(box)) return this.divided(box);
    const key = [box.west, box.south, box.east, box.north].join();
    const known = this.farBoxes.get(key);
    if (known !== undefined) return known;
    const pieces = this.divided(box);
    this.farBoxes.set(key, pieces);
    return pieces;
  }

  private divided(box: Box): Piece[] | null {
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
    const exemption = this.exemptionOf(box);
    if (exemption === 'all') return 'outside';
    const isCovered = near.some((ring) => covers(ring, box));
    if (isCovered && exemption === 'none') return 'inside';
    const parts = near.map((ring) => clip(ring, box)).filter((ring) => ring.length > 0);
    if (parts.length === 0) return 'outside';
    return { border: isCovered ? box : parts.map(boundsOf).reduce(around), parts };
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

/** Whether a convex ring, counter-clockwise, is round a box, but for rounding. */
function covers(ring: readonly number[], { west, south, east, north }: Box): boolean {
  for (let at = 0; at < ring.length; at += 2) {
    const next = at + 2 === ring.length ? 0 : at + 2;
    const [dx, dy] = [ring[next]! - ring[at]!, ring[next + 1]! - ring[at + 1]!];
    // the corner that is farthest out
    const [x, y] = [dy > 0 ? east : west, dx > 0 ? south : north];
    if (dx * (y - ring[at + 1]!) - dy * (x - ring[at]!) < -ROUNDING * Math.hypot(dx, dy)) return false;
  }
  return true;
}

/** The part of a convex ring in a box (Sutherland & Hodgman 1974); empty if it has no area. */
function clip(ring: readonly number[], { west, south, east, north }: Box): readonly number[] {
  let points = beyond(ring, 0, west, 1);
  points = beyond(points, 0, east, -1);
  points = beyond(points, 1, south, 1);
  return beyond(points, 1, north, -1);
}

/** The part of a convex ring on one side of a meridian (axis 0) or parallel (axis 1): where `sign` times the difference is positive. */
function beyond(points: readonly number[], axis: 0 | 1, limit: number, sign: 1 | -1): readonly number[] {
  const count = points.length;
  let isAll = true;
  for (let at = axis; at < count && isAll; at += 2) isAll = sign * (points[at]! - limit) > 0;
  if (isAll) return points;
  const kept: number[] = [];
  let before = count - 2;
  let there = sign * (points[before + axis]! - limit);
  for (let at = 0; at < count; before = at, at += 2) {
    const here = sign * (points[at + axis]! - limit);
    if (here > 0 !== there > 0) {
      const other = before + 1 - axis;
      const across = points[other]! + (there / (there - here)) * (points[at + 1 - axis]! - points[other]!);
      if (axis === 0) kept.push(limit, across);
      else kept.push(across, limit);
    }
    if (here > 0) kept.push(points[at]!, points[at + 1]!);
    there = here;
  }
  return kept.length < 6 ? [] : kept;
}
