import fc from 'fast-check';
import {
  cellToBoundary,
  cellToLatLng,
  cellToVertexes,
  getPentagons,
  getResolution,
  latLngToCell,
  vertexToLatLng,
} from 'h3-js';
import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { cellsWithin, reuseKey, reuseKeysNear } from '../../lib/routes/reuse-key.ts';
import type { Vehicle } from '../../lib/vehicles/vehicle.ts';
import { plainVoyage, type Voyage } from '../../lib/voyage/voyage-fields.ts';
import { between } from '../between.ts';
import { destination } from '../destination.ts';
import { runs } from '../thorough.ts';

const anywhere = fc.record({
  lat: between(-90, 90),
  lon: between(-180, 180),
});
/** Where the cells are smallest: around the twelve pentagons of the grid. */
const nearPentagon = fc
  .tuple(fc.constantFrom(...getPentagons(5)), between(0, 20), between(0, 6.3))
  .map(([cell, nm, bearing]) => {
    const [lat, lon] = cellToLatLng(cell);
    return destination({ lat, lon }, nm, bearing);
  });

describe('the keys near a point', () => {
  it.each([0.5, 1, 2, 5, 10])(
    'contain the key of every route within %d NM, and are nine at most',
    (tolerance) => {
      const ends = { end: { lat: 0, lon: 0 }, vehicle: null };
      fc.assert(
        fc.property(
          fc.oneof(anywhere, nearPentagon),
          between(0, tolerance),
          between(0, 6.3),
          (start, nm, bearing) => {
            const other = destination(start, nm, bearing);
            fc.pre(haversineNm(start, other) <= tolerance);
            const keys = reuseKeysNear({ ...ends, start }, tolerance);
            expect(keys).toContain(reuseKey({ ...ends, start: other }, tolerance));
            expect(cellsWithin(start, tolerance).length).toBeLessThanOrEqual(3);
            const swapped = reuseKeysNear({ start: ends.end, end: start, vehicle: null }, tolerance);
            expect(swapped).toContain(reuseKey({ start: ends.end, end: other, vehicle: null }, tolerance));
          },
        ),
        { numRuns: runs(50, 150) },
      );
    },
  );

  it.each([
    [1, 5],
    [1.24, 5],
    [1.25, 4],
    [2, 4],
    [5, 3],
    [10, 2],
    [30, 2],
  ])(
    'within %d NM are of resolution %i: finer ones may be more than three, coarser ones hold more routes',
    (toleranceNm, resolution) => {
      const cells = cellsWithin({ lat: -60, lon: -50 }, toleranceNm);
      expect(new Set(cells.map(getResolution))).toEqual(new Set([resolution]));
    },
  );

  it.each([1, 5, 10])('are those of the cells that a circle of %d NM touches, and no others', (tolerance) => {
    const around = (point: LatLon, radii: readonly number[], resolution: number) =>
      new Set(
        radii.flatMap((nm) =>
          Array.from({ length: 90 }, (_, k) => destination(point, nm, (k * Math.PI) / 45)).map(
            ({ lat, lon }) => latLngToCell(lat, lon, resolution),
          ),
        ),
      );
    for (let k = 0; k < 6; k++) {
      const own = cellsWithin({ lat: 30 * k - 80, lon: 59 * k - 175 }, tolerance)[0]!;
      const resolution = getResolution(own);
      const [a, b] = cellToBoundary(own).map(([lat, lon]) => ({ lat, lon }));
      const beside = destination(
        { lat: (a!.lat + b!.lat) / 2, lon: (a!.lon + b!.lon) / 2 },
        tolerance * 0.9,
        k,
      );
      for (const point of [a!, beside]) {
        const found = cellsWithin(point, tolerance);
        const surely = around(point, [0.5 * tolerance, 0.99 * tolerance], resolution);
        for (const cell of surely) expect(found).toContain(cell);
        const perhaps = around(
          point,
          [0, 0.25, 0.5, 0.75, 1, 1.01].map((part) => part * tolerance),
          resolution,
        );
        for (const cell of found) expect(perhaps).toContain(cell);
      }
    }
  });

  it('are three at the corner of a cell', () => {
    for (const vertex of cellToVertexes('855f2a3bfffffff')) {
      const [lat, lon] = vertexToLatLng(vertex);
      expect(cellsWithin({ lat, lon }, 0)).toHaveLength(3);
    }
  });

  it('are one or two for most requests', () => {
    const points = Array.from({ length: 400 }, (_, i) => ({
      lat: -80 + i * 0.4,
      lon: -180 + ((i * 77.7) % 360),
    }));
    const counts = points.map((point) => cellsWithin(point, 1).length);
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(1.6);
  });
});

it('routes of different vehicles have different keys, whatever the order of their properties', () => {
  const ends = { start: { lat: -51.7, lon: -57.7 }, end: { lat: -67.7, lon: -68 } };
  const vehicle = { vessel_type: 'SDA', beam: 24, excluded_zones: ['a', 'b'] } as unknown as Vehicle;
  const reordered = { excluded_zones: ['a', 'b'], beam: 24, vessel_type: 'SDA' } as unknown as Vehicle;
  const changed = { ...vehicle, excluded_zones: ['b', 'a'] };
  const keyOf = (of: Vehicle | null) => reuseKey({ ...ends, vehicle: of }, 1);
  expect(keyOf(null)).toMatch(/^no-vehicle#[0-9a-f]{15}#[0-9a-f]{15}$/); // as routes are stored
  expect(keyOf(reordered)).toBe(keyOf(vehicle));
  expect(new Set([keyOf(null), keyOf(vehicle), keyOf(changed)]).size).toBe(3);
  expect(reuseKeysNear({ ...ends, vehicle }, 1)).toContain(keyOf(vehicle));
});

it('a voyage has the key that it had before there were fields that it does not have', () => {
  const ends = { start: { lat: -51.7, lon: -57.7 }, end: { lat: -67.7, lon: -68 }, vehicle: null };
  const keyOf = (voyage: Voyage) => reuseKey({ ...ends, voyage }, 1);
  const before = { clearance_nm: 5, stops: null } as Voyage;
  expect(keyOf({ ...plainVoyage(), clearance_nm: 5 })).toBe(keyOf(before));
  expect(keyOf({ ...plainVoyage(), clearance_nm: 5, standing_zones: false })).not.toBe(keyOf(before));
});
