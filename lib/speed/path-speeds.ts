/**
 * The speeds on a path that burn least in a given time. Each leg has one price of an hour, λ, in common: fuel is least where the
 * marginal fuel −d(fuel)/d(time) of every leg is λ, or a limit holds it back. The time falls as λ rises.
 */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { departure, type Point } from '../engine/geometry/sphere.ts';
import { type Leg, type Track, trackOfLegs } from '../engine/path/track.ts';
import { type BestSpeed, bestSpeed, type Course, courseOf, overGround } from './best-speed.ts';
import { RoughTotals } from './rough-totals.ts';
import type { SpeedCurve } from './speed-curve.ts';
import type { SpeedCurves } from './speed-curves.ts';

/** Fraction of the time by which it is met. */
const TIME_ERROR = 1e-10;
/** Steps of the search for λ, and of that for a leg's speed. */
const STEPS = 100;
/** Steps that follow the slope of the rough totals; where the time falls in jumps, they lead nowhere. */
const SLOPES = 6;
/** Per day: a price that no consumption counts beside, and one that does not count beside any. */
const HIGHEST_PRICE = 1e12;
const LOWEST_PRICE = 1e-9;
/** Prices this many times apart are halved by their logarithms. */
const FAR_APART = 4;
/** A leg is sailed at two speeds only where that saves this fraction of the voyage's fuel over one between. */
const WORTHWHILE = 1e-7;

interface PathLeg {
  /** Of the compiled mesh. */
  readonly cell: number;
  /** Over the ground, metres. */
  readonly x: number;
  readonly y: number;
  readonly lengthM: number;
  readonly curve: SpeedCurve;
  readonly course: Course;
}

/** Days and consumption of a leg, or of all. */
export interface Totals {
  readonly days: number;
  readonly consumption: number;
}

interface LegSpeed extends Totals {
  readonly best: BestSpeed;
}

/** A path whose speeds are chosen. */
export class PathSpeeds {
  readonly coordinates: readonly Point[];
  private readonly curves: SpeedCurves;
  private readonly legs: readonly PathLeg[];
  /** Days and consumption at a price, nearly. */
  readonly rough: RoughTotals;

  /**
   * @param cells of the compiled mesh, one per leg
   * @param others legs that are sailed otherwise, as the line of a stop: they take nothing here
   */
  constructor(
    curves: SpeedCurves,
    coordinates: readonly Point[],
    cells: readonly number[],
    others: ReadonlySet<number> = new Set(),
  ) {
    this.curves = curves;
    this.coordinates = coordinates;
    const { motion } = curves.mesh;
    this.legs = cells.map((cell, i) => {
      const { x, y } = others.has(i) ? { x: 0, y: 0 } : departure(coordinates[i]!, coordinates[i + 1]!);
      const [u, v] = [3.6 * motion[4 * cell + 2]!, 3.6 * motion[4 * cell + 3]!];
      const lengthM = Math.hypot(x, y);
      const course = lengthM > 0 ? courseOf(x, y, u, v) : courseOf(0, 1, 0, 0);
      return { cell, x, y, lengthM, curve: curves.of(cell), course };
    });
    this.rough = new RoughTotals(this.legs);
  }

  /** The least days in which it can be sailed, and what it then consumes; null where it can't be sailed. */
  fastest(): Totals | null {
    const speeds = this.speedsFor(HIGHEST_PRICE);
    return speeds && sum(speeds);
  }

  /** The path in at most so many days with the least consumption; null where it takes longer. */
  within(days: number): Track | null {
    const fastest = this.speedsFor(HIGHEST_PRICE);
    if (!fastest || sum(fastest).days > days * (1 + TIME_ERROR)) return null;
    let [low, high] = [0, HIGHEST_PRICE];
    let [slower, faster]: [LegSpeed[] | null, LegSpeed[]] = [null, fastest];
    let λ = this.rough.priceFor(days);
    for (let step = 0; step < STEPS && high - low > 1e-13 * high; step++) {
      const speeds = this.speedsFor(λ)!;
      const spare = days - sum(speeds).days;
      if (spare < 0) [low, slower] = [λ, speeds];
      else [high, faster] = [λ, speeds];
      if (spare >= 0 && (spare < TIME_ERROR * days || λ === 0)) return this.track(faster);
      const next = λ + (spare - 0.5 * TIME_ERROR * days) / this.rough.slopeAt(λ);
      λ = step < SLOPES && next > low && next < high ? next : between(low, high);
    }
    return slower ? this.mixed(slower, faster, days) : this.track(faster);
  }

  /** The path at the speeds at which it costs least at a price; null where it can't be sailed. */
  at(λ: number): Track | null {
    const speeds = this.speedsFor(λ);
    return speeds && this.track(speeds);
  }

