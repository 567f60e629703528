/**
 * The best order by dynamic programming over sets of stops (Held & Karp 1962; Bellman 1962), with precedence, time windows and
 * stops that may be left out: for each set of stops done and each last visit, the cheapest way to have done so.
 *
 * Where windows tie cost to time, that is several ways (in-windows.ts).
 */
import { orderInWindows } from './in-windows.ts';
import { arrivals, type BestOrder, isOneValued, type OrderProblem, sizeOf } from './problem.ts';
import type { StopSets } from './stop-sets.ts';

/**
 * Of the orders that are worth most, the one that costs least; null where none meets its windows.
 *
 * @param isOver whether time is up: what was found by then is the answer
 */
export function exactOrder(
  problem: OrderProblem,
  sets: StopSets,
  isOver: () => boolean = () => false,
): BestOrder | null {
  if (isOneValued(problem)) return byValue(problem, sets, problem.ways[0]!.cost);
  // what it is worth, time alone decides
  const fastest = byValue(inTime(problem), sets, problem.ways.at(-1)!.days);
  return fastest && orderInWindows({ ...problem, leastValue: fastest.value }, sets, isOver);
}

/** The problem with time as its cost. */
const inTime = (problem: OrderProblem): OrderProblem => ({
  ...problem,
  work: new Float64Array(problem.work.length),
  idle: 1,
});

/**
 * Where one number tells which way is better: the cost, which is the time where there are windows.
 *
 * @param leg what is summed, by leg
 */
function byValue(problem: OrderProblem, sets: StopSets, leg: Float64Array): BestOrder | null {
  const { count, stops, enough = Infinity } = problem;
  const { visits } = stops;
  const size = sizeOf(problem);
  const arrive = arrivals(problem, leg);
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
