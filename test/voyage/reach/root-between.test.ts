import { describe, expect, it } from 'vitest';
import { rootBetween } from '../../../lib/voyage/reach/root-between.ts';

/** Where a function is zero, and how often it was asked. */
function rootOf(f: (part: number) => number, exactness = 1e-6) {
  let calls = 0;
  const part = rootBetween(
    (at) => {
      calls++;
      return f(at);
    },
    f(0),
    f(1),
    exactness,
  );
  return { part, calls };
}

describe('where a function is zero', () => {
  it.each<[string, (x: number) => number, number, number]>([
    ['a straight line', (x) => x - 0.3, 0.3, 1],
    ['one that falls', (x) => 0.8 - x, 0.8, 1],
    ['a curve', (x) => x * x - 0.04, 0.2, 9],
    ['a steep curve', (x) => Math.exp(9 * x) - Math.exp(7.2), 0.8, 12],
    ['a flat one', (x) => (x - 0.1) * (1 + 99 * (1 - x) ** 8), 0.1, 15],
  ])('of %s is found in few steps', (_, f, root, most) => {
    const { part, calls } = rootOf(f);
    expect(Math.abs(f(part))).toBeLessThan(1e-6);
    expect(part).toBeCloseTo(root, 5);
    expect(calls).toBeLessThanOrEqual(most);
  });

  it.each([0.2, 0.7])('is where it becomes infinite, to a thousandth, at %d', (end) => {
    for (const f of [(x: number) => (x < end ? -1 : Infinity), (x: number) => (x > end ? -1 : Infinity)]) {
      const { part, calls } = rootOf(f);
      expect(Math.abs(part - end)).toBeLessThan(2e-3);
      expect(calls).toBeLessThan(15);
    }
  });

  it('is at the end that is at most zero where it has none', () => {
    expect(rootBetween(() => 5, 0, 5, 1e-6)).toBeLessThan(1e-3);
    expect(rootBetween(() => 5, 5, 0, 1e-6)).toBeGreaterThan(1 - 1e-3);
  });
});
