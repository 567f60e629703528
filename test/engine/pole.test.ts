/** Routes over the antimeridian and the pole of a global mesh of few big cells, and routes of no length. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { costsFor } from '../../lib/engine/cost/cost.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { MeshSource } from '../../lib/engine/mesh/mesh-source.ts';
import { evaluatePath } from '../../lib/engine/path/evaluate.ts';
import { planRoute } from '../../lib/engine/plan-route.ts';
import { examine, subjectOf } from './oracle/examine.ts';

/** Cells round the globe from 80° N to the pole, 10° each way. */
const COLUMNS = 36;
const source = capMesh();
const mesh = openMesh(compileMesh(source));

describe('a cap of cells of ten degrees about the pole', () => {
  it('leads across the antimeridian with longitudes between −180 and 180', () => {
    const { routes } = planRoute(mesh, { lat: 85, lon: 179 }, { lat: 85, lon: -179 });
    for (const { track, unsmoothed, sailing } of routes) {
      for (const { coordinates } of [track, unsmoothed, sailing]) {
        for (const [lon] of coordinates) expect(Math.abs(lon)).toBeLessThanOrEqual(180);
      }
    }
  });

  it('leads over the pole with one point a cell there', () => {
    const { routes } = planRoute(mesh, { lat: 85, lon: 0 }, { lat: 85, lon: 170 });
    for (const { track, sailing } of routes) {
      for (const { coordinates, cells } of [track, sailing]) {
        const stops = coordinates.filter(
          ([, lat], i) => i > 0 && lat === 90 && coordinates[i - 1]![1] === 90,
        );
        expect(stops.length).toBeLessThanOrEqual(17);
        expect(cells.length).toBe(coordinates.length);
      }
      // no more than ten degrees of latitude, at 10 m/s
      expect(track.timeDays.at(-1)).toBeCloseTo((10 * Math.PI * 6_371_100) / 180 / 10 / 86_400, 4);
    }
  });

  it('gives sound routes there', () => {
    const subject = subjectOf(source, mesh);
    expect(examine(subject, { lat: 85, lon: 179 }, { lat: 85, lon: -179 }).faults).toEqual([]);
    // the oracle's isometric latitude of the pole is infinite, tan(π / 2) is not: sums agree to 1e-8 only
    const { faults } = examine(subject, { lat: 85, lon: 0 }, { lat: 85, lon: 170 });
    expect(faults.filter((fault) => !fault.includes(', expected '))).toEqual([]);
  });
});

describe('a column of cells of one degree up to the pole', () => {
  const column = openMesh(compileMesh(columnMesh()));

  it.each([
    [5, 90],
    [0, 90],
    [5, 89.9999],
    [5, 89.6],
  ])('is crossed cell by cell by a leg from (%d, %d), there and back', (lon, lat) => {
    const ends = [
      [lon, lat],
      [lon, 60],
    ] as const;
    for (const path of [ends, ends.toReversed()]) {
      const track = evaluatePath(column, costsFor(column, 'traveltime'), path);
      expect(track.coordinates).toHaveLength(32); // the cell at the pole is two pieces
    }
  });
});

describe('a route from a point to itself', () => {
  it('has no speed', () => {
    const here = { lat: 84, lon: 33 };
    for (const { track, sailing } of planRoute(mesh, here, here).routes) {
      for (const { coordinates, speedKmh, timeDays } of [track, sailing]) {
        expect(coordinates).toHaveLength(2);
        expect(speedKmh).toEqual([0, 0]);
        expect(timeDays).toEqual([0, 0]);
      }
    }
  });
});

/** 30 cells, one above the other, from 60° N to the pole. */
function columnMesh(): MeshSource {
  const rows = Array.from({ length: 30 }, (_, row) => row);
  const next = rows.map((row) => [row - 1, row + 1].filter((other) => other in rows));
  return {
    ...capMesh(),
    ids: rows.map(String),
    bounds: Float64Array.from(rows.flatMap((row) => [0, 60 + row, 10, 61 + row])),
    accessible: new Uint8Array(30).fill(1),
    neighbours: {
      start: Int32Array.from([...rows, 30].map((row) => next.slice(0, row).flat().length)),
      cell: Int32Array.from(next.flat()),
      direction: Int8Array.from(rows.flatMap((row) => next[row]!.map((other) => (other < row ? 4 : -4)))),
    },
  };
}

function capMesh(): MeshSource {
  const rows = Array.from({ length: COLUMNS }, (_, row) => row);
  return {
    ids: rows.map(String),
    bounds: Float64Array.from(rows.flatMap((row) => [10 * row - 180, 80, 10 * row - 170, 90])),
    accessible: new Uint8Array(COLUMNS).fill(1),
    currents: new Float64Array(2 * COLUMNS),
    speeds: new Float64Array(8 * COLUMNS).fill(10),
    rates: new Float64Array(8 * COLUMNS).fill(20),
    consumption: 'fuel',
    neighbours: {
      start: Int32Array.from({ length: COLUMNS + 1 }, (_, row) => 2 * row),
      cell: Int32Array.from(rows.flatMap((row) => [(row + 1) % COLUMNS, (row + COLUMNS - 1) % COLUMNS])),
      direction: Int8Array.from(rows.flatMap(() => [2, -2])),
    },
  };
}
