import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import { compiledKeyOf, sourceKeyOf } from '../../lib/meshes/compiled-key.ts';
import { isThorough, slowTest, some } from '../thorough.ts';
import { gridMesh, md5, metadataGzip } from './grid-mesh.ts';
import { reference, type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.end());

test('a mesh is imported once, however often and by however many at a time', async () => {
  const digest = await service.drop('once', gridMesh());
  const runs = await Promise.all([service.importMeshes(), service.importMeshes(), service.importMeshes()]);
  const outcomes = runs.flat().map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1);
  expect(outcomes.every((outcome) => outcome === 'inserted' || outcome === 'already stored')).toBe(true);
  await service.importMeshes(); // the last of simultaneous runs may not have remembered what the first read
  expect(await service.importMeshes()).toEqual([]);
  expect(await service.keys('sources/')).toEqual([sourceKeyOf(digest)]);
  expect(await service.keys('compiled/')).toEqual([compiledKeyOf(digest)]);
});

test('a mesh that is not there yet is imported by the run after it arrives', async () => {
  const json = JSON.stringify(gridMesh({ speedKmh: 11 }));
  const record = { filepath: 'late.vessel.json', created: '20240101T000000', md5: md5(json) };
  await service.put('metadata/upload_metadata_late.yaml.gz', metadataGzip([record]));
  const find = async () => (await service.importMeshes()).find(({ file }) => file.includes('late'));
  expect((await find())?.outcome).toBe('waiting');
  await service.put('meshes/late.vessel.json.gz', gzipSync(json));
  expect((await find())?.outcome).toBe('inserted');

  // its file was announced twice, and is still that of the first time, which is stored by another name
  const next = JSON.stringify(gridMesh({ speedKmh: 12 }));
  for (const [i, announced] of [json, next].entries()) {
    const record = { filepath: 'late-again.vessel.json', created: '20240101T000000', md5: md5(announced) };
    await service.put(`metadata/upload_metadata_late-again-${i}.yaml.gz`, metadataGzip([record]));
  }
  await service.put('meshes/late-again.vessel.json.gz', gzipSync(json));
  expect(await find()).toMatchObject({ outcome: 'waiting', reason: expect.stringContaining('earlier one') });
  await service.put('meshes/late-again.vessel.json.gz', gzipSync(next));
  expect((await find())?.outcome).toBe('inserted');
});

