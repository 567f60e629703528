/**
 * The best order by dynamic programming over sets of stops (Held & Karp 1962; Bellman 1962), with precedence, time windows and
 * stops that may be left out: for each set of stops done and each last visit, the cheapest way to have done so.
 *
 * Where windows tie cost to time, or bunkers cost to fuel, that is several ways (in-windows.ts).
 */
import { NOTHING_SPENT, spend } from './bunkers.ts';
import { orderInWindows } from './in-windows.ts';
import {
  type Arrivals,
  arrivals,
  type BestOrder,
  costOfCall,
  evaluate,
  hasWindows,
  isOneValued,
  type OrderProblem,
  sizeOf,
} from './problem.ts';
import type { StopSets } from './stop-sets.ts';

/** The shortfall of an order that comes nearest to keeping the reserve is looked for until it is known to so much, tonnes. */
const CLOSE_TONNES = 1e-3;
/** Rounding errors of sums of costs. */
const ROUNDING = 1e-12;

/**
 * Of the orders that are worth most, the one that costs least; null where none meets its windows and keeps the reserve.
 *
 * @param isOver whether time is up: what was found by then is the answer
 */
export function exactOrder(
  problem: OrderProblem,
  sets: StopSets,
  isOver: () => boolean = () => false,
): BestOrder | null {
  if (problem.bunkers) return inReserve(problem, sets, isOver);
  if (isOneValued(problem)) return byValue(problem, sets, arrivals(problem, problem.ways[0]!.cost));
  // what it is worth, time alone decides
  const timed = inTime(problem);
  const fastest = byValue(timed, sets, arrivals(timed, problem.ways.at(-1)!.days));
  return fastest && orderInWindows({ ...problem, leastValue: fastest.value }, sets, isOver);
}

/** Where the best of all orders goes below the reserve, the best of those that keep it. */
function inReserve(problem: OrderProblem, sets: StopSets, isOver: () => boolean): BestOrder | null {
  const best = exactOrder({ ...problem, bunkers: null }, sets, isOver);
  if (!best) return null;
  const { short, cost } = evaluate(problem, best.order);
  if (short === 0 && cost <= best.cost * (1 + ROUNDING)) return best;
  if (!thriftiest(problem, sets)) return null;
  const found = orderInWindows(hasWindows(problem) ? problem : byCost(problem), sets, isOver);
  return found && { ...found, least: Math.max(found.least, best.least) };
}

/** The problem without windows with its cost in the place of time, so that labels differ by cost and fuel alone. */
const byCost = (problem: OrderProblem): OrderProblem => ({
  ...problem,
  ways: problem.ways.map((way) => ({ ...way, days: way.cost })),
  stay: problem.stay.map((_, point) => costOfCall(problem, point)),
  work: new Float64Array(problem.work.length),
  idle: 1,
});

/** The order that spends least of what is in the bunkers, windows and waiting aside; null where none keeps the reserve. */
export function thriftiest(problem: OrderProblem, sets: StopSets): BestOrder | null {
  const bunkers = problem.bunkers!;
  const size = sizeOf(problem);
  const least = (leg: number) => Math.min(...problem.ways.map(({ tonnes }) => tonnes![leg]!));
  const tonnes = problem.ways[0]!.tonnes!.map((_, leg) => least(leg));
  return byValue(problem, sets, (spent, from, to) => {
    const next = spend(bunkers, { ...NOTHING_SPENT, spent }, to, tonnes[from * size + to]!, 0);
    return next.short > 0 ? Infinity : next.spent;
  });
}

/** The order that goes least far below the reserve, windows and waiting aside; null where no order can be sailed. */
export function leastShort(problem: OrderProblem, sets: StopSets): readonly number[] | null {
  const bunkers = problem.bunkers!;
  const within = (more: number) => {
    const spare = bunkers.spare + more;
    return thriftiest({ ...problem, bunkers: { ...bunkers, spare } }, sets)?.order ?? null;
  };
  const shortOf = (order: readonly number[]) => evaluate(problem, order).short;
  let best = within(Infinity);
  for (let low = 0, high = best ? shortOf(best) : 0; high - low > CLOSE_TONNES; ) {
    const middle = 0.5 * (low + high);
    const found = within(middle);
    if (found) [best, high] = [found, Math.min(middle, shortOf(found))];
    else low = middle;
  }
  return best;
}

/** The problem with time as its cost. */
const inTime = (problem: OrderProblem): OrderProblem => ({
  ...problem,
  work: new Float64Array(problem.work.length),
  idle: 1,
});

/**
 * Where one number tells which way is better: the cost, which is the time where there are windows, or what was spent of the bunkers.
 *
 * @param arrive what that is when the next point is left
 */
function byValue(problem: OrderProblem, sets: StopSets, arrive: Arrivals): BestOrder | null {
  const { count, stops, enough = Infinity } = problem;
  const { visits } = stops;
  const size = sizeOf(problem);
  const sums = new Float64Array(sets.count * size).fill(Infinity);
  const previous = new Int32Array(sets.count * size).fill(-1);
  sums[0] = 0;
  let [best, least, most] = [-1, Infinity, problem.leastValue];
  for (let set = 0; set < sets.count; set++) {
    const value = Math.min(sets.value[set], enough);
    const isEnd = value >= most;
    for (let last = 0; last <= count; last++) {
      const entry = set * size + last;
      const sum = sums[entry];
      if (sum === Infinity) continue;
      if (isEnd) {
        const whole = arrive(sum, last, count + 1);
        if (whole < least || (whole < Infinity && value > most)) {
          [best, least, most] = [entry, whole, value];
        }
      }
      for (let stop = 0; stop < visits.length; stop++) {
        const larger = sets.next[set * visits.length + stop];
        if (larger < 0) continue;
        for (const next of visits[stop]) {
          const reached = arrive(sum, last, next);
          const to = larger * size + next;
          if (reached < sums[to]) [sums[to], previous[to]] = [reached, entry];
        }
      }
    }
  }
  if (best < 0) return null;
  const order: number[] = [];
  for (let entry = best; entry > 0; entry = previous[entry]) order.push(entry % size);
  return { order: order.reverse(), cost: least, least, value: most };
}
