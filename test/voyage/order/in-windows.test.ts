/** Of ways that were added one by one, those are kept that no other is as good as. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insert, insertAmong } from '../../../lib/voyage/order/in-windows.ts';

interface Way {
  readonly days: number;
  readonly extra: number;
  readonly spent: number;
  readonly short: 0;
}

/** Few numbers, so that they often are the same. */
const few = fc.integer({ min: 0, max: 4 });
const ways = fc.array(fc.record({ days: few, extra: few, spent: few, short: fc.constant(0 as const) }), {
  maxLength: 12,
});

/** Adds them one by one. A way is kept if none before it is as good, and until one comes that is as good as it. */
function expectKept(
  made: readonly Way[],
  add: (kept: Way[], way: Way) => boolean,
  isAsGood: (one: Way, other: Way) => boolean,
): void {
  const kept: Way[] = [];
  let truth: Way[] = [];
  for (const way of made) {
    const isNew = !truth.some((one) => isAsGood(one, way));
    if (isNew) truth = [...truth.filter((one) => !isAsGood(way, one)), way];
    expect(add(kept, way)).toBe(isNew);
    expect(new Set(kept)).toEqual(new Set(truth));
    expect(kept.map(({ days }) => days)).toEqual(truth.map(({ days }) => days).toSorted((a, b) => a - b));
  }
}

it('is neither later nor dearer', () => {
  fc.assert(
    fc.property(ways, (made) =>
      expectKept(made, insert, (one, other) => one.days <= other.days && one.extra <= other.extra),
    ),
  );
});

it('is neither later nor dearer, and has not spent more once it has waited for as long', () => {
  fc.assert(
    fc.property(ways, fc.constantFrom(0, 0.5, 1), (made, idle) =>
      expectKept(
        made,
        (kept, way) => insertAmong(kept, way, idle),
        (one, other) => {
          const spent = one.spent + idle * (other.days - one.days);
          return one.days <= other.days && one.extra <= other.extra && spent <= other.spent;
        },
      ),
    ),
  );
});
