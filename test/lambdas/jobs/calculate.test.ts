import '../environment.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/jobs/calculate.ts';
import { toItem } from '../../../lib/aws/request-item.ts';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { MeshSource } from '../../../lib/engine/mesh/mesh-source.ts';
import type { JobStatus } from '../../../lib/jobs/job.ts';
import { initialState } from '../../../lib/jobs/route-workflow.ts';
import { compiledKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { newJob } from '../../jobs/new-jobs.ts';
import { mesh } from '../../routes/world.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);
const context = { getRemainingTimeInMillis: () => 900_000 } as Context;

/** Three cells in a row, of one degree each; the middle one may be closed. */
function compiled(middle: 'open' | 'closed'): Uint8Array {
  const open = middle === 'open';
  const source: MeshSource = {
    ids: ['0', '1', '2'],
    bounds: new Float64Array([0, 0, 1, 1, 1, 0, 2, 1, 2, 0, 3, 1]),
    accessible: new Uint8Array([1, open ? 1 : 0, 1]),
    currents: new Float64Array(6),
    speeds: new Float64Array(24).fill(5),
    rates: new Float64Array(24).fill(20),
    consumption: 'fuel',
    neighbours: open
      ? {
          start: new Int32Array([0, 1, 3, 4]),
          cell: new Int32Array([1, 0, 2, 1]),
          direction: new Int8Array([2, -2, 2, -2]),
        }
      : { start: new Int32Array(4), cell: new Int32Array(0), direction: new Int8Array(0) },
  };
  return compileMesh(source);
}

const sent = newJob({
  routeId: 9,
  start: { lat: 0.5, lon: 0.5 },
  end: { lat: 0.5, lon: 2.5 },
  startName: 'West',
  endName: 'East',
  meshIds: [3],
});
const item = (status: JobStatus) => ({ ...toItem(sent), status });
const updates = () => dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input);

/** Each test has a mesh of its own, since the handler keeps meshes open. */
let meshes = 0;
function store(bytes: Uint8Array | null): void {
  const md5 = `${++meshes}`;
  const compiledKey = compiledKeyOf(md5);
  dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({ Item: mesh(3, { md5 }) });
  const get = s3.on(GetObjectCommand, { Bucket: 'mesh-bucket', Key: compiledKey });
  if (bytes) get.callsFake(() => ({ Body: [bytes], ContentLength: bytes.length }));
  else get.rejects(new NoSuchKey({ message: 'gone', $metadata: {} }));
}

beforeEach(() => {
  dynamo.reset();
  s3.reset();
  dynamo.on(UpdateCommand).resolves({ Attributes: item('STARTED') });
  dynamo.on(GetCommand).resolves({ Item: item('STARTED') });
  s3.on(PutObjectCommand).resolves({});
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'gone', $metadata: {} }));
});

