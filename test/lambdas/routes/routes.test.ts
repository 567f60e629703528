import '../environment.ts';
import { gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as get } from '../../../lambdas/routes/get.ts';
import { handler as request } from '../../../lambdas/routes/request.ts';
import { exampleRoute } from '../../../lib/api/example-route.ts';
import { extentOf } from '../../../lib/meshes/select-meshes.ts';
import { submission } from '../../jobs/submissions.ts';
import { mesh } from '../../routes/world.ts';
import { invoke } from '../invoke.ts';

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
    dynamo
      .on(QueryCommand, { IndexName: 'by-rank' })
      .resolves({ Items: [{ ...extentOf(mesh(3)), ids: new Set([3]) }] });
    dynamo.on(QueryCommand, { IndexName: 'by-start-cell' }).resolves({ Items: [] });
    dynamo.on(UpdateCommand, { Key: { id: 0 } }).resolves({ Attributes: { last_id: 9 } });
    dynamo.on(PutCommand).resolves({});
    stepFunctions.on(StartExecutionCommand).resolves({});
  });
  const puts = (table: string) =>
    dynamo
      .commandCalls(PutCommand)
      .map(({ args }) => args[0].input)
      .filter(({ TableName }) => TableName === table);

  it('answers a new job with its absolute URL, stored before it is started', async () => {
    const { status, json } = await send({ start_name: null, tags: null, mesh_id: null });
    expect(status).toBe(202);
    expect(json).toEqual({
      id: expect.stringMatching(UUID),
      'status-url': `https://api.example/dev/api/job/${json.id}`,
    });
    expect(puts('jobs').map(({ Item }) => Item!.id)).toEqual([expect.stringMatching(/^claim#/), json.id]);
    expect(puts('routes')[0]!.Item).toMatchObject({ id: 9, jobId: json.id, meshId: 3 });
    const { input, name } = stepFunctions.commandCalls(StartExecutionCommand)[0]!.args[0].input;
    expect(name).toBe(json.id);
    expect(JSON.parse(input!)).toEqual({
      job_id: json.id,
      route_id: 9,
      mesh_ids: [3],
      mesh_position: 0,
      attempt: 1,
      attempts: [],
    });
  });

  const oldRoute = () => ({
    ...submission(),
    id: 4,
    jobId: 'b1946ac9-2d5a-4f6b-9c0e-0123456789ab',
    created: '2024-01-01',
    meshId: 3,
  });
  it.each([
    ['SUCCESS', 200, { route_id: 4, route_url: 'https://api.example/dev/api/route/4' }],
    ['STARTED', 202, {}],
  ])('answers with an old route whose job is %s', async (jobStatus, status, more) => {
    const route = oldRoute();
    dynamo
      .on(QueryCommand, { IndexName: 'by-start-cell' })
      .resolvesOnce({ Items: [route] })
      .resolves({ Items: [] });
    dynamo.on(BatchGetCommand).resolves({ Responses: { jobs: [{ id: route.jobId, status: jobStatus }] } });
    const received = await send();
    expect(received).toMatchObject({
      status,
      json: { id: route.jobId, info: { message: expect.any(String) }, ...more },
    });
    expect(Object.keys(received.json)).toHaveLength(3 + Object.keys(more).length);
    expect(stepFunctions.calls()).toHaveLength(0);
  });

  it('asks again for keys that a busy table left unprocessed, and gives up in the end', async () => {
    const route = oldRoute();
    dynamo
      .on(QueryCommand, { IndexName: 'by-start-cell' })
      .resolvesOnce({ Items: [route] })
      .resolves({ Items: [] });
    const UnprocessedKeys = { jobs: { Keys: [{ id: route.jobId }] } };
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: {}, UnprocessedKeys })
      .resolvesOnce({ Responses: { jobs: [{ id: route.jobId, status: 'SUCCESS' }] }, UnprocessedKeys: {} });
    expect((await send()).status).toBe(200);
    dynamo.on(QueryCommand, { IndexName: 'by-start-cell' }).resolves({ Items: [route] });
    dynamo.on(BatchGetCommand).resolves({ Responses: {}, UnprocessedKeys });
    expect(await send()).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  });

  it.each([
    ['ThrottlingException', 503],
    ['ExecutionLimitExceeded', 503],
    ['TimeoutError', 503],
    ['AccessDeniedException', 500],
  ])('whose execution is refused with %s is a %i and leaves a failed job', async (name, status) => {
    stepFunctions.on(StartExecutionCommand).rejects(named(name));
    dynamo.on(UpdateCommand, { TableName: 'jobs' }).resolves({});
    const received = await send();
    expect(received.status).toBe(status);
    expect(JSON.stringify(received.json)).not.toContain('secret');
    expect(received.headers['Retry-After']).toBe(status === 503 ? '5' : undefined);
    const update = dynamo.commandCalls(UpdateCommand, { TableName: 'jobs' })[0]!.args[0].input;
    expect(update.ExpressionAttributeValues).toMatchObject({ ':to': 'FAILURE', ':from0': 'PENDING' });
  });

  it('joins whoever claimed the same before it', async () => {
    const holder = submission({ routeId: 8 });
    dynamo.on(PutCommand, { TableName: 'jobs' }).rejectsOnce(conditionFailed()).resolves({});
    dynamo.on(GetCommand, { TableName: 'jobs' }).resolves({ Item: { id: 'claim#', submission: holder } });
    dynamo.on(BatchGetCommand).resolves({ Responses: { jobs: [{ id: holder.jobId, status: 'STARTED' }] } });
    expect(await send()).toMatchObject({ status: 202, json: { id: holder.jobId, info: {} } });
    expect(stepFunctions.calls()).toHaveLength(0);
  });

  it('without a mesh is a 404', async () => {
    dynamo.on(QueryCommand, { IndexName: 'by-rank' }).resolves({ Items: [] });
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
  const jobId = 'b1946ac9-2d5a-4f6b-9c0e-0123456789ab';
  const document = JSON.stringify({ routes: exampleRoute.routes, tags: [] });
  const stored = (status: string | null, tags: string[] = []) => {
    dynamo.on(GetCommand, { TableName: 'routes' }).resolves({ Item: { id: 4, jobId, tags } });
    dynamo.on(GetCommand, { TableName: 'jobs' }).resolves(status ? { Item: { id: jobId, status } } : {});
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

  it.each(['PENDING', 'STARTED', 'RETRY', 'FAILURE', 'REVOKED'])(
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

  it('whose job or document is gone is a 404', async () => {
    stored(null);
    expect(await invoke(get, 'GET /api/route/4')).toMatchObject({ status: 404 });
    stored('SUCCESS');
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'gone', $metadata: {} }));
    expect((await invoke(get, 'GET /api/route/4')).json.error).toContain('There is no route 4 any more');
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
