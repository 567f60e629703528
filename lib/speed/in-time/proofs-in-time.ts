/** What is proved of the voyages of one departure, by the prices at which it was. */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import { mostPaid, type Prices } from '../../engine/sea/priced-sea.ts';
import { gapOf } from '../voyages.ts';
import { eachOnce } from './each-once.ts';
import type { KnownPath, LegEnds } from './known-path.ts';
import { boundLegs, leastBy, type ProvedCost, proveCost } from './prove-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import type { Settled } from './settle.ts';

/** A proof is made at prices of at most so many times what a day consumes: above, days that are not proved cost more than is consumed. */
const MOST_TIMES = 10;
/** From such a gap on, per cent, a proof by one price of all days is tried too. */
const WIDE_PERCENT = 3;
/** Times are equal within this fraction. */
const SAME_DAYS = 1e-6;
/** Halvings by which a time is found. */
const STEPS = 24;

export interface ProofOptions {
  readonly leaves: number;
  readonly isOver: () => boolean;
  /** No voyage takes fewer days, calls included; 0 where that is not known. */
  readonly fewestDays: number;
  /** How long it may wait in all, days. */
  readonly mostWait?: number;
}

type Least = Pick<Optimality, 'least' | 'endedBy'>;

export const optimalityOf = (cost: number, { least, endedBy }: Least): Optimality | null =>
  least > 0 ? { least, gapPercent: gapOf(cost, least), endedBy } : null;

export class ProofsInTime {
  private readonly curves: SeaCurves;
  private readonly legs: readonly LegEnds[];
  private readonly options: ProofOptions;
  private readonly known: ProvedCost[] = [];

  constructor(curves: SeaCurves, legs: readonly LegEnds[], options: ProofOptions) {
    this.curves = curves;
    this.legs = legs;
    this.options = options;
  }

  /**
   * Proves how little voyages consume that take at most so many days, at the prices that a known one has.
   *
   * @param perDay what a day costs besides, where that counts
   */
  prove(
    { known, settled }: { readonly known: KnownPath; readonly settled: Settled },
    days: number,
    perDay = 0,
  ): void {
    const { leaves, mostWait = 0, isOver } = this.options;
    const { curves } = this;
    const mayWait = mostWait > 0 || settled.pieces.some(({ why }) => why === 'closed' || why === 'no way');
    const most = (MOST_TIMES * settled.consumed) / (settled.arrives - leaves);
    const admissible = (price: number, slice: number) => {
      if (price >= 0) return Math.min(most, price);
      return mayWait ? 0 : Math.max(price, curves.leastPrice(slice));
    };
    const prices = eachOnce(known.pricesOf(settled), (own) => own.map(admissible));
    const legs = this.legs.map((leg, k) => ({ ...leg, track: known.legOf(settled, k) }));
    const until = leaves + days;
    const bounded = boundLegs(curves, legs, { leaves, until }, isOver);
    const add = (own: readonly Prices[]) => {
      const voyage = { ...this.options, until, consumed: settled.consumed };
      const proved = proveCost(curves, bounded, own, voyage);
      if (proved) this.known.push(proved);
    };
    add(prices);
    const cost = settled.consumed + perDay * (settled.arrives - leaves);
    if (isOver() || cost <= this.leastBy(days, perDay).least * (1 + WIDE_PERCENT / 100)) return;
    const isEarly = settled.arrives < until * (1 - SAME_DAYS);
    const meanOf = (own: Prices) => mostPaid(curves.sea, own, leaves, until, until) / days;
    const levelOf = (own: Prices) => (isEarly && own === prices.at(-1) ? perDay : Math.max(0, meanOf(own)));
    add(eachOnce(prices, (own) => own.map(() => levelOf(own))));
  }

  /** What no voyage of at most so many days costs less than: by the proofs that hold for as many. */
  leastBy(days: number, perDay = 0): Least {
    const { leaves } = this.options;
    let best: Least = { least: 0, endedBy: null };
    for (const proof of this.known) {
      if (proof.until < leaves + days) continue;
      const least = leastBy(this.curves, proof, leaves, leaves + days, perDay);
      if (least > best.least) best = { least, endedBy: proof.endedBy };
    }
    return best;
  }

  /** Days below which no voyage consumes at most so much. @param days of one that does */
  shortestWith(consumption: number, days: number): Least {
    let [low, high] = [0, days];
    for (let step = 0; step < STEPS; step++) {
      const middle = 0.5 * (low + high);
      if (this.leastBy(middle).least > consumption) low = middle;
      else high = middle;
    }
    return { least: low, endedBy: this.leastBy(days).endedBy };
  }
}
