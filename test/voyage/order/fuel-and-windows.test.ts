/** With so much fuel: against all voyages whose legs each take the least time, and burn the least. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostWorth, withFuel, worthiestOf } from '../../../lib/voyage/order/fuel-and-windows.ts';
import { evaluate, type OrderProblem } from '../../../lib/voyage/order/problem.ts';
import { worthOf } from '../../../lib/voyage/order/stop-sets.ts';
import { between } from '../../between.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { runs } from '../../thorough.ts';
import { ordersOf, problemOf, withVisits } from './drawn-problem.ts';

const made = fc.record({
  count: fc.integer({ min: 1, max: 5 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  windows: fc.boolean(),
  part: between(0.1, 0.8),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

function drawn({ part, ...fields }: Made) {
  const random = randomNumbers(fields.seed + 1);
  const own = withVisits(problemOf(fields), fields.seed);
  const burnt = own.ways[0]!.days.map(() => 0.2 + random());
  const problem: OrderProblem = {
    ...own,
    ways: [{ days: own.ways[0]!.days, cost: burnt, tonnes: burnt }],
    work: own.work.map((_, point) => (point > 0 && point <= own.count ? 0.2 * random() : 0)),
    idle: 0,
  };
  const tonnes = part * (own.count + 1);
  const kept = ordersOf(problem)
    .map((order) => ({ order, value: worthOf(problem.stops, order), ...evaluate(problem, order) }))
    .filter(({ late, cost }) => late === 0 && cost <= tonnes);
  const value = Math.max(-1, ...kept.map((each) => each.value));
  const least = Math.min(...kept.filter((each) => each.value === value).map(({ cost }) => cost));
  return { problem, tonnes, value, least };
}

const never = () => false;

it('the worthiest voyage, and then the one that consumes least, is the best of all', () => {
  let [found, none] = [0, 0];
  fc.assert(
    fc.property(made, (fields) => {
      const { problem, tonnes, value, least } = drawn(fields);
      const best = worthiestOf(withFuel(problem, tonnes), problem.stops.sets!, never);
      if (value < 0) {
        none++;
        expect(best).toBeNull();
        return;
      }
      found++;
      expect(best).toMatchObject({ value, cost: expect.closeTo(least, 9) });
      expect(evaluate(withFuel(problem, tonnes), best!.order)).toMatchObject({ late: 0, short: 0 });
      expect(mostWorth(problem, tonnes, 0, never)).toBe(value);
      expect(mostWorth(problem, tonnes, value + 1, never)).toBe(value + 1);
    }),
    { numRuns: runs(150, 1000), seed: 1 },
  );
  expect(Math.min(found, none)).toBeGreaterThan(20);
});

it('of many stops no voyage is worth more than is told, windows aside', () => {
  let [all, near] = [0, 0];
  fc.assert(
    fc.property(made, (fields) => {
      const { problem, tonnes, value } = drawn({ ...fields, windows: false });
      const { stops } = problem;
      if (value < 0 || stops.value.every((each) => each === 0)) return;
      const most = mostWorth({ ...problem, stops: { ...stops, sets: null } }, tonnes, 0, never);
      expect(most).toBeGreaterThanOrEqual(value);
      all++;
      if (most === value) near++;
    }),
    { numRuns: runs(40, 300), seed: 2 },
  );
  expect(near / all).toBeGreaterThan(0.5);
});

it('nothing is told once time is up', () => {
  const { problem, tonnes } = drawn({ count: 3, seed: 1, windows: false, part: 0.8 });
  expect(worthiestOf(withFuel(problem, tonnes), problem.stops.sets!, () => true)).toBeNull();
  expect(mostWorth(problem, tonnes, 0, () => true)).toBeNull();
});
