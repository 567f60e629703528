/** Judged by all routes there are. Costs are counted in steps, so that they may be told too low. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NgRoutes } from '../../../lib/voyage/order/ng-routes.ts';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { stopsOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';

const STEPS = 400;

/** @param near which part of the legs takes less than a step */
function problemOf(count: number, seed: number, near: number): OrderProblem {
  const random = randomNumbers(seed);
  const size = count + 2;
  const days = Float64Array.from({ length: size * size }, () => (random() < near ? 1e-6 : 0.5 + random()));
  const visits = Array.from({ length: count }, (_, k) => [k + 1]);
  const none = visits.map(() => new Set<number>());
  const beforeIfDone = none.map((_, k) => new Set(k > 0 && random() < 0.3 ? [k - 1] : []));
  const value = new Float64Array(count).fill(1);
  const stops = stopsOf(visits, { before: none, beforeIfDone, value });
  return {
    count,
    ways: [{ days, cost: days }],
    stay: Float64Array.from({ length: size }, (_, k) => (k > 0 && k <= count && near === 0 ? random() : 0)),
    earliest: new Float64Array(size).fill(-Infinity),
    latest: new Float64Array(size).fill(Infinity),
    openings: Array.from({ length: size }, () => null),
    stops,
    work: new Float64Array(size),
    leastValue: 0,
    idle: 1,
  };
}

/** The last two visits are of one stop, and some stops need another one. */
function withRules(problem: OrderProblem, seed: number): OrderProblem {
  const random = randomNumbers(seed);
  const { visits, beforeIfDone, value } = problem.stops;
  const before = visits.map((_, k) => new Set(k > 1 && random() < 0.5 ? [k - 2] : []));
  const rules = { before, beforeIfDone, value };
  if (problem.count < 3) return problem;
  const dealt = [...visits.slice(0, -2), visits.slice(-2).flat()];
  const own = {
    before: before.slice(0, -1),
    beforeIfDone: beforeIfDone.slice(0, -1),
    value: value.slice(0, -1),
  };
  return { ...problem, stops: random() < 0.5 ? stopsOf(dealt, own) : stopsOf(visits, rules) };
}

interface Route {
  readonly points: readonly number[];
  readonly cost: number;
  readonly reward: number;
}

function allRoutes({ count, ways, stay, stops }: OrderProblem, rewards: Float64Array): Route[] {
  const leg = (from: number, to: number) => ways[0]!.days[from * (count + 2) + to]!;
  const from = (points: readonly number[], spent: number, reward: number): Route[] => {
    const at = points.at(-1) ?? 0;
    const done = points.map((point) => stops.of[point]!);
    const isFree = (point: number) => {
      const stop = stops.of[point]!;
      const needs = (one: number) => stops.before[one]!.has(stop) || stops.beforeIfDone[one]!.has(stop);
      // one that needs another does not come first
      const isReady = points.length > 0 || stops.before[stop]!.size === 0;
      return isReady && done.every((one) => one !== stop && !needs(one));
    };
    const next = Array.from({ length: count }, (_, k) => k + 1).filter(isFree);
    return [
      { points, cost: spent + leg(at, count + 1), reward },
      ...next.flatMap((to) =>
        from([...points, to], spent + leg(at, to) + stay[to]!, reward + rewards[stops.of[to]!]!),
      ),
    ];
  };
  return from([], 0, 0);
}

