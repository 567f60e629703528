/**
 * Days and consumption of a path at its best speeds for a price, by tables and parabolas alone: good to some millionths, for the search
 * of prices, which looks at many.
 */
import { type Course, overGround } from './best-speed.ts';
import { findPrice } from './find-price.ts';
import { SPEEDS, type SpeedCurve } from './speed-curve.ts';

const SAME_TIME = 1e-6;
/** Of a price, by which a slope is found. */
const STEP = 1e-3;

export interface RoughLeg {
  readonly lengthM: number;
  readonly curve: SpeedCurve;
  readonly course: Course;
}

export class RoughTotals {
  private readonly count: number;
  /** Days for a kilometre an hour over ground. */
  private readonly lengths: Float64Array;
  /** legs × SPEEDS: over ground, km/h, and per day. */
  private readonly grounds: Float64Array;
  private readonly rates: Float64Array;

  constructor(legs: readonly RoughLeg[]) {
    this.count = legs.length;
    this.lengths = Float64Array.from(legs, ({ lengthM }) => lengthM / 24_000);
    this.grounds = new Float64Array(legs.length * SPEEDS);
    this.rates = new Float64Array(legs.length * SPEEDS);
    legs.forEach(({ curve, course }, i) => {
      const { low, high, fraction } = curve.differs ? course : { low: 0, high: 0, fraction: 0 };
      const { speeds, rates } = curve;
      for (let m = 0; m < SPEEDS; m++) {
        const [a, b] = [low * SPEEDS + m, high * SPEEDS + m];
        const speed = speeds[a]! + fraction * (speeds[b]! - speeds[a]!);
        this.grounds[i * SPEEDS + m] = overGround(speed, course);
        this.rates[i * SPEEDS + m] = rates[a]! + fraction * (rates[b]! - rates[a]!);
      }
    });
  }

  at(λ: number): { days: number; consumption: number } {
    const { grounds, rates, lengths } = this;
    let [days, consumption] = [0, 0];
    for (let i = 0, first = 0; i < this.count; i++, first += SPEEDS) {
      let best = first;
      let most = -1;
      for (let k = first; k < first + SPEEDS; k++) {
        const ratio = grounds[k]! / (rates[k]! + λ);
        if (ratio > most) [best, most] = [k, ratio];
      }
      // the best speed may lie between the least or the greatest of the table and the one beside it
      const k = Math.min(Math.max(best, first + 1), first + SPEEDS - 2);
      const part = this.vertex(k, best - k, λ);
      const ground = between(grounds, k, part);
      const time = lengths[i]! > 0 ? lengths[i]! / ground : 0;
      days += time;
      consumption += time * between(rates, k, part);
    }
    return { days, consumption };
  }

  /** The price at which the path takes so many days, or just less where its time falls in jumps; 0 where it takes less at any. */
  priceFor(days: number): number {
    return findPrice((λ) => this.at(λ).days - days, 1, { price: 1e-9, excess: 1e-8 * days });
  }

  /** What it consumes in so many days; infinite where it takes longer. */
  within(days: number): number {
    const λ = this.priceFor(days);
    const { days: found, consumption } = this.at(λ);
    if (found > days * (1 + SAME_TIME)) return Infinity;
    // to exactly so many days: by the price, or by a mixture where the time falls in jumps
    return λ === 0 ? consumption : consumption - λ * (days - found);
  }

  /** By how much its days change with the price. */
  slopeAt(λ: number): number {
    const step = STEP * (λ + STEP);
    return (this.at(λ + step).days - this.at(λ).days) / step;
  }

  /** Where the parabola through a ratio and those beside it has its vertex, in steps of the table; `best` where it has none there. */
  private vertex(k: number, best: number, λ: number): number {
    const ratio = (j: number) => this.grounds[j]! / (this.rates[j]! + λ);
    const [a, b, c] = [ratio(k - 1), ratio(k), ratio(k + 1)];
    const bend = a - 2 * b + c;
    const part = a > 0 && bend < 0 ? (0.5 * (a - c)) / bend : best;
    return Math.abs(part) <= 1 ? part : best;
  }
}

/** The parabola through three values, `part` steps from the middle one. */
function between(values: Float64Array, k: number, part: number): number {
  if (part === 0) return values[k]!;
  const slope = 0.5 * (values[k + 1]! - values[k - 1]!);
  const bend = values[k + 1]! - 2 * values[k]! + values[k - 1]!;
  return values[k]! + part * (slope + 0.5 * part * bend);
}
