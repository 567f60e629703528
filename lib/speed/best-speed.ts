/**
 * The speed at which a metre is cheapest where an hour costs what is burnt in it and a price λ besides: the greatest
 * g / (F + λ), g the speed over ground and F the rate of consumption.
 */
import { headingsAt } from '../engine/cost/cost.ts';
import { HEADINGS } from '../engine/mesh/mesh-format.ts';
import { LEAST_PRICE } from './greatest-ratio.ts';
import type { Sailing, SpeedCurve } from './speed-curve.ts';
import { SPEEDS } from './speed-curve.ts';

/** Where a leg goes: between which two of the eight headings, and the current along and across it, km/h. */
export interface Course {
  readonly low: number;
  readonly high: number;
  readonly fraction: number;
  readonly along: number;
  readonly across: number;
}

export interface BestSpeed extends Sailing {
  /** Before wind changes it, km/h. */
  readonly v: number;
  /** Over ground, km/h. */
  readonly groundKmh: number;
}

/** The course along (x, y) in water that moves at (u, v), km/h. */
export function courseOf(x: number, y: number, u: number, v: number): Course {
  const length = Math.hypot(x, y);
  const [east, north] = [x / length, y / length];
  return { ...headingsAt(HEADINGS, x, y), along: u * east + v * north, across: u * north - v * east };
}

/**
 * Parabolas by which the greatest ratio is found; each about squares the error. Always as many, so that the speed found
 * is a smooth function of the price, whose root is searched for.
 */
const ROUNDS = 4;

/** Over ground, km/h, at a speed through the water; 0 where the course can't be held, or leads nowhere. */
export function overGround(speedKmh: number, { along, across }: Course): number {
  const square = speedKmh * speedKmh - across * across;
  return square >= 0 ? Math.max(0, along + Math.sqrt(square)) : 0;
}

/** null where the course can't be held at any speed. */
export function bestSpeed(curve: SpeedCurve, course: Course, λ: number): BestSpeed | null {
  const at = (v: number): BestSpeed => {
    const sailing = curve.sail(v, course.low, course.high, course.fraction);
    return { v, ...sailing, groundKmh: overGround(sailing.speedKmh, course) };
  };
  let best: BestSpeed | null = null;
  const ratio = (sailing: BestSpeed) => sailing.groundKmh / Math.max(LEAST_PRICE, sailing.rate + λ);
  const value = (v: number) => {
    const sailing = at(v);
    const found = ratio(sailing);
    if (found > 0 && (best === null || found > ratio(best))) best = sailing;
    return found;
  };
  const table = ratiosOn(curve, course, λ);
  const m = indexOfGreatest(table);
  const [low, high] = [Math.max(0, m - 1), Math.min(SPEEDS - 1, m + 1)];
  if (curve.most > curve.least) {
    climb(
      value,
      [curve.speedAt(low), curve.speedAt(m), curve.speedAt(high)],
      [table[low]!, table[m]!, table[high]!],
    );
  }
  const found: BestSpeed | null = best;
  if (found === null || ratio(found) < table[m]!) value(curve.speedAt(m));
  return best;
}

const ratios = new Float64Array(SPEEDS);

/** g / (F + λ) at every speed of the tables, or at those of a range only, in an array that the next call overwrites. */
export function ratiosOn(
  { differs, speeds, rates }: SpeedCurve,
  course: Course,
  λ: number,
  from = 0,
  to = SPEEDS,
): Float64Array {
  const { low, high, fraction } = differs ? course : { low: 0, high: 0, fraction: 0 };
  for (let m = from; m < to; m++) {
    const [a, b] = [low * SPEEDS + m, high * SPEEDS + m];
    const speed = speeds[a]! + fraction * (speeds[b]! - speeds[a]!);
    const rate = rates[a]! + fraction * (rates[b]! - rates[a]!);
    ratios[m] = overGround(speed, course) / Math.max(LEAST_PRICE, rate + λ);
  }
  return ratios;
}

export function indexOfGreatest(values: Float64Array, from = 0, to = values.length): number {
  let best = from;
  for (let m = from + 1; m < to; m++) if (values[m]! > values[best]!) best = m;
  return best;
}

/** The greatest value between samples, by the parabola through the greatest sample, m, and those beside it. */
export function peakOf(values: Float64Array, m: number): number {
  if (!(values[m - 1]! > 0 && values[m + 1]! > 0)) return values[m]!;
  const slope = 0.5 * (values[m + 1]! - values[m - 1]!);
  const bend = values[m + 1]! - 2 * values[m]! + values[m - 1]!;
  return bend < 0 ? values[m]! - (slope * slope) / (2 * bend) : values[m]!;
}

/**
 * Evaluates a function where successive parabolas have their vertex, between three places of which the middle one has the greatest
 * value (Brent 1973, ch. 5; the middle may be one of the ends). Where a parabola makes no progress, the wider part is divided.
 */
function climb(f: (x: number) => number, places: Three, values: Three): void {
  let [a, b, c] = places;
  let [fa, fb, fc] = values;
  for (let round = 0; round < ROUNDS; round++) {
    const [p, q] = [(b - a) * (fb - fc), (b - c) * (fb - fa)];
    const vertex = b - (0.5 * ((b - a) * p - (b - c) * q)) / (p - q);
    const isInside = vertex > a && vertex < c && Math.abs(vertex - b) > 1e-12 * Math.abs(b);
    const x = isInside ? vertex : b - a > c - b ? 0.5 * (a + b) : 0.5 * (b + c);
    if (x === b) break;
    const fx = f(x);
    if (fx > fb) {
      if (x > b) [a, fa] = [b, fb];
      else [c, fc] = [b, fb];
      [b, fb] = [x, fx];
    } else if (x > b) [c, fc] = [x, fx];
    else [a, fa] = [x, fx];
  }
}

type Three = readonly [number, number, number];
