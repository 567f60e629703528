import '../environment.ts';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as calculate } from '../../../lambdas/jobs/calculate.ts';
import { handler as cancel } from '../../../lambdas/jobs/cancel.ts';
import { handler as get } from '../../../lambdas/jobs/get.ts';
import { handler as recover } from '../../../lambdas/jobs/recover.ts';
import { handler as settle } from '../../../lambdas/jobs/settle.ts';
import type { JobStatus } from '../../../lib/jobs/job.ts';
import { initialState } from '../../../lib/jobs/route-workflow.ts';
import { submission } from '../../jobs/submissions.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const stepFunctions = mockClient(SFNClient);
const s3 = mockClient(S3Client);
const conditionFailed = () => new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
const gone = () => new ExecutionDoesNotExist({ message: 'gone', $metadata: {} });

const sent = submission({ requestedAt: '2026-01-01T00:00:00.000Z' });
const { jobId } = sent;
const item = (status: JobStatus, updated = new Date().toISOString()) => ({
  id: jobId,
  status,
  updated,
  submission: sent,
  ...(status === 'FAILURE' && { info: { error: 'why', attempts: [] } }),
});
const stored = (status: JobStatus, updated?: string) =>
  dynamo.on(GetCommand, { TableName: 'jobs', Key: { id: jobId } }).resolves({ Item: item(status, updated) });
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const transitions = () =>
  dynamo
    .commandCalls(UpdateCommand, { TableName: 'jobs' })
    .map(({ args }) => args[0].input.ExpressionAttributeValues?.[':to'])
    .filter(Boolean);

beforeEach(() => {
  for (const client of [dynamo, stepFunctions, s3]) client.reset();
});

describe('GET /api/job/{job_id}', () => {
  const poll = (slash = '') => invoke(get, `GET /api/job/${jobId}${slash}`);

  it.each(['PENDING', 'STARTED', 'RETRY', 'REVOKED'] as const)(
    '%s has no route and no info',
    async (status) => {
      stored(status);
      const { json } = await poll('/');
      expect(Object.keys(json)).toEqual(['id', 'status', 'created', 'updated']);
      expect(json).toMatchObject({ id: jobId, status, created: sent.requestedAt });
    },
  );

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

  it.each(['x', '123', 'claim%23abc', `${'0'.repeat(8)}-0000`])('%s identifies no job, a 404', async (id) => {
    expect(await invoke(get, `GET /api/job/${id}`)).toMatchObject({ status: 404 });
    expect(dynamo.calls()).toHaveLength(0);
  });

  it('that is unknown is a 404 that names it', async () => {
    dynamo.on(GetCommand).resolves({});
    expect((await poll()).json.error).toBe(`There is no job "${jobId}".`);
  });

  it('completes a submission that never started', async () => {
    stored('PENDING', LONG_AGO);
    dynamo.on(UpdateCommand).resolves({});
    dynamo.on(PutCommand).rejects(conditionFailed());
    stepFunctions.on(StartExecutionCommand).resolves({});
    stepFunctions.on(DescribeExecutionCommand).resolves({ status: 'RUNNING' });
    expect(await poll()).toMatchObject({ status: 200, json: { status: 'PENDING' } });
    expect(stepFunctions.commandCalls(StartExecutionCommand)[0]!.args[0].input.name).toBe(jobId);
    expect(transitions()).toEqual([]);
  });

  it('takes one that has started before as started, and fails it where it is over', async () => {
    stored('PENDING', LONG_AGO);
    dynamo.on(UpdateCommand).resolves({});
    dynamo.on(PutCommand).rejects(conditionFailed());
    stepFunctions
      .on(StartExecutionCommand)
      .rejects(new ExecutionAlreadyExists({ message: '', $metadata: {} }));
    stepFunctions.on(DescribeExecutionCommand).resolves({ status: 'ABORTED' });
    await poll();
    expect(transitions()).toEqual(['FAILURE']);
  });

  it('fails one whose execution is refused', async () => {
    stored('PENDING', new Date(Date.now() - 15_000).toISOString());
    dynamo.on(UpdateCommand).resolves({});
    dynamo.on(PutCommand).resolves({});
    stepFunctions
      .on(StartExecutionCommand)
      .rejects(Object.assign(new Error(), { name: 'AccessDeniedException' }));
    expect((await poll()).status).toBe(200);
    expect(transitions()).toEqual(['FAILURE']);
  });

  it('settles a job whose execution is gone', async () => {
    stored('STARTED', LONG_AGO);
    dynamo.on(UpdateCommand).resolves({});
    stepFunctions.on(DescribeExecutionCommand).rejects(gone());
    await poll();
    expect(stepFunctions.commandCalls(DescribeExecutionCommand)[0]!.args[0].input.executionArn).toBe(
      `arn:aws:states:eu-west-2:123456789012:execution:routes:${jobId}`,
    );
    expect(transitions()).toEqual(['FAILURE']);
  });
});

describe('DELETE /api/job/{job_id}', () => {
  it('revokes and stops, even what is not running any more', async () => {
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
    dynamo.on(UpdateCommand).rejects(conditionFailed());
    dynamo.on(GetCommand).resolves({});
    expect(await invoke(cancel, `DELETE /api/job/${jobId}`)).toMatchObject({ status: 404 });
    expect(await invoke(cancel, 'DELETE /api/job/none')).toMatchObject({ status: 404 });
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
    const next = await recover({ ...state, failure: { Error: 'Sandbox.Timedout', Cause: '' } });
    expect(next).toEqual({
      ...state,
      attempt: 2,
      attempts: [{ mesh_id: 3, outcome: 'timed out' }],
      next: 'retry',
      wait_seconds: expect.any(Number),
    });
    expect(Number.isInteger(next.wait_seconds)).toBe(true);
  });

  it('gives up without telling the inside', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: item('FAILURE') });
    const next = await recover({ ...state, failure: { Error: 'TypeError', Cause: '{"errorMessage":"x"}' } });
    expect(next).toMatchObject({ next: 'give_up' });
    expect(next).not.toHaveProperty('failure');
  });

  it('that dies fails its job', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: item('FAILURE') });
    await settle({ detail: { name: jobId, status: 'TIMED_OUT' } } as never);
    expect(transitions()).toEqual(['FAILURE']);
    dynamo.on(UpdateCommand).rejects(conditionFailed());
    await settle({ detail: { name: jobId, status: 'ABORTED' } } as never);
  });
});
