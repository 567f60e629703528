import { describe, expect, it } from 'vitest';
import { improved } from '../../../lib/voyage/order/local-search.ts';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { isWorthMore, nearTo } from '../../../lib/voyage/order/search-sets.ts';
import { stopsOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';

/** @param leg days from point to point */
function problemOf(
  values: readonly number[],
  latest: number,
  leg: (from: number, to: number) => number,
): OrderProblem {
  const count = values.length;
  const size = count + 2;
  const days = Float64Array.from({ length: size * size }, (_, k) => leg(Math.floor(k / size), k % size));
  const none = values.map(() => new Set<number>());
  const stops = stopsOf(
    values.map((_, k) => [k + 1]),
    { before: none, beforeIfDone: none, value: Float64Array.from(values) },
  );
  return {
    count,
    ways: [{ days, cost: days }],
    stay: new Float64Array(size),
    earliest: new Float64Array(size).fill(-Infinity),
    latest: new Float64Array(size).fill(Infinity).with(-1, latest),
    openings: Array.from({ length: size }, () => null),
    stops: { ...stops, sets: null },
    work: new Float64Array(size),
    leastValue: 0,
    idle: 1,
  };
}

const limits = () => ({ random: randomNumbers(1), isOver: () => false });

describe('the best voyage near to a route', () => {
  it('can not be made better by another order of its stops', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomNumbers(seed);
      const places = Array.from({ length: 12 }, () => [random(), random()] as const);
      const values = Array.from({ length: 10 }, () => Math.ceil(3 * random()));
      const between = (from: number, to: number) =>
        Math.hypot(places[from]![0] - places[to]![0], places[from]![1] - places[to]![1]);
      const problem = problemOf(values, 1.8, between);
      const near = nearTo(problem, limits(), [3, 1, 4, 1, 5, 9, 2, 6]);
      expect(worthOf(problem.stops, near)).toBeGreaterThan(0);
      const { order } = improved(problem, near, limits());
      expect(isWorthMore(problem, order, near)).toBe(false);
    }
  });

  it('leaves out what is worth little for the time that it takes, and of the same worth what takes longest', () => {
    // each stop is at the end of a street of its own
    const streets = [0, 10, 12, 12, 0];
    const problem = problemOf([1, 1, 10], 50, (from, to) => streets[from]! + streets[to]!);
    expect(nearTo(problem, limits(), [1, 2, 3]).toSorted()).toEqual([1, 3]);
    expect(nearTo(problem, limits(), [3, 2, 1]).toSorted()).toEqual([1, 3]);
  });
});
