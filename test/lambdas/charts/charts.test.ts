import '../environment.ts';
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as create } from '../../../lambdas/charts/create.ts';
import { handler as remove } from '../../../lambdas/charts/delete.ts';
import { handler as get } from '../../../lambdas/charts/get.ts';
import { handler as list } from '../../../lambdas/charts/list.ts';
import { zipped } from '../../files/write-shapefile.ts';
import { invoke } from '../invoke.ts';

const s3 = mockClient(S3Client);
/** What is in the bucket, by key. */
let bucket: Map<string, Uint8Array>;
const refusedWith = (status: number, name: string) =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode: status } });

beforeEach(() => {
  bucket = new Map();
  s3.reset();
  s3.on(GetObjectCommand).callsFake(({ Key }) => {
    const bytes = bucket.get(Key);
    if (!bytes) throw new NoSuchKey({ message: 'gone', $metadata: {} });
    return { Body: Readable.from([bytes]), ETag: `"${bytes.length}"`, ContentLength: bytes.length };
  });
  s3.on(PutObjectCommand).callsFake(({ Key, Body }) => {
    bucket.set(Key, Body);
    return { ETag: '"1"' };
  });
});

const ring = [
  [-60, -66],
  [-60, -65],
  [-58, -65],
  [-60, -66],
] as const;
const body = zipped('weddell_20231127T0600Z', [{ rings: [ring], attributes: { CT: '90', POLY_TYPE: 'I' } }]);
const headers = { 'Content-Type': 'application/zip' };
const send = (requester = 'a', bytes: Uint8Array = body) =>
  invoke(create, 'POST /api/ice_chart', { body: bytes, headers, base64: true, requester });

describe('ice charts over the API', () => {
  it('are stored, listed, answered as GeoJSON and deleted by who sent them', async () => {
    expect((await invoke(list, 'GET /api/ice_chart')).json).toEqual({ charts: [] });
    const { status, json, headers: sent } = await send();
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'weddell_20231127T0600Z', format: 'SIGRID-3', areas: 1 });
    expect(sent.Location).toBe(`https://api.example/dev/api/ice_chart/${json.id}`);
    expect((await send()).status).toBe(200);
    expect((await invoke(list, 'GET /api/ice_chart')).json).toEqual({ charts: [json] });
    const path = `/api/ice_chart/${json.id}`;
    expect((await invoke(get, `GET ${path}`)).json).toMatchObject({ name: json.name, features: [{}] });
    expect((await invoke(remove, `DELETE ${path}`, { requester: 'b' })).status).toBe(403);
    expect((await invoke(remove, `DELETE ${path}`, { requester: 'a' })).status).toBe(204);
    expect((await invoke(get, `GET ${path}`)).status).toBe(404);
    expect((await invoke(remove, `DELETE ${path}`)).status).toBe(404);
  });

  it('that can not be read are refused in a sentence, and nothing is stored', async () => {
    const { status, json } = await send('a', body.subarray(0, 60));
    expect(status).toBe(400);
    expect(json.error).toMatch(/^[A-Z].*zip/);
    expect(bucket.size).toBe(0);
  });

  it('of which the file is gone are a 404', async () => {
    const { json } = await send();
    bucket.delete(`ice-charts/${json.id}.json.gz`);
    expect((await invoke(get, `GET /api/ice_chart/${json.id}`)).status).toBe(404);
  });

  it('that others store at the same moment, again and again, are a 503 that says when to try again', async () => {
    s3.on(PutObjectCommand, { Key: 'ice-charts/list.json' }).rejects(refusedWith(412, 'PreconditionFailed'));
    const { status, headers: sent } = await send();
    expect(status).toBe(503);
    expect(sent['Retry-After']).toBe('5');
  });

  it('that the bucket refuses to take are a 500 without its inside, and not listed', async () => {
    s3.on(PutObjectCommand).rejects(refusedWith(403, 'AccessDenied'));
    const { status, json } = await send();
    expect(status).toBe(500);
    expect(json).toEqual({ error: 'Internal error', request_id: expect.any(String) });
    expect((await invoke(list, 'GET /api/ice_chart')).json).toEqual({ charts: [] });
  });
});
