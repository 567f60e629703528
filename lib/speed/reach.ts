/**
 * All that a vessel can reach in a cell at one cost, whatever its bearing and speed: a polygon round it.
 *
 * At v on the bearing θ, e(θ) = (sin θ, cos θ), the vessel gets to g e / W. A momentum p is admissible if p · g e ≤ W for all v and θ,
 * which is convex in p: so with the admissible p = n / H(n) for many directions n, H being the support function of what can be
 * reached, all between them are admissible too, and the polygon with their tangents as sides holds all that can be reached.
 *
 * Where headings are alike, H(n) = G(n · c) (multiplier-mesh.ts). Where they differ, s and W are linear in θ between two of the eight
 * headings at the same v, so that on an arc of the width h the excess of p · g e over W rises above the line between its ends by at
 * most h² / 8 · |p| |(g − g″) e − 2 g′ e⊥|: a disk of that radius about the points of both ends makes up for it. On a bearing, what is
 * reached between two speeds of the table is bounded as in greatest-ratio.ts.
 */
import { convexHull } from '../engine/geometry/convex-hull.ts';
import { HEADINGS } from '../engine/mesh/mesh-format.ts';
import { courseOf } from './best-speed.ts';
import { greatest, greatestBetween, LEAST_PRICE, leastBetween } from './greatest-ratio.ts';
import { SPEEDS, type SpeedCurve } from './speed-curve.ts';

/** Directions, and arcs: a multiple of eight. */
const DIRECTIONS = 120;
const STEP = (2 * Math.PI) / DIRECTIONS;
/** What can be reached where nothing can, as a part of the farthest: it keeps momenta bounded. */
const LEAST_REACH = 0.02;
/** The least part of the speed that a current may leave along a bearing for the formula of g. */
const LEAST_FREE = 0.3;
/** Between two speeds of a table. */
const PARTS = SPEEDS - 1;
const COSINES = Float64Array.from({ length: DIRECTIONS }, (_, k) => Math.cos(k * STEP));

/** DIRECTIONS × PARTS: on a bearing, between two speeds, how far the vessel gets, and the radius of the disk there. */
const farthest = new Float64Array(DIRECTIONS * PARTS);
const radius = new Float64Array(DIRECTIONS * PARTS);

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
  tabulate(curve, λ, current);
  const support = new Float64Array(DIRECTIONS);
  for (let k = 0; k < DIRECTIONS; k++) {
    const first = k * PARTS;
    let best = first;
    for (let i = first + 1; i < first + PARTS; i++) {
      if (farthest[i]! + radius[i]! > farthest[best]! + radius[best]!) best = i;
    }
    widen(support, k, farthest[best]!, radius[best]!);
    for (let i = first; i < first + PARTS; i++) {
      if (leadsAside(farthest[i]!, radius[i]!, farthest[best]!, radius[best]!)) {
        widen(support, k, farthest[i]!, radius[i]!);
      }
    }
  }
  return support;
}

/** Adds a disk that lies on a bearing. */
function widen(support: Float64Array, k: number, distance: number, radius: number): void {
  for (let away = 0; 2 * away <= DIRECTIONS; away++) {
    const reach = distance * COSINES[away]! + radius;
    if (reach <= 0) break;
    const right = k + away < DIRECTIONS ? k + away : k + away - DIRECTIONS;
    const left = k >= away ? k - away : k - away + DIRECTIONS;
    if (reach > support[right]!) support[right] = reach;
    if (reach > support[left]!) support[left] = reach;
  }
}

/** Whether a disk reaches further than the one that reaches furthest on that bearing, in some direction where that counts. */
function leadsAside(distance: number, radius: number, furthest: number, itsRadius: number): boolean {
  const less = furthest - distance;
  const more = radius - itsRadius;
  return more > 0 && (less <= 0 || (distance * more) / less + radius > LEAST_REACH * furthest);
}

