/**
 * Admissible momenta where speed or consumption differ by heading.
 *
 * Let r(θ) be how far a vessel comes at bearing θ for a unit of cost. A vector p is admissible in the plane if p · u(θ) r(θ) ≤ 1
 * for all θ, u being the unit vector: the polar of the curve r u, and of its convex hull. The curve is enclosed in a
 * polygon, whose polar is a polygon of admissible momenta.
 *
 * Between two bearings the curve is held by the chord between its points there: with F = 1 / r, and f the chord's F (f″ + f = 0),
 * F − f vanishes at both ends and (F − f)″ + (F − f) = F″ + F ≤ κ, so that F ≥ f − κ (1 / cos(h / 2) − 1), h being the angle
 * between the bearings (comparison of solutions, Sturm). Both points are moved outwards by as much as that takes. Where κ is not
 * bounded, at the edge of the directions that can be sailed, both points get the greatest r that there can be in between.
 */
import type { Costs } from '../cost/cost.ts';
import { convexHull } from '../geometry/convex-hull.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { FrameError } from './frame.ts';

/** The bearings of a polygon. */
const BEARINGS = 128;
/** What can be reached in every direction at least, as a part of the greatest reach: momenta are bounded by it. */
const LEAST_REACH = 0.02;
/** Corners of the polygon of momenta that stand out less than this part of their length are left out. */
const SMALL_CORNER = 2e-4;

/** Vectors of length 1 in eight directions. */
const ALL_ROUND = Array.from({ length: 8 }, (_, k) => [
  Math.sin((k * Math.PI) / 4),
  Math.cos((k * Math.PI) / 4),
]);

/**
 * The corners x, y of a polygon of admissible momenta, clockwise.
 *
 * All that the chart makes of a reach is enclosed in the hull of the reach turned by `turn` one way and the other, divided
 * by the cosine: the points of an arc are within its chord moved out so far. Its polar is shrunk by what the rest takes.
 *
 * @param reach points whose convex hull, with the origin, holds all that can be reached at the cost 1
 */
export function momentumPolygon(reach: ArrayLike<number>, { turn, rest }: FrameError): Float64Array {
  const hull = convexHull(reach);
  const most = Math.max(...hull.map((k) => Math.hypot(reach[2 * k], reach[2 * k + 1])));
  // what costs nothing, or can't be sailed at all, has no momentum but none
  if (!(most > 0 && most < Infinity)) return Float64Array.of(0, 0);
  const tangent = Math.tan(turn);
  const points = ALL_ROUND.flatMap(([x, y]) => [LEAST_REACH * most * x, LEAST_REACH * most * y]);
  for (const k of hull) {
    const [x, y] = [reach[2 * k], reach[2 * k + 1]];
    points.push(x - tangent * y, y + tangent * x);
    if (turn > 0) points.push(x + tangent * y, y - tangent * x);
  }
  const momenta = polarOf(convexHull(points).flatMap((k) => [points[2 * k], points[2 * k + 1]]));
  const scaled = momenta.map((p, k) => {
    const length = Math.hypot(momenta[k - (k % 2)], momenta[k - (k % 2) + 1]);
    return p / (1 + rest * length * most);
  });
  return withoutSmallCorners(scaled);
}

/** The reach of a vessel at the same speed in all headings, in a current: a polygon about a circle. */
export function reachOfDisc(speed: number, u: number, v: number): Float64Array {
  const radius = speed / Math.cos(Math.PI / BEARINGS);
  return Float64Array.from({ length: 2 * BEARINGS }, (_, k) => {
    const bearing = ((k >> 1) * 2 * Math.PI) / BEARINGS;
    return k % 2 === 0 ? u + radius * Math.sin(bearing) : v + radius * Math.cos(bearing);
  });
}

/** The reach in a cell by its profile, as in Costs.reachOf. */
export function reachOfProfile(costs: Costs, cell: number): Float64Array {
  const { headings } = costs;
  const pieces = Math.ceil(BEARINGS / headings);
  const count = pieces * headings;
  const step = (2 * Math.PI) / count;
  const reach = new Float64Array(count);
  for (let piece = 0; piece < count; piece++) {
    const [from, to] = reachOfPiece(costs, cell, Math.floor(piece / pieces), piece % pieces, pieces);
    const next = (piece + 1) % count;
    reach[piece] = Math.max(reach[piece], from);
    reach[next] = Math.max(reach[next], to);
  }
  const corners = new Float64Array(2 * count);
  reach.forEach((r, k) => {
    corners[2 * k] = r * Math.sin(k * step);
    corners[2 * k + 1] = r * Math.cos(k * step);
  });
  return corners;
}

