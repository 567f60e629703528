/** What is proved of the voyages of one request, by price. */
import type { Proved } from './passage.ts';

/** No voyage costs less at the price λ: what was proved, 0 where nothing was. */
interface Proof {
  readonly λ: number;
  readonly proved: number;
  /** What ended that proof early, if anything. */
  readonly endedBy: Proved['endedBy'];
}

const NOTHING: Proved = { least: 0, endedBy: null };

export class Proofs {
  private readonly known: Proof[] = [];

  /**
   * @param price what a day costs on the mesh of the price λ
   * @param legs what was proved of each leg there, null where nothing was
   */
  add(λ: number, price: number, legs: readonly (Proved | null)[]): void {
    const isProved = legs.every((leg) => leg);
    const proved = isProved ? legs.reduce((sum, leg) => sum + price * leg!.least, 0) : 0;
    this.known.push({ λ, proved, endedBy: legs.find((leg) => leg?.endedBy)?.endedBy ?? null });
  }

  /** What no voyage costs less than at a price: at a higher one, each costs more. */
  leastAt(price: number): Proved {
    const bounds = this.known.filter(({ λ }) => λ <= price);
    return bounds.map(({ proved, endedBy }) => ({ least: proved, endedBy })).reduce(greater, NOTHING);
  }

  /** Days below which no voyage consumes at most so much. */
  shortestWith(consumption: number): Proved {
    return this.boundsWith(consumption).reduce(greater, NOTHING);
  }

  /** The same, by what is proved at each price. */
  boundsWith(consumption: number): (Proved & { λ: number })[] {
    return this.known
      .filter(({ λ }) => λ > 0)
      .map(({ λ, proved, endedBy }) => ({ λ, least: (proved - consumption) / λ, endedBy }));
  }

  /** What no voyage of at most so many days consumes less than. */
  leastWithin(days: number): Proved {
    const bounds = this.known.map(({ λ, proved, endedBy }) => ({ least: proved - λ * days, endedBy }));
    return bounds.reduce(greater, NOTHING);
  }
}

const greater = (a: Proved, b: Proved): Proved => (b.least > a.least ? b : a);