describe('a calculation', () => {
  it('stores the document and ends the job, with two writes and one read of its record', async () => {
    store(compiled('open'));
    await handler(initialState(sent), context);
    expect(updates().map((update) => update.ExpressionAttributeValues?.[':to'])).toEqual([
      'STARTED',
      'SUCCESS',
    ]);
    expect(dynamo.commandCalls(GetCommand, { TableName: 'requests' })).toHaveLength(1);
    const { Bucket, Key, Body } = s3.commandCalls(PutObjectCommand)[0]!.args[0].input;
    expect([Bucket, Key]).toEqual(['route-bucket', `routes/9/${sent.id}.json.gz`]);
    const document = JSON.parse(gunzipSync(Body as Uint8Array).toString());
    expect(document.routes.map(({ type }: { type: string }) => type)).toEqual(['traveltime', 'fuel']);
    const { coordinates } = document.routes[0].path.features[0].geometry;
    expect([coordinates[0], coordinates.at(-1)]).toEqual([
      [0.5, 0.5],
      [2.5, 0.5],
    ]);
  });

  it('of a voyage plans the request that was stored', async () => {
    store(compiled('open'));
    const voyage = { ...sent, requestKey: 'requests/voyage' };
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...toItem(voyage), status: 'STARTED' } });
    const { start, end, startName, endName, vehicle } = sent;
    const stored = {
      start,
      end,
      startName,
      endName,
      vehicle,
      voyage: { departure: '2026-11-21T10:00:00.000Z' },
    };
    const Body = { transformToByteArray: async () => gzipSync(JSON.stringify(stored)) };
    s3.on(GetObjectCommand, { Key: 'requests/voyage' }).resolves({ Body: Body as never });
    await handler(initialState(voyage), context);
    const { Body: document } = s3.commandCalls(PutObjectCommand)[0]!.args[0].input;
    const [fastest] = JSON.parse(gunzipSync(document as Uint8Array).toString()).routes;
    expect(fastest.departure).toBe('2026-11-21T10:00:00.000Z');
    const { time, traveltime } = fastest.path.features[0].properties;
    expect(time[0]).toBe(fastest.departure);
    expect(Date.parse(time.at(-1)) - Date.parse(time[0])).toBeCloseTo(traveltime.at(-1) * 86_400_000, -1);
  });

  it('of a voyage whose request is gone fails, and says which', async () => {
    store(compiled('open'));
    const voyage = { ...sent, requestKey: 'requests/voyage' };
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...toItem(voyage), status: 'STARTED' } });
    await expect(handler(initialState(voyage), context)).rejects.toThrow(/gone: requests\/voyage/);
  });

  it.each([
    ['no route', 'RouteInaccessible', () => compiled('closed')],
    ['neither compiled mesh nor source', 'MeshLost', () => null],
    ['a damaged mesh and no source', 'MeshLost', () => new Uint8Array(100)],
  ])('with %s fails by the name %s, and stores nothing', async (_, name, bytes) => {
    store(bytes());
    await expect(handler(initialState(sent), context)).rejects.toMatchObject({ name });
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(0);
    expect(updates()).toHaveLength(1);
  });

  it.each([
    ['a connection that is reset in the body', { code: 'ECONNRESET' }, 'ServiceUnavailable'],
    ['a body that stalls', { name: 'TimeoutError' }, 'TimeoutError'],
    ['an error that S3 has no name for', { $metadata: { httpStatusCode: 503 } }, 'ServiceUnavailable'],
  ])('with %s fails by a name that lets the workflow try again', async (_, fields, name) => {
    store(new Uint8Array(0));
    async function* broken() {
      yield compiled('open').subarray(0, 100);
      throw Object.assign(new Error('aborted'), fields);
    }
    s3.on(GetObjectCommand).callsFake(() => ({ Body: broken(), ContentLength: 1000 }));
    await expect(handler(initialState(sent), context)).rejects.toMatchObject({ name, message: 'aborted' });
  });

  it('that takes longer than its budget leaves no mesh behind that is half worked on', async () => {
    store(compiled('open'));
    const opened = () => s3.commandCalls(GetObjectCommand, { Bucket: 'mesh-bucket' }).length;
    await handler(initialState(sent), context);
    await handler(initialState(sent), context);
    expect(opened()).toBe(1);
    const overdue = { getRemainingTimeInMillis: () => 60_000 } as Context;
    await expect(handler(initialState(sent), overdue)).rejects.toMatchObject({ name: 'CalculationTooLong' });
    await handler(initialState(sent), context);
    expect(opened()).toBe(2);
  });

  it('whose job is cancelled meanwhile changes nothing', async () => {
    store(compiled('open'));
    dynamo.on(GetCommand, { TableName: 'requests' }).resolves({ Item: item('REVOKED') });
    await handler(initialState(sent), context);
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(0);
    expect(updates()).toHaveLength(1);
  });

  it('whose job ends just before it leaves the job as it is', async () => {
    store(compiled('open'));
    const tooLate = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
    dynamo
      .on(UpdateCommand, { TableName: 'requests' })
      .resolvesOnce({ Attributes: item('STARTED') })
      .rejects(tooLate);
    await handler(initialState(sent), context);
    expect(updates()).toHaveLength(2);
  });

  it('whose document is not stored has no SUCCESS', async () => {
    store(compiled('open'));
    s3.on(PutObjectCommand).rejects(Object.assign(new Error(), { name: 'SlowDown' }));
    await expect(handler(initialState(sent), context)).rejects.toMatchObject({ name: 'SlowDown' });
    expect(updates()).toHaveLength(1);
  });
});
