import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type BatchItem, keysOf } from '../../lib/batches/batch.ts';
import { calculateLines, type Progress } from '../../lib/batches/calculate-lines.ts';
import { readColumns } from '../../lib/batches/results/read-parquet.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { fromStoredRequest } from '../../lib/routes/stored-request.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import type { VoyageRequest } from '../../lib/voyage/voyage-request.ts';
import { gridMesh } from '../local/grid-mesh.ts';
import { parseVesselMesh } from '../meshes/parse-vessel-mesh.ts';
import { batch, MemoryBatches, MemoryFiles, MemoryRoutes } from './store.ts';

const isOpen = (lat: number) => Math.floor(lat) !== -66;
const mesh = openMesh(compileMesh(parseVesselMesh(Buffer.from(JSON.stringify(gridMesh({ isOpen })))).source));
const record = {
  ...{ id: 7, name: 'sea', cellCount: 100, missingDataSources: [] },
  ...{ validDateStart: '2026-11-01', validDateEnd: '2026-12-01', created: '2026-11-01' },
  bounds: { latMin: -70, latMax: -60, lonMin: -60, lonMax: -50 },
} as unknown as MeshRecord;

const body = { start_lat: -62.5, start_lon: -58.5, end_lat: -61.5, end_lon: -52.5, tags: 'a, b' };
const bodies = [body, { ...body, departure: '2026-12-01T00:00Z' }, { ...body, end_lat: -68.5 }];
const items = bodies.map(
  (each, i): BatchItem => ({ line: i + 1, key: `k${i + 1}`, meshes: [7], forecast: null, body: each }),
);

async function setUp() {
  const [batches, files, routes] = [
    new MemoryBatches({ ...batch, store: true, certificate: true, requester: 'me' }),
    new MemoryFiles(),
    new MemoryRoutes(),
  ];
  await files.write(keysOf(batch.id).snapshot, JSON.stringify({ vehicles: [], zones: [], standing: null }));
  const ports = {
    ...{ batches, files, routes },
    meshById: async () => record,
    standingZones: { of: async () => [] },
    log: { error: (_: string, error: Error) => expect.fail(error.stack) },
    plan: async (_: MeshRecord, request: VoyageRequest, certificate: boolean) => ({
      plan: planVoyage(mesh, request, { certificate, adjustmentLimitNm: 0 }),
      mesh,
    }),
  };
  const run = (progress: Progress) =>
    calculateLines(
      ports,
      { batch_id: batch.id, child: 'c', items, progress },
      { now: () => 0, leftMs: () => 1e6 },
    );
  return { batches, files, routes, run };
}
const begin: Progress = { next: 0, crashes: 0, done: false };

test('a line with a way is a route with a number, a document and, of a voyage, the request; others are none', async () => {
  const { files, routes, run } = await setUp();
  expect(await run(begin)).toMatchObject({ done: true });
  expect(routes.records).toMatchObject([
    {
      routeId: 1,
      requester: 'me',
      tags: ['a', 'b'],
      requestKey: null,
      meshId: 7,
      meshName: 'sea',
      attempts: [],
    },
    { routeId: 2, tags: ['a', 'b'], requestKey: expect.stringContaining('requests/') },
  ]);
  const rows = await readColumns((await files.read(keysOf(batch.id).rows('c-000000')))!, [
    'line',
    'objective',
    'route_id',
    'total_traveltime',
  ]);
  expect(rows.map(({ line, route_id }) => [line, Number(route_id)])).toEqual([
    [1, 1],
    [1, 1],
    [2, 2],
    [2, 2],
    [3, 0],
  ]);
  for (const { id, routeId, requestKey, totals } of routes.records) {
    const stored = routes.objects.get(`routes/${routeId}/${id}.json.gz`)!;
    const document = JSON.parse(gunzipSync(stored).toString());
    expect(document.routes.map((route: { id: string }) => route.id)).toEqual([`${routeId}`, `${routeId}`]);
    const [row] = rows.filter((each) => Number(each.route_id) === routeId && each.objective === 'traveltime');
    expect(totals.traveltime!.days).toBe(row!.total_traveltime);
    if (requestKey)
      expect(fromStoredRequest(routes.objects.get(requestKey)!).voyage).toMatchObject({
        departure: '2026-12-01T00:00:00.000Z',
      });
  }
});

test('a child that dies before its part is stored plans again: each line is answered once, by a route that is there', async () => {
  const { batches, files, routes, run } = await setUp();
  const write = files.write.bind(files);
  files.write = async () => {
    throw Object.assign(new Error('killed'), { name: 'Killed' });
  };
  await expect(run(begin)).rejects.toThrow('killed');
  expect(await batches.parts()).toEqual([]);
  files.write = write;
  expect(await run({ ...begin, crashes: 1 })).toMatchObject({ next: 2 });
  expect(await run({ ...begin, next: 2, crashes: 1 })).toMatchObject({ done: true });
  const told: [number, number][] = [];
  for (const { id } of await batches.parts())
    for (const { line, route_id } of await readColumns((await files.read(keysOf(batch.id).rows(id)))!, [
      'line',
      'route_id',
    ]))
      told.push([line, Number(route_id)]);
  expect(told).toEqual([
    [1, 3],
    [1, 3],
    [2, 4],
    [2, 4],
    [3, 0],
  ]);
  expect(routes.records.map(({ routeId }) => routeId)).toEqual([1, 2, 3, 4]);
});
