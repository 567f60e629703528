import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { GeoBounds } from '../../../lib/meshes/geo-bounds.ts';
import { checkBounds } from '../../../lib/meshes/import/cell-extent.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import { isThorough } from '../../thorough.ts';
import { bytesOf, gridMesh } from '../mesh-files.ts';

const box = (latMin: number, latMax: number, lonMin: number, lonMax: number): GeoBounds => ({
  latMin,
  latMax,
  lonMin,
  lonMax,
});

/** Cells of 2° by 1° that tile a box from its south-western corner. */
function cellsOf(latMin: number, lonMin: number, rows: number, columns: number): Float64Array {
  const cells: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const west = ((((lonMin + 2 * column + 180) % 360) + 360) % 360) - 180;
      cells.push(west, latMin + row, west + 2, latMin + row + 1);
    }
  }
  return Float64Array.from(cells);
}

describe.each([
  ['a mesh', box(-70, -60, -50, -30), cellsOf(-70, -50, 10, 10)],
  ['a mesh across the antimeridian', box(-70, -60, 170, -170), cellsOf(-70, 170, 10, 10)],
  ['a mesh up to the antimeridian', box(-70, -60, 160, 180), cellsOf(-70, 160, 10, 10)],
])('%s', (_, region, cells) => {
  const lon = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  const moved = (south: number, north: number, west: number, east: number) =>
    box(region.latMin + south, region.latMax + north, lon(region.lonMin + west), lon(region.lonMax + east));
  const check = (claimed: GeoBounds) => () => checkBounds(claimed, cells, region);

  it('may claim its cells, less, and up to a cell more', () => {
    expect(check(region)).not.toThrow();
    expect(check(moved(3, -3, 4, -4))).not.toThrow();
    expect(check(moved(-1, 1, -2, 2))).not.toThrow();
  });

  it.each([
    ['south', moved(-1.1, 0, 0, 0)],
    ['north', moved(0, 1.1, 0, 0)],
    ['west', moved(0, 0, -2.1, 0)],
    ['east', moved(0, 0, 0, 2.1)],
    ['west by half the globe', moved(0, 0, -170, 0)],
    ['back of the globe', box(-70, -60, lon(region.lonMax - 4), lon(region.lonMin + 4))],
    ['over the whole world', box(-90, 90, -180, 180)],
  ])('may not claim more to the %s', (_, claimed) => expect(check(claimed)).toThrow(/^bounds: latitudes/));
});

it('tells both boxes', () => {
  const check = () =>
    checkBounds(box(-90, 90, -180, 180), cellsOf(-70, -50, 10, 10), box(-70, -60, -50, -30));
  expect(check).toThrow(
    'bounds: latitudes -90 to 90, longitudes -180 to 180 reach more than a cell beyond the cells, which are within latitudes -70 to -60, longitudes -50 to -30',
  );
});

it('holds for a global mesh', () => {
  const cells = cellsOf(-70, -180, 2, 180);
  expect(() => checkBounds(box(-70, -68, -180, 180), cells, box(-70, -68, -180, 180))).not.toThrow();
  expect(() => checkBounds(box(-70, -68, 10, 20), cells, box(-70, -68, -180, 180))).not.toThrow();
  expect(() => checkBounds(box(-80, -68, -180, 180), cells, box(-70, -68, -180, 180))).toThrow();
});

it('holds for the grids of the tests', () => {
  for (const grid of [{}, { lon: 178, columns: 4 }, { lon: -180, columns: 360, rows: 1 }]) {
    const { bounds, cells } = compileFile(parseMesh(bytesOf(gridMesh(grid))));
    expect(() => checkBounds(bounds, cells, bounds)).not.toThrow();
  }
});

const reference = new URL('../../../../shared/reference/', import.meta.url).pathname;
const files = (() => {
  try {
    const meshes = readdirSync(`${reference}meshes`).filter(
      (name) => name.includes('.vessel.') && !name.includes('16k'),
    );
    const small = readdirSync(`${reference}small`).filter((name) => name.includes('json'));
    return [
      ...(isThorough ? meshes.map((name) => `meshes/${name}`) : []),
      ...small.map((name) => `small/${name}`),
    ];
  } catch {
    return [];
  }
})();

it.skipIf(files.length === 0)('holds for the reference meshes (skipped where they are missing)', () => {
  for (const file of files) {
    const bytes = readFileSync(reference + file);
    const json = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    const { bounds, cells } = compileFile(parseMesh(json));
    expect(() => checkBounds(bounds, cells, bounds), file).not.toThrow();
  }
});
