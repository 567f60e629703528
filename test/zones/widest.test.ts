/** Room by brute force, and the widest way through straits of known width. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haversineNm, type LatLon } from '../../lib/engine/geometry/sphere.ts';
import { openCellsAt } from '../../lib/engine/mesh/locate.ts';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { Boxes } from '../../lib/zones/widest/boxes.ts';
import { roomOn } from '../../lib/zones/widest/room.ts';
import { LITTLE_NM, type Place, widestClearance } from '../../lib/zones/widest/widest-clearance.ts';
import { between } from '../between.ts';
import { boxPolygon } from './areas.ts';
import { openSea } from './open-sea.ts';

/** Places along the sides of a box. */
function shoreOf(west: number, south: number, east: number, north: number): LatLon[] {
  return Array.from({ length: 101 }, (_, k) => k / 100).flatMap((part) => [
    { lon: west + part * (east - west), lat: south },
    { lon: west + part * (east - west), lat: north },
    { lon: west, lat: south + part * (north - south) },
    { lon: east, lat: south + part * (north - south) },
  ]);
}

describe('the room at a place', () => {
  const SIZE = 6;
  const HEIGHT = 0.25;

  it.each([
    [-60, -65],
    [178.5, -78],
    [-181.5, 70],
  ])('is the distance of the nearest of closed cells and zones, at %d, %d', (west, south) => {
    const corner = (x: number, y: number) => [west + 2 * HEIGHT * x, south + HEIGHT * y] as const;
    const box = (x: number, y: number, size: number) =>
      [...corner(x, y), ...corner(x + size, y + size)] as const;
    const made = fc.record({
      island: fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)),
      zone: fc.tuple(between(0, SIZE - 1), between(0, SIZE - 1)),
      at: fc.tuple(between(0, SIZE), between(0, SIZE)),
      most: fc.constantFrom(3, 15, 60),
    });
    fc.assert(
      fc.property(made, ({ island: [x, y], zone, at: [u, v], most }) => {
        const wrapped = west < -180 ? west + 360 : west;
        const sea = openSea({
          west: wrapped,
          south,
          columns: SIZE,
          rows: SIZE,
          height: HEIGHT,
          isLand: (column, row) => column === x && row === y,
        });
        const [lon, lat] = corner(u, v);
        fc.pre(!(u > x && u < x + 1 && v > y && v < y + 1));
        fc.pre(!(u > zone[0] && u < zone[0] + 1 && v > zone[1] && v < zone[1] + 1));
        const place = { lat, lon: lon >= 180 ? lon - 360 : lon < -180 ? lon + 360 : lon };
        const shore = [...shoreOf(...box(x, y, 1)), ...shoreOf(...box(...zone, 1))];
        const least = Math.min(most, ...shore.map((other) => haversineNm(place, other)));
        const area = new Coverage(polygonsOf(boxPolygon(...box(...zone, 1))));
        expect(Math.abs(roomOn(sea, 'all', [area])(place, most) - least)).toBeLessThan(0.1);
      }),
      { numRuns: 40, seed: 1 },
    );
  });
});

