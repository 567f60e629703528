import '../environment.ts';
import { gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, HeadObjectCommand, NoSuchKey, NotFound, S3Client } from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as get } from '../../../lambdas/routes/get.ts';
import { handler as request } from '../../../lambdas/routes/request.ts';
import { exampleRoute } from '../../../lib/api/example-route.ts';
import { logger } from '../../../lib/aws/logger.ts';
import { toItem } from '../../../lib/aws/request-item.ts';
import type { JobStatus } from '../../../lib/jobs/job.ts';
import { routeIdOf } from '../../../lib/jobs/job-id.ts';
import { newJob } from '../../jobs/new-jobs.ts';
import { mesh } from '../../routes/world.ts';
import { expectFound } from '../expect-found.ts';
import { invoke } from '../invoke.ts';
import { storeCatalogue } from '../store-catalogue.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const stepFunctions = mockClient(SFNClient);
const s3 = mockClient(S3Client);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const named = (name: string) => Object.assign(new Error(`secret of ${name}`), { name });
const conditionFailed = () => new ConditionalCheckFailedException({ message: 'no', $metadata: {} });

beforeEach(() => {
  for (const client of [dynamo, stepFunctions, s3]) client.reset();
});

describe('POST /api/route', () => {
  const body = { start_lat: '-51.731', start_lon: '-57.706', end_lat: '-67.764', end_lon: '-68.020' };
  const send = (changes: object = {}) =>
    invoke(request, 'POST /api/route/', { body: { ...body, ...changes } });

  beforeEach(() => {
    storeCatalogue(s3, [mesh(3)]);
    dynamo.on(QueryCommand, { IndexName: 'similar' }).resolves({ Items: [] });
    dynamo.on(UpdateCommand, { Key: { pk: 'counter#route' } }).resolves({ Attributes: { last_id: 9 } });
    dynamo.on(GetCommand, { TableName: 'zones' }).resolves({}); // no zone stands
    dynamo.on(PutCommand).resolves({});
    stepFunctions.on(StartExecutionCommand).resolves({});
  });

  it('writes one line, by which an operator finds the request again', async () => {
    const line = vi.spyOn(logger, 'info');
    const requester = 'key-1';
    const { json } = await invoke(request, 'POST /api/route', { body, requester });
    const lines = line.mock.calls.filter(([message]) => message === 'submission');
    expect(lines).toEqual([
      [
        'submission',
        {
          outcome: 'new',
          job_id: json.id,
          route_id: routeIdOf(json.id),
          requester,
          vehicle_type: null,
          start: [-51.731, -57.706],
          end: [-67.764, -68.02],
          stops: [],
        },
      ],
    ]);
    expectFound('submission', lines[0]![1]);
    line.mockRestore();
  });

  it('answers a new job with its absolute URL, stored before it is started', async () => {
    const { status, json } = await send({ start_name: null, tags: null, mesh_id: null });
    expect(status).toBe(202);
    expect(json).toEqual({
      id: expect.stringMatching(UUID),
      'status-url': `https://api.example/dev/api/job/${json.id}`,
    });
    const puts = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item!);
    expect(puts.map(({ pk }) => pk)).toEqual([
      expect.stringMatching(/^claim#/),
      expect.stringMatching(/^route#\d+$/),
    ]);
    expect(puts[1]).toMatchObject({ id: json.id, meshId: 3, status: 'PENDING' });
    const { input, name } = stepFunctions.commandCalls(StartExecutionCommand)[0]!.args[0].input;
    expect(name).toBe(json.id);
    expect(JSON.parse(input!)).toEqual({
      job_id: json.id,
      mesh_ids: [3],
      mesh_position: 0,
      attempt: 1,
      attempts: [],
      waited_seconds: 0,
    });
  });

  it('keeps the API key that sent it, and its Idempotency-Key', async () => {
    dynamo.on(GetCommand).resolves({});
    const headers = { 'Idempotency-Key': 'k' };
    const { json } = await invoke(request, 'POST /api/route', { body, headers, requester: 'key-1' });
    const puts = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item!);
    expect(puts.map(({ pk }) => pk.replace(/#[0-9a-f]{64}$/, ''))).toEqual([
      'claim#request',
      'claim#repetition',
      `route#${routeIdOf(json.id)}`,
    ]);
    expect(puts[2]).toMatchObject({ requester: 'key-1' });
    const { input } = stepFunctions.commandCalls(StartExecutionCommand)[0]!.args[0].input;
    expect(JSON.parse(input!)).toMatchObject({ job_id: json.id, requester: 'key-1' });
  });

  it('with an Idempotency-Key that is too long is a 400', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    const received = await invoke(request, 'POST /api/route', { body, headers });
    expect(received).toMatchObject({ status: 400, json: { details: [{ field: 'idempotency-key' }] } });
  });

  const old = newJob({ routeId: 4, meshIds: [3] });
  const similar = { id: old.id, routeId: 4, meshId: 3, start: old.start, end: old.end };

  it.each([
    ['SUCCESS', 200, { route_id: 4, route_url: 'https://api.example/dev/api/route/4' }],
    ['STARTED', 202, {}],
  ])('answers with an old route whose job is %s', async (jobStatus, status, more) => {
    dynamo.on(QueryCommand, { IndexName: 'similar' }).resolves({ Items: [similar] });
    dynamo
      .on(GetCommand, { Key: { pk: 'route#4' } })
      .resolves({ Item: { ...toItem(old), status: jobStatus } });
    s3.on(HeadObjectCommand, { Key: `routes/4/${old.id}.json.gz` }).resolves({});
    const received = await send();
    expect(received).toMatchObject({
      status,
      json: { id: old.id, info: { message: expect.any(String) }, ...more },
    });
    expect(Object.keys(received.json)).toHaveLength(3 + Object.keys(more).length);
    expect(dynamo.commandCalls(PutCommand)).toHaveLength(0);
    expect(stepFunctions.calls()).toHaveLength(0);
  });

  it('does not answer with a route whose document is gone', async () => {
    dynamo.on(QueryCommand, { IndexName: 'similar' }).resolves({ Items: [similar] });
    dynamo
      .on(GetCommand, { Key: { pk: 'route#4' } })
      .resolves({ Item: { ...toItem(old), status: 'SUCCESS' } });
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: 'gone', $metadata: {} }));
    const { json } = await send();
    expect(json.id).not.toBe(old.id);
    expect(stepFunctions.commandCalls(StartExecutionCommand)).toHaveLength(1);
    const [withdrawn] = dynamo.commandCalls(UpdateCommand, { Key: { pk: 'route#4' } });
    expect(withdrawn!.args[0].input.UpdateExpression).toBe('REMOVE reuseKey');
  });

  it.each(['ThrottlingException', 'ExecutionLimitExceeded', 'TimeoutError'])(
    'whose execution cannot be started just now, for %s, is accepted: the sweeper starts it',
    async (name) => {
      stepFunctions.on(StartExecutionCommand).rejects(named(name));
      expect(await send()).toMatchObject({ status: 202 });
      const written = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input.Key!.pk);
      expect(written.filter((pk) => pk !== 'counter#route')).toEqual([]);
    },
  );

  it('whose execution is refused is a 500 and leaves a failed job', async () => {
    stepFunctions.on(StartExecutionCommand).rejects(named('AccessDeniedException'));
    const received = await send();
    expect(received.status).toBe(500);
    expect(JSON.stringify(received.json)).not.toContain('secret');
    const update = dynamo.commandCalls(UpdateCommand).at(-1)!.args[0].input;
    expect(update.ExpressionAttributeValues).toMatchObject({ ':to': 'FAILURE', ':from0': 'PENDING' });
  });

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'TimeoutError'])(
    'that cannot be stored just now, for %s, is a 503 and starts nothing',
    async (name) => {
      dynamo.on(PutCommand).rejects(named(name));
      const received = await send();
      expect(received).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
      expect(JSON.stringify(received.json)).not.toContain('secret');
      expect(stepFunctions.calls()).toHaveLength(0);
    },
  );

  it('joins whoever claimed the same before it', async () => {
    const holder = newJob({ routeId: 8 });
    const claim = { pk: 'claim#', jobId: holder.id, fingerprint: null, expiresAt: 1 };
    const Item = marshall(claim);
    dynamo
      .on(PutCommand)
      .rejectsOnce(new ConditionalCheckFailedException({ message: 'no', $metadata: {}, Item }))
      .rejectsOnce(conditionFailed());
    dynamo.on(GetCommand).resolves({ Item: { ...toItem(holder), status: 'STARTED' } });
    expect(await send()).toMatchObject({ status: 202, json: { id: holder.id, info: {} } });
    expect(stepFunctions.calls()).toHaveLength(0);
  });

  it('without a mesh is a 404', async () => {
    storeCatalogue(s3, []);
    expect(await send()).toMatchObject({ status: 404, json: { error: 'No mesh available.' } });
  });

  it('outside the mesh that was asked for is a 400 that names the point', async () => {
    dynamo.on(GetCommand, { TableName: 'meshes' }).resolves({ Item: mesh(3) });
    const received = await send({ mesh_id: 3, start_lat: 10 });
    expect(received).toMatchObject({ status: 400 });
    expect(received.json.error).toContain('start point (latitude 10, longitude -57.706)');
  });

  it('that is wrong in every field names them all, and leaves nothing behind', async () => {
    const received = await send({
      start_lat: '91',
      end_lon: null,
      force_new_route: 'x',
      tags: [1],
      speed: 9,
    });
    expect(received.status).toBe(400);
    expect(received.json.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'end_lon',
      'force_new_route',
      'speed',
      'start_lat',
      'tags',
    ]);
    expect(dynamo.calls()).toHaveLength(0);
  });
});

