import fc from 'fast-check';
import { expect, it } from 'vitest';
import { common, endOf, lastBegin, openingsOf, type Stretch } from '../../../lib/voyage/order/openings.ts';

/** Few times, so that ends, beginnings and lengths often are the same. */
const LAST = 40;
const stretches = fc
  .uniqueArray(fc.integer({ min: 0, max: LAST }), { minLength: 2, maxLength: 12 })
  .map((times) => times.toSorted((a, b) => a - b))
  .map((times): Stretch[] =>
    times.flatMap((from, k) => (k % 2 === 0 && k + 1 < times.length ? [{ from, to: times[k + 1]! }] : [])),
  );
const made = fc.record({
  stretches,
  mayPause: fc.boolean(),
  ready: fc.integer({ min: -3, max: LAST + 3 }),
  days: fc.integer({ min: 0, max: 12 }),
});

/** Step by step: a step of work is done where the step as a whole is open. */
function endByStep(open: readonly Stretch[], mayPause: boolean, ready: number, days: number): number {
  const isOpen = (step: number) => open.some(({ from, to }) => from <= step && step + 1 <= to);
  if (days === 0)
    return open.find(({ to }) => to >= ready)
      ? Math.max(ready, open.find(({ to }) => to >= ready)!.from)
      : Infinity;
  for (let step = ready, done = 0; step <= LAST; step++) {
    if (isOpen(step)) done++;
    else if (!mayPause) done = 0;
    if (done === days) return step + 1;
  }
  return Infinity;
}

it('work ends when it does step by step, in stretches that are open and as long as it', () => {
  fc.assert(
    fc.property(made, ({ stretches, mayPause, ready, days }) => {
      const openings = openingsOf(stretches, mayPause);
      const done: Stretch[] = [];
      const end = endOf(openings, ready, days, done);
      expect(end).toBe(endByStep(stretches, mayPause, ready, days));
      // touching stretches are one only for work that may pause
      if (end === Infinity) return;
      expect(done.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(days);
      expect(done.at(-1)!.to).toBe(end);
      for (const { from, to } of done) {
        expect(to).toBeGreaterThan(from - (days === 0 ? 1 : 0));
        expect(stretches.some((one) => one.from <= from && to <= one.to)).toBe(true);
      }
      if (!mayPause) expect(done).toHaveLength(1);
    }),
  );
});

it('work that is begun by its last time can be done, later it can not', () => {
  fc.assert(
    fc.property(made, ({ stretches, mayPause, ready, days }) => {
      const openings = openingsOf(stretches, mayPause);
      expect(endOf(openings, ready, days) < Infinity).toBe(ready <= lastBegin(openings, days));
    }),
  );
});

it('what two lists of stretches have in common is in both', () => {
  fc.assert(
    fc.property(stretches, stretches, (some, others) => {
      const both = common(some, others);
      const covers = (list: readonly Stretch[], step: number) =>
        list.some(({ from, to }) => from <= step && step + 1 <= to);
      for (let step = 0; step < LAST; step++) {
        expect(covers(both, step)).toBe(covers(some, step) && covers(others, step));
      }
      for (const { from, to } of both) expect(to).toBeGreaterThanOrEqual(from);
    }),
  );
});

it('an instant in common is one: for what takes no time', () => {
  expect(common([{ from: 0, to: 5 }], [{ from: 5, to: 9 }])).toEqual([{ from: 5, to: 5 }]);
});

it('work that is longer than its stretch by a rounding error is done in it', () => {
  const openings = openingsOf([{ from: 1, to: 3 }], false);
  const days = 2 + 5e-10;
  expect(endOf(openings, 1, days)).toBe(1 + days);
  expect(lastBegin(openings, days)).toBe(1);
  expect([endOf(openings, 1, 2 + 2e-9), lastBegin(openings, 2 + 2e-9)]).toEqual([Infinity, -Infinity]);
  // as long as one may be, and no longer
  const longest = openingsOf([{ from: 0, to: 2 }], false);
  expect([endOf(longest, 0, 2 + 1e-9), lastBegin(longest, 2 + 1e-9)]).toEqual([2 + 1e-9, 0]);
});
