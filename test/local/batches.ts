import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spreadDocument } from '../../lib/api/spread-schema.ts';
import { readColumns } from '../../lib/batches/results/read-parquet.ts';
import { batchCommand } from '../../lib/cli/batch.ts';
import { runInProcess } from '../cli/run-in-process.ts';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { boxPolygon } from '../zones/areas.ts';
import { addEnvironment } from './environment-mesh.ts';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';
import { expectSpreadOfSingleRequests } from './single-requests.ts';

/** Many routes at once, asked of the whole service. */
export function testBatches(): void {
  const sea = { lat: -70, lon: -60, columns: 10, rows: 10, size: 1 }; // with the speeds below, meshes that no other test has
  const ends = { start_lat: -62.5, start_lon: -58.5, end_lat: -61.5, end_lon: -52.5 };
  let seaMesh: number;
  let environmentMesh: number;
  beforeAll(async () => {
    const isOpen = (lat: number) => Math.floor(lat) !== -66;
    seaMesh = await service.addMesh('batch-sea', gridMesh({ isOpen, speedKmh: 21 }), '20240602T000000');
    environmentMesh = await addEnvironment(
      service,
      'batch',
      JSON.stringify(environmentGrid(sea)),
      '20240602T000000',
    );
    await service.post('/api/vehicle', { ...sdaFields, vessel_type: 'Batch SDA' });
    await service.post('/api/zone', {
      name: 'Batch zone',
      kind: 'closed',
      geometry: boxPolygon(-56, -62.5, -55, -61),
    });
  });

  afterAll(() => service.delete('/api/zone/Batch%20zone'));

  const make = async (body: object) => {
    const { status, body: made } = await service.post('/api/batch', { name: 'test', ...body });
    expect([status, made.error]).toEqual([201, undefined]);
    return made;
  };
  const ended = async (id: string) => {
    for (;;) {
      const { body } = await service.call('GET', `/api/batch/${id}`, undefined, { prefer: 'wait=20' });
      if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status)) return body;
    }
  };
  const resultsOf = async (id: string) => {
    const { body } = await service.get(`/api/batch/${id}/results`);
    const parts = body.manifest.map(async ({ url }: { url: string }) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      return readColumns(bytes, [
        'key',
        'line',
        'status',
        'objective',
        'mesh_id',
        'total_traveltime',
        'geometry',
        'route_id',
      ]);
    });
    return { body, rows: (await Promise.all(parts)).flat() };
  };

  test('each line is answered: with a route, as without a way, or as failed', async () => {
    const requests = [
      { ...ends, mesh_id: seaMesh, key: 'plain' },
      { ...ends, end_lat: -68.5, mesh_id: seaMesh, key: 'beyond' },
      { ...ends, mesh_id: seaMesh, zones: ['Batch zone'], key: 'round' },
      { ...ends, mesh_id: environmentMesh, vehicle_type: 'Batch SDA', end_lon: -57.5, key: 'vehicle' },
      { ...ends, mesh_id: 99_999 },
      { ...ends, start_lat: 'x' },
    ];
    const { id, 'batch-url': url } = await make({ requests, results: 'jsonl' });
    expect(url).toMatch(new RegExp(`/api/batch/${id}$`));
    const batch = await ended(id);
    expect(batch).toMatchObject({
      status: 'SUCCESS',
      total: 6,
      failed: 2,
      no_way: 1,
      done: 3,
      per_second: expect.any(Number),
    });
    const { body, rows } = await resultsOf(id);
    const byKey = (key: string) => rows.filter((row) => row.key === key);
    expect(
      byKey('plain')
        .map(({ objective }) => objective)
        .sort(),
    ).toEqual(['fuel', 'traveltime']);
    expect(byKey('beyond')).toMatchObject([{ status: 'no_way', geometry: null, mesh_id: seaMesh }]);
    expect(byKey('vehicle').every(({ status }) => status === 'done')).toBe(true);
    expect(byKey('5')).toMatchObject([{ status: 'failed', line: 5 }]);
    const { route } = await service.route({ ...ends, mesh_id: seaMesh, force_new_route: true });
    const days = byKey('plain').find(({ objective }) => objective === 'traveltime')!.total_traveltime!;
    expect(days).toBeCloseTo(Number(route.routes[0].optimisation.metrics.time.duration), 5);
    const round = byKey('round').find(({ objective }) => objective === 'traveltime')!.total_traveltime!;
    expect(round).toBeGreaterThan(days * 1.001);
    const documents = await Promise.all(
      body.documents.map(async (each: { url: string }) => (await fetch(each.url)).text()),
    );
    const lines = documents
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(6);
    expect(lines.find(({ key }) => key === 'plain').routes[0].path.features).toHaveLength(1);
    expect(await (await fetch(body.summary_url)).text()).toContain(`${seaMesh},,traveltime,2,0,0`);
    const { failures } = (await service.get(`/api/batch/${id}/failures`)).body;
    expect(failures.map(({ line }: { line: number }) => line).sort()).toEqual([5, 6]);
    const { batches } = (await service.get('/api/batch')).body;
    expect(batches[0]).toMatchObject({ id, done: 3 });
  });

  test('a file is uploaded by a form, and refused where it is too large or elsewhere', async () => {
    const { id, upload } = await make({ upload: 'csv', certificate: false });
    expect((await service.post(`/api/batch/${id}/start`, {})).status).toBe(409);
    const send = async (fields: object, text: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([text]));
      return (await fetch(upload.url, { method: 'POST', body: form })).status;
    };
    expect(await send({ ...upload.fields, key: 'elsewhere' }, 'x')).toBe(403);
    expect(await send(upload.fields, '')).toBe(400);
    const rows = Array.from({ length: 30 }, (_, i) => `k${i},-62.5,-58.5,-61.5,${-52.5 - i / 10},${seaMesh}`);
    const csv = `key,start_lat,start_lon,end_lat,end_lon,mesh_id\n${rows.join('\n')}\nbad,1,2,x,4,${seaMesh}\n`;
    expect(await send(upload.fields, csv)).toBe(204);
    expect((await service.post(`/api/batch/${id}/start`, {})).status).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', total: 31, done: 30, failed: 1 });
    const { rows: results } = await resultsOf(id);
    expect(new Set(results.map(({ key }) => key)).size).toBe(31);
    expect((await service.post(`/api/batch/${id}/start`, {})).status).toBe(409);
  });

  test('the command uploads a file, waits, and fetches the results; again with --resume', async () => {
    const folder = await mkdtemp(join(service.dataFolder, 'batch-'));
    const file = join(folder, 'season.jsonl');
    const lines = [
      { ...ends, mesh_id: seaMesh, key: 'first' },
      { ...ends, start_lat: 95, key: 'wrong' },
    ];
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const results = join(folder, 'results');
    const run = (...args: string[]) =>
      runInProcess(batchCommand(), [...args, '-o', results, '-u', service.stack.apiUrl]);
    const { code, stderr } = await run(file, '--documents', '--no-certificate');
    expect([code, stderr]).toEqual([1, expect.stringContaining('1 done, 0 without a way, 1 failed.')]);
    const names = ['failures.jsonl', 'part-00001.jsonl', 'part-00001.parquet', 'summary.csv'];
    expect((await readdir(results)).sort()).toEqual(expect.arrayContaining(names));
    const [failure] = (await readFile(join(results, 'failures.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(failure!)).toMatchObject({ line: 2, key: 'wrong' });
    const [, id] = /Batch (\S+) is started/.exec(stderr)!;
    expect(await run('--resume', id!)).toMatchObject({ code: 1, stderr: expect.stringContaining('1 of 2') });
    for (const [args, reason] of [
      [[], 'give a file, or --resume ID'],
      [[join(folder, 'none.csv')], 'there is no file'],
      [[import.meta.filename], 'must be named .jsonl, .ndjson or .csv'],
    ] as const) {
      expect(await run(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    }
  });

  test('a study over meshes tells the spread of its cost, and the route of least regret', async () => {
    const slow = await service.addMesh('batch-slow', gridMesh({ speedKmh: 10.5 }), '20240602T000001');
    const shut = await service.addMesh(
      'batch-shut',
      gridMesh({ speedKmh: 21, isOpen: (_, lon) => Math.floor(lon) !== -56 }),
      '20240602T000002',
    );
    const meshes = [seaMesh, slow, shut];
    const { id } = await make({ study: { request: ends, over: { meshes } } });
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', total: 3, done: 2, no_way: 1 });
    const { body } = await resultsOf(id);
    const { objectives } = spreadDocument.parse(await (await fetch(body.spread_url)).json());
    const spread = objectives.find(({ objective }) => objective === 'traveltime')!;
    expect(spread.no_way_share).toBeCloseTo(1 / 3);
    expect(spread.p90).toBeGreaterThan(spread.p10! * 1.5);
    expect(spread.members).toHaveLength(3);
    for (const { mesh_id, worst_regret_percent, path } of spread.members) {
      if (mesh_id === shut) expect(path).toBeNull();
      else {
        expect(worst_regret_percent).toBeCloseTo(0, 1); // the same way on both
        expect(path!.coordinates[0]).toEqual([ends.start_lon, ends.start_lat]);
      }
    }
    expect(spread.least_regret!.path.coordinates.length).toBeGreaterThan(1);
    expect(spread.closed_at[0]).toMatchObject({ share: expect.closeTo(1 / 3) });
    // with no way at all, or with what a price along the path can't say, the spread says so
    const spreadOf = async (request: object, on: number[]) => {
      const { id: one } = await make({ study: { request: { ...ends, ...request }, over: { meshes: on } } });
      await ended(one);
      const { spread_url } = (await service.get(`/api/batch/${one}/results`)).body;
      return spreadDocument.parse(await (await fetch(spread_url)).json()).objectives;
    };
    expect(await spreadOf({}, [shut])).toMatchObject([
      { objective: 'traveltime', no_way_share: 1, p50: null, least_regret: null },
    ]);
    const [zoned] = await spreadOf({ zones: ['Batch zone'] }, [seaMesh, slow]);
    expect(zoned).toMatchObject({ least_regret: null, note: expect.stringContaining('Regret') });
    expect(zoned!.p50).toBeGreaterThan(0);
    const over = {
      meshes: { valid_from: '1900-01-01T00:00Z', valid_to: '1900-02-01T00:00Z', bounds_of: seaMesh },
    };
    const { id: none } = await make({ study: { request: ends, over } });
    expect(await ended(none)).toMatchObject({
      status: 'FAILURE',
      info: { error: expect.stringContaining('No mesh with') },
    });
  });

  test('the spread of a study is what single requests on each mesh say', async () => {
    // seas that send a ship north or south, one with a wall that has a gap, one without a way; speeds that no other test has
    const [fast, slow] = [23, 11];
    const seas = [
      gridMesh({ speedKmh: (lat) => (lat > -64 ? slow : fast) }),
      gridMesh({ speedKmh: (lat) => (lat > -62 ? fast : slow + 0.5) }),
      gridMesh({
        speedKmh: (lat) => (lat > -62 ? slow + 1 : fast - 6),
        isOpen: (lat, lon) => Math.floor(lon) !== -56 || Math.floor(lat) === -66,
      }),
      gridMesh({ speedKmh: fast, isOpen: (_, lon) => Math.floor(lon) !== -55 }),
    ];
    const meshes: number[] = [];
    for (const [k, each] of seas.entries())
      meshes.push(await service.addMesh(`batch-member-${k}`, each, `2023010${k + 1}T000000`));
    const { id } = await make({ study: { request: ends, over: { meshes } } });
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', done: 3, no_way: 1 });
    const { spread_url } = (await service.get(`/api/batch/${id}/results`)).body;
    const { objectives } = spreadDocument.parse(await (await fetch(spread_url)).json());
    expect(objectives.map(({ objective }) => objective).sort()).toEqual(['fuel', 'traveltime']);
    await expectSpreadOfSingleRequests(service, objectives, ends, meshes);
  });

  test('routes of a batch that stores them have numbers, can be fetched, and are used by other requests', async () => {
    const here = { start_lat: -68.5, start_lon: -58.5, end_lat: -67.5, end_lon: -53.5, mesh_id: seaMesh };
    const dated = { ...here, departure: '2026-12-01T00:00Z' };
    const { id } = await make({
      requests: [{ ...here, tags: 'season' }, dated, { ...here, vehicle_type: 'Nautilus' }],
      store: true,
    });
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', total: 3, done: 2 });
    const { rows } = await resultsOf(id);
    for (const [line, request] of [here, dated].entries()) {
      const ofLine = rows.filter((row) => row.line === line + 1);
      const [{ route_id: number }] = ofLine as [(typeof rows)[number]];
      expect(number).toBeGreaterThan(0);
      const { status, body: route } = await service.get(`/api/route/${number}`);
      expect(status).toBe(200);
      expect(route.tags).toEqual(line === 0 ? ['season'] : []);
      for (const { objective, total_traveltime } of ofLine) {
        const { path } = route.routes.find(({ type }: { type: string }) => type === objective);
        expect(path.features[0].properties.total_traveltime).toBeCloseTo(total_traveltime!, 6);
      }
      const { status: reused, body: job } = await service.post('/api/route', {
        ...request,
        start_lat: -68.51,
      });
      expect([reused, job['route-url'] ?? job.route_id]).toEqual([200, expect.anything()]);
      expect((await service.job(job.id)).body).toMatchObject({ status: 'SUCCESS', route_id: Number(number) });
    }
    expect(rows.filter(({ status }) => status !== 'done').map((row) => row.route_id ?? null)).toEqual([null]);
    const refused = await service.post('/api/batch', {
      name: 'x',
      requests: [here],
      store: true,
      certificate: false,
    });
    expect(refused.body.details).toMatchObject([{ field: 'store' }]);
  });

  test('a batch is cancelled; what died on its way ends as a failure', async () => {
    const { id } = await make({ requests: [ends], start: false });
    expect((await service.delete(`/api/batch/${id}`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ status: 'REVOKED' });
    service.stack.failNextInvocation(service.functionOf('batches/publish'), 'crash', 3);
    const { id: lost } = await make({ requests: [{ ...ends, mesh_id: seaMesh }] });
    expect(await ended(lost)).toMatchObject({ status: 'FAILURE', done: 1 });
  });

  test('what is wrong is said', async () => {
    const refused = async (body: object) => (await service.post('/api/batch', body)).body;
    expect(await refused({ name: 'x' })).toMatchObject({ details: [{ field: 'requests' }] });
    const strict = {
      name: 'x',
      strict: true,
      requests: [
        { ...ends, mesh_id: seaMesh },
        { ...ends, mesh_id: 99_999 },
      ],
    };
    expect(await refused(strict)).toMatchObject({
      details: [{ field: 'requests.1', message: 'Mesh with id 99999 not found.' }],
    });
    const vehicle = {
      ...strict,
      requests: [
        { ...ends, vehicle_type: 'Batch SDA' },
        { ...ends, end_lat: 89 },
      ],
    };
    expect(await refused(vehicle)).toMatchObject({ details: [{ field: 'requests.1' }] });
    expect((await service.get('/api/batch/4c0f3a52-6d1e-4b57-9a2f-0f9f6f6f2d11')).status).toBe(404);
    expect((await service.get('/api/batch/x/results')).status).toBe(404);
  });
}
