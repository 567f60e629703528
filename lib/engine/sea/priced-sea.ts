/**
 * A sea in which a day under way has a price λ besides what is consumed, another one in each slice.
 *
 * A path from t₀ to t₁ pays ∫ λ dt on any way that it takes. So it consumes what it costs at these prices less that integral, and a bound
 * of the one is a bound of the other. If λ is what it would cost the best path to be a day later, a slice is the cheapest for a cell only
 * when the path is there in it: the bound no longer takes cells as they are when they are cheapest (λ are the multipliers of the times at which slices begin, in Lagrange's sense).
 */
import { computed } from '../computed.ts';
import { type Costs, leastRate } from '../cost/cost.ts';
import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import type { Sea } from './sea.ts';

/** By slice, what a day costs besides. */
export type Prices = readonly number[];

/** So much is left of the least rate of a slice. */
const LEFT = 0.1;

/** The prices nearest to those that are wanted by which neither a day under way costs nothing nor, where that is allowed, one of waiting less. */
export function admissiblePrices({ slices }: Sea, wanted: Prices, mayWait: boolean): Prices {
  return wanted.map((price, k) => {
    const rate = leastRate(slices[k].consumed!);
    return Math.max(price, mayWait || rate === Infinity ? 0 : (LEFT - 1) * rate);
  });
}

/** The sea at these prices, which only what is consumed there knows. */
export function pricedSea(sea: Sea, prices: Prices): Sea {
  const slices = sea.slices.slice();
  // from the last on: slices say the same as those after them only as far as their prices are the same
  for (let k = slices.length - 1; k >= 0; k--) {
    const { consumed, next } = slices[k];
    const isSame = prices[k] === prices[k + 1];
    slices[k] = {
      ...slices[k],
      consumed: prices[k] === 0 ? consumed : pricedCosts(consumed!, prices[k]),
      next: next.map((until, cell) => (isSame && until > k + 1 ? slices[k + 1].next[cell] : k + 1)),
    };
  }
  return { ...sea, slices };
}

/** Prices may be greater than what a day costs in cells that are not met: these cost a part of it. */
const atPrice = (rate: number, price: number) => Math.max(rate + price, LEFT * rate);

function pricedCosts(costs: Costs, price: number): Costs {
  const width = 2 * costs.headings;
  const rows: number[] = [];
  const numbers = new Map([[-1, -1]]);
  const add = (row: number) => {
    for (let k = 0; k < width; k++)
      rows.push(atPrice(costs.profiles[width * row + k], k < costs.headings ? 0 : price));
    return rows.length / width - 1;
  };
  const profile = costs.profile.map((row) => computed(numbers, row, () => add(row)));
  const motion = costs.motion.map((part, k) => (k % 4 === 1 ? atPrice(part, price) : part));
  const perSecond = costs.perSecond.map((part) => atPrice(part, price / SECONDS_PER_DAY));
  return { ...costs, motion, perSecond, profile, profiles: Float64Array.from(rows) };
}

/** The most that a path pays which leaves at a time and ends within others, days. */
export function mostPaid(
  { starts }: Pick<Sea, 'starts'>,
  prices: Prices,
  leaves: number,
  from: number,
  to: number,
): number {
  const paidBy = (end: number) =>
    prices.reduce((sum, price, k) => {
      const days = Math.min(end, starts[k + 1]) - Math.max(leaves, starts[k]);
      // time without end costs nothing where it has no price
      return days > 0 && price !== 0 ? sum + price * days : sum;
    }, 0);
  return Math.max(...[from, to, ...starts.filter((start) => start > from && start < to)].map(paidBy));
}
