import '../environment.ts';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  ExecutionDoesNotExist,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as calculate } from '../../../lambdas/jobs/calculate.ts';
import { handler as cancel } from '../../../lambdas/jobs/cancel.ts';
import { handler as get } from '../../../lambdas/jobs/get.ts';
import { handler as recover } from '../../../lambdas/jobs/recover.ts';
import { handler as settle } from '../../../lambdas/jobs/settle.ts';
import { handler as sweep } from '../../../lambdas/jobs/sweep.ts';
import { logger } from '../../../lib/aws/logger.ts';
import { record } from '../../../lib/aws/metrics.ts';
import { toItem } from '../../../lib/aws/request-item.ts';
import type { JobStatus } from '../../../lib/jobs/job.ts';
import { newJobId } from '../../../lib/jobs/new-job-id.ts';
import { initialState } from '../../../lib/jobs/route-workflow.ts';
import { newJob } from '../../jobs/new-jobs.ts';
import { expectFound } from '../expect-found.ts';
import { invoke } from '../invoke.ts';

vi.mock('../../../lib/aws/metrics.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/aws/metrics.ts')>()),
  record: vi.fn(),
}));

const dynamo = mockClient(DynamoDBDocumentClient);
const stepFunctions = mockClient(SFNClient);
const s3 = mockClient(S3Client);
const conditionFailed = () => new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
const gone = () => new ExecutionDoesNotExist({ message: 'gone', $metadata: {} });

const sent = newJob({ routeId: 9, requestedAt: '2026-01-01T00:00:00.000Z' });
const jobId = sent.id;
const item = (status: JobStatus) => ({
  ...toItem(sent),
  status,
  ...(status === 'FAILURE' && { info: { error: 'why', attempts: [] } }),
});
const stored = (status: JobStatus) =>
  dynamo
    .on(GetCommand, { TableName: 'requests', Key: { pk: 'route#9' }, ConsistentRead: true })
    .resolves({ Item: item(status) });
const transitions = () =>
  dynamo
    .commandCalls(UpdateCommand, { TableName: 'requests' })
    .flatMap(({ args }) => args[0].input.ExpressionAttributeValues?.[':to'] ?? []);

beforeEach(() => {
  for (const client of [dynamo, stepFunctions, s3]) client.reset();
});

describe('GET /api/job/{job_id}', () => {
  const poll = (slash = '', prefer = 'wait=0') =>
    invoke(get, `GET /api/job/${jobId}${slash}`, { headers: { Prefer: prefer } });

  it.each(['PENDING', 'STARTED', 'RETRY', 'REVOKED'] as const)(
    '%s has no route and no info, and costs one read',
    async (status) => {
      stored(status);
      const { json } = await poll('/');
      expect(Object.keys(json)).toEqual(['id', 'status', 'created', 'updated']);
      expect(json).toMatchObject({ id: jobId, status, created: sent.requestedAt });
      expect(dynamo.calls()).toHaveLength(1);
      expect(stepFunctions.calls()).toHaveLength(0);
    },
  );

  it('is held while the job runs, and answered when it is over', async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({ Item: item('STARTED') })
      .resolvesOnce({ Item: item('RETRY') })
      .resolves({ Item: item('SUCCESS') });
    const held = await poll('', '');
    expect(held.json.status).toBe('SUCCESS');
    expect(held.headers).not.toHaveProperty('Preference-Applied');
    expect(dynamo.calls()).toHaveLength(3);
  });

  it('is held as long as the client prefers, which the answer says', async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({ Item: item('PENDING') })
      .resolves({ Item: item('SUCCESS') });
    const { json, headers } = await poll('', 'respond-async, wait=60');
    expect(json.status).toBe('SUCCESS');
    expect(headers['Preference-Applied']).toBe('wait=20');
  });

  it('SUCCESS has the route, FAILURE the info', async () => {
    stored('SUCCESS');
    const { json } = await poll();
    expect(json).toMatchObject({ route_id: 9, route_url: 'https://api.example/dev/api/route/9' });
    expect(json).not.toHaveProperty('info');
    stored('FAILURE');
    const failed = await poll();
    expect(failed.json.info).toEqual({ error: 'why', attempts: [] });
    expect(failed.json).not.toHaveProperty('route_id');
  });

  it.each(['x', '123', 'claim%23abc', `${'0'.repeat(8)}-0000`, 'b1946ac9-2d5a-4f6b-9c0e-0123456789ab'])(
    '%s identifies no job, a 404 without a read',
    async (id) => {
      expect(await invoke(get, `GET /api/job/${id}`)).toMatchObject({ status: 404 });
      expect(dynamo.calls()).toHaveLength(0);
    },
  );

  it('that is unknown is a 404 that names it', async () => {
    dynamo.on(GetCommand).resolves({});
    expect((await poll()).json.error).toBe(`There is no job "${jobId}".`);
  });

  it('is not found by an id that is made up from the number of its route', async () => {
    stored('STARTED');
    const guess = newJobId(9);
    expect(await invoke(get, `GET /api/job/${guess}`)).toMatchObject({ status: 404 });
    expect(await invoke(cancel, `DELETE /api/job/${guess}`)).toMatchObject({ status: 404 });
    expect(transitions()).toEqual([]);
  });
});

