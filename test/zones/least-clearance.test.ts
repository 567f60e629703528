import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MercatorLine } from '../../lib/engine/geometry/mercator-line.ts';
import {
  EARTH_RADIUS_M,
  haversineNm,
  METRES_PER_NM,
  type Point,
  RADIANS,
} from '../../lib/engine/geometry/sphere.ts';
import { leastClearance } from '../../lib/zones/least-clearance.ts';
import { between } from '../between.ts';
import { openSea, seaWithIsland } from './open-sea.ts';

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

  it.each([-60, 178])('is the least of those at many places, from %d east', (west) => {
    const [SIZE, HEIGHT, SOUTH] = [8, 0.25, -66];
    const corner = (x: number, y: number) => [west + 2 * HEIGHT * x, SOUTH + HEIGHT * y] as const;
    const wrapped = (lon: number) => (lon >= 180 ? lon - 360 : lon);
    const place = fc.tuple(between(0, SIZE), between(0, SIZE));
    const made = fc.record({
      island: fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)),
      line: fc.array(place, { minLength: 2, maxLength: 4 }),
      nm: between(1, 15),
    });
    let near = 0;
    fc.assert(
      fc.property(made, ({ island: [x, y], line, nm }) => {
        const isLand = (column: number, row: number) => column === x && row === y;
        const sea = openSea({ west, south: SOUTH, columns: SIZE, rows: SIZE, height: HEIGHT, isLand });
        const points = line.map(([u, v]): Point => [wrapped(corner(u, v)[0]), corner(u, v)[1]]);
        const [low, high] = [corner(x, y), corner(x + 1, y + 1)];
        const shore = Array.from({ length: 41 }, (_, k) => k / 40).flatMap((part) => {
          const [lon, lat] = [low[0] + part * (high[0] - low[0]), low[1] + part * (high[1] - low[1])];
          return [
            { lon, lat: low[1] },
            { lon, lat: high[1] },
            { lon: low[0], lat },
            { lon: high[0], lat },
          ];
        });
        const distances = points.slice(1).flatMap((to, k) => {
          const leg = new MercatorLine(points[k]!, to);
          return Array.from({ length: 101 }, (_, i) => {
            const [lon, lat] = leg.at(i / 100);
            const isIn = [0, 360].some((turn) => lon + turn > low[0] && lon + turn < high[0]);
            if (isIn && lat > low[1] && lat < high[1]) return 0;
            return Math.min(...shore.map((at) => haversineNm(at, { lon, lat })));
          });
        });
        const least = Math.min(...distances);
        const found = leastClearance(sea, points, nm, 'land');
        if (least < nm - 0.1) {
          // both look at places, these here up to a mile and a half apart
          expect(Math.abs(found!.nm - least)).toBeLessThan(0.8);
          near++;
        } else if (least > nm + 0.8) expect(found).toBeNull();
      }),
      { seed: 1, numRuns: 40 },
    );
    expect(near).toBeGreaterThan(5);
  });
});
