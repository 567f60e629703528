import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOfCall, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { leastByTrees } from '../../../lib/voyage/order/tree-bound.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { mostAndLeast, problemOf, withVisits } from './drawn-problem.ts';

/** All stops, at places of a plane; there and back differ by a little. */
function onPlane(count: number, seed: number): OrderProblem {
  const random = randomNumbers(seed);
  const drawn = withVisits(problemOf({ count, seed }), seed);
  const places = Array.from({ length: count + 2 }, () => [random(), random()] as const);
  const leg = ([x, y]: readonly [number, number], [a, b]: readonly [number, number]) =>
    Math.hypot(x - a, y - b) * (1 + 0.1 * random());
  const days = Float64Array.from(places.flatMap((from) => places.map((to) => leg(from, to))));
  return {
    ...drawn,
    ways: [{ days, cost: days }],
    latest: drawn.latest.map(() => Infinity),
    stops: { ...drawn.stops, value: drawn.stops.value.map(() => 0) },
  };
}

it('no order costs less than the bound, stays and all, and the cheapest is near it', () => {
  const made = fc.record({ count: fc.integer({ min: 1, max: 6 }), seed: fc.integer({ min: 1, max: 1e6 }) });
  let [sum, all] = [0, 0];
  fc.assert(
    fc.property(made, ({ count, seed }) => {
      const problem = onPlane(count, seed);
      const { cost } = mostAndLeast(problem);
      if (cost === Infinity) return;
      const bound = leastByTrees(problem, problem.ways[0]!.days, cost);
      expect(bound).toBeLessThanOrEqual(cost * (1 + 1e-13));
      sum += bound / cost;
      all++;
    }),
    { numRuns: runs(60, 500), seed: 1 },
  );
  expect(all).toBeGreaterThan(40);
  expect(sum / all).toBeGreaterThan(0.86);
});

it('is what an order of points on a line costs, each in its turn', () => {
  const problem = problemOf({ count: 4, seed: 2 });
  const before = Array.from({ length: 4 }, (_, stop) => new Set(Array.from({ length: stop }, (__, k) => k)));
  const places = [0, 1, 2, 4, 7, 8];
  const days = Float64Array.from(places.flatMap((a) => places.map((b) => Math.abs(a - b))));
  const stays = places.reduce((sum, _, point) => sum + costOfCall(problem, point), 0);
  const stops = { ...problem.stops, before };
  expect(leastByTrees({ ...problem, stops }, days, 8 + stays)).toBeCloseTo(8 + stays, 6);
});

it('is 0 where no order has a way', () => {
  const problem = problemOf({ count: 2, seed: 1 });
  const days = new Float64Array(16).fill(Infinity);
  expect(leastByTrees(problem, days, 5)).toBe(0);
});