/** Tabulates `farthest` and `radius`. */
function tabulate(curve: SpeedCurve, λ: number, [u, v]: readonly [number, number]): void {
  const { speeds, rates, limits, step } = curve;
  const { lift, rise, bend, fall } = limits;
  const { slope: slopes, below, above } = sectorsOf(curve);
  const current = Math.hypot(u, v);
  for (let k = 0; k < DIRECTIONS; k++) {
    const course = courseOf(Math.sin(k * STEP), Math.cos(k * STEP), u, v);
    const { low, high, fraction: part, along } = course;
    const across = Math.abs(course.across);
    const aside = Math.min(current, across + current * STEP);
    const furtherAside = Math.min(current, across + 2 * current * STEP);
    const before = sectorAt(k - 2) * PARTS;
    const after = sectorAt(k + 1) * PARTS;
    for (let m = 0; m < PARTS; m++) {
      const [i, j] = [low * PARTS + m, high * PARTS + m];
      const [p, q] = [low * SPEEDS + m, high * SPEEDS + m];
      const s0 = speeds[p]! + part * (speeds[q]! - speeds[p]!);
      const s1 = speeds[p + 1]! + part * (speeds[q + 1]! - speeds[p + 1]!);
      const turn = STEP * Math.max(slopes[before + m]!, slopes[after + m]!);
      const slowest = Math.min(s0, s1) - Math.max(below[before + m]!, below[after + m]!);
      const fastest = Math.max(s0, s1) + Math.max(above[before + m]!, above[after + m]!) + turn;
      const ahead = leastAhead(slowest - turn, aside);
      // by the formula of g only where both arcs beside it and those after them are free: an arc's ends take it for g, or for more
      const isFree = leastAhead(slowest - 2 * turn, furtherAside) > 0;
      const rises = rise[i]! + part * (rise[j]! - rise[i]!);
      const lifts = Math.max(0, lift[i]! + part * (lift[j]! - lift[i]!));
      const steepest = Math.abs(s1 - s0) / step + 0.5 * lifts * step;
      const bends = isFree ? ((across * steepest) / ahead) ** 2 / ahead + (fastest / ahead) * lifts : lifts;
      const falls = fall[i]! + part * (fall[j]! - fall[i]!);
      const M = bend[i]! + part * (bend[j]! - bend[i]!);
      const d0 = Math.max(LEAST_PRICE, rates[p]! + part * (rates[q]! - rates[p]!) - falls + λ);
      const d1 = Math.max(LEAST_PRICE, rates[p + 1]! + part * (rates[q + 1]! - rates[p + 1]!) - falls + λ);
      const n0 = madeGood(s0 + rises, along, across, isFree);
      const n1 = madeGood(s1 + rises, along, across, isFree);
      const change = changeAround(along, aside, current, fastest, turn / STEP, ahead);
      farthest[k * PARTS + m] = greatestBetween(n0, n1, bends, d0, d1, M, step);
      radius[k * PARTS + m] = (STEP * STEP * change) / 8 / leastBetween(d0, d1, M, step);
    }
  }
}

const madeGood = (s: number, along: number, across: number, isFree: boolean): number =>
  Math.max(0, along + (isFree ? Math.sqrt(s * s - across * across) : s));

/** The least that is left ahead of a speed that makes up for a current across; 0 where that is little, or nothing. */
function leastAhead(slowest: number, across: number): number {
  const square = slowest * slowest - across * across;
  return slowest > 0 && square > LEAST_FREE * LEAST_FREE * slowest * slowest ? Math.sqrt(square) : 0;
}

/**
 * How much g e turns away from a line on the arcs beside a bearing: a limit of |(g − g″) e − 2 g′ e⊥|, km/h. With q = √(s² − c⊥²):
 * g = c∥ + q, c∥′ = c⊥, c⊥′ = −c∥, s is linear by bearing, so that |q′| ≤ (s |s′| + |c⊥ c∥|) / q, −q″ ≤ (c∥² + q′²) / q. Where nothing is
 * left of q, g is taken as c∥ + s, which is more.
 *
 * @param aside the most that |c⊥| is there
 * @param slope the most that |s′| is there
 * @param ahead the least that q is there, 0 where g is taken as more
 */
function changeAround(
  along: number,
  aside: number,
  current: number,
  fastest: number,
  slope: number,
  ahead: number,
): number {
  const q1 = ahead > 0 ? (fastest * slope + Math.min(0.5 * current, aside) * current) / ahead : slope;
  const q2 = ahead > 0 ? (current * current + q1 * q1) / ahead : 0;
  const forward = 2 * Math.max(0, Math.min(current, along + current * STEP)) + fastest + q2;
  const sideways = 2 * (aside + q1);
  return Math.sqrt(forward * forward + sideways * sideways);
}

/** Of the directions between two neighbouring headings, by speed: how fast the speed changes by radian, and how far it leaves the table. */
function sectorsOf({ speeds, limits: { lift, dip, rise }, step }: SpeedCurve) {
  const [slope, below, above] = [0, 1, 2].map(() => new Float64Array(HEADINGS * PARTS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const eighth = (step * step) / 8;
  for (let high = 0; high < HEADINGS; high++) {
    const low = (high + HEADINGS - 1) % HEADINGS;
    for (let m = 0; m < PARTS; m++) {
      const [i, j, at] = [low * PARTS + m, high * PARTS + m, high * PARTS + m];
      const by = (n: number) => Math.abs(speeds[high * SPEEDS + n]! - speeds[low * SPEEDS + n]!);
      const up = Math.max(0, lift[i]!, lift[j]!) * eighth + Math.max(rise[i]!, rise[j]!);
      const down = Math.max(0, dip[i]!, dip[j]!) * eighth + Math.max(rise[i]!, rise[j]!);
      slope[at] = (Math.max(by(m), by(m + 1)) + up + down) / (Math.PI / 4);
      [above[at], below[at]] = [up, down];
    }
  }
  return { slope, below, above };
}

/** The higher heading of those around an arc that begins at a direction. */
const sectorAt = (k: number): number => Math.floor(((k + DIRECTIONS) % DIRECTIONS) / (DIRECTIONS / HEADINGS));
