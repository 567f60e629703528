import '../environment.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as compiled } from '../../../lambdas/meshes/compiled.ts';
import { handler as get } from '../../../lambdas/meshes/get.ts';
import { handler as list } from '../../../lambdas/meshes/list.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { meshKeyFor } from '../../../lib/meshes/load/mesh-for-vehicle.ts';
import { gridMesh, md5 as md5Of } from '../../local/grid-mesh.ts';
import { bytesOf, environmentGrid } from '../../meshes/mesh-files.ts';
import { mesh } from '../../routes/world.ts';
import { sda } from '../../vessel/vehicles.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);
const source = JSON.stringify(gridMesh());
const missing = () => new NotFound({ message: 'gone', $metadata: {} });
const body = (bytes: Uint8Array) => ({
  Body: Readable.from([bytes]) as never,
  ContentLength: bytes.length,
});

beforeEach(() => {
  dynamo.reset();
  s3.reset();
  dynamo.on(GetCommand).resolves({ Item: mesh(3) });
  s3.on(HeadObjectCommand).callsFake(({ Key }) => {
    if (Key.startsWith('geojson/')) throw missing();
    return { ETag: '"1"' };
  });
  s3.on(GetObjectCommand, { Key: sourceKeyOf('3') }).callsFake(() => body(gzipSync(source)));
});

describe('GET /api/mesh', () => {
  const send = (query: Record<string, string[]> = {}) =>
    invoke(list, 'GET /api/mesh/', { event: { multiValueQueryStringParameters: query } });

  it('lists meshes and where the next page begins', async () => {
    dynamo.on(QueryCommand).resolves({
      Items: [mesh(4), mesh(3, { removed: '2024-03-01T00:00:00.000Z' })],
      LastEvaluatedKey: { key: 'x' },
    });
    const { json } = await send({ limit: ['2'] });
    expect(dynamo.commandCalls(QueryCommand)[0]!.args[0].input.Limit).toBe(3);
    expect(json.next).toEqual(expect.any(String));
    expect(json.meshes).toHaveLength(2);
    expect(json.meshes[0]).toEqual({
      id: 4,
      name: 'mesh-4.json',
      kind: 'vessel',
      md5: '4',
      created: '2024-02-14T05:05:00.000Z',
      valid_from: '2024-02-11',
      valid_to: '2024-02-16',
      bounds: { latMin: -80, latMax: -45, lonMin: -80, lonMax: 0 },
      area_km2: 4,
      cells: 100,
      vessel_type: 'SDA',
      consumption: 'fuel',
      missing: [],
      removed: null,
    });
    dynamo.on(QueryCommand).resolves({ Items: [] });
    expect((await send({ next: [json.next] })).json).toEqual({ meshes: [] });
  });

  it.each([
    { limit: ['0'] },
    { limit: ['501'] },
    { limit: ['x'] },
    { limit: ['1', '2'] },
    { page: ['2'] },
    { next: ['9'] },
    { next: [''] },
  ])('%j is a 400', async (query) => {
    const { status, json } = await send(query);
    expect(status).toBe(400);
    expect(json.details[0].field).toBe(Object.keys(query)[0]);
  });
});

describe('GET /api/mesh/{mesh_id}/compiled', () => {
  it('leads to the compiled mesh', async () => {
    const { status, headers } = await invoke(compiled, 'GET /api/mesh/3/compiled');
    expect(status).toBe(302);
    const link = new URL(String(headers.Location));
    expect(link.pathname).toContain(compiledKeyOf('3'));
    expect(link.searchParams.get('X-Amz-Expires')).toBe('900');
  });

  it('gives the link as JSON to a client that asks for JSON', async () => {
    const headers = { Accept: 'application/json' };
    const { status, json } = await invoke(compiled, 'GET /api/mesh/3/compiled', { headers });
    expect(status).toBe(200);
    expect(new URL(json.url).pathname).toContain(compiledKeyOf('3'));
  });

  it('leads a client that takes anything to the compiled mesh', async () => {
    const headers = { Accept: '*/*' };
    expect(await invoke(compiled, 'GET /api/mesh/3/compiled', { headers })).toMatchObject({ status: 302 });
  });

  it('of an unknown mesh is a 404', async () => {
    dynamo.on(GetCommand).resolves({});
    const { status, json } = await invoke(compiled, 'GET /api/mesh/9/compiled');
    expect(status).toBe(404);
    expect(json.error).toBe('Mesh with id 9 not found.');
  });

  it('that is lost is made again from its source', async () => {
    const md5 = md5Of(source);
    dynamo.on(GetCommand).resolves({ Item: mesh(3, { md5 }) });
    s3.on(HeadObjectCommand).rejects(missing());
    s3.on(GetObjectCommand, { Key: compiledKeyOf(md5) }).rejects(missing());
    s3.on(GetObjectCommand, { Key: sourceKeyOf(md5) }).callsFake(() => body(gzipSync(source)));
    s3.on(PutObjectCommand).resolves({});
    expect(await invoke(compiled, 'GET /api/mesh/3/compiled')).toMatchObject({ status: 302 });
    expect(s3.commandCalls(PutObjectCommand)[0]!.args[0].input.Key).toBe(compiledKeyOf(md5));
  });
});

