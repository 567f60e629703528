import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeUnderWay } from '../../../lib/engine/cost/cost.ts';

it('is infinite where the current sets the vessel off its track faster than it can sail, however little', () => {
  // 2 nm/s across is less than a rounding error of the square of 2 m/s along
  expect(timeUnderWay(0, -1.7e-9, 2, 0, 1e4)).toBe(Infinity);
  expect(timeUnderWay(1.8e-9, -1.7e-9, 2, 0, 1e4)).toBeCloseTo(5000, 4);
  expect(timeUnderWay(0, 0, 2, 0, 1e4)).toBe(5000);
});

it('agrees with the speed over ground along the leg and across it', () => {
  const speed = fc.double({ min: 0.1, max: 10, noNaN: true });
  const part = fc.double({ min: -10, max: 10, noNaN: true });
  fc.assert(
    fc.property(speed, part, part, fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), (s, u, v, θ) => {
      const [x, y] = [1000 * Math.sin(θ), 1000 * Math.cos(θ)];
      const across = u * Math.cos(θ) - v * Math.sin(θ);
      const ground = u * Math.sin(θ) + v * Math.cos(θ) + Math.sqrt(s * s - across * across);
      fc.pre(!(Math.abs(s - Math.abs(across)) < 1e-6 || Math.abs(ground) < 1e-3));
      const expected = ground > 0 ? 1000 / ground : Infinity;
      const seconds = timeUnderWay(s, u, v, x, y);
      if (expected === Infinity) expect(seconds).toBe(Infinity);
      else expect(Math.abs(seconds / expected - 1)).toBeLessThan(1e-9);
    }),
    { seed: 20_240_214, numRuns: 2000 },
  );
});
