/**
 * All that a vessel can reach in a cell at one cost, whatever its bearing and speed: a polygon round it.
 *
 * At v on the bearing θ, e(θ) = (sin θ, cos θ), the vessel gets to g e / W. A momentum p is admissible if p · g e ≤ W for all v and θ,
 * which is convex in p: so with the admissible p = n / H(n) for many directions n, H being the support function of what can be
 * reached, all between them are admissible too, and the polygon with their tangents as sides holds all that can be reached.
 *
 * Where headings are alike, H(n) = G(n · c) (multiplier-mesh.ts). Where they differ, s and W are linear in θ between two of the eight
 * headings at the same v, so that on an arc of the width h the excess of p · g e over W rises above the line between its ends by at
 * most h² / 8 · |p| (|g| + 2 |g′| + |g″|): a disk of that radius about the points of both ends makes up for it. On a bearing, what is
 * reached between two speeds of the table is bounded as in greatest-ratio.ts.
 *
 * Where the wind changes the speed (`speed_adjustment`), bends of speed and consumption have no derived limit: there the bound holds at every
 * bearing for the speeds of the table, and between them as far as an allowance was found to do (ALLOWANCE).
 */
import { convexHull } from '../engine/geometry/convex-hull.ts';
import { type Course, courseOf } from './best-speed.ts';
import { greatest, greatestBetween, LEAST_PRICE, leastBetween } from './greatest-ratio.ts';
import { SPEEDS, type SpeedCurve } from './speed-curve.ts';

/** Directions, and arcs: a multiple of eight. */
const DIRECTIONS = 120;
const STEP = (2 * Math.PI) / DIRECTIONS;
/** What can be reached where nothing can, as a part of the farthest: it keeps momenta bounded. */
const LEAST_REACH = 0.02;
/** The least part of the speed that a current may leave along a bearing for the formula of g. */
const LEAST_FREE = 0.3;

/**
 * The corners east, north, clockwise, in km/h for the cost of one day.
 *
 * @param current km/h, east and north
 */
export function reachPolygon(curve: SpeedCurve, λ: number, current: readonly [number, number]): Float64Array {
  const support = curve.differs ? supportByHeading(curve, λ, current) : supportOfAll(curve, λ, current);
  const most = support.reduce((a, b) => Math.max(a, b), 0);
  const momenta = new Float64Array(2 * DIRECTIONS);
  for (let k = 0; k < DIRECTIONS; k++) {
    const length = 1 / Math.max(support[k]!, LEAST_REACH * most);
    momenta[2 * k] = length * Math.sin(k * STEP);
    momenta[2 * k + 1] = length * Math.cos(k * STEP);
  }
  const hull = convexHull(momenta);
  return Float64Array.from(hull.flatMap((k, i) => tangent(momenta, k, hull[(i + 1) % hull.length]!)));
}

/** The point x with p · x = 1 for two momenta. */
function tangent(momenta: Float64Array, k: number, l: number): [number, number] {
  const [ax, ay, bx, by] = [momenta[2 * k]!, momenta[2 * k + 1]!, momenta[2 * l]!, momenta[2 * l + 1]!];
  const cross = ax * by - ay * bx;
  return [(by - ay) / cross, (ax - bx) / cross];
}

function supportOfAll(curve: SpeedCurve, λ: number, [u, v]: readonly [number, number]): Float64Array {
  return Float64Array.from({ length: DIRECTIONS }, (_, k) =>
    greatest(curve.best, λ, u * Math.sin(k * STEP) + v * Math.cos(k * STEP)),
  );
}

function supportByHeading(curve: SpeedCurve, λ: number, current: readonly [number, number]): Float64Array {
  const { farthest, radius } = rays(curve, λ, current);
  return Float64Array.from({ length: DIRECTIONS }, (_, k) => {
    let most = 0;
    for (let i = 0; i < DIRECTIONS; i++) {
      const reach = farthest[i]! * Math.cos((k - i) * STEP) + radius[i]!;
      if (reach > most) most = reach;
    }
    return most;
  });
}

