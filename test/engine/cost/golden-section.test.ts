import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goldenSection } from '../../../lib/engine/cost/golden-section.ts';
import { between } from '../../between.ts';

it('finds the minimum of a convex function to half a hundredth, and evaluates it last', () => {
  const minimum = between(-0.5, 1.5);
  fc.assert(
    fc.property(minimum, fc.constantFrom(1, 2, 4), (at, power) => {
      const parts: number[] = [];
      const least = goldenSection((part) => {
        parts.push(part);
        return Math.abs(part - at) ** power;
      });
      const within = Math.min(1, Math.max(0, at));
      expect(Math.abs(parts.at(-1)! - within)).toBeLessThan(0.005);
      expect(least).toBe(Math.abs(parts.at(-1)! - at) ** power);
      expect(parts).toHaveLength(13);
      // none is outside of what is left: the interval between the neighbours of the best so far
      for (const [i, part] of parts.entries()) {
        const before = parts.slice(0, i);
        const best = before.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? 0.5;
        expect(part).toBeGreaterThan(Math.max(0, ...before.filter((each) => each < best)));
        expect(part).toBeLessThan(Math.min(1, ...before.filter((each) => each > best)));
      }
    }),
  );
});
