/**
 * For every leg, what the cheapest order costs that takes it, windows aside: by dynamic programming over sets of stops, from
 * the start on and from the end back (as exact.ts; Bellman 1962).
 */
import { costOfCall, type OrderProblem, sizeOf } from './problem.ts';
import { leastRest, mayEnd } from './rest.ts';
import type { StopSets } from './stop-sets.ts';

/** @returns size × size, row: from; Infinity where no order takes the leg */
export function costsThroughLegs(problem: OrderProblem, sets: StopSets): Float64Array {
  const { count, ways, stops } = problem;
  const { visits } = stops;
  const size = sizeOf(problem);
  const leg = ways[0]!.cost;
  const calls = Float64Array.from({ length: size }, (_, point) => costOfCall(problem, point));
  const through = new Float64Array(size * size).fill(Infinity);
  const take = (from: number, to: number, cost: number) => {
    if (cost < through[from * size + to]!) through[from * size + to] = cost;
  };
  const rest = leastRest(problem, sets, leg, (point) => calls[point]!);
  const sums = new Float64Array(sets.count * size).fill(Infinity);
  sums[0] = 0;
  for (let set = 0; set < sets.count; set++) {
    const isEnd = mayEnd(problem, sets, set);
    for (let last = 0; last <= count; last++) {
      const sum = sums[set * size + last]!;
      if (sum === Infinity) continue;
      if (isEnd) take(last, count + 1, sum + leg[last * size + count + 1]! + calls[count + 1]!);
      for (let stop = 0; stop < visits.length; stop++) {
        const larger = sets.next[set * visits.length + stop]!;
        if (larger < 0) continue;
        for (const next of visits[stop]!) {
          const to = larger * size + next;
          const reached = sum + leg[last * size + next]! + calls[next]!;
          if (reached < sums[to]!) sums[to] = reached;
          take(last, next, reached + rest[to]!);
        }
      }
    }
  }
  return through;
}
