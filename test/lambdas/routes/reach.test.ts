import '../environment.ts';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../lambdas/routes/reach.ts';
import { reach } from '../../../lib/api/reach.ts';
import { compileFile } from '../../../lib/meshes/load/compile-file.ts';
import { parseMesh } from '../../../lib/meshes/read/parse-mesh.ts';
import * as geoJson from '../../../lib/voyage/reach/reach-geojson.ts';
import { gridMesh } from '../../local/grid-mesh.ts';
import { mesh } from '../../routes/world.ts';
import { invoke } from '../invoke.ts';

vi.mock(import('../../../lib/voyage/reach/reach-geojson.ts'), { spy: true });

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);
const { compiled } = compileFile(parseMesh(Buffer.from(JSON.stringify(gridMesh()))));

beforeEach(() => {
  dynamo.reset();
  s3.reset();
  const bounds = { latMin: -70, latMax: -60, lonMin: -60, lonMax: -50 };
  dynamo.on(GetCommand).resolves({});
  dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({ Item: mesh(3, { bounds }) });
  s3.on(GetObjectCommand).callsFake(() => ({
    Body: Readable.from([compiled]),
    ContentLength: compiled.length,
  }));
});

const ask = (headers = {}, timeLeftMs = 29_000) =>
  invoke(handler, 'POST /api/reach', {
    headers,
    timeLeftMs,
    body: { mesh_id: 3, origins: [{ lat: -65, lon: -55 }], contours: [{ hours: 5 }] },
  });
const ok = reach.answers[200].schema;

it('an answer is the areas themselves, or a link to them where they are large', async () => {
  const small = await ask();
  expect([small.status, ok.safeParse(small.json).success]).toEqual([200, true]);
  expect(small.json.features[0].properties.area_km2).toBeGreaterThan(0);
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);

  // as of twenty ships among thousands of islands
  const [feature] = small.json.features;
  const features = Array.from({ length: 1 + Math.ceil(5e6 / JSON.stringify(feature).length) }, () => feature);
  const large = { ...small.json, features };
  vi.mocked(geoJson.reachGeoJson).mockReturnValueOnce(large);
  const { status, json } = await ask();
  expect([status, Object.keys(json), ok.safeParse(json).success]).toEqual([200, ['url'], true]);
  const [stored] = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  expect(stored).toMatchObject({ ContentType: 'application/json', ContentEncoding: 'gzip' });
  const { pathname, searchParams } = new URL(json.url);
  expect(pathname).toContain(stored!.Key!);
  expect(searchParams.get('X-Amz-Expires')).toBe('900');
  expect(JSON.parse(gunzipSync(stored!.Body as Uint8Array).toString())).toEqual(large);
});

it('where the time is up it is a 422, while there is time to answer', async () => {
  expect((await ask({}, 4_001)).status).toBe(200);
  expect(await ask({}, 3_999)).toMatchObject({
    status: 422,
    json: { error: expect.stringContaining('could not be drawn') },
  });
  // what does not look at the clock is ended
  expect(await ask({}, 2_999)).toMatchObject({
    status: 422,
    json: { error: expect.stringContaining('more time than there is') },
  });
});

it.each([
  ['image/svg+xml', 'image/svg+xml'],
  ['application/json;q=0.5, image/svg+xml', 'image/svg+xml'],
  ['application/json, image/svg+xml;q=0.5', 'application/json'],
  ['*/*, image/svg+xml;q=0', 'application/json'],
])('for Accept: %s it is %s', async (accept, type) => {
  const { headers } = await ask({ accept });
  expect(headers['Content-Type']).toBe(type);
});
