/** An area is the same however its longitudes are written. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import {
  type Box,
  boundsOf,
  closedRingsOf,
  geometryOf,
  polygonsOf,
  shareSide,
  unwrap,
} from '../../lib/zones/geometry/polygon.ts';
import { between } from '../between.ts';
import { boxPolygon, starPolygon } from './areas.ts';

const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
/** As maps write longitudes: −180…180, 0…360, and running on beyond the antimeridian. */
const SPELLINGS = [wrapped, (lon: number) => (wrapped(lon) < 0 ? wrapped(lon) + 360 : wrapped(lon))];

it.each([-178.5, 178.8, 0.4, 90])('round %d east, with a hole, and as one of several', (middle) => {
  const places = fc.array(fc.tuple(between(-3, 3), between(-3, 3)), { minLength: 10, maxLength: 10 });
  const radii = fc.array(between(1, 3), { minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(radii, places, (radii, places) => {
      const { ring } = starPolygon({ lat: -65, lon: middle, radii });
      const hole = ring.map(([lon, lat]) => [middle + (lon! - middle) / 3, -65 + (lat! + 65) / 3]);
      const far = boxPolygon(40, -40, 41, -39).coordinates;
      const areaOf = (spell: (lon: number) => number) => {
        const rings = [ring, hole].map((each) => each.map(([lon, lat]) => [spell(lon!), lat!]));
        return new Coverage(polygonsOf({ type: 'MultiPolygon', coordinates: [rings, far] }));
      };
      const [as, ...others] = [(lon: number) => lon, ...SPELLINGS].map(areaOf);
      for (const [x, y] of places) {
        const place = [wrapped(middle + x), -65 + y] as const;
        for (const other of others) expect(other.contains(...place)).toBe(as!.contains(...place));
      }
      for (const each of [as!, ...others]) {
        expect([each.contains(wrapped(middle), -65), each.contains(40.5, -39.5)]).toEqual([false, true]);
        // between the hole and the outline
        const [lon, lat] = [middle + 0.6 * (ring[0]![0]! - middle), ring[0]![1]!];
        expect(each.contains(wrapped(lon), lat - 1e-6)).toBe(true);
      }
    }),
    { numRuns: 30, endOnFailure: true },
  );
});

it('a ring cut at the antimeridian is not one round the globe, and a band is', () => {
  const ends = (ring: number[][]) => {
    const { ring: flat, turn } = unwrap(Float64Array.from(ring.flat()));
    const { west, east } = boundsOf(flat);
    return [east - west, turn];
  };
  const cut = [
    [170, -60],
    [180, -60],
    [-180, -60],
    [-170, -60],
    [-170, -65],
    [170, -65],
    [170, -60],
  ];
  expect(ends(cut)).toEqual([20, 0]);
  expect(ends(boxPolygon(-180, -65, 180, -60).coordinates[0]!)).toEqual([360, 0]);
  const round = [-120, 0, 120, -120].map((lon) => [lon, -70]);
  expect(ends(round)[1]).toBe(360);
  expect(ends(round.toReversed())[1]).toBe(-360);
});

it('polygons that are written again are those that were read', () => {
  for (const geometry of [
    boxPolygon(10, -61, 12, -60),
    {
      type: 'MultiPolygon' as const,
      coordinates: [boxPolygon(10, -61, 12, -60).coordinates, boxPolygon(170, -61, 190, -60).coordinates],
    },
  ])
    expect(geometryOf(closedRingsOf(geometry))).toEqual(geometry);
});

it('boxes share a side where they touch along more than a corner, at the antimeridian, too', () => {
  const box = (west: number, south: number, east = west + 2, north = south + 2): Box => ({
    west,
    south,
    east,
    north,
  });
  const cases: [Box, Box, boolean][] = [
    [box(0, 0), box(2, 1), true],
    [box(0, 0), box(1, 2), true],
    [box(0, 0), box(2, 2), false],
    [box(0, 0), box(2, -2), false],
    [box(0, 0), box(3, 0), false],
    [box(0, 0), box(0, 3), false],
    [box(178, 0), box(-180, 1), true],
    [box(178, 0), box(-180, 2), false],
    [box(177, 0), box(-180, 1), false],
    [box(178, 0), box(-179, 1), false],
    // one within the other
    [box(0, 0, 8, 8), box(2, 2), false],
  ];
  for (const [a, b, expected] of cases)
    expect([shareSide(a, b), shareSide(b, a)]).toEqual([expected, expected]);
});
