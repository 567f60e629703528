import '../environment.ts';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../../lambdas/service/health.ts';
import { mesh } from '../../routes/world.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const s3 = mockClient(S3Client);
const stepFunctions = mockClient(SFNClient);
const broken = () => new Error('secret');

beforeEach(() => {
  for (const client of [dynamo, s3, stepFunctions]) client.reset();
  dynamo.on(DescribeTableCommand as never).resolves({});
  s3.on(HeadBucketCommand).resolves({});
  stepFunctions.on(DescribeStateMachineCommand).resolves({});
  dynamo.on(QueryCommand).resolves({ Items: [] });
});
const health = () => invoke(handler, 'GET /health/');

it('is ok where every part answers, with the age of the newest mesh', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-02-14T12:00:00Z') });
  dynamo.on(QueryCommand).resolves({ Items: [{ ...mesh(7), created: '2024-02-14T05:05:00.000Z' }] });
  const { status, json } = await health();
  vi.useRealTimers();
  expect(status).toBe(200);
  expect(json).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    newest_mesh: { id: 7, created: '2024-02-14T05:05:00.000Z', age_hours: 6.9 },
  });
});

it('is ok without any mesh', async () => {
  expect(await health()).toMatchObject({ status: 200, json: { newest_mesh: null } });
});

it.each([
  [
    'table of vehicles',
    () => dynamo.on(DescribeTableCommand as never, { TableName: 'vehicles' } as never).rejects(broken()),
  ],
  [
    'table of meshes',
    () => dynamo.on(DescribeTableCommand as never, { TableName: 'meshes' } as never).rejects(broken()),
  ],
  ['bucket of routes', () => s3.on(HeadBucketCommand, { Bucket: 'route-bucket' }).rejects(broken())],
  ['route workflow', () => stepFunctions.on(DescribeStateMachineCommand).rejects(broken())],
])('is a 503 that names the %s where it does not answer', async (part, fail) => {
  fail();
  const { status, headers, json } = await health();
  expect(status).toBe(503);
  expect(headers['Retry-After']).toBe('30');
  expect(json).toEqual({ error: `These parts of the service do not answer: ${part}.` });
});
