/** What is near routes, by many places along them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MercatorLine } from '../../lib/engine/geometry/mercator-line.ts';
import { haversineNm, type LatLon, METRES_PER_NM, type Point } from '../../lib/engine/geometry/sphere.ts';
import type { Box } from '../../lib/zones/geometry/polygon.ts';
import { NearRoutes } from '../../lib/zones/mesh/near-routes.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { OPEN_BORDERS, zonedMesh } from '../../lib/zones/zoned-mesh.ts';
import { between } from '../between.ts';
import { OBLIQUE } from './areas.ts';
import { openSea } from './open-sea.ts';

const PLACES = 200;
const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
const none = new NearRoutes({ nearM: 5000, reachM: 8000, untilM: 60_000 });

const placesAlong = (route: readonly Point[]): LatLon[] =>
  route.slice(1).flatMap((to, k) => {
    const line = new MercatorLine(route[k]!, to);
    return Array.from({ length: PLACES + 1 }, (_, i) => {
      const [lon, lat] = line.at(i / PLACES);
      return { lon: wrapped(lon), lat };
    });
  });

/** Metres from a box, by places in it. */
function metresFrom({ west, south, east, north }: Box, places: readonly LatLon[]): number {
  const parts = [0, 0.25, 0.5, 0.75, 1];
  const inside = parts.flatMap((x) =>
    parts.map((y) => ({ lon: west + x * (east - west), lat: south + y * (north - south) })),
  );
  return METRES_PER_NM * Math.min(...inside.flatMap((at) => places.map((place) => haversineNm(at, place))));
}

it.each([-60, 180])('boxes are near within 5 km, and beyond at 60 km, at %d', (middle) => {
  const place = fc.tuple(between(-1.5, 1.5), between(-0.8, 0.8));
  const made = fc.record({
    lat: fc.constantFrom(-75, -40, 62),
    route: fc.array(place, { minLength: 2, maxLength: 4 }),
    box: fc.tuple(place, between(0.005, 0.05)),
  });
  const seen = { near: 0, far: 0, beyond: 0 };
  fc.assert(
    fc.property(made, ({ lat, route, box: [[x, y], size] }) => {
      const points = route.map(([dx, dy]): Point => [wrapped(middle + dx), lat + dy]);
      const west = wrapped(middle + x);
      const box = { west, south: lat + y, east: west + size, north: lat + y + size };
      fc.pre(box.east <= 180);
      const near = none.and([{ coordinates: points }], 'A');
      const metres = metresFrom(box, placesAlong(points));
      // boxes are judged by boxes round pieces of the routes, which have corners
      if (metres < 5000) {
        expect([near.isFarFrom(box), near.reachAt(box)]).toEqual([false, 250]);
        seen.near++;
      }
      if (metres > 12_000) {
        expect([near.isFarFrom(box), near.reachAt(box)]).toEqual([true, 8000]);
        seen.far++;
      }
      if (metres < 60_000) expect(near.isBeyond(box)).toBe(false);
      if (metres > 100_000) {
        expect(near.isBeyond(box)).toBe(true);
        seen.beyond++;
      }
    }),
    { seed: 1, numRuns: 150 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
});

it('further routes are near too, and all is far and beyond without any', () => {
  const box = { west: 10, south: -60, east: 10.1, north: -59.9 };
  const at = (lon: number) => ({
    coordinates: [
      [lon, -60],
      [lon, -59],
    ] as Point[],
  });
  expect([none.isFarFrom(box), none.isBeyond(box), none.reachAt(box), none.of]).toEqual([
    true,
    true,
    8000,
    '',
  ]);
  const first = none.and([at(20)], 'A');
  expect([first.isFarFrom(box), first.isBeyond(box), first.of]).toEqual([true, true, 'A']);
  const both = first.and([at(10.05)], 'B');
  expect([both.isFarFrom(box), both.isBeyond(box), both.of]).toEqual([false, false, 'B']);
  const east = { ...box, west: 20, east: 20.1 };
  expect([both.isFarFrom(east), none.isFarFrom(east)]).toEqual([false, true]);
  // where nothing is left out, nothing is beyond
  expect(new NearRoutes({ nearM: 5000, reachM: 8000, untilM: Infinity }).isBeyond(box)).toBe(false);
});

it('a zone is divided finely near the last routes, also where those before had the same ends', () => {
  const mesh = openSea({ west: -52, south: -58, columns: 8, rows: 12, height: 0.5 });
  const zones = [{ name: 'Z', kind: 'closed', geometry: OBLIQUE } as Zone];
  const cellsNear = (near: NearRoutes) =>
    zonedMesh(mesh, { zones, clearance: null, near }, () => expect.unreachable()).openCount;
  const along = (lat: number) => [
    {
      coordinates: [
        [-52, lat],
        [-36, lat],
      ] as Point[],
    },
  ];
  const one = OPEN_BORDERS.and(along(-55), 'ends');
  const both = one.and(along(-54.5), 'ends');
  const [few, many] = [one, both].map(cellsNear);
  expect(many).toBeGreaterThan(few!);
  expect(cellsNear(one)).toBe(few);
});
