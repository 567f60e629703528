/**
 * What is proved of the voyages of one departure.
 *
 * The prices of one voyage are bad ones for others that call at a stop in another of its openings. So while a proof leaves much, the voyages
 * are parted: those that come in time for one opening, and later ones, each with prices of their own (branch and bound).
 */
import type { Optimality } from '../../engine/certificate/certificate.ts';
import { mostPaid, type Prices } from '../../engine/sea/priced-sea.ts';
import { gapOf } from '../voyages.ts';
import type { Stretch } from './call.ts';
import { eachOnce } from './each-once.ts';
import type { KnownPath, LegEnds } from './known-path.ts';
import {
  type BoundedLeg,
  boundLegs,
  type LeastOf,
  leastOf,
  type ProvedLegs,
  proveLegs,
  timesOf,
} from './prove-in-time.ts';
import type { SeaCurves } from './sea-curves.ts';
import type { Settled } from './settle.ts';

/** A proof is made at prices of at most so many times what a day consumes: above, days that are not proved cost more than is consumed. */
const MOST_TIMES = 10;
/** While a gap is this wide, per cent, other prices and parts are tried; so many in all, and while each proves this part more of what lacks. */
const WIDE_PERCENT = 3;
const MOST_PARTS = 12;
const WORTHWHILE = 0.1;
/** Times are equal within this fraction. */
const SAME_DAYS = 1e-6;
/** Prices are equal within this fraction. */
const SAME_PRICE = 1e-6;
/** Two openings have no time in common, days. */
const NEXT = 2e-9;
/** Of the days: by so much more time what is proved of legs hardly changes. */
const NEARLY = 0.25;
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

const areSame = (some: readonly Prices[], others: readonly Prices[]): boolean =>
  some.every((own, leg) =>
    own.every((price, slice) => Math.abs(price - others[leg]![slice]!) <= SAME_PRICE * Math.abs(price)),
  );

interface Known {
  readonly known: KnownPath;
  readonly settled: Settled;
}

/** Voyages that come to the ends of their legs at such times. */
interface Part {
  readonly arrivals: readonly Stretch[];
  readonly proofs: readonly ProvedLegs[];
  /** When a known voyage does, or nearly. */
  readonly known: readonly number[];
  /** Whether its own prices were looked for. */
  readonly isTried: boolean;
}

/** All voyages that end by a time, in parts. */
interface Proof {
  readonly until: number;
  readonly bounded: readonly BoundedLeg[];
  readonly parts: Part[];
}

export class ProofsInTime {
  private readonly curves: SeaCurves;
  private readonly legs: readonly LegEnds[];
  private readonly options: ProofOptions;
  private readonly known: Proof[] = [];

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
  prove({ known, settled }: Known, days: number, perDay = 0): void {
    const { leaves, isOver } = this.options;
    const legs = this.legs.map((leg, k) => ({ ...leg, track: known.legOf(settled, k) }));
    const until = leaves + days;
    // what is proved of the days of legs holds for voyages that have less time, too
    const longer = this.known.find((proof) => proof.until >= until && proof.until - until < NEARLY * days);
    const bounded = longer?.bounded ?? boundLegs(this.curves, legs, { leaves, until }, isOver);
    const anywhen = legs.slice(1).map(() => ({ from: leaves, to: until }));
    const proof: Proof = { until, bounded, parts: [] };
    const cost = settled.consumed + perDay * (settled.arrives - leaves);
    const isWide = (least: number) => !isOver() && cost > least * (1 + WIDE_PERCENT / 100);
    const first: Part = { arrivals: anywhen, proofs: [], known: known.arrivalsOf(settled), isTried: true };
    const add = (part: Part, prices: readonly Prices[]): Part => {
      // what was proved of more voyages at the same prices says as much, but for windows that are hardly narrower
      if (part.proofs.some((proof) => areSame(proof.prices, prices))) return part;
      const times = timesOf(bounded, { leaves, until }, part.arrivals);
      const voyage = { consumed: settled.consumed, until, isOver };
      const proved = times && proveLegs(this.curves, bounded, prices, times, voyage);
      return proved ? { ...part, proofs: [...part.proofs, proved] } : part;
    };
    const prices = this.admissible(known, settled);
    proof.parts.push(add(first, prices));
    this.known.push(proof);
    if (!isWide(this.weakestOf(proof, days, perDay).least)) return;
    proof.parts[0] = add(proof.parts[0]!, this.levelled(prices, settled, days, perDay));
    for (let before = -Infinity; proof.parts.length < MOST_PARTS; ) {
      const { index, least, ends } = this.weakestOf(proof, days, perDay);
      if (!isWide(least) || least - before <= WORTHWHILE * (cost - least)) break;
      const parts = this.parted(proof.parts[index]!, ends);
      if (!parts) break;
      before = least;
      proof.parts.splice(index, 1, ...parts);
      for (const [k, part] of proof.parts.entries()) {
        if (part.isTried || isOver()) continue;
        const other = known.settled(days, perDay, part.arrivals);
        // where the path can't be sailed so, others may; they are bounded by what holds for more voyages
        proof.parts[k] = other
          ? add({ ...part, known: known.arrivalsOf(other), isTried: true }, this.admissible(known, other))
          : { ...part, isTried: true };
      }
    }
  }

