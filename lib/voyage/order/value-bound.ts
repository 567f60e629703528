/**
 * What no voyage is worth more than, and what one that is worth so much costs at least, where there are too many sets of stops to
 * look at all.
 *
 * Routes (ng-routes.ts) may do a stop twice, leave out one that must be done, or do one without another that it needs. Prices are
 * charged for that, and given back as far as each voyage has to pay them, which changes nothing for voyages; such prices are sought
 * that make the bound small (Lagrange multipliers by subgradients: Held, Wolfe & Crowder 1974; steps: Polyak 1969).
 */
import { NgRoutes } from './ng-routes.ts';
import type { OrderProblem } from './problem.ts';
import type { RouteLimits } from './rest-of-routes.ts';
import { exactly, unitOf } from './stop-sets.ts';

/** First with routes that remember little, then, with the prices so found, with ones that remember more. */
const STAGES = [
  { steps: 300, nearest: 4, rounds: 60 },
  { steps: 400, nearest: 8, rounds: 40 },
];
/** Entries of routes, 20 bytes each: with more points, fewer stops are remembered. */
const MOST_ENTRIES = 6e6;
/** Part of the whole step of Polyak at first; what is left of it after so many rounds without progress, and when it is too small. */
const STEP = 1.5;
const PATIENCE = 5;
const SHRINK = 0.6;
const SMALLEST = 0.02;
/** Less progress than this part is none. */
const PROGRESS = 1e-5;
/** Rounding errors of sums, as a part of them. */
const ROUNDING = 1e-9;
/** Of the room between the least cost that is proved and that which is known, the part that is tried next. */
const NEXT_PART = 0.25;
/** Routes that are cheaper than a voyage are to be worth less than it by this part. */
const MARGIN = 0.01;

export interface ValueBoundOptions {
  readonly isOver: () => boolean;
  /** Those found for another objective; null: none. */
  readonly prices: Prices | null;
  /** Gets routes that are worth more by the bounds; returns the greatest value that is known. */
  readonly onRoute?: (points: readonly number[]) => number;
}

export class ValueBound {
  private readonly problem: OrderProblem;
  private readonly leg: Float64Array;
  private readonly isOver: () => boolean;
  private readonly onRoute: ValueBoundOptions['onRoute'];
  readonly prices: Prices;
  /** Whether the prices are yet to be found. */
  private isNew: boolean;

  /** @param leg lower bounds of what is summed, by leg; time where there are windows */
  constructor(problem: OrderProblem, leg: Float64Array, { isOver, prices, onRoute }: ValueBoundOptions) {
    this.problem = problem;
    this.leg = leg;
    this.isOver = isOver;
    this.onRoute = onRoute;
    this.prices = prices ?? new Prices(problem);
    this.isNew = prices === null;
  }

  /** What no voyage is worth more than that comes to its end in time. @param value of a known one */
  mostValue(value: number): number {
    const { prices } = this;
    const { latest, stops } = this.problem;
    const most = latest.at(-1)!;
    const unit = unitOf(stops.value);
    let known = value;
    let bound = exactly(stops.value.reduce((sum, each) => sum + each, 0));
    if (most === Infinity) return bound;
    this.isNew = false;
    for (const stage of STAGES) {
      const routes = this.routesWithin(most, stage);
      const steps = new Steps();
      for (let round = 0; round < stage.rounds && steps.isWorthIt; round++) {
        // a voyage that is worth more is worth a unit more
        if (bound < known + unit * (1 - ROUNDING) || this.isOver()) return greatest(known, bound, unit);
        const rounding = prices.rounding();
        routes.run(prices.rewards(), known + unit - rounding - prices.given());
        const route = routes.best(Infinity);
        const found = route.reward + prices.given() + rounding;
        if (found === -Infinity) return known;
        steps.note(-found);
        bound = Math.min(bound, Math.max(known, found));
        known = Math.max(known, this.onRoute?.(route.points) ?? 0);
        if (!prices.change(route.points, steps.length * (found - known))) break;
      }
    }
    return greatest(known, bound, unit);
  }

