/**
 * For every leg, what the cheapest order costs that takes it, windows aside: by dynamic programming over sets of stops, from
 * the start on and from the end back (as exact.ts; Bellman 1962).
 */
import { type OrderProblem, sizeOf } from './problem.ts';
import { leastRest, masksOf } from './sets.ts';

/** @returns size × size, row: from; Infinity where no order takes the leg */
export function costsThroughLegs(problem: OrderProblem): Float64Array {
  const { count, stay, idle, ways } = problem;
  const size = sizeOf(problem);
  const leg = ways[0]!.cost;
  const step = (from: number, to: number): number => leg[from * size + to]! + idle * stay[to]!;
  const through = new Float64Array(size * size).fill(Infinity);
  const take = (from: number, to: number, cost: number) => {
    if (cost < through[from * size + to]!) through[from * size + to] = cost;
  };
  if (count === 0) take(0, 1, step(0, 1));
  const masks = masksOf(problem);
  const sets = 1 << count;
  const rest = leastRest(problem, leg, idle);
  const mayFollow = (set: number, next: number) =>
    (set & (1 << next)) === 0 && (masks[next]! & set) === masks[next]!;
  const value = new Float64Array(sets * count).fill(Infinity);
  for (let next = 0; next < count; next++) {
    if (!mayFollow(0, next)) continue;
    const entry = (1 << next) * count + next;
    value[entry] = step(0, next + 1);
    take(0, next + 1, value[entry] + rest[entry]!);
  }
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < count; last++) {
      const cost = value[set * count + last]!;
      if (cost === Infinity) continue;
      if (set === sets - 1) take(last + 1, count + 1, cost + step(last + 1, count + 1));
      for (let next = 0; next < count; next++) {
        if (!mayFollow(set, next)) continue;
        const entry = (set | (1 << next)) * count + next;
        const reached = cost + step(last + 1, next + 1);
        if (reached < value[entry]!) value[entry] = reached;
        take(last + 1, next + 1, reached + rest[entry]!);
      }
    }
  }
  return through;
}
