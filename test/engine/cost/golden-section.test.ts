import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goldenSection } from '../../../lib/engine/cost/golden-section.ts';

it('finds the minimum of a convex function to half a hundredth, and evaluates it last', () => {
  const minimum = fc.double({ min: -0.5, max: 1.5, noNaN: true });
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
      for (const part of parts) expect(part > 0 && part < 1).toBe(true);
    }),
  );
});
