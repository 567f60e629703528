import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legPairs } from '../../../lib/voyage/order/choose-order.ts';
import { exactOrder } from '../../../lib/voyage/order/exact.ts';
import { improved, isAllowed, searchOrder } from '../../../lib/voyage/order/local-search.ts';
import { type Estimate, estimate, evaluate, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { searchSets } from '../../../lib/voyage/order/search-sets.ts';
import { pointStops, stopsOf, unitOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { costsThroughLegs } from '../../../lib/voyage/order/through-legs.ts';
import { treeBound } from '../../../lib/voyage/order/tree-bound.ts';
import { ValueBound } from '../../../lib/voyage/order/value-bound.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import {
  bruteForce,
  type Made,
  made,
  mostAndLeast,
  ordersOf,
  problemOf,
  withBunkers,
  withVisits,
} from './drawn-problem.ts';

describe('the exact order', () => {
  it.each([
    { seed: 1 },
    { seed: 2, precedence: true },
    { seed: 3, windows: true, precedence: true },
    { seed: 4, windows: true },
  ])('is the best of all 40,320 permutations of eight stops: %j', (made) => {
    const problem = problemOf({ count: 8, ...made });
    const found = exactOrder(problem, problem.stops.sets!);
    expect(found?.cost ?? Infinity).toBeCloseTo(bruteForce(problem), 10);
    if (found) expect(evaluate(problem, found.order)).toMatchObject({ late: 0 });
  });

  it('comes later and at more cost where less waiting makes up for that', () => {
    const [count, size] = [4, 6];
    const days = new Float64Array(size * size).fill(9);
    const legs = { '02': 2, '21': 2, '13': 0.5, '01': 1, '12': 2, '23': 1, '34': 1, '45': 1 };
    for (const [[from, to], each] of Object.entries(legs)) days[Number(from) * size + Number(to)] = each;
    const points = (value: number, own: Record<number, number> = {}) =>
      Float64Array.from({ length: size }, (_, k) => own[k] ?? value);
    const problem: OrderProblem = {
      count,
      ways: [{ days, cost: days.map((each) => 10 * each) }],
      stay: points(0),
      earliest: points(-Infinity, { 1: 4, 4: 10 }),
      latest: points(Infinity),
      openings: Array.from({ length: size }, () => null),
      stops: pointStops(Array.from({ length: count }, () => new Set<number>())),
      work: new Float64Array(size),
      leastValue: 0,
      idle: 3,
    };
    expect(bruteForce(problem)).toBeCloseTo(75, 10);
    expect(exactOrder(problem, problem.stops.sets!)).toMatchObject({ order: [1, 2, 3, 4] });
    expect(exactOrder(problem, problem.stops.sets!)!.cost).toBeCloseTo(75, 10);
  });

  it('in windows, with no time at all, is a voyage in time, and tells what none is cheaper than', () => {
    for (const seed of [1, 2, 3, 4]) {
      const problem = problemOf({ count: 7, seed, windows: true, ways: true, idle: 3 });
      const truth = bruteForce(problem);
      const found = exactOrder(problem, problem.stops.sets!, () => true);
      expect(found === null).toBe(truth === Infinity);
      if (!found) continue;
      expect(evaluate(problem, found.order)).toMatchObject({ late: 0 });
      expect(found.cost).toBeGreaterThan(truth * (1 - 1e-9));
      expect(found.least).toBeLessThan(truth * (1 + 1e-9));
      expect(found.least).toBeGreaterThan(0.5 * truth);
    }
  });

  it('of five stops or fewer is that of all permutations and ways, with windows or without', () => {
    const made = fc.record({
      count: fc.integer({ min: 1, max: 5 }),
      seed: fc.integer({ min: 1, max: 1e6 }),
      windows: fc.boolean(),
      precedence: fc.boolean(),
      ways: fc.boolean(),
      idle: fc.constantFrom(0, 0.3, 3),
    });
    fc.assert(
      fc.property(made, (fields) => {
        const problem = problemOf(fields);
        const found = exactOrder(problem, problem.stops.sets!);
        expect(found?.cost ?? Infinity).toBeCloseTo(bruteForce(problem), 10);
        if (found) expect(evaluate(problem, found.order).cost).toBeCloseTo(found.cost, 10);
      }),
      { numRuns: runs(50, 100), seed: 1 },
    );
  });
});

it('of stops that may be done in several ways, or left out, the worthiest and then the cheapest voyage is found', () => {
  let leftOut = 0;
  fc.assert(
    fc.property(made, (fields) => {
      const problem = withVisits(problemOf(fields), fields.seed);
      const truth = mostAndLeast(problem);
      const found = exactOrder(problem, problem.stops.sets!);
      expect(found?.cost ?? Infinity).toBeCloseTo(truth.cost, 10);
      if (!found) return;
      expect(found.value).toBe(truth.value);
      expect(evaluate(problem, found.order)).toMatchObject({ late: 0 });
      expect(evaluate(problem, found.order).cost).toBeCloseTo(found.cost, 10);
      if (found.order.length < problem.stops.visits.length) leftOut++;
    }),
    { numRuns: runs(150, 500), seed: 2 },
  );
  expect(leftOut).toBeGreaterThan(10);
});

it('the cheapest order through a leg is that of all that take it, and are worth as much as is asked for', () => {
  const made = fc.record({
    count: fc.integer({ min: 0, max: 4 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    ways: fc.boolean(),
    isLeftOut: fc.boolean(),
    leastValue: fc.integer({ min: 0, max: 4 }),
  });
  let [taken, never] = [0, 0];
  fc.assert(
    fc.property(made, ({ isLeftOut, leastValue, ...fields }) => {
      const own = problemOf({ ...fields, precedence: true });
      const drawn = isLeftOut && own.count > 0 ? withVisits(own, fields.seed) : own;
      // windows and the time that is allowed do not count
      const { count, stops, ways } = drawn;
      const problem = {
        ...drawn,
        latest: drawn.latest.map(() => Infinity),
        leastValue: isLeftOut ? leastValue : 0,
      };
      const least = new Float64Array((count + 2) ** 2).fill(Infinity);
      for (const order of ordersOf(problem)) {
        const { cost } = evaluate({ ...problem, ways: ways.slice(0, 1) }, order);
        for (const [from, to] of legPairs(problem, order)) {
          const leg = from * (count + 2) + to;
          least[leg] = Math.min(least[leg]!, cost);
        }
      }
      costsThroughLegs(problem, stops.sets!).forEach((cost, leg) => {
        if (least[leg] === Infinity) never++;
        else taken++;
        if (least[leg] === Infinity) expect(cost).toBe(Infinity);
        else expect(cost).toBeCloseTo(least[leg]!, 10);
      });
    }),
    { numRuns: runs(100, 500), seed: 3 },
  );
  expect(Math.min(taken, never)).toBeGreaterThan(100);
});

describe('where not all sets of stops are looked at', () => {
  const inTime = (made: Made): OrderProblem => {
    const problem = withVisits(problemOf(made), made.seed);
    return { ...problem, stops: { ...problem.stops, sets: null } };
  };
  const limits = (seed: number) => ({ random: randomNumbers(seed), isOver: () => false, fruitless: 10 });
  const never = { isOver: () => false, prices: null };
  const made = fc.record({
    count: fc.integer({ min: 1, max: 7 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    windows: fc.boolean(),
  });

  it('what is found is a voyage, and mostly the worthiest and cheapest; no bound is beyond that', () => {
    let [same, close, all] = [0, 0, 0];
    fc.assert(
      fc.property(made, (fields) => {
        const problem = inTime(fields);
        const truth = mostAndLeast(problem);
        if (truth.value < 0 || problem.stops.value.every((each) => each === 0)) return;
        const order = searchSets(problem, limits(1), []);
        const value = worthOf(problem.stops, order);
        const { late, cost } = evaluate(problem, order);
        all++;
        const isDone = problem.stops.visits.map((points) => points.some((point) => order.includes(point)));
        expect(isDone.every((each, stop) => each || problem.stops.value[stop]! > 0)).toBe(true);
        // legs at random are no shortest ways: all that is in time may lead through a stop that is not wanted
        if (late > 0) return;
        expect(value).toBeLessThanOrEqual(truth.value);
        if (value === truth.value) expect(cost).toBeGreaterThan(truth.cost * (1 - 1e-9));
        const bound = new ValueBound(problem, problem.ways[0]!.days, never);
        const most = bound.mostValue(value);
        expect(most).toBeGreaterThanOrEqual(truth.value);
        // nor where that voyage is not known yet
        const less = truth.value - unitOf(problem.stops.value);
        const anew = new ValueBound(problem, problem.ways[0]!.days, never);
        expect(anew.mostValue(less)).toBeGreaterThanOrEqual(truth.value);
        const least = bound.leastCost(truth.cost, truth.value);
        expect(least).toBeLessThanOrEqual(truth.cost * (1 + 1e-13));
        if (value === truth.value && cost < truth.cost * (1 + 1e-9)) same++;
        if (most === truth.value && least > 0.9 * truth.cost) close++;
      }),
      {
        numRuns: runs(60, 250),
        seed: 4,
        // what must be done comes after one stop, and before another that is already done before that one
        examples: [
          [{ count: 6, seed: 334810, windows: false }],
          [{ count: 6, seed: 588226, windows: false }],
        ],
      },
    );
    expect(same).toBeGreaterThan(0.9 * all);
    expect(close).toBeGreaterThan(0.6 * all);
  });

  it('of seven visits the best voyage is mostly found, and its bounds are near', () => {
    let [all, best, worth, near, without] = [0, 0, 0, 0, 0];
    for (let seed = 1; seed <= 24; seed++) {
      const made = withVisits(problemOf({ count: 7, seed }), seed);
      const truth = exactOrder(made, made.stops.sets!);
      if (!truth || made.stops.value.every((each) => each === 0)) continue;
      all++;
      const problem = { ...made, stops: { ...made.stops, sets: null } };
      const order = searchSets(problem, limits(1), []);
      const isBest = evaluate(problem, order).cost < truth.cost * (1 + 1e-9);
      if (isBest && worthOf(problem.stops, order) === truth.value) best++;
      const { days } = problem.ways[0]!;
      const bound = new ValueBound(problem, days, never);
      if (bound.mostValue(truth.value) === truth.value) worth++;
      near += bound.leastCost(truth.cost, truth.value) / truth.cost;
      without += new ValueBound(problem, days, never).leastCost(truth.cost, truth.value) / truth.cost;
    }
    expect(all).toBeGreaterThan(12);
    expect(best / all).toBeGreaterThan(0.9);
    expect(worth).toBe(all);
    expect(near / all).toBeGreaterThan(0.98);
    // with prices that are sought for the cost alone
    expect(without / all).toBeGreaterThan(0.93);
  });

  it('where only cost limits, no voyage that is worth as much is cheaper than the bound', () => {
    fc.assert(
      fc.property(made, (fields) => {
        const problem = inTime({ ...fields, windows: false });
        const free = { ...problem, latest: problem.latest.map(() => Infinity) };
        const { value, cost } = mostAndLeast(free);
        if (value < 0 || free.stops.value.every((each) => each === 0)) return;
        const bound = new ValueBound(free, free.ways[0]!.cost, never);
        expect(bound.leastCost(1.3 * cost, value)).toBeLessThanOrEqual(cost * (1 + 1e-13));
      }),
      { numRuns: runs(40, 100), seed: 5 },
    );
  });

  it('stops at one place, which take no time, are all done', () => {
    const size = 16;
    const days = new Float64Array(size * size).map((_, leg) =>
      leg % size === size - 1 || leg < size ? 1 : 0,
    );
    const point = (value: number) => new Float64Array(size).fill(value);
    const value = new Float64Array(size - 2).fill(1.5);
    const stops = stopsOf(
      Array.from(value, (_, k) => [k + 1]),
      { before: Array.from(value, () => new Set()), beforeIfDone: Array.from(value, () => new Set()), value },
    );
    const problem: OrderProblem = {
      ...problemOf({ count: size - 2, seed: 1 }),
      ways: [{ days, cost: days }],
      stay: point(0),
      stops: { ...stops, sets: null },
      latest: point(Infinity).with(-1, 2),
    };
    const order = searchSets(problem, limits(1), []);
    expect(worthOf(stops, order)).toBe(21);
    expect(new ValueBound(problem, days, never).mostValue(21)).toBe(21);
  });

  it('sums of values differ by a unit, where they have one', () => {
    expect(unitOf(Float64Array.of(4, 6, 10))).toBe(2);
    expect(unitOf(Float64Array.of(0.3, 0.45))).toBe(0.15);
    expect(unitOf(Float64Array.of(1, Math.PI))).toBe(0);
  });
});

describe('many stops', () => {
  it('in a given order are in time where that needs the fastest way of every leg', () => {
    const count = 14;
    const made = problemOf({ count, seed: 7, ways: true });
    const order = Array.from({ length: count }, (_, k) => k + 1);
    const [slow, fast] = made.ways;
    const { days } = evaluate({ ...made, ways: [fast!] }, order);
    const latest = made.latest.with(count + 1, days * (1 + 1e-12));
    for (const found of [evaluate({ ...made, latest }, order), estimate({ ...made, latest }, order)]) {
      expect(found.late).toBe(0);
    }
    const cheapest = evaluate({ ...made, ways: [slow!] }, order);
    expect(evaluate(made, order).cost).toBeCloseTo(cheapest.cost, 10);
  });

  const limits = () => ({ random: randomNumbers(1), isOver: () => false });

  it('are searched for an order that is mostly the best, where that is known, and never far from it', () => {
    let best = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const problem = problemOf({ count: 9, seed, precedence: seed % 2 === 0 });
      const found = evaluate(problem, searchOrder(problem, limits()));
      const { cost } = exactOrder(problem, problem.stops.sets!)!;
      expect(found.cost).toBeLessThan(cost * 1.05);
      if (found.cost < cost * (1 + 1e-9)) best++;
    }
    expect(best).toBeGreaterThan(27);
  });

  it('that may be done in several ways are each done once, after what they need, and mostly at the least cost', () => {
    let [best, all] = [0, 0];
    for (let seed = 1; seed <= 30; seed++) {
      const drawn = withVisits(problemOf({ count: 9, seed }), seed);
      const { visits, before, beforeIfDone, value } = drawn.stops;
      const stops = stopsOf(visits, { before, beforeIfDone, value: value.map(() => 0) });
      const problem = { ...drawn, stops, latest: drawn.latest.map(() => Infinity) };
      const truth = exactOrder(problem, stops.sets!);
      if (!truth) continue;
      all++;
      const order = searchOrder(problem, limits());
      expect(isAllowed(problem, order)).toBe(true);
      expect(order.map((point) => stops.of[point]!).toSorted()).toEqual([...visits.keys()]);
      const { cost } = evaluate(problem, order);
      expect(cost).toBeLessThan(truth.cost * 1.25);
      if (cost < truth.cost * (1 + 1e-9)) best++;
    }
    expect(all).toBeGreaterThan(20);
    expect(best).toBeGreaterThan(0.85 * all);
  });

  it('are in an order that can be sailed, mostly, where some legs have no way', () => {
    let [sailed, all] = [0, 0];
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomNumbers(seed);
      const made = problemOf({ count: 7, seed });
      const days = made.ways[0]!.days.map((each, leg) => {
        const isInside = leg % 9 < 8 && leg >= 9;
        return isInside && random() < 0.4 ? Infinity : each;
      });
      const problem = { ...made, ways: [{ days, cost: days }] };
      const best = exactOrder(problem, problem.stops.sets!);
      if (!best) continue;
      all++;
      const { cost } = estimate(problem, searchOrder(problem, limits()));
      expect(cost).toBeGreaterThan(best.cost * (1 - 1e-9));
      if (cost < Infinity) sailed++;
    }
    expect(all).toBeGreaterThan(15);
    expect(sailed).toBeGreaterThan(0.9 * all);
    // from 1 to 2 there is none
    const made = problemOf({ count: 2, seed: 1 });
    const days = made.ways[0]!.days.with(1 * 4 + 2, Infinity);
    const { cost } = improved({ ...made, ways: [{ days, cost: days }] }, [1, 2], limits());
    expect(cost).toBeLessThan(Infinity);
  });

  it.each(['cost', 'windows', 'bunkers'] as const)(
    'are in an order that no stretch moved or turned makes better (%s)',
    (what) => {
      const count = 8;
      const order = Array.from({ length: count }, (_, k) => k + 1);
      const better = (a: Estimate, b: Estimate) =>
        a.late - b.late || a.short - b.short || a.cost - b.cost * (1 - 1e-9);
      for (let seed = 1; seed <= 20; seed++) {
        const drawn = problemOf({ count, seed, windows: what === 'windows' });
        const problem = what === 'bunkers' ? withBunkers(drawn, seed) : drawn;
        const found = improved(problem, order, limits());
        expect(found).toEqual({ order: found.order, ...estimate(problem, found.order) });
        for (let from = 0; from < count; from++) {
          for (let length = 1; from + length <= count; length++) {
            const stretch = found.order.slice(from, from + length);
            const rest = found.order.toSpliced(from, length);
            const moved = length > 3 ? [from] : [...rest.keys(), rest.length];
            for (const to of moved) {
              for (const each of to === from ? [stretch.toReversed()] : [stretch, stretch.toReversed()]) {
                const other = estimate(problem, rest.toSpliced(to, 0, ...each));
                expect(better(other, found)).toBeGreaterThanOrEqual(0);
              }
            }
          }
        }
      }
    },
  );

  it('meet their windows, mostly, where there is an order that does', () => {
    let [met, all] = [0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const problem = problemOf({ count: 8, seed, windows: true });
      if (!exactOrder(problem, problem.stops.sets!)) continue;
      all++;
      if (evaluate(problem, searchOrder(problem, limits())).late === 0) met++;
    }
    expect(all).toBeGreaterThan(5);
    expect(met).toBeGreaterThan(0.9 * all);
  });

  it('are in an order that obeys precedence, each once', () => {
    const problem = problemOf({ count: 25, seed: 3, precedence: true, windows: true });
    const order = searchOrder(problem, limits());
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, k) => k + 1));
    order.forEach((stop, k) => {
      for (const one of problem.stops.before[stop - 1]!) expect(order.slice(0, k)).toContain(one + 1);
    });
  });

  it('come after one that they follow if it is done', () => {
    for (const seed of [1, 2, 3]) {
      const problem = problemOf({ count: 14, seed });
      const beforeIfDone = problem.stops.before.map((_, k) => new Set(k < 13 ? [k + 1] : []));
      const stops = { ...problem.stops, beforeIfDone, sets: null };
      const order = searchOrder({ ...problem, stops }, limits());
      expect(order).toEqual(Array.from({ length: 14 }, (_, k) => 14 - k));
    }
  });

  it('at one place, far from where the voyage begins and ends, have a bound that is exact', () => {
    const places = [0, ...Array.from({ length: 50 }, () => 5), 1];
    const days = Float64Array.from(places.flatMap((a) => places.map((b) => Math.abs(a - b))));
    expect(treeBound(days, places.length, 9)).toBeCloseTo(9, 6);
  });

  it('have a bound that no order is below, and that is near on a plane', () => {
    const make = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), count: fc.integer({ min: 1, max: 7 }) });
    let [sum, all] = [0, 0];
    fc.assert(
      fc.property(make, ({ seed, count }) => {
        const random = randomNumbers(seed);
        const places = Array.from({ length: count + 2 }, () => [random(), random()]);
        const days = Float64Array.from(
          places.flatMap(([x, y]) =>
            places.map(([a, b]) => Math.hypot(x! - a!, y! - b!) * (1 + 0.1 * random())),
          ),
        );
        const problem = { ...problemOf({ count, seed }), stay: new Float64Array(count + 2) };
        const { cost } = exactOrder({ ...problem, ways: [{ days, cost: days }] }, problem.stops.sets!)!;
        const bound = treeBound(days, count + 2, cost);
        expect(bound).toBeLessThanOrEqual(cost * (1 + 1e-13));
        expect(bound).toBeGreaterThan(0.8 * cost);
        all++;
        sum += bound / cost;
      }),
      { numRuns: runs(30, 100), seed: 6 },
    );
    expect(sum / all).toBeGreaterThan(0.95);
  });
});