describe('a mesh in use', () => {
  const at = { start_lat: -69.5, start_lon: -59.5, end_lat: -60.5, end_lon: -50.5 };
  const meshOf = async (request: object) => {
    const { job, route } = await service.route({ ...request, force_new_route: true });
    return job.status === 'SUCCESS' ? Number(route.routes[0].mesh.id) : job;
  };

  test('is removed, listed as removed, and restored by its file alone', async () => {
    const older = await service.addMesh('older', gridMesh({ speedKmh: 21 }), '20240201T000000');
    const json = JSON.stringify(gridMesh({ speedKmh: 22 }));
    const digest = await service.drop('newer', json, '20240301T000000');
    const [inserted] = (await service.importMeshes()).filter(({ outcome }) => outcome === 'inserted');
    const { id } = inserted as { id: number };
    const [before] = (await service.route(at)).route.routes;
    expect(Number(before.mesh.id)).toBe(id);

    expect(await service.invokeImport({ remove: [id, 999] })).toMatchObject({ removed: [{ id }, null] });
    expect(await meshOf(at)).toBe(older);
    expect((await service.get(`/api/route/${before.id}`)).status).toBe(200);
    expect((await service.post('/api/route', { ...at, mesh_id: id })).status).toBe(404);
    const { meshes } = await service.invokeImport({ list: {} });
    expect(meshes[0]).toMatchObject({ id, md5: digest, kind: 'vessel', removed: expect.any(String) });

    await service.put('metadata/upload_metadata_again.yaml.gz', metadataGzip([record('newer', digest)]));
    expect(await service.importMeshes()).toMatchObject([{ outcome: 'already stored' }]);
    await service.put('inserted/newer.json.gz', gzipSync(json));
    const insert = ['inserted/newer.json.gz'];
    expect(await service.importMeshes({ insert })).toMatchObject([{ outcome: 'removed' }]);
    expect(await meshOf(at)).toBe(older);
    expect(await service.importMeshes({ insert, restore: true })).toMatchObject([
      { outcome: 'restored', id },
    ]);
    expect(await meshOf(at)).toBe(id);
  });

  test('whose compiled form is lost or damaged is compiled again', async () => {
    const id = await service.addMesh('lost', gridMesh({ latMin: -50, speedKmh: 23 }), '20240301T000000');
    const request = { start_lat: -49.5, start_lon: -59.5, end_lat: -45.5, end_lon: -50.5 };
    const { meshes } = await service.invokeImport({ list: {} });
    const key = compiledKeyOf(meshes.find((mesh: { id: number }) => mesh.id === id).md5);
    await service.put(key, Buffer.from('damaged'));
    expect(await meshOf(request)).toBe(id);
  });

  test('has the end of its validity; metadata with bounds beyond its cells, or with a future time, is refused', async () => {
    await service.put(
      'inserted/end.json.gz',
      gzipSync(JSON.stringify(gridMesh({ latMin: -30, speedKmh: 24 }))),
    );
    const [inserted] = await service.importMeshes({ insert: ['inserted/end.json.gz'] });
    expect(inserted).toMatchObject({ outcome: 'inserted', created: '2024-01-03T23:59:59.999Z' });
    const request = { start_lat: -29.5, start_lon: -59.5, end_lat: -25.5, end_lon: -50.5 };
    const { route } = await service.route(request);
    expect(route.routes[0].info.info).toContain('Its data end on 2024/01/03');

    const world = { latmin: -90, latmax: 90, lonmin: -180, lonmax: 180 };
    const claims: [string, object][] = [
      ['world', { latlong: world }],
      ['ahead', { created: '20990101T000000' }],
    ];
    for (const [i, [name, claim]] of claims.entries()) {
      const json = JSON.stringify(gridMesh({ speedKmh: 30 + i }));
      await service.put(`meshes/${name}.vessel.json.gz`, gzipSync(json));
      const records = [{ ...record(name, md5(json)), ...claim }];
      await service.put(`metadata/upload_metadata_${name}.yaml.gz`, metadataGzip(records));
    }
    const results = await service.importMeshes();
    const reasons = Object.fromEntries(
      results.map((result) => [result.file, 'reason' in result && result.reason]),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
    expect(reasons).toEqual({
      'world.vessel.json': expect.stringMatching(/-90 to 90.*-70 to -60/),
      'ahead.vessel.json': expect.stringMatching(/more than a day ahead/),
    });
  });
});

function record(name: string, digest: string) {
  return { filepath: `${name}.vessel.json`, created: '20240301T000000', md5: digest };
}

describe('bad files', () => {
  const good = () => gridMesh({ speedKmh: 13 });
  const withCell = (change: object) => {
    const mesh = good();
    Object.assign(mesh.cellboxes[5]!, change);
    return JSON.stringify(mesh);
  };
  const text = (mesh: object) => JSON.stringify(mesh);
  const bad: Record<string, () => { json: string; bytes?: Uint8Array; digest?: string }> = {
    'not-json': () => ({ json: '{"config": ' }),
    'a-list': () => ({ json: '[]' }),
    'no-vessel': () => {
      const { config, ...rest } = good();
      return { json: text({ config: { mesh_info: config.mesh_info }, ...rest }) };
    },
    'unknown-neighbour': () => {
      const mesh = good();
      mesh.neighbour_graph['5']!['2'] = [4711];
      return { json: text(mesh) };
    },
    overlapping: () => ({ json: withCell({ cx: -55.2, cy: -68.9, dcx: 0.8 }) }),
    'no-geometry': () => ({ json: withCell({ dcx: undefined, cx: undefined }) }),
    'nan-bounds': () => ({ json: withCell({ cx: 'NAN' }).replace('"NAN"', 'NaN') }),
    'all-speeds-zero': () => ({ json: text(gridMesh({ speedKmh: 0 })) }),
    'other-md5': () => ({ json: text(good()), digest: '0'.repeat(32) }),
    truncated: () => {
      const json = text(good());
      return { json, bytes: gzipSync(json).subarray(0, 500) };
    },
    'not-gzip': () => ({ json: text(good()), bytes: Buffer.from('plain text') }),
    // its like is refused in test/meshes/read as well
    ...(isThorough && {
      bomb: () => ({ json: '', bytes: gzipSync(Buffer.alloc(300 * 1024 * 1024, 0x20), { level: 1 }) }),
    }),
  };

  test('each is refused with its reason, does not stop the others, and leaves nothing stored', async () => {
    const before = await service.keys('compiled/');
    const records = [];
    for (const [name, make] of Object.entries(bad)) {
      const { json, bytes, digest } = make();
      await service.put(`meshes/${name}.vessel.json.gz`, bytes ?? gzipSync(json));
      records.push({ filepath: `${name}.vessel.json`, created: '20250101T000000', md5: digest ?? md5(json) });
    }
    const json = text(gridMesh({ speedKmh: 17 }));
    await service.put('meshes/good.vessel.json.gz', gzipSync(json));
    records.push({ filepath: 'good.vessel.json', created: '20250101T000000', md5: md5(json) });
    records.push({ filepath: 'good.vessel.geojson', created: '20250101T000000', md5: md5('other product') });
    await service.put('metadata/upload_metadata_bad.yaml.gz', metadataGzip(records));
    await service.put('metadata/upload_metadata_worse.yaml.gz', Buffer.from('not gzip'));

    const results = await service.importMeshes();
    for (const name of Object.keys(bad)) {
      const result = results.find(({ file }) => file.includes(name))!;
      expect({ name, outcome: result?.outcome }).toEqual({ name, outcome: 'refused' });
      expect((result as { reason: string }).reason.length).toBeGreaterThan(10);
    }
    expect(results.find(({ file }) => file.includes('worse'))?.outcome).toBe('refused');
    expect(results.find(({ file }) => file.includes('good.vessel.json'))?.outcome).toBe('inserted');
    expect(results.some(({ file }) => file.includes('geojson'))).toBe(false);
    expect(await service.keys('compiled/')).toHaveLength(before.length + 1);
  }, 60_000);

  test('by hand, the same checks', async () => {
    await service.put('inserted/bad.json.gz', gzipSync(bad.overlapping!().json));
    const [refused] = await service.importMeshes({ insert: ['inserted/bad.json.gz'] });
    expect(refused?.outcome).toBe('refused');
    await service.put('inserted/fine.json.gz', gzipSync(text(gridMesh({ speedKmh: 19 }))));
    const [inserted] = await service.importMeshes({ insert: ['inserted/fine.json.gz'] });
    expect(inserted?.outcome).toBe('inserted');
  });
});

const sea = await reference('meshes/weddell-sea-8k.vessel.json.gz');
const metadata = await reference('metadata/upload_metadata_20240214T050500.yaml.gz');
const environment = await reference('meshes/weddell-sea-8k.env.json.gz');

describe.skipIf(!sea || !metadata || !environment)(
  'the reference data (skipped where it does not lie beside the repository)',
  () => {
    test('the dropped meshes are imported, other files ignored, and the standard locations have routes', async () => {
      await service.put('meshes/weddell-sea-8k.vessel.json.gz', sea!);
      await service.put('metadata/upload_metadata_20240214T050500.yaml.gz', metadata!);
      const results = await service.importMeshes();
      const inserted = results.filter(({ outcome }) => outcome === 'inserted');
      expect(inserted.map(({ file }) => file)).toEqual(['weddell-sea-8k.vessel.json']);
      expect(inserted[0]).toMatchObject({ created: expect.stringMatching(/^2024-02-14T05:04:48/) });

      const locations = {
        falklands: [-51.731, -57.706],
        rothera: [-67.764, -68.02],
        signy: [-60.72, -45.48],
        halley: [-75.059, -25.84],
        bird: [-54.025, -38.044],
        kep: [-54.22, -36.433],
      } as const;
      const days = async (from: keyof typeof locations, to: keyof typeof locations) => {
        const [[start_lat, start_lon], [end_lat, end_lon]] = [locations[from], locations[to]];
        const { job, route } = await service.route({ start_lat, start_lon, end_lat, end_lon });
        expect({ from, to, status: job.status }).toEqual({ from, to, status: 'SUCCESS' });
        return Number(route.routes[0].optimisation.metrics.time.duration);
      };
      // Falklands is moved to the open cell east of Stanley, from where the best known way takes 3.0949 days.
      expect(await days('falklands', 'rothera')).toBeLessThan(3.0952);
      for (const [from, to, least] of some(0, [
        ['signy', 'halley', 1],
        ['bird', 'signy', 0.5],
        ['kep', 'falklands', 1],
      ] as const)) {
        expect(await days(from, to)).toBeGreaterThan(least);
      }
    });

    slowTest(
      'an environment mesh is imported, and not selected for a request without a vehicle',
      async () => {
        await service.put('inserted/env.json.gz', environment!);
        const [result] = await service.importMeshes({ insert: ['inserted/env.json.gz'] });
        expect(result).toMatchObject({ outcome: 'inserted', created: '2024-02-13T23:59:59.999Z' });
      },
    );
  },
);

test('meshes are listed, and read as file, GeoJSON and compiled mesh', async () => {
  const id = await service.addMesh('view', gridMesh({ speedKmh: 17.25 }));
  const { body: list } = await service.get('/api/mesh/?limit=500');
  expect(list.meshes.find((mesh: { id: number }) => mesh.id === id)).toMatchObject({
    name: 'view.vessel.json',
    kind: 'vessel',
    removed: null,
  });
  const { body: view } = await service.get(`/api/mesh/${id}`);
  expect(view.json).toEqual(JSON.parse(JSON.stringify(gridMesh({ speedKmh: 17.25 }))));
  expect(view.geojson.features).toHaveLength(view.json.cellboxes.length);
  const redirected = await fetch(`${service.stack.apiUrl}/api/mesh/${id}/compiled`);
  expect(redirected.status).toBe(200);
  const mesh = openMesh(Buffer.from(await redirected.arrayBuffer()));
  expect(mesh.cellCount).toBe(view.json.cellboxes.length);
});
