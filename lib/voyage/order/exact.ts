/**
 * The best order by dynamic programming over sets of stops (Held & Karp 1962; Bellman 1962), with precedence and time
 * windows: for each set of stops called at and each last one, the cheapest way to have done so.
 *
 * Where windows tie cost to time, that is several ways, none of which another is as good as.
 */
import { hasWindows, isAsGood, isOneValued, type OrderProblem, sizeOf } from './problem.ts';

/** Each more doubles memory and time. */
export const MAX_EXACT_STOPS = 12;

/** The best order and its cost; null where none meets its windows. */
export interface BestOrder {
  readonly order: readonly number[];
  readonly cost: number;
}

export function exactOrder(problem: OrderProblem): BestOrder | null {
  return isOneValued(problem) ? byValue(problem) : byLabels(problem);
}

/** By stop (bit k: stop k + 1): the stops that come before it. */
export const masksOf = ({ count, before }: OrderProblem): Int32Array =>
  Int32Array.from({ length: count }, (_, k) =>
    [...before[k + 1]!].reduce(
      (mask, stop) => (stop >= 1 && stop <= count ? mask | (1 << (stop - 1)) : mask),
      0,
    ),
  );

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
  return { order: order.reverse(), cost: least };
}

interface Label {
  readonly days: number;
  readonly cost: number;
  readonly stop: number;
  readonly from: Label | null;
}

function byLabels(problem: OrderProblem): BestOrder | null {
  const { count, ways, stay, earliest, latest, idle } = problem;
  const size = sizeOf(problem);
  const masks = masksOf(problem);
  const sets = 1 << count;
  const labels: Label[][] = Array.from({ length: sets * count }, () => []);
  const reach = (from: Label | null, to: number): Label[] => {
    const at = from ? from.stop : 0;
    const [days, cost] = from ? [from.days, from.cost] : [0, 0];
    return ways.flatMap((way) => {
      const arrives = days + way.days[at * size + to];
      if (!(arrives <= latest[to]) || arrives === Infinity) return [];
      const leaves = Math.max(arrives, earliest[to]) + stay[to];
      return [
        { days: leaves, cost: cost + way.cost[at * size + to] + idle * (leaves - arrives), stop: to, from },
      ];
    });
  };
  for (let k = 0; k < count; k++) {
    if (masks[k] === 0)
      for (const label of reach(null, k + 1)) keep(labels[(1 << k) * count + k]!, label, idle);
  }
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < count; last++) {
      for (const label of labels[set * count + last]!) {
        for (let next = 0; next < count; next++) {
          if (set & (1 << next) || (masks[next] & set) !== masks[next]) continue;
          const others = labels[(set | (1 << next)) * count + next]!;
          for (const one of reach(label, next + 1)) keep(others, one, idle);
        }
      }
      if (set < sets - 1) labels[set * count + last] = [];
    }
  }
  const ends = labels.slice(-count).flatMap((last) => last.flatMap((label) => reach(label, count + 1)));
  if (ends.length === 0) return null;
  const best = ends.reduce((least, one) => (one.cost < least.cost ? one : least));
  const order: number[] = [];
  for (let label = best.from; label; label = label.from) order.push(label.stop);
  return { order: order.reverse(), cost: best.cost };
}

/** Adds a label unless another is as good, and drops those that are no better than it. */
function keep(labels: Label[], label: Label, idle: number): void {
  if (labels.some((one) => isAsGood(one, label, idle))) return;
  let kept = 0;
  for (const one of labels) if (!isAsGood(label, one, idle)) labels[kept++] = one;
  labels.length = kept;
  labels.push(label);
}
