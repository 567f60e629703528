import { expect, it } from 'vitest';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import type { AcceptMesh, MeshCandidate } from '../../lib/meshes/select/select-meshes.ts';
import { chooseMeshes, FOR_SPEED } from '../../lib/routes/choose-meshes.ts';
import type { VoyagePoint } from '../../lib/voyage/voyage-request.ts';
import { mesh } from './world.ts';

/** Vessel meshes over bands of longitude, and an environment mesh. */
const band = (
  id: number,
  lonMin: number,
  lonMax: number,
  kind: MeshRecord['kind'] = 'vessel',
): MeshRecord => {
  const record = mesh(id);
  return { ...record, kind, bounds: { ...record.bounds, lonMin, lonMax } } as MeshRecord;
};
const all = [band(1, -80, -40), band(2, -50, 0), band(3, -80, 0, 'environment')];

const point = (what: string, lon: number): VoyagePoint => ({ what, lat: -60, lon }) as VoyagePoint;

function choose(points: readonly VoyagePoint[], records = all, more = {}) {
  let looks = 0;
  const meshes = {
    byId: async (id: number) => records.find((each) => each.id === id) ?? null,
    candidates: async (some: readonly { lon: number }[], accepts: AcceptMesh = () => true) => {
      looks++;
      const contains = ({ bounds }: MeshRecord) =>
        some.every(({ lon }) => bounds.lonMin <= lon && lon <= bounds.lonMax);
      return records.filter((record) => accepts(record) && contains(record)) as unknown as MeshCandidate[];
    },
  };
  const wanted = { meshId: null, points, vehicle: null, ...more };
  return { chosen: chooseMeshes(meshes, wanted), looks: () => looks };
}

it('the first point that no mesh contains with those before it is named, found by halving', async () => {
  const places = Array.from({ length: 60 }, (_, i) => point(`stop ${i + 1}`, -79 + i));
  const { chosen, looks } = choose(places, [band(1, -80, -40)]);
  await expect(chosen).rejects.toThrow('none contains stop 41 (latitude -60, longitude -39)');
  expect(looks()).toBeLessThan(10);
});

it.each<[string, readonly VoyagePoint[], RegExp]>([
  ['the first', [point('start', 20), point('stop 1', -45), point('end', -45)], /none contains the start \(/],
  ['the last', [point('start', -45), point('stop 1', -45), point('end', 20)], /none contains the end \(/],
  [
    'one that another mesh contains',
    [point('start', -70), point('stop 1', -10), point('end', -60)],
    /none that contains the points before it contains stop 1 \(latitude -60, longitude -10\) too/,
  ],
])('%s is named', async (_, points, message) => {
  await expect(choose(points).chosen).rejects.toThrow(message);
});

it('a mesh that is named has to be there, and not removed', async () => {
  const points = [point('start', -70), point('end', -60)];
  const removed = { ...band(5, -80, 0), removed: '2026-01-01T00:00:00Z' };
  for (const meshId of [5, 99]) {
    await expect(choose(points, [...all, removed], { meshId }).chosen).rejects.toMatchObject({
      name: 'MeshNotFound',
    });
  }
  expect(await choose(points, all, { meshId: 1 }).chosen).toEqual([1]);
});

it('where speeds are chosen only environment meshes count, and the answer says what to do', async () => {
  const points = [point('start', -70), point('end', -10)];
  const environmentOnly = { environmentFor: FOR_SPEED };
  expect(await choose(points, all, environmentOnly).chosen).toEqual([3]);
  await expect(choose(points, [band(1, -80, 0)], environmentOnly).chosen).rejects.toMatchObject({
    name: 'NeedsEnvironment',
  });
  await expect(choose(points, [band(7, -80, 0)], { ...environmentOnly, meshId: 7 }).chosen).rejects.toThrow(
    /mesh 7 is a vessel mesh, made for one vessel at one speed: insert the environment mesh .* or leave out mesh_id\.$/,
  );
  expect(await choose(points, all, { ...environmentOnly, meshId: 3 }).chosen).toEqual([3]);
});
