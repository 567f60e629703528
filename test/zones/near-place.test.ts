/** What is near a place, by many places round it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { haversineNm, type LatLon } from '../../lib/engine/geometry/sphere.ts';
import type { Box } from '../../lib/zones/geometry/polygon.ts';
import { boxesAround, closedCellsIn, nearestOnEdge } from '../../lib/zones/near-place.ts';
import { between } from '../between.ts';
import { destination } from '../destination.ts';
import { openSea } from './open-sea.ts';

const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
const isIn = ({ west, south, east, north }: Box, { lat, lon }: LatLon) =>
  lon >= west && lon <= east && lat >= south && lat <= north;

test.each([
  ['anywhere', -179, 179],
  ['at the antimeridian', 178.5, 181.5],
])('what is within a distance of a box is in one of the boxes round it: %s', (_, low, high) => {
  const made = fc.record({
    corner: fc.tuple(between(low, high), between(-80, 80)),
    size: fc.tuple(between(0, 0.4), between(0, 0.4)),
    part: fc.tuple(fc.constantFrom(0, 0.3, 1), fc.constantFrom(0, 0.6, 1)),
    nm: between(0.1, 30),
    bearing: between(0, 2 * Math.PI),
  });
  fc.assert(
    fc.property(made, ({ corner, size, part, nm, bearing }) => {
      const [west, south] = [wrapped(corner[0]), corner[1]];
      const box = { west, south, east: Math.min(180, west + size[0]), north: south + size[1] };
      const start = { lon: west + part[0] * (box.east - west), lat: south + part[1] * size[1] };
      const boxes = boxesAround(box, nm);
      // on a mesh, whose longitudes are between −180 and 180
      const near = destination(start, 0.999 * nm, bearing);
      expect(boxes.filter((each) => isIn(each, near)).length).toBeGreaterThan(0);
      const [own] = boxes;
      expect([own!.turn, own!.north - box.north, box.south - own!.south]).toEqual([
        0,
        expect.closeTo(nm / 60, 3),
        expect.closeTo(nm / 60, 3),
      ]);
      // a turned box is the same one, and there is none that no mesh reaches
      for (const { turn, west, east } of boxes) {
        expect([west - turn, east - turn]).toEqual([
          expect.closeTo(own!.west, 9),
          expect.closeTo(own!.east, 9),
        ]);
        expect([west < 180, east > -180]).toEqual([true, true]);
      }
      // no wider than by what is farthest east of its higher side
      const higher = Math.max(Math.abs(south), Math.abs(box.north));
      const aside = destination({ lon: 0, lat: higher + nm / 60 }, nm, Math.PI / 2).lon;
      expect(own!.east - box.east).toBeLessThan(1.01 * aside);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('round a pole all longitudes are near, and none twice as far', () => {
  for (const lat of [89.9, -89.9]) {
    const [box] = boxesAround({ west: 30, east: 30, south: lat, north: lat }, 20);
    expect([box!.west, box!.east]).toEqual([-150, 210]);
  }
});

test('the closed cells in a box are all that meet it, its sides included', () => {
  const land = (x: number, y: number) => (x * 7 + y * 3) % 4 === 0;
  const sea = openSea({ west: -64, south: -66, columns: 12, rows: 12, height: 0.5, isLand: land });
  const at = fc.tuple(fc.integer({ min: -4, max: 28 }), fc.integer({ min: -4, max: 28 }));
  fc.assert(
    fc.property(at, at, ([a, b], [c, d]) => {
      const [west, east] = [a, c].sort((p, q) => p - q).map((x) => -64 + x / 2) as [number, number];
      const [south, north] = [b, d].sort((p, q) => p - q).map((y) => -66 + y / 4) as [number, number];
      const expected: number[] = [];
      for (let cell = sea.openCount; cell < sea.cellCount; cell++) {
        const [w, s, e, n] = sea.bounds.subarray(4 * cell, 4 * cell + 4);
        if (w! <= east && e! >= west && s! <= north && n! >= south) expected.push(cell);
      }
      const found = closedCellsIn(sea, { west, south, east, north });
      expect([...found].sort((p, q) => p - q)).toEqual(expected);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('the nearest point of an edge is one of it, and none of it is nearer', () => {
  const end = fc.tuple(between(-0.4, 0.4), between(-0.3, 0.3));
  fc.assert(
    fc.property(between(-75, 75), end, end, (lat, [x1, y1], [x2, y2]) => {
      const place = { lat, lon: 10 };
      const edge = [10 + x1, lat + y1, 10 + x2, lat + y2];
      const along = (part: number) => ({
        lon: edge[0]! + part * (x2 - x1),
        lat: edge[1]! + part * (y2 - y1),
      });
      const least = Math.min(...Array.from({ length: 401 }, (_, k) => haversineNm(place, along(k / 400))));
      const found = nearestOnEdge(edge, place);
      expect(haversineNm(place, found)).toBeLessThan(1.001 * least + 0.001);
      const part =
        Math.abs(x2 - x1) > Math.abs(y2 - y1)
          ? (found.lon - edge[0]!) / (x2 - x1)
          : (found.lat - edge[1]!) / (y2 - y1);
      if (x1 === x2 && y1 === y2) return;
      expect(part).toBeGreaterThan(-1e-9);
      expect(part).toBeLessThan(1 + 1e-9);
      expect(haversineNm(found, along(part))).toBeLessThan(1e-6);
    }),
    { seed: 1, numRuns: 200 },
  );
  expect(nearestOnEdge([10, 60, 10, 60], { lat: 61, lon: 9 })).toEqual({ lat: 60, lon: 10 });
});
