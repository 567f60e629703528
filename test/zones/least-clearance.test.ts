import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_M, METRES_PER_NM, type Point, RADIANS } from '../../lib/engine/geometry/sphere.ts';
import { leastClearance } from '../../lib/zones/least-clearance.ts';
import { seaWithIsland } from './open-sea.ts';

const NM_PER_DEGREE = (EARTH_RADIUS_M * RADIANS) / METRES_PER_NM;

describe('the least clearance of a line', () => {
  const sea = seaWithIsland();
  /** Along a parallel so far north of the land. */
  const past = (nm: number, west = -62): Point[] => [
    [west, -60 + nm / NM_PER_DEGREE],
    [-46, -60 + nm / NM_PER_DEGREE],
  ];

  it.each([0.5, 3, 7.9])('is its distance where it passes land at %d NM', (nm) => {
    const least = leastClearance(sea, past(nm), 8, 'land')!;
    expect(least.nm).toBeCloseTo(nm, 2);
    expect(least.lat).toBeCloseTo(past(nm)[0]![1], 9);
    expect(least.lon).toBeGreaterThan(-56 - 0.05);
    expect(least.lon).toBeLessThan(-55 + 0.05);
  });

  it('is none where it keeps clear, or is nearer by what the division of cells takes', () => {
    for (const nm of [9, 8, 7.985]) expect(leastClearance(sea, past(nm), 8, 'land')).toBeNull();
    expect(leastClearance(sea, past(7.97), 8, 'land')).not.toBeNull();
    expect(leastClearance(sea, past(1, -54), 8, 'land')).toBeNull();
  });

  it('is that of the nearest of its legs, wherever it comes', () => {
    const [first, middle, last]: [Point, Point, Point] = [
      [-55.5, -59.97],
      [-55.5, -59.92],
      [-55.5, -59.9],
    ];
    for (const line of [
      [first, middle, last],
      [last, middle, first],
    ]) {
      const { nm, lat, lon } = leastClearance(sea, line, 8, 'land')!;
      expect(Math.abs(nm - 0.03 * NM_PER_DEGREE)).toBeLessThan(0.11);
      expect(lon).toBe(-55.5);
      expect(Math.abs(lat - first[1]) * NM_PER_DEGREE).toBeLessThan(0.11);
    }
  });

  it('is looked for at a single place', () => {
    const place: Point = [-55.5, -59.95];
    expect(leastClearance(sea, [place, place], 8, 'land')!.nm).toBeCloseTo(0.05 * NM_PER_DEGREE, 6);
  });
});
