/** Sets of stops as the bits of a number: bit k is stop k + 1. Entries of a set and the last stop of it: set × count + last. */
import { type OrderProblem, sizeOf } from './problem.ts';

/** By stop (bit k: stop k + 1): the stops that come before it. */
export const masksOf = ({ count, before }: Pick<OrderProblem, 'count' | 'before'>): Int32Array =>
  Int32Array.from({ length: count }, (_, k) =>
    [...before[k + 1]!].reduce(
      (mask, stop) => (stop >= 1 && stop <= count ? mask | (1 << (stop - 1)) : mask),
      0,
    ),
  );

/**
 * For each set of stops called at and the last of them: the least sum of what is still to come, windows aside.
 *
 * @param leg by leg; row: from
 * @param dayAtStop what a day of a stay counts
 */
export function leastRest(problem: OrderProblem, leg: Float64Array, dayAtStop: number): Float64Array {
  const { count, stay } = problem;
  const size = sizeOf(problem);
  const masks = masksOf(problem);
  const sets = 1 << count;
  const rest = new Float64Array(sets * count).fill(Infinity);
  for (let last = 0; last < count; last++) {
    rest[(sets - 1) * count + last] = leg[(last + 1) * size + count + 1]!;
  }
  for (let set = sets - 2; set > 0; set--) {
    for (let last = 0; last < count; last++) {
      if (!(set & (1 << last))) continue;
      let least = Infinity;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next) || (masks[next]! & set) !== masks[next]!) continue;
        const step = leg[(last + 1) * size + next + 1]! + dayAtStop * stay[next + 1]!;
        least = Math.min(least, step + rest[(set | (1 << next)) * count + next]!);
      }
      rest[set * count + last] = least;
    }
  }
  return rest;
}
