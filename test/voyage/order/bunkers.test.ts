/** Orders that keep the reserve, against all orders there are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactOrder, leastShort } from '../../../lib/voyage/order/exact.ts';
import { searchOrder } from '../../../lib/voyage/order/local-search.ts';
import { evaluate, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { pointStops } from '../../../lib/voyage/order/stop-sets.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { permutations } from './permutations.ts';

interface Made {
  readonly count: number;
  readonly seed: number;
  /** Stops at which fuel is taken. */
  readonly bunkers: number;
  readonly cost: 'days' | 'fuel' | 'other';
  readonly windows: boolean;
  /** Of what all legs of an order burn on average, what is aboard. */
  readonly part: number;
}

const RESERVE = 2;

/** The problem, and what is told of its bunkers by a request. */
function problemOf({ count, seed, bunkers, cost: by, windows, part }: Made) {
  const random = randomNumbers(seed);
  const size = count + 2;
  const matrix = (low: number) => Float64Array.from({ length: size * size }, () => low + random());
  const [days, fuel, other] = [matrix(0.3), matrix(0.3), matrix(0.3)];
  const cost = { days, fuel, other }[by];
  const inside = (value: () => number, otherwise: number) =>
    Float64Array.from({ length: size }, (_, k) => (k > 0 && k <= count ? value() : otherwise));
  const idleRate = windows ? 0 : 0.4;
  const stay = inside(() => (random() < 0.5 ? 0 : 0.3 * random()), 0);
  const aboard = RESERVE + part * 0.8 * (count + 1);
  const capacity = aboard + random();
  const full = random() < 0.5;
  const taken = new Float64Array(size);
  for (let k = 0; k < bunkers; k++) taken[1 + Math.floor(random() * count)] = full ? Infinity : 2 * random();
  const idle = by === 'days' ? 1 : idleRate;
  const problem: OrderProblem = {
    count,
    ways: [{ days: windows ? days : cost, cost, tonnes: fuel }],
    stay,
    earliest: windows
      ? inside(() => (random() < 0.3 ? count * 0.5 * random() : -Infinity), -Infinity)
      : inside(() => -Infinity, -Infinity),
    latest: windows
      ? inside(() => (random() < 0.3 ? count * (0.4 + random()) : Infinity), Infinity)
      : inside(() => Infinity, Infinity),
    openings: Array.from({ length: size }, () => null),
    stops: pointStops(
      Array.from({ length: count }, (_, k) => new Set(k > 0 && random() < 0.15 ? [k - 1] : [])),
    ),
    work: new Float64Array(size),
    leastValue: 0,
    idle,
    bunkers: {
      spare: aboard - RESERVE,
      room: capacity - aboard,
      calls: stay.map((each) => idleRate * each),
      taken,
      idle: idleRate,
    },
  };
  return { problem, aboard, capacity };
}

interface Sailed {
  readonly order: readonly number[];
  readonly cost: number;
  /** Tonnes below the reserve where it is lowest. */
  readonly short: number;
}

/** Every order that obeys precedence and its windows, with what is in the bunkers from point to point. */
function allOf({ problem, aboard, capacity }: ReturnType<typeof problemOf>): Sailed[] {
  const { count, ways, stay, earliest, latest, stops, idle } = problem;
  const [{ days, cost, tonnes }] = ways as [(typeof ways)[number]];
  const { calls, taken } = problem.bunkers!;
  return [...permutations(Array.from({ length: count }, (_, k) => k + 1))].flatMap((order): Sailed[] => {
    const isKept = order.every((point, k) =>
      [...stops.before[point - 1]!].every((stop) => order.slice(0, k).includes(stop + 1)),
    );
    let [now, sum, left, lowest, at] = [0, 0, aboard, Infinity, 0];
    for (const to of [...order, count + 1]) {
      const leg = at * (count + 2) + to;
      now += days[leg]!;
      if (!isKept || now > latest[to]!) return [];
      const waits = Math.max(0, earliest[to]! - now);
      now += waits + stay[to]!;
      sum += cost[leg]! + idle * (waits + stay[to]!);
      left -= tonnes![leg]! + calls[to]!;
      lowest = Math.min(lowest, left);
      left = Math.min(capacity, left + taken[to]!);
      at = to;
    }
    return [{ order, cost: sum, short: Math.max(0, RESERVE - lowest) }];
  });
}

const made = (counts: { readonly min: number; readonly max: number }) =>
  fc.record({
    count: fc.integer(counts),
    seed: fc.integer({ min: 1, max: 1e6 }),
    bunkers: fc.integer({ min: 0, max: 2 }),
    cost: fc.constantFrom('days' as const, 'fuel' as const, 'other' as const),
    windows: fc.boolean(),
    part: fc.double({ min: 0.3, max: 1, noNaN: true }),
  });

describe('the best order that keeps the reserve', () => {
  it('is the best of all that do, where there is one', () => {
    let [kept, moved, none] = [0, 0, 0];
    fc.assert(
      fc.property(made({ min: 3, max: 7 }), (fields) => {
        const own = problemOf(fields);
        const { problem } = own;
        const all = allOf(own);
        const keeping = all.filter(({ short }) => short < 1e-9);
        const found = exactOrder(problem, problem.stops.sets!);
        if (keeping.length === 0) {
          none++;
          expect(found).toBeNull();
          return;
        }
        const least = Math.min(...keeping.map(({ cost }) => cost));
        kept++;
        if (Math.min(...all.map(({ cost }) => cost)) < least - 1e-9) moved++;
        expect(found!.cost).toBeCloseTo(least, 9);
        expect(evaluate(problem, found!.order)).toMatchObject({ late: 0, short: 0 });
        expect(evaluate(problem, found!.order).cost).toBeCloseTo(found!.cost, 9);
      }),
      { numRuns: runs(150, 1000), seed: 1 },
    );
    expect(Math.min(kept, moved, none)).toBeGreaterThan(15);
  });

  it('is missed by no more than the order that comes nearest', () => {
    let told = 0;
    fc.assert(
      fc.property(made({ min: 3, max: 6 }), (fields) => {
        const own = problemOf({ ...fields, windows: false, part: 0.6 * fields.part });
        const { problem } = own;
        const least = Math.min(...allOf(own).map(({ short }) => short));
        const order = leastShort(problem, problem.stops.sets!)!;
        expect(Math.abs(evaluate(problem, order).short - least)).toBeLessThan(2e-3);
        if (least > 0) told++;
      }),
      { numRuns: runs(100, 500), seed: 2 },
    );
    expect(told).toBeGreaterThan(50);
  });

  it('is mostly found by search too, and nearly as cheap', () => {
    let [kept, all] = [0, 0];
    fc.assert(
      fc.property(made({ min: 5, max: 7 }), (fields) => {
        const { problem } = problemOf(fields);
        const best = exactOrder(problem, problem.stops.sets!);
        if (!best) return;
        all++;
        const order = searchOrder(problem, { random: randomNumbers(3), isOver: () => false });
        const { late, short, cost } = evaluate(problem, order);
        if (late > 0 || short > 0) return;
        kept++;
        expect(cost).toBeGreaterThan(best.cost * (1 - 1e-9));
        expect(cost).toBeLessThan(best.cost * 1.2);
      }),
      { numRuns: runs(60, 300), seed: 3 },
    );
    expect(kept).toBeGreaterThan(0.9 * all);
    expect(all).toBeGreaterThan(20);
  });
});