  /** What a voyage of such a value costs at least. @param cost of a known one */
  leastCost(cost: number, value: number): number {
    const { prices } = this;
    let best = 0;
    for (const stage of this.isNew ? STAGES : STAGES.slice(-1)) {
      const routes = this.routesWithin(cost, stage);
      const steps = new Steps();
      for (let round = 0; round < stage.rounds && steps.isWorthIt && !this.isOver(); round++) {
        const rounding = prices.rounding();
        const wanted = value - rounding - prices.given();
        routes.run(prices.rewards(), wanted - rounding);
        best = Math.max(best, Math.min(cost, routes.leastFor(wanted)));
        if (best >= cost * (1 - ROUNDING)) return best;
        steps.note(best);
        const route = routes.best(best + NEXT_PART * (cost - best));
        const excess = route.reward + prices.given() - value * (1 - MARGIN);
        if (!prices.change(route.points, steps.length * Math.max(0, excess))) break;
      }
    }
    return best;
  }

  private routesWithin(most: number, { steps, nearest }: Pick<RouteLimits, 'steps' | 'nearest'>): NgRoutes {
    const { problem, leg } = this;
    const fits = Math.floor(Math.log2(MOST_ENTRIES / (steps * problem.count)));
    return new NgRoutes(problem, leg, { most, steps, nearest: Math.max(1, Math.min(nearest, fits)) });
  }
}

/** The greatest sum of values that is not above a bound, or known. */
function greatest(known: number, bound: number, unit: number): number {
  const most = bound * (1 + ROUNDING);
  return Math.max(known, exactly(unit > 0 ? unit * Math.floor(most / unit) : most));
}

/** How long the steps are. */
class Steps {
  length = STEP;
  private best = -Infinity;
  private stale = 0;

  /** @param progress greater is better */
  note(progress: number): void {
    const isBetter = progress > this.best + PROGRESS * Math.abs(this.best);
    this.stale = isBetter ? 0 : this.stale + 1;
    this.best = Math.max(this.best, progress);
    if (this.stale <= PATIENCE) return;
    this.length *= SHRINK;
    this.stale = 0;
  }

  get isWorthIt(): boolean {
    return this.length > SMALLEST;
  }
}

/** What is charged of routes. */
export class Prices {
  private readonly problem: OrderProblem;
  /** By stop, each time that it is done; by pair, of doing the second more often than the first. */
  private readonly done: Float64Array;
  private readonly pairs: readonly (readonly [first: number, second: number])[];
  private readonly without: Float64Array;

  constructor(problem: OrderProblem) {
    const { value, before } = problem.stops;
    this.problem = problem;
    this.done = new Float64Array(value.length);
    this.pairs = before.flatMap((firsts, second) =>
      [...firsts].filter((first) => value[first]! > 0).map((first) => [first, second] as const),
    );
    this.without = new Float64Array(this.pairs.length);
  }

  /** What is given back to each voyage. */
  given(): number {
    return this.done.reduce((sum, price) => sum + price, 0);
  }

  /** Of sums of rewards. */
  rounding(): number {
    const sum = (all: Float64Array) => all.reduce((sums, each) => sums + Math.abs(each), 0);
    return ROUNDING * (sum(this.problem.stops.value) + sum(this.done) + sum(this.without));
  }

  /** By stop: its value less what is charged. */
  rewards(): Float64Array {
    const rewards = this.problem.stops.value.map((value, stop) => value - this.done[stop]!);
    for (const [k, [first, second]] of this.pairs.entries()) {
      rewards[first]! += this.without[k]!;
      rewards[second]! -= this.without[k]!;
    }
    return rewards;
  }

  /** So that a route gains less by as much; returns whether that is possible. */
  change(points: readonly number[], by: number): boolean {
    const { value, of } = this.problem.stops;
    const times = new Float64Array(value.length);
    for (const point of points) times[of[point]!]++;
    // a stop that must be done has a price of either sign
    const slopes = [
      ...times.map((count, stop) =>
        value[stop]! > 0 && this.done[stop] === 0 ? Math.max(0, count - 1) : count - 1,
      ),
      ...this.pairs.map(([first, second], k) => {
        const more = times[second]! - times[first]!;
        return this.without[k] === 0 ? Math.max(0, more) : more;
      }),
    ];
    const square = slopes.reduce((sum, slope) => sum + slope ** 2, 0);
    if (square === 0) return false;
    const step = by / square;
    for (const [stop, price] of this.done.entries()) {
      const next = price + step * slopes[stop]!;
      this.done[stop] = value[stop]! > 0 ? Math.max(0, next) : next;
    }
    for (const [k, price] of this.without.entries()) {
      this.without[k] = Math.max(0, price + step * slopes[value.length + k]!);
    }
    return true;
  }
}