describe('the widest clearance', () => {
  const HEIGHT = 0.25;
  /** The southern side of the wall, where it is narrowest. */
  const SOUTH = -60;

  /** A wall of land from side to side, with openings where columns are open. */
  const seaWith = (west: number, open: readonly number[]) =>
    openSea({
      west,
      south: SOUTH - 1,
      columns: 18,
      rows: 9,
      height: HEIGHT,
      isLand: (x, y) => y === 4 && !open.includes(x),
    });
  const wrapped = (lon: number) => (lon >= 180 ? lon - 360 : lon);
  const placeOn = (sea: Mesh, lat: number, lon: number): Place => {
    const at = { lat, lon: wrapped(lon) };
    return { ...at, cells: [...openCellsAt(sea, at)] };
  };
  const halfWidth = (columns: number) =>
    haversineNm({ lat: SOUTH, lon: 0 }, { lat: SOUTH, lon: 2 * HEIGHT * columns }) / 2;
  const ask = (
    sea: Mesh,
    [from, to]: readonly [Place, Place],
    mostNm: number,
    exempt: readonly LatLon[] = [],
  ) => {
    const boxes = new Boxes(sea, roomOn(sea, 'all', []), exempt, mostNm + LITTLE_NM);
    return widestClearance(boxes, from, to, { mostNm, exemptTimes: 2 });
  };

  it.each([-60, 173.5, 178])(
    'is half the width of the wider of two straits, with the sea from %d',
    (west) => {
      const sea = seaWith(west, [3, 12, 13]);
      // beside the narrower one
      const ends = [placeOn(sea, -60.9, west + 1.7), placeOn(sea, -58.9, west + 1.7)] as const;
      const { nm, at, narrow } = ask(sea, ends, 20)!;
      expect(nm).toBeLessThan(halfWidth(2) + 1e-9);
      expect(nm).toBeGreaterThan(halfWidth(2) - 0.03);
      const middle = { lat: SOUTH, lon: wrapped(west + 6.5) };
      expect(haversineNm(at, middle)).toBeLessThan(1);
      for (const place of narrow) expect(roomOn(sea, 'all', [])(place, 40)).toBeLessThan(20 + LITTLE_NM);
      expect(narrow.some((place) => haversineNm(place, middle) < 1)).toBe(true);
    },
  );

  it('is what is asked for where there is so much, and little room is told where it is', () => {
    const sea = seaWith(-60, [3, 12, 13]);
    const ends = [placeOn(sea, -60.9, -58.2), placeOn(sea, -58.9, -58.2)] as const;
    const narrower = halfWidth(1);
    const { nm, narrow } = ask(sea, ends, narrower - 0.05)!;
    expect(nm).toBeGreaterThan(narrower - 0.05 - 0.02);
    expect(nm).toBeLessThanOrEqual(narrower - 0.05);
    for (const place of narrow) expect(haversineNm(place, { lat: SOUTH, lon: -58.25 })).toBeLessThan(30);
    expect(ask(sea, ends, 2)).toMatchObject({ nm: expect.closeTo(2, 1), narrow: [] });
  });

  it('is not required round exempt places, within so many times itself', () => {
    const sea = seaWith(-60, [3]);
    const ends = [placeOn(sea, -60.9, -58.2), placeOn(sea, -58.9, -58.2)] as const;
    const middle = { lat: SOUTH + 0.5 * HEIGHT, lon: -58.25 };
    const strait = halfWidth(1);
    expect(ask(sea, ends, 12)!.nm).toBeLessThan(strait + 1e-9);
    expect(ask(sea, ends, 12, [middle])!.nm).toBeGreaterThan(12 - 0.03);
    // too far to be of use
    expect(ask(sea, ends, 12, [{ lat: -60.9, lon: -52 }])!.nm).toBeLessThan(strait + 1e-9);
  });

  it('is required as soon as a place is farther from exempt ones, in a cell of which some is not', () => {
    const sea = seaWith(-60, [3]);
    const ends = [placeOn(sea, -60.9, -58.2), placeOn(sea, -58.9, -58.2)] as const;
    // on the middle of the strait, a mile before it; 15 miles on there is as much room as asked for only some miles beyond it
    const before = { lat: SOUTH - 1 / 60, lon: -58.25 };
    expect(ask(sea, ends, 12, [before])!.nm).toBeLessThan(halfWidth(1) + 0.2);
    // with more exempt round the place all of that is
    expect(ask(sea, ends, 18, [before])!.nm).toBeGreaterThan(18 - 0.03);
  });

  it('is no more than the room at its ends', () => {
    const sea = seaWith(-60, [3, 12, 13]);
    const far = placeOn(sea, -58.9, -53.5);
    const mile = 1 / 60;
    const eastMile = mile / Math.cos((60 * Math.PI) / 180);
    // a mile from the wall, and from the western side of the narrower strait
    for (const [lat, lon] of [
      [SOUTH - mile, -56],
      [SOUTH + 0.5 * HEIGHT, -58.5 + eastMile],
    ] as const) {
      const near = placeOn(sea, lat, lon);
      expect(ask(sea, [near, far], 5)!.nm).toBeCloseTo(1, 1);
      expect(ask(sea, [far, near], 5)!.nm).toBeCloseTo(1, 1);
    }
  });

  it('is none where there is no way', () => {
    const sea = seaWith(-60, []);
    expect(ask(sea, [placeOn(sea, -60.9, -58.2), placeOn(sea, -58.9, -58.2)], 5)).toBeNull();
  });

  it('is found from a place on the antimeridian, by whichever longitude it has', () => {
    const sea = seaWith(175, [12, 13]);
    const [west, east] = [179.9, 180.1].map((lon) => placeOn(sea, -60.9, lon).cells);
    const end = placeOn(sea, -58.9, 181.5);
    for (const cells of [west!, east!]) {
      for (const lon of [180, -180]) {
        expect(ask(sea, [{ lat: -60.9, lon, cells }, end], 3)).toMatchObject({ nm: expect.closeTo(3, 1) });
      }
    }
  });
});