describe('DELETE /api/job/{job_id}', () => {
  it('revokes and stops, even what is not running any more', async () => {
    stored('STARTED');
    dynamo.on(UpdateCommand).resolves({ Attributes: item('REVOKED') });
    stepFunctions.on(StopExecutionCommand).rejects(gone());
    expect(await invoke(cancel, `DELETE /api/job/${jobId}/`)).toMatchObject({
      status: 202,
      json: { message: expect.any(String), job_id: jobId, route_id: 9 },
    });
    expect(stepFunctions.commandCalls(StopExecutionCommand)).toHaveLength(1);
  });

  it.each([
    ['REVOKED', 202],
    ['SUCCESS', 409],
    ['FAILURE', 409],
  ] as const)('of a job that is %s is a %i', async (status, answer) => {
    dynamo.on(UpdateCommand).rejects(conditionFailed());
    stored(status);
    stepFunctions.on(StopExecutionCommand).resolves({});
    expect(await invoke(cancel, `DELETE /api/job/${jobId}`)).toMatchObject({ status: answer });
  });

  it('of an unknown job is a 404', async () => {
    dynamo.on(GetCommand).resolves({});
    expect(await invoke(cancel, `DELETE /api/job/${jobId}`)).toMatchObject({ status: 404 });
    expect(await invoke(cancel, 'DELETE /api/job/none')).toMatchObject({ status: 404 });
  });

  it('of the job of another API key is a 403, and changes nothing', async () => {
    const mine = { ...item('STARTED'), requester: 'key-1' };
    dynamo.on(GetCommand).resolves({ Item: mine });
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...mine, status: 'REVOKED' } });
    stepFunctions.on(StopExecutionCommand).resolves({});
    const cancelAs = (requester: string) => invoke(cancel, `DELETE /api/job/${jobId}`, { requester });
    expect(await cancelAs('key-2')).toMatchObject({ status: 403 });
    expect(transitions()).toEqual([]);
    expect(await cancelAs('key-1')).toMatchObject({ status: 202 });
  });
});

