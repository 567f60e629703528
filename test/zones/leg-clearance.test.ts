import { expect, test } from 'vitest';
import { METRES_PER_NM, RADIANS } from '../../lib/engine/geometry/sphere.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { legClearances } from '../../lib/zones/leg-clearance.ts';
import { openSea } from './open-sea.ts';

const NM_PER_DEGREE = (6_371_100 * RADIANS) / METRES_PER_NM;
/** One island, from 56° W to 55° W and from 60.5° S to 60° S. */
const sea = openSea({
  west: -64,
  south: -66,
  columns: 24,
  rows: 24,
  height: 0.5,
  isLand: (x, y) => x === 8 && y === 11,
});

test('a leg along a parallel has the distance between parallels, on the side of the land', () => {
  const [leg] = legClearances(sea, [
    [-60, -60.6],
    [-50, -60.6],
  ]);
  expect(leg!.portNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(leg!.starboardNm).toBe(20);
  expect(leg!.nm).toBe(leg!.portNm);
  const [back] = legClearances(sea, [
    [-50, -60.6],
    [-60, -60.6],
  ]);
  expect(back!.starboardNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(back!.portNm).toBe(20);
});

test('a leg along a meridian has the distance to the other meridian, where it is nearest', () => {
  const [leg] = legClearances(sea, [
    [-54.8, -62],
    [-54.8, -58],
  ]);
  const exact = (lat: number) => Math.asin(Math.sin(0.2 * RADIANS) * Math.cos(lat * RADIANS)) / RADIANS;
  expect(leg!.portNm).toBeCloseTo(exact(-60.5) * NM_PER_DEGREE, 2);
});

test('a round zone of 2,000 points is as near as its middle less its radius, on either side', () => {
  const [lat, lon, radius] = [-62, -59.9, 0.01];
  const ring = Array.from({ length: 2000 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 2000;
    return [
      lon + (radius * Math.cos(angle)) / Math.cos(lat * RADIANS),
      lat + radius * Math.sin(angle),
    ] as const;
  });
  const bounds = { west: -59.93, south: -62.01, east: -59.87, north: -61.99 };
  const area = new Coverage([{ rings: [Float64Array.from(ring.flat())], bounds }]);
  const [leg, back] = legClearances(
    sea,
    [
      [-60, -61.5],
      [-60, -62.5],
      [-60, -61.5],
    ],
    [area],
  );
  const middle = Math.asin(Math.sin(0.1 * RADIANS) * Math.cos(lat * RADIANS)) / RADIANS;
  expect(leg!.portNm).toBeCloseTo((middle - radius) * NM_PER_DEGREE, 2);
  expect(leg!.starboardNm).toBe(20);
  expect([back!.portNm, back!.starboardNm]).toEqual([20, expect.closeTo(leg!.portNm, 6)]);
});

test('a closed zone that the mesh does not have counts as land does', () => {
  const box = { west: -61, south: -62.5, east: -58, north: -62 };
  const { west, south, east, north } = box;
  const rings = [Float64Array.of(west, south, east, south, east, north, west, north)];
  const area = new Coverage([{ rings, bounds: box }]);
  const [leg] = legClearances(
    sea,
    [
      [-60.5, -61.8],
      [-58.5, -61.8],
    ],
    [area],
  );
  expect(leg!.starboardNm).toBeCloseTo(0.2 * NM_PER_DEGREE, 2);
  expect(leg!.portNm).toBe(20);
  const [beside] = legClearances(
    sea,
    [
      [-57.7, -62.6],
      [-57.7, -61.9],
    ],
    [area],
  );
  const exact = (lat: number) => Math.asin(Math.sin(0.3 * RADIANS) * Math.cos(lat * RADIANS)) / RADIANS;
  expect(beside!.portNm).toBeCloseTo(exact(-62.5) * NM_PER_DEGREE, 2);
});

test('far from land there are 20 NM on either side', () => {
  expect(
    legClearances(sea, [
      [-62, -65],
      [-45, -64],
    ]),
  ).toEqual([{ nm: 20, portNm: 20, starboardNm: 20 }]);
});