it('a large mesh whose compiled form is lost is a 503 that says who makes it again', async () => {
  dynamo.on(GetCommand).resolves({ Item: mesh(3, { cellCount: 1_042_560 }) });
  s3.on(HeadObjectCommand).rejects(missing());
  s3.on(GetObjectCommand).rejects(missing());
  const { status, headers, json } = await invoke(compiled, 'GET /api/mesh/3/compiled');
  expect({ status, retry: headers['Retry-After'] }).toEqual({ status: 503, retry: '300' });
  expect(json.error).toMatch(/^Mesh 3 has 1042560 cells and has to be compiled again.*request a route on it/);
});

describe('GET /api/mesh/{mesh_id}', () => {
  it('that is too large for GeoJSON is a link to the file', async () => {
    dynamo.on(GetCommand).resolves({ Item: mesh(3, { cellCount: 1_042_560 }) });
    const { json } = await invoke(get, 'GET /api/mesh/3');
    expect(json).toMatchObject({ id: 3, info: 'Mesh 3 is too large for GeoJSON: 1042560 cells.' });
    expect(json.json_url).toContain(sourceKeyOf('3'));
    expect(s3.commandCalls(GetObjectCommand)).toHaveLength(0);
  });

  it('has the file and its GeoJSON', async () => {
    const { status, json } = await invoke(get, 'GET /api/mesh/3', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(status).toBe(200);
    expect(json.id).toBe(3);
    expect(json.json).toEqual(JSON.parse(source));
    expect(json.geojson.features).toHaveLength(json.json.cellboxes.length);
  });

  it('that is too large for an answer is two links for a client that takes no compressed one', async () => {
    const text = JSON.stringify({ ...gridMesh(), padding: 'x'.repeat(5_000_000) });
    s3.on(GetObjectCommand, { Key: sourceKeyOf('3') }).callsFake(() => body(gzipSync(text)));
    s3.on(HeadObjectCommand).rejects(missing());
    s3.on(PutObjectCommand).resolves({});
    const { json } = await invoke(get, 'GET /api/mesh/3');
    expect(Object.keys(json)).toEqual(['id', 'json_url', 'geojson_url']);
    expect(json.json_url).toContain(sourceKeyOf('3'));
    expect(s3.commandCalls(PutObjectCommand)[0]!.args[0].input).toMatchObject({
      Key: 'geojson/3-uncompressed.json.gz',
      ContentType: 'application/geo+json',
      ContentEncoding: 'gzip',
    });
    const compressed = await invoke(get, 'GET /api/mesh/3', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(compressed.json.json.padding).toHaveLength(5_000_000);
  });

  it('that is too large for any answer is converted once', async () => {
    const text = JSON.stringify({ ...gridMesh(), padding: randomBytes(5_000_000).toString('base64') });
    s3.on(GetObjectCommand, { Key: sourceKeyOf('3') }).callsFake(() => body(gzipSync(text)));
    s3.on(PutObjectCommand).resolves({});
    const headers = { 'Accept-Encoding': 'gzip' };
    const first = await invoke(get, 'GET /api/mesh/3', { headers });
    const { Key } = s3.commandCalls(PutObjectCommand)[0]!.args[0].input;
    expect(Key).toBe('geojson/3.json.gz');
    expect(first.json.geojson_url).toContain(Key);

    s3.on(HeadObjectCommand).resolves({ ETag: '"1"' });
    for (const given of [headers, {}]) {
      const { json } = await invoke(get, 'GET /api/mesh/3', { headers: given });
      expect(new URL(json.geojson_url).pathname).toBe(new URL(first.json.geojson_url).pathname);
      expect(new URL(json.json_url).pathname).toBe(new URL(first.json.json_url).pathname);
    }
    expect(s3.commandCalls(GetObjectCommand)).toHaveLength(1);
  });
});

describe('for a vehicle', () => {
  const source = bytesOf(environmentGrid());
  const inTables = (vehicle: object, record: object) =>
    dynamo.on(GetCommand).callsFake(({ TableName }) => {
      return { Item: TableName === 'vehicles' ? { vehicle: JSON.stringify(vehicle) } : record };
    });
  const ask = (which: typeof get | typeof compiled, path: string, headers?: Record<string, string>) =>
    invoke(which, `GET /api/mesh/3${path}`, {
      event: { multiValueQueryStringParameters: { vehicle_type: ['SDA'] } },
      ...(headers && { headers }),
    });
  const written = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key);

  beforeEach(() => {
    inTables(sda, mesh(3, { md5: md5Of(source), kind: 'environment', vesselType: null, vesselKey: null }));
    s3.on(HeadObjectCommand).rejects(missing());
    s3.on(GetObjectCommand).rejects(missing());
    s3.on(GetObjectCommand, { Key: sourceKeyOf(md5Of(source)) }).callsFake(() => body(gzipSync(source)));
    s3.on(PutObjectCommand).resolves({});
  });

  it('the list has the meshes on which its routes can be planned', async () => {
    const ofOther = mesh(5, { vesselType: 'SDA', vesselKey: 'another' });
    const environment = mesh(6, { kind: 'environment', vesselType: null, vesselKey: null });
    dynamo.on(QueryCommand).resolves({ Items: [mesh(4, { vesselType: 'Twin' }), ofOther, environment] });
    const event = { multiValueQueryStringParameters: { vehicle_type: ['SDA'] } };
    const { json } = await invoke(list, 'GET /api/mesh', { event });
    expect(json.meshes.map(({ id }: { id: number }) => id)).toEqual([4, 6]);
  });

  it('an environment mesh becomes its vessel mesh', async () => {
    const { status, json } = await ask(get, '', { 'Accept-Encoding': 'gzip' });
    expect(status).toBe(200);
    expect(json.json.config.vessel_info).toMatchObject({ vessel_type: 'SDA', unit: 'km/hr' });
    expect(json.json.cellboxes[0].speed).toHaveLength(8);
    expect(json.geojson.features[0].properties.speed).toBeCloseTo(json.json.cellboxes[0].speed[0], 0);
  });

  it('one that is too large for an answer is kept as two files of its own', async () => {
    const large = bytesOf({
      ...environmentGrid(),
      config: { ...environmentGrid().config, padding: 'x'.repeat(5e6) },
    });
    s3.on(GetObjectCommand, { Key: sourceKeyOf(md5Of(source)) }).callsFake(() => body(gzipSync(large)));
    const { json } = await ask(get, '');
    const [geoJson, vesselMesh] = written();
    expect(vesselMesh).toMatch(/^vehicle-meshes\/[0-9a-f]{32}-[0-9a-f]{32}\.json\.gz$/);
    expect(json.json_url).toContain(vesselMesh);
    expect(json.geojson_url).toContain(geoJson);
  });

  it('one of two kept files that has expired is made again', async () => {
    const padding = randomBytes(5_000_000).toString('base64');
    const large = bytesOf({ ...environmentGrid(), config: { ...environmentGrid().config, padding } });
    s3.on(GetObjectCommand, { Key: sourceKeyOf(md5Of(source)) }).callsFake(() => body(gzipSync(large)));
    s3.on(HeadObjectCommand).callsFake(({ Key }) => {
      if (Key.startsWith('vehicle-meshes/')) throw missing();
      return { ETag: '"1"' };
    });
    await ask(get, '', { 'Accept-Encoding': 'gzip' });
    expect(written()).toEqual([expect.stringMatching(/^vehicle-meshes\//)]);
    s3.on(HeadObjectCommand).resolves({ ETag: '"1"' });
    await ask(get, '', { 'Accept-Encoding': 'gzip' });
    expect(s3.commandCalls(GetObjectCommand)).toHaveLength(1);
  });

  it('one of very many cells is refused, because it would take too long', async () => {
    inTables(sda, mesh(3, { kind: 'environment', cellCount: 2e6 }));
    const { status, json } = await ask(get, '');
    expect(status).toBe(422);
    expect(json.error).toContain('Mesh 3 has 2000000 cells');
  });

  it('the compiled mesh is made where it is not there yet, and led to', async () => {
    const { status, headers } = await ask(compiled, '/compiled');
    expect(status).toBe(302);
    const key = meshKeyFor(mesh(3, { md5: md5Of(source), kind: 'environment' }), sda);
    expect(String(headers.Location)).toContain(key);
    expect(written().at(-1)).toBe(key);
    const { json } = await ask(compiled, '/compiled', { Accept: 'application/json' });
    expect(json.url).toContain(key);
  });

  it('a mesh that was made for a vessel with other properties is a 400, an unknown vehicle a 404', async () => {
    inTables({ ...sda, max_speed: 5 }, mesh(3));
    for (const [which, path] of [
      [get, ''],
      [compiled, '/compiled'],
    ] as const) {
      const { status, json } = await ask(which, path);
      expect(status).toBe(400);
      expect(json.error).toContain('Mesh 3 was made for the vessel "SDA"');
    }
    dynamo.on(GetCommand, { TableName: 'vehicles' }).resolves({});
    expect(await ask(get, '')).toMatchObject({
      status: 404,
      json: { error: expect.stringContaining('SDA') },
    });
  });
});
