import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { improved, isAllowed, rated } from '../../../lib/voyage/order/local-search.ts';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { isWorthMore, nearTo, searchSets, withStop } from '../../../lib/voyage/order/search-sets.ts';
import { stopsOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { problemOf as drawnProblem, ordersOf, withVisits } from './drawn-problem.ts';

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

it('what must be done is put in where there is no way yet: a stop that may be left out can lie between', () => {
  const isApart = (from: number, to: number) => from + to === 3 && from * to === 2;
  const problem = problemOf([0, 0, 5], Infinity, (from, to) => (isApart(from, to) ? Infinity : 1));
  const order = searchSets(problem, { ...limits(), fruitless: 2 }, []);
  expect(order.toSorted()).toEqual([1, 2, 3]);
  expect(order[1]).toBe(3);
});

describe('a voyage with a stop besides', () => {
  const order = [1, 2, 3];

  it('is the cheapest of all orders, where stops are on a line', () => {
    const places = [0, 1, 2, 3, 2.5, 4];
    const problem = problemOf([1, 1, 1, 1], Infinity, (from, to) => Math.abs(places[from]! - places[to]!));
    expect(withStop(problem, order, 3)).toMatchObject({ order: [1, 2, 4, 3], cost: 4, late: 0 });
    // back from the end of the line
    expect(withStop(problem, [3], 0)).toMatchObject({ order: [1, 3], cost: 4 });
  });

  it('is none where there is no time for it, and is so by the best of its visits', () => {
    const places = [0, 1, 2, 3, 9, 5, 6];
    const problem = problemOf([1, 1, 1, 1, 1], 10, (from, to) => Math.abs(places[from]! - places[to]!));
    const stops = stopsOf([[1], [2], [3], [4, 5]], {
      before: Array.from({ length: 4 }, () => new Set<number>()),
      beforeIfDone: Array.from({ length: 4 }, () => new Set<number>()),
      value: new Float64Array(4).fill(1),
    });
    expect(withStop(problem, order, 3)).toBeNull();
    expect(withStop({ ...problem, stops }, order, 3)).toMatchObject({ order: [1, 2, 3, 5], cost: 6 });
  });

  it('is no dearer than with it anywhere in the order, if that is in time anywhere', () => {
    const made = fc.record({
      count: fc.integer({ min: 2, max: 6 }),
      seed: fc.integer({ min: 1, max: 1e6 }),
      windows: fc.boolean(),
      ways: fc.boolean(),
    });
    let [longer, none] = [0, 0];
    fc.assert(
      fc.property(made, fc.nat(), (fields, which) => {
        const problem = withVisits(drawnProblem(fields), fields.seed);
        const { stops } = problem;
        const orders = ordersOf(problem).filter((order) => order.length < stops.visits.length);
        if (orders.length === 0) return;
        const order = orders[which % orders.length]!;
        const stop = stops.visits.findIndex((points) => !points.some((point) => order.includes(point)));
        const free = rated(problem, order);
        const anywhere = stops.visits[stop]!.flatMap((point) =>
          [...order.keys(), order.length].map((k) => order.toSpliced(k, 0, point)),
        )
          .filter((each) => isAllowed(problem, each))
          .map((each) => rated(problem, each))
          .filter(({ late }) => late <= free.late);
        const found = withStop(problem, order, stop);
        if (anywhere.length === 0) {
          none++;
          expect(found).toBeNull();
          return;
        }
        longer++;
        const late = Math.min(...anywhere.map((each) => each.late));
        expect(found!.late).toBeLessThanOrEqual(late);
        if (found!.late === late) {
          const inTime = anywhere.filter((each) => each.late === late);
          expect(found!.cost).toBeLessThanOrEqual(Math.min(...inTime.map(({ cost }) => cost)) + 1e-9);
        }
        expect(isAllowed(problem, found!.order)).toBe(true);
        expect(rated(problem, found!.order)).toEqual(found);
        const done = [...order.map((point) => stops.of[point]!), stop];
        expect(found!.order.map((point) => stops.of[point]!).toSorted()).toEqual(done.toSorted());
      }),
      { numRuns: runs(150, 1000), seed: 1 },
    );
    expect(Math.min(longer, none)).toBeGreaterThan(15);
  });
});
