/**
 * All that a vessel can reach in a cell at one cost, whatever its bearing and speed: a polygon round it.
 *
 * At v on the bearing θ, e(θ) = (sin θ, cos θ), the vessel gets to (s e + c) / W. A momentum p is admissible if p · (s e + c) ≤ W for all
 * v and θ, which is convex in p: so with the admissible p = n / H(n) for many directions n, H being the support function of what can
 * be reached, all between them are admissible too, and the polygon with their tangents as sides holds all that can be reached.
 *
 * Where headings are alike, H(n) = G(n · c) (multiplier-mesh.ts). Where they differ, s and W are linear in θ between two of the eight
 * headings at the same v, so that on an arc of the width h the excess of p · (s e + c) over W rises above the line between its
 * ends by at most h² / 8 · |p| (s + 2 |s′|): a disk of that radius about the points of both ends makes up for it.
 */
import { convexHull } from '../engine/geometry/convex-hull.ts';
import { courseOf, indexOfGreatest, LEAST_PRICE, ratiosOn } from './best-speed.ts';
import { greatest } from './multiplier-mesh.ts';
import { SPEEDS, type SpeedCurve } from './speed-curves.ts';

/** Directions, and arcs: a multiple of eight. */
const DIRECTIONS = 120;
const STEP = (2 * Math.PI) / DIRECTIONS;
/** What can be reached where nothing can, as a part of the farthest: it keeps momenta bounded. */
const LEAST_REACH = 0.02;

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
  const { x, y, radius } = pointsOf(curve, λ, current);
  const support = new Float64Array(DIRECTIONS).fill(-Infinity);
  for (let k = 0; k < DIRECTIONS; k++) {
    const [east, north] = [Math.sin(k * STEP), Math.cos(k * STEP)];
    let most = -Infinity;
    for (let i = 0; i < x.length; i++) {
      const reach = x[i]! * east + y[i]! * north + radius[i]!;
      if (reach > most) most = reach;
    }
    support[k] = most;
  }
  return support;
}

/** Points at the ends of all arcs, at the speeds that may be best there in any direction, with the radii of their disks. */
function pointsOf(curve: SpeedCurve, λ: number, [u, v]: readonly [number, number]) {
  const [x, y, radius]: [number[], number[], number[]] = [[], [], []];
  const drift = Math.hypot(u, v);
  const sagitta = (STEP * STEP) / 8;
  for (let k = 0; k < DIRECTIONS; k++) {
    const [east, north] = [Math.sin(k * STEP), Math.cos(k * STEP)];
    const course = courseOf(east, north, u, v);
    const { low, high, fraction } = course;
    const range = [-2 * drift, 2 * drift].map((along) =>
      indexOfGreatest(ratiosOn(curve, { ...course, along, across: 0 }, λ)),
    );
    const [from, to] = [Math.max(0, Math.min(...range) - 1), Math.min(SPEEDS - 1, Math.max(...range) + 1)];
    const between = betweenSpeeds(ratiosOn(curve, { ...course, along: 0, across: 0 }, λ), from, to);
    for (let m = from; m <= to; m++) {
      const [a, b] = [low * SPEEDS + m, high * SPEEDS + m];
      const speed = curve.speeds[a]! + fraction * (curve.speeds[b]! - curve.speeds[a]!);
      const rate = curve.rates[a]! + fraction * (curve.rates[b]! - curve.rates[a]!);
      const scale = between / Math.max(LEAST_PRICE, rate + λ);
      const slope = Math.abs(curve.speeds[b]! - curve.speeds[a]!) / (Math.PI / 4);
      x.push(scale * (speed * east + u));
      y.push(scale * (speed * north + v));
      radius.push(scale * sagitta * (speed + 2 * slope));
    }
  }
  return { x, y, radius };
}

/** A factor by which what is reached between the speeds of the table exceeds what is reached at them at most. */
function betweenSpeeds(values: Float64Array, from: number, to: number): number {
  let bend = 0;
  for (let m = Math.max(1, from); m <= Math.min(SPEEDS - 2, to); m++) {
    bend = Math.max(bend, Math.abs(values[m - 1]! - 2 * values[m]! + values[m + 1]!) / values[m]!);
  }
  return 1 + bend / 8;
}
