import { expect, it } from 'vitest';
import { spaced } from '../seas.ts';
import { changingSea, voyagesOn } from './seas-in-time.ts';

it('nothing is sailed for nothing, whatever a day is worth that comes later: a path would go to and fro for ever', () => {
  const sea = changingSea(spaced(-2, 2, 4), spaced(-66, -62, 4), 3, (column, _line, day) => ({
    u: column === 1 ? 0.8 : 0,
    columns: { windEast: day === 1 ? 9 : 0, windNorth: 2 },
  }));
  const { curves } = voyagesOn(sea, [
    { lat: -65.5, lon: -1.5 },
    { lat: -62.5, lon: 1.5 },
  ]);
  for (const prices of [
    [-0.4, -0.4, -1024],
    [-1024, 3, -50],
  ]) {
    for (const { consumed } of curves.sailedAt(prices, Infinity).slices) {
      const { motion, profiles, headings, profile } = consumed!;
      const rates = Array.from(profile, (row, cell) =>
        row < 0
          ? [motion[4 * cell + 1]!]
          : [...profiles.subarray((2 * row + 1) * headings, (2 * row + 2) * headings)],
      ).flat();
      expect(Math.min(...rates)).toBeGreaterThan(0);
    }
  }
});