/** On the bearing of each end of an arc: how far the vessel gets at the best speed, and the radius of the disk there. */
function rays(curve: SpeedCurve, λ: number, [u, v]: readonly [number, number]) {
  const farthest = new Float64Array(DIRECTIONS);
  const radius = new Float64Array(DIRECTIONS);
  const { bends, step } = curve;
  const current = Math.hypot(u, v);
  for (let k = 0; k < DIRECTIONS; k++) {
    const course = courseOf(Math.sin(k * STEP), Math.cos(k * STEP), u, v);
    const { low, high, fraction } = course;
    tabulate(curve, course, λ);
    for (let m = 0; m + 1 < SPEEDS; m++) {
      const M0 = bends[low * (SPEEDS - 1) + m]!;
      const M1 = bends[high * (SPEEDS - 1) + m]!;
      const bend = M0 === M1 ? M0 : M0 + fraction * (M1 - M0);
      const { from, to, fall, change } = groundBetween(course, m, current);
      const [d0, d1] = [prices[m]!, prices[m + 1]!];
      const least = leastBetween(d0, d1, bend, step);
      radius[k] = Math.max(radius[k]!, (STEP * STEP * change) / 8 / least);
      farthest[k] = Math.max(farthest[k]!, greatestBetween(from, to, fall, d0, d1, bend, step));
    }
  }
  return { farthest, radius };
}

/** Of one bearing, by speed of the table: through the water, how much that changes by radian, and what an hour costs. */
const speeds = new Float64Array(SPEEDS);
const slopes = new Float64Array(SPEEDS);
const prices = new Float64Array(SPEEDS);

function tabulate(curve: SpeedCurve, { low, high, fraction }: Course, λ: number): void {
  for (let m = 0; m < SPEEDS; m++) {
    const [a, b] = [low * SPEEDS + m, high * SPEEDS + m];
    speeds[m] = curve.speeds[a]! + fraction * (curve.speeds[b]! - curve.speeds[a]!);
    slopes[m] = Math.abs(curve.speeds[b]! - curve.speeds[a]!) / (Math.PI / 4);
    const rate = curve.rates[a]! + fraction * (curve.rates[b]! - curve.rates[a]!);
    prices[m] = Math.max(LEAST_PRICE, rate + λ);
  }
}

/**
 * The speed over ground g at a speed of the table and the next, at most; how far g may rise above the line between them (greatest-ratio.ts), and
 * a limit of |g| + 2 |g′| + |g″| on the arcs on either side of the bearing, km/h. With q = √(s² − c⊥²): g = c∥ + q, s is linear by bearing,
 * c∥′ = c⊥, c⊥′ = −c∥; by s, q″ = −c⊥² / q³. Where little is left of q, or none, g is taken as c∥ + s, which is more.
 */
function groundBetween({ along, across }: Course, m: number, current: number) {
  const [s0, s1] = [speeds[m]!, speeds[m + 1]!];
  const least = Math.min(s0, s1);
  const most = Math.max(s0, s1);
  const widest = Math.min(current, Math.abs(across) + current * STEP);
  const square = least * least - widest * widest;
  const isFree = square > LEAST_FREE * LEAST_FREE * least * least;
  const made = (s: number) => Math.max(0, along + (isFree ? Math.sqrt(s * s - across * across) : s));
  const q = isFree ? Math.sqrt(square) : LEAST_FREE * least;
  const slope = Math.max(slopes[m]!, slopes[m + 1]!);
  const q1 = (most * slope + 0.5 * current * current) / q;
  const q2 = (slope * slope + q1 * q1 + current * current) / q;
  const g = Math.min(current, Math.max(0, along) + current * STEP) + most + slope * STEP;
  const change = g + 2 * (current + q1) + current + q2;
  return { from: made(s0), to: made(s1), fall: isFree ? (across * across) / q ** 3 : 0, change };
}