it('no route that costs no more has a greater reward, or costs less; where all stops are remembered one is as good', () => {
  const made = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    nearest: fc.integer({ min: 1, max: 5 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    near: fc.constantFrom(0, 0.4),
    limit: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    rules: fc.boolean(),
    // few: many routes end in one step
    steps: fc.constantFrom(4, STEPS),
  });
  fc.assert(
    fc.property(made, ({ count, nearest, seed, near, limit, rules, steps }) => {
      const drawn = problemOf(count, seed, near);
      const problem = rules ? withRules(drawn, seed) : drawn;
      const random = randomNumbers(seed + 1);
      const rewards = Float64Array.from({ length: count }, () => 4 * random() - 1);
      const every = allRoutes(problem, rewards).sort((a, b) => a.cost - b.cost);
      // the very cost of a route is not too much; mostly there is no time for all stops
      const most = every[Math.floor(limit ** 2 * every.length)]!.cost;
      const within = (cost: number) =>
        every.reduce((best, route) => (route.cost <= cost ? Math.max(best, route.reward) : best), -Infinity);
      const greatest = within(most);
      const routes = new NgRoutes(problem, problem.ways[0]!.days, { most, steps, nearest });
      const isWhole = nearest >= count - 1;

      routes.run(rewards, greatest - 1e-9);
      const best = routes.best(Infinity);
      expect(best.reward).toBeGreaterThanOrEqual(greatest - 1e-9);
      if (isWhole) {
        expect(best.reward).toBeCloseTo(greatest, 9);
        const found = every.find(({ points }) => points.join() === best.points.join())!;
        expect(found.reward).toBeCloseTo(greatest, 9);
        expect(routes.leastFor(greatest + 1e-9)).toBe(Infinity);
      }

      routes.run(rewards, -Infinity);
      const counted = ((count + 1) * most) / steps;
      for (const { cost, reward } of every.filter((route) => route.cost <= most)) {
        const least = Math.min(...every.filter((one) => one.reward >= reward).map((one) => one.cost));
        const told = routes.leastFor(reward - 1e-9);
        expect(told).toBeLessThanOrEqual(least * (1 + 1e-12));
        const own = routes.best(cost * (1 + 1e-12)).reward;
        expect(own).toBeGreaterThanOrEqual(within(cost) - 1e-9);
        if (!isWhole) continue;
        expect(told).toBeGreaterThan(least - counted);
        expect(own).toBeLessThanOrEqual(within(cost + counted) + 1e-9);
      }
    }),
    {
      numRuns: runs(200, 3000),
      seed: 1,
      examples: [
        // to a stop from which none is a step away
        [{ count: 3, nearest: 1, seed: 642098, near: 0.4, limit: 0, rules: false, steps: STEPS }],
        // whose next stop was not done before
        [{ count: 4, nearest: 1, seed: 2, near: 0.4, limit: 0, rules: false, steps: STEPS }],
        [{ count: 4, nearest: 1, seed: 999991, near: 0.4, limit: 0, rules: false, steps: STEPS }],
      ],
    },
  );
});

it('a stop is not done again from the one that is nearest to it', () => {
  const problem = problemOf(4, 1, 0);
  // two pairs, each close together, far from each other
  const places = [0, 1, 9, 1.1, 9.1, 0];
  const days = Float64Array.from(places.flatMap((from) => places.map((to) => Math.abs(from - to))));
  const close = {
    ...problem,
    ways: [{ days, cost: days }],
    stay: new Float64Array(6),
    stops: { ...problem.stops, beforeIfDone: problem.stops.before },
  };
  const routes = new NgRoutes(close, days, { most: 4, steps: STEPS, nearest: 1 });
  routes.run(Float64Array.of(3, 5, 1, 5), -Infinity);
  const { reward, points } = routes.best(Infinity);
  expect(reward).toBe(4);
  expect(points.toSorted()).toEqual([1, 3]);
  expect(routes.leastFor(4)).toBeCloseTo(2.2, 9);
  expect(routes.leastFor(4.1)).toBe(Infinity);
});

it('of routes that come to a stop in one step, and remember the same, the greatest reward and the least cost are kept', () => {
  const problem = problemOf(4, 1, 0);
  const legs = { '13': 1, '23': 1, '35': 1, '43': 0.5 };
  const stops = { ...problem.stops, beforeIfDone: problem.stops.before };
  for (const [greater, cheaper] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ]) {
    const days = new Float64Array(36).fill(9);
    const costs = { ...legs, '01': cheaper === 1 ? 1 : 1.5, '02': cheaper === 2 ? 1 : 1.5 };
    for (const [[from, to], each] of Object.entries(costs)) days[6 * Number(from) + Number(to)] = each;
    const own = { ...problem, ways: [{ days, cost: days }], stay: new Float64Array(6), stops };
    // the third remembers the fourth, to which none leads in time
    const routes = new NgRoutes(own, days, { most: 8, steps: 4, nearest: 1 });
    routes.run(Float64Array.of(greater === 1 ? 5 : 2, greater === 2 ? 5 : 2, 1, 1), -Infinity);
    expect(routes.best(Infinity)).toEqual({ reward: 6, points: [greater, 3] });
    expect(routes.leastFor(6)).toBe(3);
    expect(routes.leastFor(6.1)).toBe(Infinity);
  }
});

it('of a route that goes round and round its last points are told, four times as many as the problem has', () => {
  const drawn = problemOf(3, 1, 0);
  const days = new Float64Array(25).fill(1);
  const problem = {
    ...drawn,
    ways: [{ days, cost: days }],
    stay: new Float64Array(5),
    stops: { ...drawn.stops, beforeIfDone: drawn.stops.before },
  };
  // each stop remembers one of the two others
  const routes = new NgRoutes(problem, days, { most: 40, steps: STEPS, nearest: 1 });
  routes.run(Float64Array.of(1, 1, 1), -Infinity);
  const { reward, points } = routes.best(Infinity);
  expect(reward).toBe(39);
  expect(points).toHaveLength(4 * 3);
});
