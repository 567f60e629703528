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

/**
 * The corners x, y of a polygon of admissible momenta, clockwise.
 *
 * All that the chart makes of a reach is enclosed in the hull of the reach turned by `turn` one way and the other, divided
 * by the cosine: the points of an arc are within its chord moved out so far. Its polar is shrunk by what the rest takes.
 *
 * @param reach the corners of a polygon round the origin, clockwise, that encloses all that can be reached at the cost 1
 */
export function momentumPolygon(reach: ArrayLike<number>, { turn, rest }: FrameError): Float64Array {
  const hull = convexHull(reach);
  const most = Math.hypot(reach[2 * hull[0]], reach[2 * hull[0] + 1]);
  // what costs nothing, or can't be sailed at all, has no momentum but none
  if (!(most > 0 && most < Infinity)) return Float64Array.of(0, 0);
  const momenta = polarOf(turn > 0 ? turnedBothWays(reach, hull, turn) : cornersOf(reach, hull));
  for (let k = 0; k < momenta.length; k += 2) {
    const scale = 1 / (1 + rest * most * Math.hypot(momenta[k], momenta[k + 1]));
    momenta[k] *= scale;
    momenta[k + 1] *= scale;
  }
  return withoutSmallCorners(momenta);
}

function cornersOf(points: ArrayLike<number>, hull: readonly number[]): Float64Array {
  const corners = new Float64Array(2 * hull.length);
  hull.forEach((k, n) => {
    corners[2 * n] = points[2 * k];
    corners[2 * n + 1] = points[2 * k + 1];
  });
  return corners;
}

/** The hull of a convex polygon (clockwise, the origin inside) turned both ways and divided by the cosine. */
function turnedBothWays(points: ArrayLike<number>, hull: readonly number[], turn: number): Float64Array {
  const n = hull.length;
  const tangent = Math.tan(turn);
  const full = 2 * Math.PI;
  const bearing = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    bearing[k] = Math.atan2(points[2 * hull[k]], points[2 * hull[k] + 1]);
    // ascending, from that of the first corner
    if (k > 0 && bearing[k] < bearing[0]) bearing[k] += full;
  }
  // in the order of bearings: the corners turned back from the first on, those turned forward from where they are level
  let forward = 0;
  while (forward < n && bearing[forward] + 2 * turn < bearing[0] + full) forward++;
  const merged = new Float64Array(4 * n);
  for (let m = 0, back = 0, f = forward; m < 2 * n; m++) {
    const isForward =
      f < forward + n && (back === n || bearing[f % n] + 2 * turn - (f < n ? full : 0) < bearing[back]);
    const k = hull[isForward ? f++ % n : back++];
    const t = isForward ? tangent : -tangent;
    merged[2 * m] = points[2 * k] + t * points[2 * k + 1];
    merged[2 * m + 1] = points[2 * k + 1] - t * points[2 * k];
  }
  return cornersOf(merged, convexHull(merged));
}

/** The bearings between two pieces, clockwise from north, by how many there are. */
const bearingsOf = new Map<number, { readonly sin: Float64Array; readonly cos: Float64Array }>();

function bearings(count: number): { readonly sin: Float64Array; readonly cos: Float64Array } {
  const known = bearingsOf.get(count);
  if (known) return known;
  const angles = Float64Array.from({ length: count }, (_, k) => (k * 2 * Math.PI) / count);
  const made = { sin: angles.map(Math.sin), cos: angles.map(Math.cos) };
  bearingsOf.set(count, made);
  return made;
}

/** The reach of a vessel at the same speed in all headings, in a current: a polygon about a circle, and the least reach. */
export function reachOfDisc(speed: number, u: number, v: number): Float64Array {
  const { sin, cos } = bearings(BEARINGS);
  const radius = speed / Math.cos(Math.PI / BEARINGS);
  const least = LEAST_REACH * (radius + Math.hypot(u, v));
  const points: [east: number, north: number][] = [];
  for (let k = 0; k < BEARINGS; k++) {
    points.push([u + radius * sin[k], v + radius * cos[k]], [least * sin[k], least * cos[k]]);
  }
  return Float64Array.from(points.sort((a, b) => Math.atan2(...a) - Math.atan2(...b)).flat());
}

/** The reach in a cell by its profile, as in Costs.reachOf. */
export function reachOfProfile(
  { motion, profile, profiles, headings, consumes }: Costs,
  cell: number,
): Float64Array {
  const pieces = Math.ceil(BEARINGS / headings);
  const count = pieces * headings;
  const step = (2 * Math.PI) / count;
  const { sin, cos } = bearings(count);
  const speeds = 2 * headings * profile[cell];
  const rates = speeds + headings;
  const [u, v] = [motion[4 * cell + 2], motion[4 * cell + 3]];
  const ends: Sailing[] = [];
  for (let k = 0; k < count; k++) {
    const high = Math.floor(k / pieces);
    const low = (high + headings - 1) % headings;
    const part = (k % pieces) / pieces;
    const s = profiles[speeds + low] + part * (profiles[speeds + high] - profiles[speeds + low]);
    const rate = profiles[rates + low] + part * (profiles[rates + high] - profiles[rates + low]);
    const w = (consumes ? rate : 1) / SECONDS_PER_DAY;
    ends.push({ s, w, along: u * sin[k] + v * cos[k], across: u * cos[k] - v * sin[k] });
  }
  const current = Math.hypot(u, v);
  const reach = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const piece =
      smoothReach(ends[k], ends[next], current, step) ?? roughReach(ends[k], ends[next], current, step);
    reach[k] = Math.max(reach[k], piece[0]);
    reach[next] = Math.max(reach[next], piece[1]);
  }
  const least = LEAST_REACH * reach.reduce((a, b) => Math.max(a, b), 0);
  return Float64Array.from({ length: 2 * count }, (_, k) =>
    k % 2 === 0 ? Math.max(reach[k >> 1], least) * sin[k >> 1] : Math.max(reach[k >> 1], least) * cos[k >> 1],
  );
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
function polarOf(hull: Float64Array): Float64Array {
  const n = hull.length;
  const polar = new Float64Array(n);
  for (let j = n - 2, k = 0; k < n; j = k, k += 2) {
    const cross = hull[j] * hull[k + 1] - hull[j + 1] * hull[k];
    polar[k] = (hull[k + 1] - hull[j + 1]) / cross;
    polar[k + 1] = (hull[j] - hull[k]) / cross;
  }
  return polar;
}

/** A polygon inside: corners that hardly stand out are left out, never two next to each other. */
function withoutSmallCorners(polygon: Float64Array): Float64Array {
  const n = polygon.length;
  const kept = new Float64Array(n);
  let count = 0;
  let wasLeft = false;
  for (let k = 0; k < n; k += 2) {
    const before = (k === 0 ? n : k) - 2;
    const after = k + 2 === n ? 0 : k + 2;
    const x = polygon[k];
    const y = polygon[k + 1];
    const dx = polygon[after] - polygon[before];
    const dy = polygon[after + 1] - polygon[before + 1];
    const out = (x - polygon[before]) * dy - (y - polygon[before + 1]) * dx;
    const isSmall = out * out < SMALL_CORNER * SMALL_CORNER * (x * x + y * y) * (dx * dx + dy * dy);
    wasLeft = k > 0 && !wasLeft && isSmall;
    if (wasLeft) continue;
    kept[count++] = x;
    kept[count++] = y;
  }
  return kept.slice(0, count);
}
