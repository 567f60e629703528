import { expect, test } from 'vitest';
import { haversineNm, METRES_PER_NM, RADIANS } from '../../lib/engine/geometry/sphere.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { legClearances } from '../../lib/zones/leg-clearance.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import { openSea, seaWithIsland } from './open-sea.ts';

const NM_PER_DEGREE = (6_371_100 * RADIANS) / METRES_PER_NM;
const sea = seaWithIsland();

test('a leg along a parallel has the distance between parallels, on the side of the land', () => {
  const [leg] = legClearances({ mesh: sea, areas: [] }, [
    [-60, -60.6],
    [-50, -60.6],
  ]);
  expect(leg!.portNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(leg!.starboardNm).toBe(20);
  expect(leg!.nm).toBe(leg!.portNm);
  const [back] = legClearances({ mesh: sea, areas: [] }, [
    [-50, -60.6],
    [-60, -60.6],
  ]);
  expect(back!.starboardNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(back!.portNm).toBe(20);
});

/** From where to where, and on which side the island is, where that is its southern, northern, western or eastern side. */
const ALONG_THE_SHORE = [
  [[-58, -60.5], [-53, -60.5], 'port'],
  [[-53, -60.5], [-58.1, -60.5], 'starboard'],
  [[-58, -60], [-53, -60], 'starboard'],
  [[-56, -62], [-56, -59], 'starboard'],
  [[-56, -59], [-56, -62], 'port'],
  [[-55, -59], [-55, -62], 'starboard'],
] as const;
test.each(ALONG_THE_SHORE)(
  'a leg along a shore, from %j to %j, has it on one side only',
  (from, to, side) => {
    const [leg] = legClearances({ mesh: sea, areas: [] }, [from, to]);
    expect(leg!.nm).toBe(0);
    expect([leg!.portNm, leg!.starboardNm]).toEqual(side === 'port' ? [0, 20] : [20, 0]);
  },
);

test('a leg along a meridian has the distance to the other meridian, where it is nearest', () => {
  const [leg] = legClearances({ mesh: sea, areas: [] }, [
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
  const [leg, back] = legClearances({ mesh: sea, areas: [area] }, [
    [-60, -61.5],
    [-60, -62.5],
    [-60, -61.5],
  ]);
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
  const [leg] = legClearances({ mesh: sea, areas: [area] }, [
    [-60.5, -61.8],
    [-58.5, -61.8],
  ]);
  expect(leg!.starboardNm).toBeCloseTo(0.2 * NM_PER_DEGREE, 2);
  expect(leg!.portNm).toBe(20);
  const [beside] = legClearances({ mesh: sea, areas: [area] }, [
    [-57.7, -62.6],
    [-57.7, -61.9],
  ]);
  const exact = (lat: number) => Math.asin(Math.sin(0.3 * RADIANS) * Math.cos(lat * RADIANS)) / RADIANS;
  expect(beside!.portNm).toBeCloseTo(exact(-62.5) * NM_PER_DEGREE, 2);
});

/** Seas with islands of one cell, whose distances are found by points along the leg and along the sides of the islands. */
test.each([
  [-62, 0],
  [71, 0],
  [-78, 172],
])(
  'on either side the distance is that of the nearest land there, ahead and astern too: %d°, %d°',
  (lat, lon) => {
    const random = randomNumbers(11);
    const islands = [
      [3, 4],
      [7, 9],
      [8, 3],
    ] as const;
    const isLand = (x: number, y: number) => islands.some(([a, b]) => a === x && b === y);
    const here = openSea({ west: lon, south: lat - 3, columns: 12, rows: 14, height: 0.5, isLand });
    const shore = islands.flatMap(([x, y]) =>
      Array.from({ length: 61 }, (_, k) => k / 60).flatMap((part) => [
        [lon + x + part, lat - 3 + y / 2],
        [lon + x + part, lat - 2.5 + y / 2],
        [lon + x, lat - 3 + (y + part) / 2],
        [lon + x + 1, lat - 3 + (y + part) / 2],
      ]),
    );
    const mercator = (y: number) => Math.log(Math.tan(Math.PI / 4 + (y * RADIANS) / 2)) / RADIANS;
    const wrapped = (x: number) => (x > 180 ? x - 360 : x);
    for (let trial = 0; trial < 6; trial++) {
      // it ends off an island, which may lie across its course
      const [column, row] = islands[trial % 3]!;
      const ends = [
        [lon + 1 + 10 * random(), lat - 2.8 + 6.4 * random()],
        [lon + column + 0.2 + 0.6 * random(), lat - 3 + row / 2 + (trial % 2 === 0 ? 0.6 : -0.1)],
      ] as const;
      const [[x1, y1], [x2, y2]] = ends as [readonly [number, number], readonly [number, number]];
      const exact = [20, 20];
      for (let k = 0; k <= 400; k++) {
        const y = mercator(y1) + ((mercator(y2) - mercator(y1)) * k) / 400;
        const at = {
          lon: x1 + ((x2 - x1) * k) / 400,
          lat: (2 * Math.atan(Math.exp(y * RADIANS))) / RADIANS - 90,
        };
        for (const [x, latOf] of shore as [number, number][]) {
          if (Math.abs(latOf - at.lat) > 0.4) continue;
          const right = (x - at.lon) * (mercator(y2) - mercator(y1)) - (mercator(latOf) - y) * (x2 - x1);
          const side = right > 0 ? 1 : 0;
          exact[side] = Math.min(exact[side]!, haversineNm(at, { lon: x, lat: latOf }));
        }
      }
      // a leg over an island is none
      if (Math.min(...exact) < 1) continue;
      const [leg] = legClearances(
        { mesh: here, areas: [] },
        ends.map(([x, y]) => [wrapped(x), y] as const),
      );
      expect(Math.abs(leg!.portNm - exact[0]!)).toBeLessThan(0.3);
      expect(Math.abs(leg!.starboardNm - exact[1]!)).toBeLessThan(0.3);
    }
  },
);

test('far from land there are 20 NM on either side', () => {
  expect(
    legClearances({ mesh: sea, areas: [] }, [
      [-62, -65],
      [-45, -64],
    ]),
  ).toEqual([{ nm: 20, portNm: 20, starboardNm: 20 }]);
});

// a piece of a leg is as long as what is looked for may be far: what is beside one end is out of reach of the other
test.each([
  ['astern', [-54.9, -60.6], [-54.25, -60.6], -55],
  ['ahead', [-56.75, -60.6], [-56.1, -60.6], -56],
] as const)('land %s of a leg, beside its course, is near on its own side', (_, from, to, lon) => {
  const [leg] = legClearances({ mesh: sea, areas: [] }, [from, to]);
  const end = lon === -55 ? from : to;
  const exact = haversineNm({ lat: -60.5, lon }, { lat: end[1], lon: end[0] });
  expect([leg!.portNm, leg!.starboardNm]).toEqual([expect.closeTo(exact, 2), 20]);
});

test('what is near on one side hides nothing that is further away on the other', () => {
  const strait = openSea({
    ...{ west: -64, south: -66, columns: 24, rows: 24, height: 0.5 },
    isLand: (x, y) => x === 8 && (y === 11 || y === 9),
  });
  const [leg] = legClearances({ mesh: strait, areas: [] }, [
    [-58, -60.7],
    [-53, -60.7],
  ]);
  expect(leg!.portNm).toBeCloseTo(0.2 * NM_PER_DEGREE, 3);
  expect(leg!.starboardNm).toBeCloseTo(0.3 * NM_PER_DEGREE, 3);
});

test('the same island has the same room round it where it lies on the antimeridian', () => {
  const island = openSea({
    ...{ west: 172, south: -66, columns: 24, rows: 24, height: 0.5 },
    isLand: (x, y) => y === 11 && (x === 7 || x === 8),
  });
  const room = (from: readonly [number, number], to: readonly [number, number]) =>
    legClearances({ mesh: island, areas: [] }, [from, to])[0]!;
  expect(room([176, -60.6], [-174, -60.6]).portNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(room([-174, -60.6], [176, -60.6]).starboardNm).toBeCloseTo(0.1 * NM_PER_DEGREE, 3);
  expect(room([-178, -60.6], [-177.5, -60.6]).nm).toBe(20);
  expect(room([178, -60.6], [178.7, -60.6]).nm).toBeCloseTo(
    haversineNm({ lat: -60.5, lon: 179 }, { lat: -60.6, lon: 178.7 }),
    2,
  );
});

test.each([
  ['land', 'ahead'],
  ['land', 'astern'],
  ['a zone', 'ahead'],
  ['a zone', 'astern'],
])('%s across the course %s is as near on either side', (what, where) => {
  // from 58° W on, far to both sides of the course
  const isLand = (x: number) => what === 'land' && x === 6;
  const here = openSea({ west: -64, south: -66, columns: 12, rows: 24, height: 0.5, isLand });
  const box = { west: -58, south: -65, east: -57, north: -55 };
  const { west, south, east, north } = box;
  const zone = new Coverage([
    { rings: [Float64Array.of(west, south, east, south, east, north, west, north)], bounds: box },
  ]);
  const far = [-59.5, -60.2] as const;
  for (const lat of [-60.2, -60.6]) {
    const near = [-58.2, lat] as const;
    const [leg] = legClearances(
      { mesh: here, areas: what === 'land' ? [] : [zone] },
      where === 'ahead' ? [far, near] : [near, far],
    );
    const nm = (Math.asin(Math.sin(0.2 * RADIANS) * Math.cos(lat * RADIANS)) / RADIANS) * NM_PER_DEGREE;
    // what lies ahead is told along the course, where that is oblique
    const most =
      (0.2 * NM_PER_DEGREE * Math.cos(lat * RADIANS)) /
      Math.cos(Math.atan2(lat + 60.2, 1.3 * Math.cos(lat * RADIANS)));
    for (const side of [leg!.portNm, leg!.starboardNm]) {
      expect(side).toBeGreaterThan(nm - 0.01);
      expect(side).toBeLessThan(most + 0.02);
    }
  }
});
