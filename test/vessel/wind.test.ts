import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apparentWind, speedInWind, windResistance } from '../../lib/vessel/wind.ts';
import { between } from '../between.ts';

const drag: Parameters<typeof windResistance>[0] = {
  frontalAreaM2: 700,
  airDensity: 1.3,
  anglesDeg: [15, 60, 105, 150],
  coefficients: [0.9, 0.4, -0.1, -0.5],
};

/** The same coefficient as a sum of one tent for each angle, 45° to either side; constant beyond the first and the last. */
const tents = (angleDeg: number) => {
  const inside = Math.max(15, Math.min(150, angleDeg));
  const tent = (at: number) => Math.max(0, 1 - Math.abs(inside - at) / 45);
  return drag.coefficients.reduce((sum, c, i) => sum + c * tent(drag.anglesDeg[i]!), 0);
};

/** ½ ρ A (|a|² c(α) − s² c(0)), with the angle of two complex numbers. */
function dragAt(bearing: number, s: number, east: number, north: number): number {
  const heading = [Math.sin(bearing), Math.cos(bearing)] as const;
  const [x, y] = [s * heading[0] - east, s * heading[1] - north]; // where the apparent wind comes from
  const turn = Math.atan2(heading[0] * y - heading[1] * x, heading[0] * x + heading[1] * y);
  const angle = x === 0 && y === 0 ? 0 : (Math.abs(turn) * 180) / Math.PI;
  return 0.5 * 1.3 * 700 * ((x * x + y * y) * tents(angle) - s * s * tents(0));
}

it('the drag at the eight headings is that of the formula', () => {
  fc.assert(
    fc.property(between(1, 50), between(-30, 30), between(-30, 30), (speedKmh, east, north) => {
      const resistance = new Float64Array(11);
      windResistance(drag, speedKmh, east, north, resistance, 1);
      const expected = [1, 2, 3, 4, 5, 6, 7, 8].map((eighth) =>
        dragAt((eighth * Math.PI) / 4, speedKmh * 0.277778, east, north),
      );
      const written = [...resistance.subarray(1, 9)];
      for (const [i, each] of written.entries()) expect(each).toBeCloseTo(expected[i]!, 3);
      expect([resistance[0], resistance[9], resistance[10]]).toEqual([0, 0, 0]);
    }),
  );
});

it('there is no drag where the wind is not known', () => {
  for (const [east, north] of [
    [Number.NaN, 3],
    [3, Number.NaN],
  ] as const) {
    const resistance = new Float64Array(8);
    windResistance(drag, 20, east, north, resistance, 0);
    expect([...resistance]).toEqual(new Array(8).fill(0));
  }
});

it('a wind that goes with the vessel is not felt, and has no angle', () => {
  const s = 36 * 0.277778;
  const north = 2 * Math.PI;
  expect(apparentWind(36, 7, s * Math.sin(north), s * Math.cos(north))).toEqual({ speed: 0, angle: 0 });
});

it('a wind is strong from its share of the force limit on', () => {
  const adjustment = { forceLimitN: 100, strongWindShare: 0.5, slowFactor: 0.1, tailwindFactor: 4 };
  expect(speedInWind(adjustment, 10, 49)).toBeCloseTo(5.1, 12);
  expect(speedInWind(adjustment, 10, 50)).toBe(1);
  expect(speedInWind(adjustment, 10, -100)).toBe(12.5);
});
