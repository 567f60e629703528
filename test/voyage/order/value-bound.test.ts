import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { stopsOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { Prices, ValueBound } from '../../../lib/voyage/order/value-bound.ts';
import { between } from '../../between.ts';
import { runs } from '../../thorough.ts';
import { mostAndLeast, ordersOf, problemOf, withVisits } from './drawn-problem.ts';

const seed = fc.integer({ min: 1, max: 1e6 });
const never = { isOver: () => false, prices: null };

describe('prices that are charged of routes', () => {
  /** What a route gains by the prices, and what is given back to each. */
  const gainOf = ({ stops }: OrderProblem, prices: Prices, route: readonly number[]) => {
    const rewards = prices.rewards();
    return route.reduce((sum, point) => sum + rewards[stops.of[point]!]!, prices.given());
  };
  const made = fc.record({ count: fc.integer({ min: 1, max: 5 }), seed });
  const route = fc.array(fc.nat(), { maxLength: 8 });
  const drawn = ({ count, seed }: { count: number; seed: number }) =>
    withVisits(problemOf({ count, seed }), seed);
  const along = ({ count }: OrderProblem, numbers: readonly number[]) =>
    numbers.map((each) => 1 + (each % count));

  it('leave every voyage at least what it is worth', () => {
    const changes = fc.array(fc.record({ route, by: between(0, 3) }), { maxLength: 6 });
    fc.assert(
      fc.property(made, changes, (fields, all) => {
        const problem = drawn(fields);
        const { stops } = problem;
        const prices = new Prices(problem);
        for (const { route, by } of all) prices.change(along(problem, route), by);
        for (const order of ordersOf(problem)) {
          const gain = gainOf(problem, prices, order);
          expect(gain).toBeGreaterThanOrEqual(worthOf(stops, order) - prices.rounding());
        }
      }),
      { numRuns: runs(100, 1000), seed: 1 },
    );
  });

  it('are changed so that a route gains less by as much as is asked for, if it is no voyage', () => {
    let changed = 0;
    fc.assert(
      fc.property(made, route, between(0.1, 3), (fields, numbers, by) => {
        const problem = drawn(fields);
        const points = along(problem, numbers);
        const prices = new Prices(problem);
        const before = gainOf(problem, prices, points);
        const { value, visits, before: needed } = problem.stops;
        const times = visits.map((own) => points.filter((point) => own.includes(point)).length);
        const isVoyage = times.every(
          (count, stop) =>
            (value[stop]! > 0 ? count <= 1 : count === 1) &&
            [...needed[stop]!].every((first) => value[first] === 0 || times[first]! >= count),
        );
        expect(prices.change(points, by)).toBe(!isVoyage);
        expect(gainOf(problem, prices, points)).toBeCloseTo(isVoyage ? before : before - by, 9);
        if (!isVoyage) changed++;
      }),
      { numRuns: runs(100, 1000), seed: 2 },
    );
    expect(changed).toBeGreaterThan(50);
  });

  /** Of a route that does two stops without the first, which both need. */
  const pricesWithoutFirst = (worthOfFirst: number) => {
    const problem = problemOf({ count: 3, seed: 1 });
    const [none, first] = [new Set<number>(), new Set([0])];
    const rules = {
      before: [none, first, first],
      beforeIfDone: [none, none, none],
      value: Float64Array.of(worthOfFirst, 1, 1),
    };
    const prices = new Prices({ ...problem, stops: stopsOf([[1], [2], [3]], rules) });
    expect(prices.change([2, 3], 1)).toBe(true);
    return prices;
  };

  it('are charged of each stop that is done without the one that it needs, and given to that', () => {
    expect(Array.from(pricesWithoutFirst(1).rewards())).toEqual([2, 0.5, 0.5]);
  });

  it('are given to a stop that must be done, and not charged of those that need it', () => {
    const prices = pricesWithoutFirst(0);
    expect(Array.from(prices.rewards())).toEqual([1, 1, 1]);
    expect(prices.given()).toBe(-1);
  });

  it('have rounding errors of a billionth of all that is added', () => {
    const problem = drawn({ count: 5, seed: 3 });
    const prices = new Prices(problem);
    const sum = problem.stops.value.reduce((all, each) => all + each, 0);
    expect(prices.rounding()).toBeCloseTo(1e-9 * sum, 15);
    prices.change([], 100);
    expect(prices.rounding()).toBeGreaterThan(1e-9 * (sum + Math.abs(prices.given())) * (1 - 1e-9));
    expect(Math.abs(prices.given())).toBeGreaterThan(1);
  });
});

describe('where a route remembers all stops, and none must be done or needs another', () => {
  it('the bound is what the worthiest voyage is worth, and what the cheapest of those costs', () => {
    const made = fc.record({ count: fc.integer({ min: 1, max: 7 }), seed, windows: fc.boolean() });
    fc.assert(
      fc.property(made, (fields) => {
        const drawn = withVisits(problemOf(fields), fields.seed);
        const none = drawn.stops.visits.map(() => new Set<number>());
        const value = drawn.stops.value.map((each) => each || 2);
        const stops = {
          ...stopsOf(drawn.stops.visits, { before: none, beforeIfDone: none, value }),
          sets: null,
        };
        const latest = drawn.latest.with(-1, 0.3 + 0.5 * stops.visits.length);
        const problem = { ...drawn, stops, latest };
        const truth = mostAndLeast(problem);
        if (truth.value < 0) return;
        const bound = new ValueBound(problem, problem.ways[0]!.days, never);
        expect(bound.mostValue(0)).toBe(truth.value);
        const least = new ValueBound(problem, problem.ways[0]!.days, never).leastCost(
          1.2 * truth.cost,
          truth.value,
        );
        expect(least).toBeLessThanOrEqual(truth.cost * (1 + 1e-13));
        // costs are counted in steps
        expect(least).toBeGreaterThan(truth.cost * (1 - (1.2 * (fields.count + 1)) / 400));
      }),
      { numRuns: runs(40, 200), seed: 1 },
    );
  });
});
