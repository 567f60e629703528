/**
 * The best order by dynamic programming over sets of stops (Held & Karp 1962; Bellman 1962), with precedence and time
 * windows: for each set of stops called at and each last one, the cheapest way to have done so.
 *
 * Where windows tie cost to time, that is several ways (in-windows.ts).
 */
import { orderInWindows } from './in-windows.ts';
import { hasWindows, isOneValued, type OrderProblem, sizeOf } from './problem.ts';
import { masksOf } from './sets.ts';

/** Each more doubles memory and time. */
export const MAX_EXACT_STOPS = 12;

export interface BestOrder {
  readonly order: readonly number[];
  readonly cost: number;
  /** No order costs less: the cost, but where there were too many ways to look at. */
  readonly least: number;
}

/**
 * Null where none meets its windows.
 *
 * @param isOver whether time is up: what was found by then is the answer
 */
export function exactOrder(problem: OrderProblem, isOver: () => boolean = () => false): BestOrder | null {
  return isOneValued(problem) ? byValue(problem) : orderInWindows(problem, isOver);
}

/** Where one number tells which way is better: the cost, which is the time where there are windows. */
function byValue(problem: OrderProblem): BestOrder | null {
  const { count, stay, earliest, latest, idle } = problem;
  const size = sizeOf(problem);
  const timed = hasWindows(problem);
  const leg = problem.ways[0]!.cost;
  const masks = masksOf(problem);
  const sets = 1 << count;
  const value = new Float64Array(sets * count).fill(Infinity);
  const previous = new Int8Array(sets * count).fill(-1);
  const arrive = (cost: number, from: number, to: number): number => {
    const arrives = cost + leg[from * size + to];
    if (!timed) return arrives + idle * stay[to];
    return arrives > latest[to] ? Infinity : Math.max(arrives, earliest[to]) + stay[to];
  };
  for (let k = 0; k < count; k++) if (masks[k] === 0) value[(1 << k) * count + k] = arrive(0, 0, k + 1);
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < count; last++) {
      const cost = value[set * count + last];
      if (cost === Infinity) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next) || (masks[next] & set) !== masks[next]) continue;
        const entry = (set | (1 << next)) * count + next;
        const reached = arrive(cost, last + 1, next + 1);
        if (reached < value[entry]) [value[entry], previous[entry]] = [reached, last];
      }
    }
  }
  let [best, least] = [-1, Infinity];
  for (let last = 0; last < count; last++) {
    const cost = arrive(value[(sets - 1) * count + last], last + 1, count + 1);
    if (cost < least) [best, least] = [last, cost];
  }
  if (best < 0) return null;
  const order: number[] = [];
  for (let set = sets - 1, last = best; last >= 0; ) {
    order.push(last + 1);
    const before = previous[set * count + last];
    set ^= 1 << last;
    last = before;
  }
  return { order: order.reverse(), cost: least, least };
}