/** How far out the two ends of a piece must lie for the triangle with the origin to hold the curve between. */
function reachOfPiece(
  { motion, profile, profiles, headings, consumes }: Costs,
  cell: number,
  high: number,
  piece: number,
  pieces: number,
): [number, number] {
  const first = 2 * headings * profile[cell];
  const low = (high + headings - 1) % headings;
  const step = (2 * Math.PI) / (headings * pieces);
  const [u, v] = [motion[4 * cell + 2], motion[4 * cell + 3]];
  const at = (row: number, part: number) =>
    profiles[row + low] + part * (profiles[row + high] - profiles[row + low]);
  const [from, to] = [piece, piece + 1].map((k) => {
    const bearing = (high * pieces + k) * step;
    const along = u * Math.sin(bearing) + v * Math.cos(bearing);
    const across = u * Math.cos(bearing) - v * Math.sin(bearing);
    const w = (consumes ? at(first + headings, k / pieces) : 1) / SECONDS_PER_DAY;
    return { s: at(first, k / pieces), w, along, across };
  });
  const current = Math.hypot(u, v);
  return smoothReach(from, to, current, step) ?? roughReach(from, to, current, step);
}

/** Speed through the water, cost a second, and the current along and across a bearing. */
interface Sailing {
  readonly s: number;
  readonly w: number;
  readonly along: number;
  readonly across: number;
}

/** By the bound of F″ + F, where there is one. */
function smoothReach(a: Sailing, b: Sailing, current: number, step: number): [number, number] | null {
  const slowest = Math.min(a.s, b.s);
  const across = Math.min(current, Math.max(Math.abs(a.across), Math.abs(b.across)) + 0.5 * current * step);
  const q2 = slowest * slowest - across * across;
  if (!(q2 > 0)) return null;
  // g = c∥ + q, q = √(s² − c⊥²); s and w are linear, c∥′ = c⊥, c⊥′ = −c∥
  const q = Math.sqrt(q2);
  const fastest = Math.max(a.s, b.s);
  const slope = Math.abs(b.s - a.s) / step;
  const q1 = (fastest * slope + 0.5 * current * current) / q;
  const g1 = current + q1;
  const g2 = current + (Math.max(slope * slope, q1 * q1) + current * current) / q;
  const ga = a.along + Math.sqrt(a.s * a.s - a.across * a.across);
  const gb = b.along + Math.sqrt(b.s * b.s - b.across * b.across);
  const g = Math.min(ga, gb) - 0.5 * step * g1;
  if (!(g > 0)) return null;
  const w = Math.max(a.w, b.w);
  const w1 = Math.abs(b.w - a.w) / step;
  const gMost = Math.max(ga, gb) + 0.5 * step * g1;
  const κ = (w * (2 * g1 * g1 + gMost * g2)) / (g * g * g) + (2 * w1 * g1) / (g * g) + w / g;
  const part = (κ * sagittaOf(step)) / Math.min(a.w / ga, b.w / gb);
  if (!(part < 0.1)) return null;
  return [ga / a.w / (1 - part), gb / b.w / (1 - part)];
}

/** 1 / cos(h / 2) − 1. */
function sagittaOf(h: number): number {
  return 1 / Math.cos(0.5 * h) - 1;
}

/** By the greatest speed over ground and the least cost a second. */
function roughReach(a: Sailing, b: Sailing, current: number, step: number): [number, number] {
  const half = 0.5 * current * step;
  const fastest = Math.max(a.s, b.s);
  const isTurning = a.across * b.across <= 0;
  const across = isTurning ? 0 : Math.max(0, Math.min(Math.abs(a.across), Math.abs(b.across)) - half);
  if (fastest <= 0 || fastest < across) return [0, 0];
  const g = Math.max(a.along, b.along) + half + Math.sqrt(fastest * fastest - across * across);
  const r = (Math.max(0, g) / Math.min(a.w, b.w)) * (1 + sagittaOf(step));
  return [r, r];
}

/** The corner of the polar polygon for each side of a polygon round the origin. */
function polarOf(hull: readonly number[]): Float64Array {
  const n = hull.length;
  const polar = new Float64Array(n);
  for (let k = 0; k < n; k += 2) {
    const [xa, ya, xb, yb] = [hull[k], hull[k + 1], hull[(k + 2) % n], hull[(k + 3) % n]];
    const cross = xa * yb - ya * xb;
    polar[k] = (yb - ya) / cross;
    polar[k + 1] = (xa - xb) / cross;
  }
  return polar;
}

/** A polygon inside: corners that hardly stand out are left out, never two next to each other. */
function withoutSmallCorners(polygon: Float64Array): Float64Array {
  const kept: number[] = [];
  const n = polygon.length;
  let wasLeft = false;
  for (let k = 0; k < n; k += 2) {
    const [xa, ya] = [polygon[(k + n - 2) % n], polygon[(k + n - 1) % n]];
    const [x, y] = [polygon[k], polygon[k + 1]];
    const [xb, yb] = [polygon[(k + 2) % n], polygon[(k + 3) % n]];
    const out = ((x - xa) * (yb - ya) - (y - ya) * (xb - xa)) / Math.hypot(xb - xa, yb - ya);
    const isSmall: boolean = k > 0 && !wasLeft && Math.abs(out) < SMALL_CORNER * Math.hypot(x, y);
    if (!isSmall) kept.push(x, y);
    wasLeft = isSmall;
  }
  return Float64Array.from(kept);
}
