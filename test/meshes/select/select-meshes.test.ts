import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { areaKm2, contains } from '../../../lib/meshes/geo-bounds.ts';
import type { MeshRecord } from '../../../lib/meshes/mesh-record.ts';
import { Catalogue } from '../../../lib/meshes/select/catalogue.ts';
import { MAX_CANDIDATES } from '../../../lib/meshes/select/select-meshes.ts';
import { runs } from '../../thorough.ts';
import { meshRecord } from '../mesh-records.ts';

/** The rule of the specification, literally. */
function bySpecification(meshes: readonly MeshRecord[], start: LatLon, end: LatLon): number[] {
  const containing = meshes.filter(({ bounds }) => contains(bounds, start) && contains(bounds, end));
  const dates = containing.map(({ created }) => created.slice(0, 10)).sort();
  const latest = containing.filter(({ created }) => created.slice(0, 10) === dates.at(-1));
  const sorted = latest.sort((a, b) => a.areaKm2 - b.areaKm2 || b.id - a.id);
  return sorted.map(({ id }) => id).slice(0, MAX_CANDIDATES);
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

it('selects what the specification says', () => {
  fc.assert(
    fc.property(fc.array(mesh, { maxLength: 30 }), point, point, (fields, start, end) => {
      const meshes = fields.map((each, index) => meshRecord({ ...each, id: index + 1 }));
      const selected = Catalogue.of(meshes).candidates([start, end]);
      expect(idsOf(selected)).toEqual(bySpecification(meshes, start, end));
    }),
    { numRuns: runs(100, 300) },
  );
});

it('gives at most ten, the smallest', () => {
  const box = (size: number) => ({ latMin: -60 - size, latMax: -60 + size, lonMin: -40, lonMax: 0 });
  const meshes = Array.from({ length: 1000 }, (_, i) =>
    meshRecord({ id: 1000 - i, bounds: box(1 + i / 1000), areaKm2: areaKm2(box(1 + i / 1000)) }),
  );
  const point = { lat: -60, lon: -30 };
  const ids = idsOf(Catalogue.of(meshes).candidates([point]));
  expect(ids).toEqual(Array.from({ length: MAX_CANDIDATES }, (_, i) => 1000 - i));
});

it('tries the mesh imported last first where areas are equal, and a vessel mesh before an environment mesh', () => {
  const point = { lat: -60, lon: -30 };
  const meshes = [
    meshRecord({ id: 1 }),
    meshRecord({ id: 2 }),
    meshRecord({ id: 3, kind: 'environment', vesselKey: null }),
  ];
  expect(idsOf(Catalogue.of(meshes).candidates([point]))).toEqual([2, 1]);
  expect(idsOf(Catalogue.of(meshes).candidates([point], () => true))).toEqual([2, 1, 3]);
  const forTug = ({ kind, vesselKey }: { kind: string; vesselKey: string | null }) =>
    kind === 'environment' || vesselKey === 'tug';
  expect(idsOf(Catalogue.of(meshes).candidates([point], forTug))).toEqual([3]);
});

describe('the catalogue', () => {
  it('has exactly what any imports, removals and restorals left, also after it was stored and read', () => {
    const step = fc.record({ mesh: fc.integer({ min: 0, max: 7 }), isRemoved: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(mesh, { minLength: 8, maxLength: 8 }),
        fc.array(step),
        point,
        (fields, steps, at) => {
          const meshes = fields.map((each, index) => meshRecord({ ...each, id: index + 1 }));
          let catalogue = Catalogue.of(meshes);
          for (const { mesh: i, isRemoved } of steps) {
            meshes[i] = { ...meshes[i]!, removed: isRemoved ? '2024-03-01T00:00:00.000Z' : null };
            catalogue = catalogue.with([meshes[i]!]);
          }
          const left = meshes.filter(({ removed }) => !removed);
          const stored = Catalogue.fromBytes(catalogue.toBytes())!;
          for (const each of [catalogue, stored]) {
            expect(idsOf(each.candidates([at]))).toEqual(bySpecification(left, at, at));
          }
        },
      ),
    );
  });

  it('that is damaged, or of another version, is none', () => {
    expect(Catalogue.fromBytes(Buffer.from('damaged'))).toBeNull();
    expect(Catalogue.fromBytes(gzipSync('{"version":0,"extents":[]}'))).toBeNull();
    expect(Catalogue.fromBytes(Catalogue.of([]).toBytes())).not.toBeNull();
  });
});