  /** What no voyage of at most so many days costs less than: by the proofs that hold for as many. */
  leastBy(days: number, perDay = 0): Least {
    let best: Least = { least: 0, endedBy: null };
    for (const proof of this.known) {
      if (proof.until < this.options.leaves + days) continue;
      const own = this.weakestOf(proof, days, perDay);
      if (own.least > best.least) best = own;
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

  /** The part that bounds the least: it bounds all voyages. */
  private weakestOf(proof: Proof, days: number, perDay: number) {
    const all = proof.parts.map((part, index) => ({ index, ...this.bestOf(proof, part, days, perDay) }));
    return all.reduce((one, other) => (other.least < one.least ? other : one));
  }

  private bestOf(
    { bounded }: Proof,
    { arrivals, proofs }: Part,
    days: number,
    perDay: number,
  ): Least & LeastOf {
    const { leaves, fewestDays } = this.options;
    const when = { leaves, until: leaves + days, fewestDays, perDay };
    let best: Least & LeastOf = { least: 0, ends: [], endedBy: null };
    for (const proof of proofs) {
      const own = leastOf(this.curves, bounded, proof, arrivals, when);
      if (own.least > best.least) best = { ...own, endedBy: proof.endedBy };
    }
    return best;
  }

  /** In two; null where no openings tell them apart. */
  private parted(part: Part, ends: LeastOf['ends']): readonly [Part, Part] | null {
    const between = this.betweenOpenings(part, ends);
    if (!between) return null;
    const { leg, at } = between;
    const within = (from: number, to: number): Part => {
      const own = part.arrivals[leg]!;
      const narrower = { from: Math.max(own.from, from), to: Math.min(own.to, to) };
      const known = part.known.with(leg, Math.min(narrower.to, Math.max(narrower.from, part.known[leg]!)));
      return { ...part, known, isTried: false, arrivals: part.arrivals.with(leg, narrower) };
    };
    return [within(-Infinity, at), within(at + NEXT, Infinity)];
  }

  /** Between the opening that a known voyage takes and that which the bound does, where this makes the bound the least. */
  private betweenOpenings({ known }: Part, ends: LeastOf['ends']) {
    let most = 0;
    let found: { readonly leg: number; readonly at: number } | null = null;
    for (const [leg, { at: own, lessThanAt }] of ends.entries()) {
      const [low, high] = [own, known[leg]!].toSorted((a, b) => a - b) as [number, number];
      const corners = this.legs[leg]!.call?.least.corners ?? [];
      const at = corners.find((time) => time >= low && time < high);
      const less = at === undefined ? 0 : lessThanAt(known[leg]!);
      if (less > most) [most, found] = [less, { leg, at: at! }];
    }
    return found;
  }

  /** The prices of a voyage, as far as a proof can be made at them. */
  private admissible(known: KnownPath, settled: Settled): readonly Prices[] {
    const { leaves, mostWait = 0 } = this.options;
    const mayWait = mostWait > 0 || settled.pieces.some(({ why }) => why === 'closed' || why === 'no way');
    const most = (MOST_TIMES * settled.consumed) / (settled.arrives - leaves);
    const admissible = (price: number, slice: number) => {
      if (price >= 0) return Math.min(most, price);
      return mayWait ? 0 : Math.max(price, this.curves.leastPrice(slice));
    };
    return eachOnce(known.pricesOf(settled), (own) => own.map(admissible));
  }

  /** One price of all days, as much as these are in the mean. */
  private levelled(
    prices: readonly Prices[],
    { arrives }: Settled,
    days: number,
    perDay: number,
  ): readonly Prices[] {
    const { leaves } = this.options;
    const until = leaves + days;
    const isEarly = arrives < until * (1 - SAME_DAYS);
    const meanOf = (own: Prices) =>
      mostPaid(this.curves.sea, own, leaves, arrives, arrives) / (arrives - leaves);
    const levelOf = (own: Prices) => (isEarly && own === prices.at(-1) ? perDay : Math.max(0, meanOf(own)));
    return eachOnce(prices, (own) => own.map(() => levelOf(own)));
  }
}