  /** The path in the least time with at most so much consumption; null where it takes more at any speed. */
  burning(most: number): Track | null {
    const slowest = this.speedsFor(0);
    if (!slowest || sum(slowest).consumption > most) return null;
    let [low, high] = [0, HIGHEST_PRICE];
    let [slower, faster] = [slowest, this.speedsFor(HIGHEST_PRICE)!];
    if (sum(faster).consumption <= most) return this.track(faster);
    for (let step = 0; step < STEPS && high - low > 1e-13 * high; step++) {
      const λ = between(low, high);
      const speeds = this.speedsFor(λ)!;
      const spare = most - sum(speeds).consumption;
      if (spare >= 0 && spare < TIME_ERROR * most) return this.track(speeds);
      if (spare >= 0) [low, slower] = [λ, speeds];
      else [high, faster] = [λ, speeds];
      if (λ === 0) break;
    }
    const [thrifty, fast] = [sum(slower), sum(faster)];
    const part = (fast.consumption - most) / (fast.consumption - thrifty.consumption);
    const track = this.mixed(slower, faster, fast.days + part * (thrifty.days - fast.days));
    // speeds between may burn a rounding error more than the mixture
    return track.consumption!.at(-1)! <= most ? track : this.track(slower);
  }

  private speedsFor(λ: number): LegSpeed[] | null {
    const speeds: LegSpeed[] = [];
    for (const { lengthM, curve, course } of this.legs) {
      const best = bestSpeed(curve, course, λ);
      if (!best) return null;
      speeds.push(legSpeed(best, lengthM));
    }
    return speeds;
  }

  /**
   * The path in exactly so many days, from speeds that take longer and speeds that take less at the same price. Between the two, legs
   * may sail at a speed in the middle; where that burns more than to sail one part slowly and the other fast, they do that.
   */
  private mixed(slower: readonly LegSpeed[], faster: readonly LegSpeed[], days: number): Track {
    const [most, least] = [sum(slower), sum(faster)];
    const part = (days - least.days) / (most.days - least.days);
    const middle = this.legs.map((leg, i) => {
      const wanted = faster[i]!.days + part * (slower[i]!.days - faster[i]!.days);
      return speedForDays(leg, wanted, slower[i]!.best, faster[i]!.best);
    });
    const chord = least.consumption + part * (most.consumption - least.consumption);
    const one = sum(middle);
    if (one.consumption <= chord * (1 + WORTHWHILE)) return this.track(middle);
    return this.twoSpeeds(slower, faster, days);
  }

  /** The fast speeds on the first legs and the slow ones on the last; where they change, a leg is divided. */
  private twoSpeeds(slower: readonly LegSpeed[], faster: readonly LegSpeed[], days: number): Track {
    let spare = days - sum(faster).days;
    const points: Point[] = [this.coordinates.at(-1)!];
    const legs: Leg[] = [];
    for (let i = this.legs.length - 1; i >= 0; i--) {
      const leg = this.legs[i]!;
      const lost = slower[i]!.days - faster[i]!.days;
      const part = lost > 0 ? Math.min(1, spare / lost) : 0;
      spare -= part * lost;
      const start = this.coordinates[i]!;
      if (part > 0) legs.unshift(this.leg(leg, slower[i]!, part));
      if (part > 0 && part < 1) points.unshift(pointAlong(start, this.coordinates[i + 1]!, 1 - part));
      if (part < 1) legs.unshift(this.leg(leg, faster[i]!, 1 - part));
      points.unshift(start);
    }
    return trackOfLegs(this.curves.mesh, points, legs);
  }

  private track(speeds: readonly LegSpeed[]): Track {
    const legs = this.legs.map((leg, i) => this.leg(leg, speeds[i]!, 1));
    return trackOfLegs(this.curves.mesh, this.coordinates, legs);
  }

  private leg({ cell, lengthM }: PathLeg, { days, consumption, best }: LegSpeed, part: number): Leg {
    const speed = lengthM > 0 ? best.speedKmh / 3.6 : 0;
    return { cell, lengthM: part * lengthM, days: part * days, consumption: part * consumption, speed };
  }
}

/** Halfway between two prices, which may differ by orders of magnitude. */
function between(low: number, high: number): number {
  if (high <= LOWEST_PRICE) return 0;
  return high > FAR_APART * low ? Math.sqrt(Math.max(low, LOWEST_PRICE) * high) : 0.5 * (low + high);
}

function legSpeed(best: BestSpeed, lengthM: number): LegSpeed {
  const days = lengthM / 1000 / best.groundKmh / 24;
  return { best, days, consumption: days * best.rate };
}

/** The speed between two at which a leg takes so many days. */
function speedForDays({ curve, course, lengthM }: PathLeg, days: number, slow: BestSpeed, fast: BestSpeed) {
  let [low, high] = [slow.v, fast.v];
  let found = legSpeed(fast, lengthM);
  for (let step = 0; step < STEPS && Math.abs(high - low) > 1e-14 * high; step++) {
    const v = 0.5 * (low + high);
    const sailing = curve.sail(v, course.low, course.high, course.fraction);
    found = legSpeed({ v, ...sailing, groundKmh: overGround(sailing.speedKmh, course) }, lengthM);
    if (found.days > days) low = v;
    else high = v;
  }
  return found;
}

function sum(parts: readonly Totals[]): Totals {
  let [days, consumption] = [0, 0];
  for (const part of parts) {
    days += part.days;
    consumption += part.consumption;
  }
  return { days, consumption };
}

/** The point of a rhumb line at a fraction of its length. */
export const pointAlong = (from: Point, to: Point, part: number): Point =>
  new MercatorLine(from, to).atLength(part);