describe('the workflow', () => {
  const state = initialState(sent);

  it('calculates nothing for a job that is over', async () => {
    dynamo.on(UpdateCommand).rejects(conditionFailed());
    await calculate(state, { getRemainingTimeInMillis: () => 900_000 } as Context);
    expect(s3.commandCalls(PutObjectCommand)).toHaveLength(0);
    expect(dynamo.calls()).toHaveLength(1);
  });

  it('gets its next state after a failure, with whole seconds to wait', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: item('RETRY') });
    const line = vi.spyOn(logger, 'warn');
    const next = await recover({ ...state, failure: { Error: 'Sandbox.Timedout', Cause: '' } });
    const [, fields] = line.mock.calls.find(([message]) => message === 'calculation failed')!;
    expectFound('calculation failed', { job_id: state.job_id, ...(fields as object) }); // the logger adds the job
    line.mockRestore();
    expect(next).toEqual({
      ...state,
      attempt: 2,
      attempts: [{ mesh_id: 3, outcome: 'timed out' }],
      next: 'retry',
      wait_seconds: expect.any(Number),
    });
    expect(Number.isInteger(next.wait_seconds)).toBe(true);
  });

  it('is told of a transient failure of the recovery itself, by a name that it retries', async () => {
    dynamo.on(UpdateCommand).rejects(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const recovery = recover({ ...state, failure: { Error: 'Sandbox.Timedout', Cause: '' } });
    await expect(recovery).rejects.toMatchObject({ name: 'ServiceUnavailable' });
  });

  it('gives up without revealing internals', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: item('FAILURE') });
    const next = await recover({ ...state, failure: { Error: 'TypeError', Cause: '{"errorMessage":"x"}' } });
    expect(next).toMatchObject({ next: 'give_up' });
    expect(next).not.toHaveProperty('failure');
  });

  it('that ends unexpectedly fails its job', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: item('FAILURE') });
    await settle({ detail: { name: jobId, status: 'TIMED_OUT' } } as never);
    expect(transitions()).toEqual(['FAILURE']);
    dynamo.on(UpdateCommand).rejects(conditionFailed());
    await settle({ detail: { name: jobId, status: 'ABORTED' } } as never);
  });
});

describe('the sweeper', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-01T00:01:00.000Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('starts what was never started, and settles what ended without a word', async () => {
    const lost = newJob({ routeId: 10, requestedAt: '2026-01-01T00:00:00.000Z' });
    dynamo
      .on(QueryCommand, { IndexName: 'active' })
      .resolvesOnce({ Items: [{ id: jobId, requestedAt: lost.requestedAt }, lost] })
      .resolves({ Items: [] });
    stored('STARTED');
    dynamo.on(BatchGetCommand).resolves({ Responses: { requests: [toItem(lost), item('STARTED')] } });
    dynamo.on(UpdateCommand).resolves({ Attributes: item('FAILURE') });
    stepFunctions.on(ListExecutionsCommand).resolves({ executions: [] });
    stepFunctions.on(DescribeExecutionCommand).rejects(gone());
    const executionArn = `arn:aws:states:eu-west-2:123456789012:execution:routes:${jobId}`;
    stepFunctions.on(DescribeExecutionCommand, { executionArn }).resolves({ status: 'ABORTED' });
    stepFunctions.on(StartExecutionCommand).resolves({});
    await sweep({ once: true });
    expect(transitions()).toEqual(['FAILURE']);
    expect(stepFunctions.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input.name)).toEqual([
      lost.id,
    ]);
    expect(stepFunctions.commandCalls(ListExecutionsCommand)[0]!.args[0].input).toMatchObject({
      statusFilter: 'RUNNING',
    });
  });

  it('counts a job that it cannot start as waiting', async () => {
    vi.mocked(record).mockClear();
    const lost = newJob({ routeId: 10, requestedAt: '2026-01-01T00:00:00.000Z' });
    dynamo
      .on(QueryCommand, { IndexName: 'active' })
      .resolvesOnce({ Items: [lost] })
      .resolves({ Items: [] });
    dynamo.on(BatchGetCommand).resolves({ Responses: { requests: [toItem(lost), item('STARTED')] } });
    stepFunctions.on(ListExecutionsCommand).resolves({ executions: [] });
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    stepFunctions.on(StartExecutionCommand).rejects(throttled);
    expect(await sweep({ once: true })).toMatchObject({ started: 0, longestWaitMs: 60_000 });
    expect(record).toHaveBeenCalledExactlyOnceWith('queueTime', 60_000);
  });
});
