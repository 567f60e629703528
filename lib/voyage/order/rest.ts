/** What is still to come of a voyage, at least: by dynamic programming over sets of stops, from the end back (as exact.ts). */
import { type OrderProblem, sizeOf } from './problem.ts';
import type { StopSets } from './stop-sets.ts';

/** Whether a voyage that has done a set of stops may go to its end. */
export const mayEnd = (
  { leastValue }: Pick<OrderProblem, 'leastValue'>,
  { value }: StopSets,
  set: number,
): boolean => value[set]! >= leastValue;

/**
 * For each entry but that of the start the least sum of what is still to come, windows aside.
 *
 * @param leg by leg; row: from
 * @param atPoint what calling at a point counts
 */
export function leastRest(
  problem: OrderProblem,
  sets: StopSets,
  leg: Float64Array,
  atPoint: (point: number) => number,
): Float64Array {
  const { count, stops } = problem;
  const { visits, of } = stops;
  const size = sizeOf(problem);
  const calls = Float64Array.from({ length: size }, (_, point) => atPoint(point));
  const rest = new Float64Array(sets.count * size).fill(Infinity);
  for (let set = sets.count - 1; set > 0; set--) {
    const isEnd = mayEnd(problem, sets, set);
    for (let last = 1; last <= count; last++) {
      if (!sets.has[set * visits.length + of[last]!]) continue;
      let least = isEnd ? leg[last * size + count + 1]! : Infinity;
      for (let stop = 0; stop < visits.length; stop++) {
        const larger = sets.next[set * visits.length + stop]!;
        if (larger < 0) continue;
        for (const next of visits[stop]!) {
          const step = leg[last * size + next]! + calls[next]!;
          least = Math.min(least, step + rest[larger * size + next]!);
        }
      }
      rest[set * size + last] = least;
    }
  }
  return rest;
}
