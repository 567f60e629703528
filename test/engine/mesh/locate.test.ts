import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { cellsAt, cellsBetween } from '../../../lib/engine/mesh/locate.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { between } from '../../between.ts';
import { randomMesh } from '../random-mesh.ts';

const mesh = openMesh(compileMesh(randomMesh(5, { cells: 200, place: 'antimeridian' }).source));
const [west, south, east, north] = [0, 1, 2, 3].map((k) => {
  const sides = Array.from({ length: mesh.cellCount }, (_, cell) => {
    const side = mesh.bounds[4 * cell + k]!;
    return k % 2 === 0 && side < 0 ? side + 360 : side;
  });
  return k < 2 ? Math.min(...sides) : Math.max(...sides);
}) as [number, number, number, number];

/** The cells that meet a box, whatever turn its longitudes are on. */
const meeting = (w: number, s: number, e: number, n: number): number[] =>
  Array.from({ length: mesh.cellCount }, (_, cell) => cell).filter((cell) => {
    const [cw, cs, ce, cn] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
    return [-360, 0, 360].some((turn) => w + turn <= ce! && e + turn >= cw!) && s <= cn! && n >= cs!;
  });

const longitude = fc.oneof(between(west, east), fc.constantFrom(180, -180, 180 - 1e-8, -180 + 1e-8));

test('the cells at a point, on either side of the antimeridian, are those that contain it', () => {
  fc.assert(
    fc.property(longitude, between(south, north), fc.constantFrom(0, 1e-7, 0.5), (lon, lat, slack) => {
      const place = { lon: lon > 180 ? lon - 360 : lon, lat };
      expect(cellsAt(mesh, place, slack)).toEqual(
        meeting(place.lon - slack, lat - slack, place.lon + slack, lat + slack),
      );
    }),
  );
});

test('the cells between two corners are those that meet the box, also where its longitudes run on', () => {
  fc.assert(
    fc.property(
      fc.tuple(between(west, east), between(west, east)),
      fc.tuple(between(south, north), between(south, north)),
      fc.constantFrom(0, -360),
      (lons, lats, turn) => {
        const [a, b] = lons.map((lon, k) => ({ lon: lon + turn, lat: lats[k]! })) as [LatLon, LatLon];
        const [w, e] = [Math.min(a.lon, b.lon), Math.max(a.lon, b.lon)];
        const [s, n] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)];
        expect(cellsBetween(mesh, a, b, 0)).toEqual(meeting(w, s, e, n));
      },
    ),
  );
});
