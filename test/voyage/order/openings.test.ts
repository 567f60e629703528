import fc from 'fast-check';
import { expect, it } from 'vitest';
import { common, endOf, lastBegin, openingsOf, type Stretch } from '../../../lib/voyage/order/openings.ts';

const stretches = fc
  .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 12 })
  .map((times) => times.toSorted((a, b) => a - b))
  .map((times): Stretch[] =>
    times.flatMap((from, k) => (k % 2 === 0 && k + 1 < times.length ? [{ from, to: times[k + 1]! }] : [])),
  );
const made = fc.record({
  stretches,
  mayPause: fc.boolean(),
  ready: fc.integer({ min: -10, max: 410 }),
  days: fc.integer({ min: 0, max: 60 }),
});

/** Step by step: a step of work is done where the step as a whole is open. */
function endByStep(open: readonly Stretch[], mayPause: boolean, ready: number, days: number): number {
  const isOpen = (step: number) => open.some(({ from, to }) => from <= step && step + 1 <= to);
  if (days === 0)
    return open.find(({ to }) => to >= ready)
      ? Math.max(ready, open.find(({ to }) => to >= ready)!.from)
      : Infinity;
  for (let step = ready, done = 0; step < 500; step++) {
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
      for (let step = 0; step < 400; step++) {
        expect(covers(both, step)).toBe(covers(some, step) && covers(others, step));
      }
    }),
  );
});
