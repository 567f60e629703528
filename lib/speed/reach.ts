/**
 * All that a vessel can reach in a cell at one cost, whatever its bearing and speed: a polygon round it.
 *
 * At v on the bearing θ, e(θ) = (sin θ, cos θ), the vessel gets to g e / W. A momentum p is admissible if p · g e ≤ W for all v and θ,
 * which is convex in p: so with the admissible p = n / H(n) for many directions n, H being the support function of what can be
 * reached, all between them are admissible too, and the polygon with their tangents as sides holds all that can be reached.
 *
 * Where headings are alike, H(n) = G(n · c) (multiplier-mesh.ts). Where they differ, s and W are linear in θ between two of the eight
 * headings at the same v, so that on an arc of the width h the excess of p · g e over W rises above the line between its ends by at
 * most h² / 8 · |p| (|g| + 2 |g′| + |g″|): a disk of that radius about the points of both ends makes up for it.
 */
import { convexHull } from '../engine/geometry/convex-hull.ts';
import { type Course, courseOf, indexOfGreatest, LEAST_PRICE } from './best-speed.ts';
import { greatest } from './multiplier-mesh.ts';
import { SPEEDS, type SpeedCurve } from './speed-curves.ts';

/** Directions, and arcs: a multiple of eight. */
const DIRECTIONS = 120;
const STEP = (2 * Math.PI) / DIRECTIONS;
/** What can be reached where nothing can, as a part of the farthest: it keeps momenta bounded. */
const LEAST_REACH = 0.02;
/** The least part of the speed that a current may leave along a bearing for the formula of g. */
const LEAST_FREE = 0.3;
/** Second differences of a table that differ by more than this factor show a kink. */
const UNEVEN = 1.25;
/** More than what several kinks were found to add, of 250 cells in gales, 0.3 %. */
const KINKS = 1.005;
/** Between speeds by which less than this part of the farthest is reached there is none that is better. */
const CLOSE_TO_BEST = 0.98;
/** Speeds by which less than this part of the farthest is reached don't count for a disk. */
const NEARLY_BEST = 0.8;

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
    greatest(curve, λ, u * Math.sin(k * STEP) + v * Math.cos(k * STEP)),
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
  const reached = new Float64Array(SPEEDS);
  const disk = new Float64Array(SPEEDS);
  for (let k = 0; k < DIRECTIONS; k++) {
    const course = courseOf(Math.sin(k * STEP), Math.cos(k * STEP), u, v);
    for (let m = 0; m < SPEEDS; m++) {
      const price = Math.max(LEAST_PRICE, rateAt(curve, course, m) + λ);
      const { ground, change } = groundOn(curve, course, m, Math.hypot(u, v));
      reached[m] = ground / price;
      disk[m] = (STEP * STEP * change) / 8 / price;
    }
    const best = indexOfGreatest(reached);
    farthest[k] = reached[best]!;
    for (let m = 0; m + 1 < SPEEDS; m++) {
      if (Math.max(reached[m]!, reached[m + 1]!) < CLOSE_TO_BEST * reached[best]!) continue;
      farthest[k] = Math.max(farthest[k]!, mostBetween(reached, m));
    }
    for (let m = 0; m < SPEEDS; m++) {
      if (reached[m]! > NEARLY_BEST * reached[best]!) radius[k] = Math.max(radius[k]!, disk[m]!);
    }
  }
  return { farthest, radius };
}

const rateAt = ({ rates }: SpeedCurve, { low, high, fraction }: Course, m: number): number => {
  const [a, b] = [rates[low * SPEEDS + m]!, rates[high * SPEEDS + m]!];
  return a + fraction * (b - a);
};

/**
 * The speed over ground g, and a bound of |g| + 2 |g′| + |g″| near that bearing, km/h. With q = √(s² − c⊥²): g = c∥ + q, s is linear,
 * c∥′ = c⊥, c⊥′ = −c∥. Where little is left of q, or none, g is taken as c∥ + s, which is more.
 */
function groundOn({ speeds }: SpeedCurve, course: Course, m: number, current: number) {
  const { low, high, fraction, along, across } = course;
  const [a, b] = [speeds[low * SPEEDS + m]!, speeds[high * SPEEDS + m]!];
  const s = a + fraction * (b - a);
  const slope = Math.abs(b - a) / (Math.PI / 4);
  const square = s * s - across * across;
  const isFree = square > LEAST_FREE * LEAST_FREE * s * s;
  const ground = Math.max(0, along + (isFree ? Math.sqrt(square) : s));
  const q = isFree ? Math.sqrt(square) : LEAST_FREE * s;
  const q1 = (s * slope + 0.5 * current * current) / q;
  const q2 = (slope * slope + q1 * q1 + current * current) / q;
  return { ground, change: ground + 2 * (current + q1) + current + q2 };
}

/**
 * The most that can be reached between a speed of the table and the next: where the values bend evenly, an eighth of the second
 * difference above the greater; where there is a kink, below the lines through the values on either side, and more where another
 * kink is near: drag is linear in pieces, and a push of the wind counts as none.
 */
function mostBetween(values: Float64Array, m: number): number {
  const [before, low, high, after] = [values[m - 1], values[m]!, values[m + 1]!, values[m + 2]];
  const more = Math.max(low, high);
  const rise = before === undefined ? Infinity : low - before;
  const fall = after === undefined ? Infinity : high - after;
  const [bendLow, bendHigh] = [rise - (high - low), high - low + fall];
  const [least, most] = [Math.min(bendLow, bendHigh), Math.max(bendLow, bendHigh)];
  if (most <= 0) return more;
  if (least > 0 && most < UNEVEN * least) return more + most / 8;
  const onLeft = rise === Infinity ? Infinity : low + Math.max(0, rise);
  const onRight = fall === Infinity ? Infinity : high + Math.max(0, fall);
  if (rise === Infinity || fall === Infinity) return KINKS * Math.max(more, Math.min(onLeft, onRight));
  const part = (high + fall - low) / (rise + fall);
  return KINKS * Math.max(more, part > 0 && part < 1 ? low + part * rise : more);
}
