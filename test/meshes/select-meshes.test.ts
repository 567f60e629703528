import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { areaKm2, contains } from '../../lib/meshes/geo-bounds.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { selectMeshes } from '../../lib/meshes/select-meshes.ts';
import { meshRecord } from './mesh-records.ts';

/** The specification, word by word. */
function bySpecification(meshes: readonly MeshRecord[], start: LatLon, end: LatLon): MeshRecord[] {
  const containing = meshes.filter(({ bounds }) => contains(bounds, start) && contains(bounds, end));
  const dates = containing.map(({ created }) => created.slice(0, 10)).sort();
  const latest = containing.filter(({ created }) => created.slice(0, 10) === dates.at(-1));
  return latest.sort((a, b) => a.areaKm2 - b.areaKm2 || a.id - b.id);
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

async function* newestFirst(meshes: readonly MeshRecord[], read: MeshRecord[] = []) {
  for (const each of meshes.toSorted((a, b) => (a.created < b.created ? 1 : -1))) {
    read.push(each);
    yield each;
  }
}

it('is what the specification says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mesh, { maxLength: 30 }), point, point, async (fields, start, end) => {
      const meshes = fields.map((each, index) => meshRecord({ ...each, id: index + 1 }));
      const selected = await selectMeshes(newestFirst(meshes), start, end);
      expect(selected).toEqual(bySpecification(meshes, start, end));
    }),
    { numRuns: 300 },
  );
});

it('does not read on where nothing older can be selected', async () => {
  const years = Array.from({ length: 20 }, (_, year) =>
    meshRecord({ id: year, created: `${2000 + year}-01-01T00:00:00.000Z` }),
  );
  const read: MeshRecord[] = [];
  const point = { lat: -60, lon: -30 };
  expect(await selectMeshes(newestFirst(years, read), point, point)).toEqual([years.at(-1)]);
  expect(read).toHaveLength(2);
});
