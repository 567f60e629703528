import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateInTime, orderInTime, type TimedProblem } from '../../../lib/voyage/order/in-time.ts';
import { pointStops } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';

const COUNT = 5;

/** Legs that take other days from a time on, as what is left of them then does; some points are open at times only. */
function problemOf(seed: number): TimedProblem {
  const random = randomNumbers(seed);
  const size = COUNT + 2;
  const matrix = () => Float64Array.from({ length: size * size }, () => 0.2 + random());
  const [first, then] = [matrix(), matrix()];
  const change = 1.5;
  const before = Array.from({ length: COUNT }, (_, k) => new Set(k > 0 && random() < 0.2 ? [k - 1] : []));
  for (const set of before) for (const k of [...set]) for (const one of before[k]!) set.add(one);
  const opens = Array.from({ length: size }, () => (random() < 0.3 ? 2 * random() : 0));
  return {
    count: COUNT,
    stops: pointStops(before),
    latest: Float64Array.from({ length: size }, (_, k) =>
      k > 0 && random() < 0.2 ? 2 + random() : Infinity,
    ),
    idle: 1,
    leastValue: 0,
    legs: (from, to, leaves) => {
      const leg = from * size + to;
      const part = Math.min(1, Math.max(0, change - leaves) / first[leg]!);
      return [{ ends: leaves + part * first[leg]! + (1 - part) * then[leg]!, extra: 0 }];
    },
    call: (point, arrives) => ({ ends: Math.max(arrives, opens[point]!) + 0.1, extra: 0 }),
  };
}

function* allOrders(left: readonly number[]): Generator<number[]> {
  if (left.length === 0) yield [];
  for (const [k, one] of left.entries())
    for (const others of allOrders(left.toSpliced(k, 1))) yield [one, ...others];
}

describe('the best order where legs depend on when they are left', () => {
  it('is the earliest of all orders that keep to precedence and windows', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const problem = problemOf(seed);
        const { before, sets } = problem.stops;
        const costs = [...allOrders(Array.from({ length: COUNT }, (_, k) => k + 1))].flatMap((order) => {
          const isKept = order.every((point, k) =>
            [...before[point - 1]!].every((one) => order.indexOf(one + 1) < k),
          );
          const { late, cost } = estimateInTime(problem, order);
          return isKept && late === 0 ? [cost] : [];
        });
        const best = orderInTime(problem, sets!);
        if (costs.length === 0) expect(best).toBeNull();
        else expect(best!.cost).toBeCloseTo(Math.min(...costs), 9);
        if (best) expect(estimateInTime(problem, best.order).cost).toBeCloseTo(best.cost, 9);
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});