describe('GET /api/route/{route_id}', () => {
  const job = newJob({ routeId: 4 });
  const jobId = job.id;
  const document = JSON.stringify({ routes: exampleRoute.routes, tags: [] });
  const stored = (status: JobStatus, tags: string[] = []) => {
    dynamo.on(GetCommand, { TableName: 'requests', Key: { pk: 'route#4' }, ConsistentRead: true }).resolves({
      Item: { ...toItem({ ...job, tags }), status },
    });
    const Body = { transformToByteArray: async () => new Uint8Array(gzipSync(document)) };
    s3.on(GetObjectCommand, { Key: `routes/4/${jobId}.json.gz` }).resolves({ Body: Body as never });
  };

  it('is the document, compressed or not, with the tags of today', async () => {
    stored('SUCCESS', ['a']);
    const plain = await invoke(get, 'GET /api/route/4/');
    expect(plain).toMatchObject({ status: 200, json: { routes: exampleRoute.routes, tags: ['a'] } });
    expect(plain.headers).not.toHaveProperty('Content-Encoding');
    const gzipped = await invoke(get, 'GET /api/route/4', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(gzipped.headers['Content-Encoding']).toBe('gzip');
    expect(gzipped.json).toEqual(plain.json);
  });

  it.each(['PENDING', 'STARTED', 'RETRY', 'FAILURE', 'REVOKED'] as const)(
    'of a job that is %s is a 404 that does not name the job',
    async (status) => {
      stored(status);
      const received = await invoke(get, 'GET /api/route/4');
      expect(received.status).toBe(404);
      expect(received.json.error).toMatch(/^Route 4 (is still being|was not) calculated/);
      expect(JSON.stringify(received)).not.toContain(jobId);
      expect(s3.calls()).toHaveLength(0);
    },
  );

  it('whose document is gone is a 404, and is not reused again', async () => {
    stored('SUCCESS');
    dynamo.on(UpdateCommand).resolves({});
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'gone', $metadata: {} }));
    const received = await invoke(get, 'GET /api/route/4');
    expect(received).toMatchObject({ status: 404 });
    expect(received.json.error).toContain('There is no route 4 any more');
    const [withdrawn] = dynamo.commandCalls(UpdateCommand, { Key: { pk: 'route#4' } });
    expect(withdrawn!.args[0].input.UpdateExpression).toBe('REMOVE reuseKey');
  });

  it('whose document cannot be read is no 404', async () => {
    stored('SUCCESS');
    s3.on(GetObjectCommand).rejects(named('AccessDenied'));
    expect(await invoke(get, 'GET /api/route/4')).toMatchObject({ status: 500 });
    s3.on(GetObjectCommand).rejects(named('SlowDown'));
    expect(await invoke(get, 'GET /api/route/4')).toMatchObject({ status: 503 });
  });

  it.each(['0', '-1', '1.5', '1e3', '007', 'x', '%20', '9'.repeat(30)])(
    '%s identifies no route, a 404',
    async (id) => {
      dynamo.on(GetCommand).resolves({});
      const received = await invoke(get, `GET /api/route/${id}`);
      expect(received.status).toBe(404);
      expect(received.json.error).toContain(decodeURIComponent(id));
      expect(dynamo.calls()).toHaveLength(0);
    },
  );

  it('that was never requested is a 404', async () => {
    dynamo.on(GetCommand).resolves({});
    expect((await invoke(get, 'GET /api/route/12')).json).toEqual({ error: 'There is no route 12.' });
  });
});
