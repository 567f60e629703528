import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateInTime, orderInTime, type TimedProblem } from '../../../lib/voyage/order/in-time.ts';
import { pointStops, stopsOf, worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';

const COUNT = 5;

/** Legs that take other days from a time on, as what is left of them then does; some points are open at times only. */
function problemOf(seed: number, count = COUNT): TimedProblem {
  const random = randomNumbers(seed);
  const size = count + 2;
  const matrix = () => Float64Array.from({ length: size * size }, () => 0.2 + random());
  const [first, then] = [matrix(), matrix()];
  const change = 1.5;
  const before = Array.from({ length: count }, (_, k) => new Set(k > 0 && random() < 0.2 ? [k - 1] : []));
  for (const set of before) for (const k of [...set]) for (const one of before[k]!) set.add(one);
  const opens = Array.from({ length: size }, () => (random() < 0.3 ? 2 * random() : 0));
  return {
    count,
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

/** Of so few, all ways to have done a set of them are kept. */
const POINTS = [1, 2, 3, 4];

/** The same at a price, with stops that may be left out, and bunkers that may not suffice for all. */
function withBunkers(problem: TimedProblem, seed: number): TimedProblem {
  const random = randomNumbers(seed + 1);
  const size = problem.count + 2;
  const matrix = () => Float64Array.from({ length: size * size }, random);
  const [extra, tonnes] = [matrix(), matrix()];
  const idle = 0.3;
  const { visits, before, beforeIfDone } = problem.stops;
  const value = Float64Array.from(POINTS, () => Math.floor(4 * random()));
  return {
    ...problem,
    stops: stopsOf(visits, { before, beforeIfDone, value }),
    idle: 2,
    leastValue: random() < 0.3 ? 4 : 0,
    legs: (from, to, leaves) =>
      problem.legs(from, to, leaves).map(({ ends }) => ({
        ends,
        extra: extra[from * size + to]!,
        tonnes: tonnes[from * size + to]!,
      })),
    call: (point, arrives) => {
      const { ends } = problem.call(point, arrives);
      return { ends, extra: 0.1 * point, tonnes: idle * (ends - arrives) };
    },
    bunkers: {
      spare: 0.5 + 2 * random(),
      room: random(),
      taken: Float64Array.from({ length: size }, (_, k) => (k === 1 ? 1 : 0)),
      idle,
    },
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

  it('is the worthiest and then the cheapest of all voyages that keep the reserve, where stops may be left out', () => {
    let [leftOut, short, none] = [0, 0, 0];
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const problem = withBunkers(problemOf(seed, POINTS.length), seed);
        const { stops, leastValue } = problem;
        const must = POINTS.filter((point) => stops.value[point - 1] === 0);
        const all = [...allOrders(POINTS)]
          .flatMap((order) => POINTS.map((k) => order.slice(0, k)))
          .concat([[]]);
        const kept = all.filter((order) => {
          const isKept = order.every((point, k) =>
            [...stops.before[point - 1]!].every((one) => order.slice(0, k).includes(one + 1)),
          );
          const isWhole = must.every((point) => order.includes(point)) && worthOf(stops, order) >= leastValue;
          return isKept && isWhole && estimateInTime(problem, order).late === 0;
        });
        const inReserve = kept.filter((order) => estimateInTime(problem, order).short === 0);
        const best = orderInTime(problem, stops.sets!);
        if (inReserve.length < kept.length) short++;
        if (inReserve.length === 0) {
          none++;
          expect(best).toBeNull();
          return;
        }
        const value = Math.max(...inReserve.map((order) => worthOf(stops, order)));
        const costs = inReserve
          .filter((order) => worthOf(stops, order) === value)
          .map((order) => estimateInTime(problem, order).cost);
        expect(best!.value).toBe(value);
        expect(best!.cost).toBeCloseTo(Math.min(...costs), 9);
        expect(best!.least).toBe(best!.cost);
        expect(estimateInTime(problem, best!.order)).toEqual({
          late: 0,
          short: 0,
          cost: expect.closeTo(best!.cost, 9),
        });
        if (best!.order.length < POINTS.length) leftOut++;
      }),
      { numRuns: runs(100, 1000), seed: 1 },
    );
    for (const count of [leftOut, short, none]) expect(count).toBeGreaterThan(5);
  });

  it('has none once time is up', () => {
    const problem = problemOf(1);
    expect(orderInTime(problem, problem.stops.sets!)).not.toBeNull();
    expect(orderInTime(problem, problem.stops.sets!, () => true)).toBeNull();
  });
});

describe('what an order costs', () => {
  const way = (ends: number, extra: number) => ({ ends, extra, tonnes: 10 * extra });
  const problem: TimedProblem = {
    ...problemOf(1),
    count: 1,
    latest: Float64Array.of(0, 2, 9),
    idle: 3,
    legs: (_, __, leaves) => [way(leaves + 3, 1), way(leaves + 1.5, 2)],
    call: (point, arrives) => ({ ends: arrives + (point === 1 ? 0.5 : 0), extra: 0.25, tonnes: 4 }),
  };

  it('is by the cheapest way of each leg, or by the fastest where that would be late', () => {
    expect(estimateInTime(problem, [1])).toEqual({ late: 0, short: 0, cost: 2 + 0.25 + 1 + 0.25 + 3 * 5 });
    const hurried = { ...problem, latest: Float64Array.of(0, 1, 2) };
    expect(estimateInTime(hurried, [1])).toEqual({ late: 0.5 + 1.5, short: 0, cost: 2 * 2.25 + 3 * 3.5 });
  });

  it('has what the reserve lacks, with what is taken in on the way', () => {
    const bunkers = { spare: 30, room: 5, taken: Float64Array.of(0, 20, 0), idle: 0 };
    // 24 t to the stop, 20 t taken in, 14 t to the end
    expect(estimateInTime({ ...problem, bunkers }, [1]).short).toBe(0);
    expect(estimateInTime({ ...problem, bunkers: { ...bunkers, spare: 20 } }, [1]).short).toBe(4);
    const less = { ...bunkers, taken: new Float64Array(3) };
    expect(estimateInTime({ ...problem, bunkers: less }, [1]).short).toBe(8);
  });
});
