import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { CLOSED_REASONS } from '../../lib/engine/mesh/environment.ts';
import { Buffers, isKeptClearOf, placesOfCells, placesOfEdges } from '../../lib/zones/mesh/buffers.ts';
import { between } from '../between.ts';
import { destination } from '../destination.ts';
import { gridMesh } from '../engine/sea/grid-sea.ts';

const isIn = (ring: readonly number[], { lat, lon }: LatLon): boolean => {
  const at = (k: number) => [ring[k % ring.length]!, ring[(k + 1) % ring.length]!] as const;
  return ring.every((_, k) => {
    if (k % 2 === 1) return true;
    const [[x1, y1], [x2, y2]] = [at(k), at(k + 2)];
    return (x2 - x1) * (lat - y1) - (y2 - y1) * (lon - x1) >= 0;
  });
};

/** Whether the water at a place is taken. */
const isTaken = (buffers: Buffers, { lat, lon }: LatLon): boolean =>
  buffers.near({ west: lon, south: lat, east: lon, north: lat }).some((ring) => isIn(ring, { lat, lon }));

test.each([
  ['anywhere', -180, 180],
  ['just east of the antimeridian', -180, -179.9],
  ['just west of it', 179.9, 180],
  ['in a ring that runs on beyond it', 180, 200],
])(
  'what is within the distance of a place is taken, and no more than a few metres beyond: %s',
  (_, west, east) => {
    fc.assert(
      fc.property(
        between(-85, 85),
        between(west, east),
        between(0.5, 20),
        between(0, 2 * Math.PI),
        (lat, lon, nm, bearing) => {
          const buffers = new Buffers([[{ lat, lon }]], nm);
          expect(isTaken(buffers, destination({ lat, lon }, nm - 0.005, bearing))).toBe(true);
          expect(isTaken(buffers, destination({ lat, lon }, nm + 0.02 + 0.02 * nm, bearing))).toBe(false);
        },
      ),
    );
  },
);

test('of several places all that lies between them is taken, and what is near to any', () => {
  const [west, east] = [
    { lat: -60, lon: -3 },
    { lat: -60.5, lon: 2 },
  ];
  for (const places of [
    [west, east],
    [east, west],
  ]) {
    const buffers = new Buffers([places], 10);
    for (const place of places) {
      for (let bearing = 0; bearing < 6; bearing++) {
        expect(isTaken(buffers, destination(place, 9.9, bearing))).toBe(true);
      }
    }
    expect(isTaken(buffers, { lat: -60.25, lon: -0.5 })).toBe(true);
    expect(isTaken(buffers, { lat: -60.5, lon: -3 })).toBe(false);
  }
});

test('a route keeps clear of the corners of closed cells, and of no other', () => {
  const grid = { columns: 3, rows: 1, box: [0, 0, 3, 1], degrees: 1 } as const;
  const mesh = gridMesh(grid, (x) => ({ closed: x > 2 }));
  const corners = [0, 1].flatMap((lat) => [2, 3].map((lon) => ({ lat, lon })));
  const [group, ...others] = placesOfCells(mesh, 'all');
  expect(others).toEqual([]);
  expect(group).toEqual(expect.arrayContaining(corners));
});

test('round a pole all longitudes are taken', () => {
  const buffers = new Buffers([[{ lat: -89.9, lon: 30 }]], 20);
  for (const lon of [-180, -100, 0, 30, 179]) expect(isTaken(buffers, { lat: -89.8, lon })).toBe(true);
  expect(isTaken(buffers, { lat: -89, lon: 30 })).toBe(false);
});

test('a route keeps clear of each edge of a polygon, the last one too, in parts of half a degree', () => {
  const ring = Float64Array.of(0, 0, 1, 0, 1, 0.4, 0, 0.4);
  const bounds = { west: 0, south: 0, east: 1, north: 0.4 };
  const parts = placesOfEdges([{ rings: [ring], bounds }]);
  const at = (lon: number, lat: number) => ({ lon, lat });
  expect(parts).toEqual([
    [at(0, 0), at(0.5, 0)],
    [at(0.5, 0), at(1, 0)],
    [at(1, 0), at(1, 0.4)],
    [at(1, 0.4), at(0.5, 0.4)],
    [at(0.5, 0.4), at(0, 0.4)],
    [at(0, 0.4), at(0, 0)],
  ]);
});

test('buffers are round the places that they were made of, and of no others', () => {
  const [a, b, c] = [
    { lat: -60, lon: 10 },
    { lat: -60, lon: 11 },
    { lat: -61, lon: 10 },
  ] as const;
  const buffers = new Buffers([[a, b], [c]], 5);
  expect(buffers.areRound([[{ ...a }, { ...b }], [{ ...c }]])).toBe(true);
  for (const other of [
    [],
    [[a, b]],
    [[a, b], [c], [c]],
    [[a], [c]],
    [[a, b, c], [c]],
    [[a, b], [a]],
    [[a, c], [c]],
    [[b, b], [c]],
    [[c], [a, b]],
  ])
    expect(buffers.areRound(other)).toBe(false);
});

test('land is what is closed by its depth, or all that is closed where no cell says so', () => {
  const grid = { columns: 4, rows: 1, box: [0, 0, 4, 1], degrees: 1 } as const;
  const sea = gridMesh(grid, (x) => ({ closed: x > 1 }));
  const because = (...reasons: string[]) => {
    const codes = reasons.map((reason) => CLOSED_REASONS.indexOf(reason as never));
    const closedReason = sea.closedReason.map((code, k) =>
      k < sea.openCount ? code : codes[k - sea.openCount]!,
    );
    return (of: 'land' | 'all') => {
      const is = isKeptClearOf({ ...sea, closedReason }, of);
      return Array.from({ length: sea.cellCount - sea.openCount }, (_, k) => is(sea.openCount + k));
    };
  };
  for (const reason of ['land', 'shallow', 'elevation']) {
    expect(because('ice', reason, 'ice')('land')).toEqual([false, true, false]);
    expect(because('ice', reason, 'ice')('all')).toEqual([true, true, true]);
  }
  expect(because('ice', 'ice', 'land')('land')).toEqual([false, false, true]);
  expect(because('ice', 'ice', 'ice')('land')).toEqual([true, true, true]);
});
