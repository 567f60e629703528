import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { areaKm2, contains } from '../../../lib/meshes/geo-bounds.ts';
import type { MeshRecord } from '../../../lib/meshes/mesh-record.ts';
import {
  extentKeyOf,
  extentOf,
  MAX_CANDIDATES,
  type NewestOfExtent,
  rankOf,
  selectMeshes,
} from '../../../lib/meshes/select/select-meshes.ts';
import { tileOf, tilesOf } from '../../../lib/meshes/select/tiles.ts';
import { meshRecord } from '../mesh-records.ts';

/** The rule of the specification, literally. */
function bySpecification(meshes: readonly MeshRecord[], start: LatLon, end: LatLon): number[] {
  const containing = meshes.filter(({ bounds }) => contains(bounds, start) && contains(bounds, end));
  const dates = containing.map(({ created }) => created.slice(0, 10)).sort();
  const latest = containing.filter(({ created }) => created.slice(0, 10) === dates.at(-1));
  const sorted = latest.sort((a, b) => a.areaKm2 - b.areaKm2 || b.id - a.id);
  return sorted.map(({ id }) => id).slice(0, MAX_CANDIDATES);
}

/** What the table's index gives: the newest meshes of each extent, by rank. */
async function* ranked(meshes: readonly MeshRecord[], read: NewestOfExtent[] = []) {
  const newest = new Map<string, NewestOfExtent>();
  for (const each of meshes.map(extentOf)) {
    const key = extentKeyOf(each);
    const before = newest.get(key);
    if (!before || each.day > before.day) newest.set(key, each);
    else if (each.day === before.day) newest.set(key, { ...before, ids: [...before.ids, ...each.ids] });
  }
  for (const extent of [...newest.values()].sort((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1))) {
    read.push(extent);
    yield extent;
  }
}

const mesh = fc
  .record({
    time: fc.integer({ min: Date.UTC(2024, 1, 12), max: Date.UTC(2024, 1, 15) }),
    lat: fc.integer({ min: -80, max: -60 }),
    lon: fc.constantFrom(-40, -20, 150, 170),
    size: fc.constantFrom(20, 40, 60),
  })
  .map(({ time, lat, lon, size }) => {
    const lonMax = lon + size > 180 ? lon + size - 360 : lon + size;
    const bounds = { latMin: lat, latMax: lat + 20, lonMin: lon, lonMax };
    return { created: new Date(time).toISOString(), bounds, areaKm2: areaKm2(bounds) };
  });
const point = fc.record({
  lat: fc.integer({ min: -80, max: -45 }),
  lon: fc.integer({ min: -180, max: 180 }),
});
const idsOf = (selected: readonly { id: number }[]) => selected.map(({ id }) => id);

it('selects what the specification says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mesh, { maxLength: 30 }), point, point, async (fields, start, end) => {
      const meshes = fields.map((each, index) => meshRecord({ ...each, id: index + 1 }));
      const selected = await selectMeshes(ranked(meshes), [start, end]);
      expect(idsOf(selected)).toEqual(bySpecification(meshes, start, end));
    }),
    { numRuns: 300 },
  );
});

describe('reading', () => {
  const point = { lat: -60, lon: -30 };
  const daily = (days: number, fields: Partial<MeshRecord> = {}) =>
    Array.from({ length: days }, (_, day) =>
      meshRecord({ id: day + 1, created: new Date(Date.UTC(2020, 0, day + 1)).toISOString(), ...fields }),
    );

  it('sees one entry of a mesh that is made every day for years', async () => {
    const read: NewestOfExtent[] = [];
    const meshes = daily(3650);
    expect(idsOf(await selectMeshes(ranked(meshes, read), [point]))).toEqual([3650]);
    expect(read).toHaveLength(1);
  });

  it('stops at the first older day and at the greatest number of candidates', async () => {
    const box = (size: number) => ({ latMin: -60 - size, latMax: -60 + size, lonMin: -40, lonMax: 0 });
    const sized = (id: number, created: string) =>
      meshRecord({ id, created, bounds: box(id / 1000), areaKm2: areaKm2(box(id / 1000)) });
    const today = Array.from({ length: 1000 }, (_, i) => sized(i + 1, '2024-02-14T00:00:00.000Z'));
    const yesterday = Array.from({ length: 1000 }, (_, i) => sized(i + 2001, '2024-02-13T00:00:00.000Z'));
    const read: NewestOfExtent[] = [];
    const selected = await selectMeshes(ranked([...yesterday, ...today.slice(0, 3)], read), [point]);
    expect(idsOf(selected)).toEqual([1, 2, 3]);
    expect(read.length).toBe(4);
    const many: NewestOfExtent[] = [];
    expect(idsOf(await selectMeshes(ranked(today, many), [point]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(many.length).toBe(MAX_CANDIDATES);
  });
});

it('tries the mesh imported last first where areas are equal, and a vessel mesh before an environment mesh', async () => {
  const point = { lat: -60, lon: -30 };
  const meshes = [
    meshRecord({ id: 1 }),
    meshRecord({ id: 2 }),
    meshRecord({ id: 3, kind: 'environment', vesselKey: null }),
  ];
  expect(idsOf(await selectMeshes(ranked(meshes), [point]))).toEqual([2, 1]);
  expect(idsOf(await selectMeshes(ranked(meshes), [point], () => true))).toEqual([2, 1, 3]);
  const forTug = ({ kind, vesselKey }: { kind: string; vesselKey: string | null }) =>
    kind === 'environment' || vesselKey === 'tug';
  expect(idsOf(await selectMeshes(ranked(meshes), [point], forTug))).toEqual([3]);
});

describe('tiles', () => {
  const lat = fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.constantFrom(-90, -60, -30, 0, 30, 60, 90),
  );
  const lon = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, -30, 0, 30, 150, 180),
  );

  it('of a mesh include that of every point it contains', () => {
    fc.assert(
      fc.property(lat, lat, lon, lon, lat, lon, (south, north, west, east, pointLat, pointLon) => {
        const bounds = {
          latMin: Math.min(south, north),
          latMax: Math.max(south, north),
          lonMin: west,
          lonMax: east,
        };
        const point = { lat: pointLat, lon: pointLon };
        fc.pre(contains(bounds, point));
        expect(tilesOf(bounds)).toContain(tileOf(point));
      }),
      { numRuns: 2000 },
    );
  });

  it('are few, and other ones at the other pole', () => {
    expect(tilesOf({ latMin: -90, latMax: 90, lonMin: -180, lonMax: 180 })).toHaveLength(72);
    expect(tilesOf({ latMin: -80, latMax: -45, lonMin: -70, lonMax: 0 })).toHaveLength(8);
    expect(tilesOf({ latMin: -10, latMax: 10, lonMin: 175, lonMax: -175 })).toHaveLength(4);
    expect(tilesOf({ latMin: -80, latMax: -61, lonMin: -70, lonMax: -1 })).not.toContain(
      tileOf({ lat: 80, lon: -20 }),
    );
  });
});
