/** What an order costs, of all ways to sail its legs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Estimate,
  estimate,
  evaluate,
  leaves,
  type OrderProblem,
} from '../../../lib/voyage/order/problem.ts';
import { runs } from '../../thorough.ts';
import { type Made, made, problemOf, withBunkers } from './drawn-problem.ts';

interface Sailed extends Estimate {
  readonly days: number;
  readonly ways: readonly number[];
}

/** Each leg in each way, from the start on. */
function allWays(problem: OrderProblem, order: readonly number[]): Sailed[] {
  const { count, ways, stay, work, latest, idle, bunkers } = problem;
  let all = [{ days: 0, cost: 0, late: 0, short: 0, spent: 0, ways: [] as readonly number[] }];
  let at = 0;
  for (const to of [...order, count + 1]) {
    const leg = at * (count + 2) + to;
    all = all.flatMap((one) =>
      ways.map((way, k) => {
        const arrives = one.days + way.days[leg]!;
        const left = leaves(problem, to, arrives);
        const waited = left - arrives - stay[to]!;
        const burnt = bunkers ? way.tonnes![leg]! + bunkers.calls[to]! + bunkers.idle * waited : 0;
        const spent = one.spent + burnt;
        return {
          days: left,
          cost: one.cost + way.cost[leg]! + idle * (left - arrives) + work[to]!,
          late: one.late + Math.max(0, arrives - latest[to]!),
          short: bunkers ? Math.max(one.short, spent - bunkers.spare) : 0,
          spent: bunkers ? Math.max(-bunkers.room, spent - bunkers.taken[to]!) : 0,
          ways: [...one.ways, k],
        };
      }),
    );
    at = to;
  }
  return all;
}

const orderOf = ({ count }: OrderProblem) => Array.from({ length: count }, (_, k) => k + 1);

/** Where there are two ways, there is time for the cheaper ones of some legs only. */
function drawn({ bunkers, ...fields }: Made & { bunkers: boolean }): OrderProblem {
  const problem = problemOf(fields);
  const [slow, fast] = problem.ways.map(
    (way) => evaluate({ ...problem, ways: [way] }, orderOf(problem)).days,
  );
  const limit = fast === undefined ? Infinity : 0.5 * (slow! + fast);
  const work = problem.work.map((_, k) => (fields.ways && k <= fields.count ? 0.1 * k : 0));
  const own = { ...problem, work, latest: problem.latest.with(-1, limit) };
  return bunkers ? withBunkers(own, fields.seed) : own;
}

it('is the least of all that are in time and keep the reserve', () => {
  let [kept, fast] = [0, 0];
  fc.assert(
    fc.property(made, fc.boolean(), (fields, bunkers) => {
      const problem = drawn({ ...fields, bunkers });
      const order = orderOf(problem);
      const all = allWays(problem, order);
      const best = all
        .filter(({ late, short }) => late === 0 && short < 1e-9)
        .reduce<Sailed | null>((least, one) => (least && least.cost <= one.cost ? least : one), null);
      const found = evaluate(problem, order);
      if (!best) {
        expect(found.late + found.short).toBeGreaterThan(0);
        return;
      }
      kept++;
      if (best.ways.includes(1)) fast++;
      expect(found).toMatchObject({ late: 0, short: 0, cost: expect.closeTo(best.cost, 9) });
      const same = all.find(({ ways }) => ways.join() === found.ways.join())!;
      expect(same).toMatchObject({
        late: 0,
        days: expect.closeTo(found.days, 9),
        cost: expect.closeTo(found.cost, 9),
      });
    }),
    { numRuns: runs(200, 2000), seed: 1 },
  );
  expect(kept).toBeGreaterThan(60);
  expect(fast).toBeGreaterThan(10);
});

it('is nearly the least of many ways, of which not all are gone on from', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const problem = drawn({ count: 10, seed, ways: true, bunkers: false });
    const inTime = allWays(problem, orderOf(problem)).filter(({ late }) => late === 0);
    const { cost, late } = evaluate(problem, orderOf(problem));
    expect(late).toBe(0);
    expect(cost).toBeLessThan(1.001 * Math.min(...inTime.map((one) => one.cost)));
  }
});

it('is estimated by one of the ways: the cheapest of each leg that is not late, or all the fastest if less is late then', () => {
  fc.assert(
    fc.property(made, fc.boolean(), (fields, bunkers) => {
      const problem = drawn({ ...fields, bunkers });
      const order = orderOf(problem);
      const all = allWays(problem, order);
      const { late, short, cost } = estimate(problem, order);
      const close = (a: number, b: number) => a === b || Math.abs(a - b) < 1e-9;
      const same = all.filter((one) => close(one.late, late) && close(one.cost, cost));
      expect(same.some((one) => close(Math.max(0, one.short), short))).toBe(true);
      // all the fastest come last
      expect(late).toBeLessThanOrEqual(all.at(-1)!.late + 1e-9);
      if (all[0]!.late === 0) expect(cost).toBeCloseTo(all[0]!.cost, 9);
    }),
    { numRuns: runs(150, 1000), seed: 2 },
  );
});
