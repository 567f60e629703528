// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's placeholders
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource } from '../src/template.ts';
import { clientOptions, discard, source, startTestStack } from './stack.ts';

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'local-runner-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

const withResources = (resources: Record<string, Resource>) => ({
  ...source,
  template: { ...source.template, Resources: { ...source.template.Resources, ...resources } },
});
const TableName = 'runner-test-Table';

test('data outlives a restart, expired items don’t', async () => {
  const first = await startTestStack({ dataFolder });
  const dynamo = new DynamoDBClient(clientOptions(first));
  const put = (id: string, expiry: number) =>
    dynamo.send(
      new PutItemCommand({ TableName, Item: { id: { S: id }, expires_at: { N: String(expiry) } } }),
    );
  const now = Math.floor(Date.now() / 1000);
  await put('kept', now + 1000);
  await put('expired', now - 1000);
  const object = { Bucket: 'runner-test-bucket', Key: 'a/b' };
  await new S3Client(clientOptions(first)).send(new PutObjectCommand({ ...object, Body: 'still here' }));
  await first.stop();

  const second = await startTestStack({ dataFolder });
  const ids = async () => {
    const { Items = [] } = await new DynamoDBClient(clientOptions(second)).send(
      new ScanCommand({ TableName }),
    );
    return Items.map(({ id }) => id!.S);
  };
  await expect.poll(ids).toEqual(['kept']);
  const { Body } = await new S3Client(clientOptions(second)).send(new GetObjectCommand(object));
  expect(await Body!.transformToString()).toBe('still here');
  await second.stop();
});

test('clients find the outputs with DescribeStacks, and the resources with ListStackResources', async () => {
  const stack = await startTestStack({ dataFolder });
  const client = new CloudFormationClient({ ...clientOptions(stack), maxAttempts: 1 });
  const { Stacks } = await client.send(new DescribeStacksCommand({}));
  const outputs = Object.fromEntries(
    Stacks![0]!.Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  expect(outputs).toEqual({ ...stack.outputs, ApiUrl: `${stack.apiUrl}/` });
  const elsewhere = client.send(new DescribeStacksCommand({ StackName: 'nobody' }));
  await expect(elsewhere).rejects.toThrow('Stack with id nobody does not exist');
  const listed = await client.send(new ListStackResourcesCommand({ StackName: Stacks![0]!.StackName }));
  const table = listed.StackResourceSummaries!.find(
    ({ ResourceType }) => ResourceType === 'AWS::DynamoDB::Table',
  );
  const { TableNames } = await new DynamoDBClient(clientOptions(stack)).send(new ListTablesCommand({}));
  expect(TableNames).toContain(table!.PhysicalResourceId);
  const unlisted = client.send(new ListStackResourcesCommand({ StackName: 'nobody' }));
  await expect(unlisted).rejects.toThrow('Stack with id nobody does not exist');
  const unknown = new DynamoDBClient(clientOptions(stack)).send(
    new GetItemCommand({ TableName: 'nowhere', Key: { id: { S: 'x' } } }),
  );
  await expect(unknown).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await stack.stop();
});

test('a resource that can’t be run stops the start', async () => {
  const Queue = { Type: 'AWS::Kinesis::Stream' };
  await expect(startTestStack({ dataFolder, source: withResources({ Queue }) })).rejects.toThrow(
    'Queue is a AWS::Kinesis::Stream, which local mode can neither run nor leave out',
  );
});

test('a schedule, a state or a method that can’t be run stops the start', async () => {
  const { Machine, GetThings } = source.template.Resources as Record<string, Resource>;
  const Targets = [{ Id: 'a', Arn: { 'Fn::GetAtt': ['Act', 'Arn'] } }];
  const Cron = {
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression: 'cron(0 12 * * ? *)', Targets },
  };
  await expect(startTestStack({ dataFolder, source: withResources({ Cron }) })).rejects.toThrow(
    'cron(0 12 * * ? *)',
  );
  const DefinitionString = JSON.stringify({
    StartAt: 'A',
    QueryLanguage: 'JSONata',
    States: { A: { Type: 'Succeed' } },
  });
  const Jsonata = { ...Machine!, Properties: { ...Machine!.Properties, DefinitionString } };
  await expect(startTestStack({ dataFolder, source: withResources({ Jsonata }) })).rejects.toThrow(
    '"QueryLanguage"',
  );
  const Http = { ...GetThings!, Properties: { ...GetThings!.Properties, Integration: { Type: 'HTTP' } } };
  await expect(startTestStack({ dataFolder, source: withResources({ Http }) })).rejects.toThrow(
    'The method Http',
  );
});

test('an invocation that AWS would refuse stops the start', async () => {
  const { MayEcho, MayStep } = source.template.Resources as Record<string, Resource>;
  const start = (resources: Record<string, Resource>) =>
    startTestStack({ dataFolder, source: withResources(resources) });
  const SourceArn = { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/GET/*' };
  const onlyGet = { ...MayEcho!, Properties: { ...MayEcho!.Properties, SourceArn } };
  await expect(start({ MayEcho: onlyGet })).rejects.toThrow(
    'Nothing lets apigateway.amazonaws.com invoke runner-test-Echo for ANY /things/{name}',
  );
  const forAnother = { ...MayStep!, Properties: { ...MayStep!.Properties, FunctionName: 'other' } };
  await expect(start({ MayStep: forAnother })).rejects.toThrow('invoke runner-test-Step for the rule Closed');
});

test('the API says that it is starting until what is to be prepared is there', async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port: apiPort } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const url = `http://127.0.0.1:${apiPort}/things/a`;
  const seen: number[] = [];
  const told: string[] = [];
  const stack = await startTestStack({
    dataFolder,
    apiPort,
    onRequest: ({ url }) => told.push(url),
    prepare: async ({ apiUrl }) => {
      expect((await fetch(url)).headers.get('retry-after')).toBe('2');
      for (const each of [url, `${apiUrl}/things/a`]) seen.push((await fetch(each)).status);
    },
  });
  seen.push((await fetch(url)).status);
  await stack.stop();
  expect(seen).toEqual([503, 200, 200]);
  expect(told).toEqual(['/things/a']); // that of a client; who starts the stack did not send the others
});

test('a taken port and a folder in use say so', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expect(startTestStack({ dataFolder, apiPort: port })).rejects.toMatchObject({
    name: 'LocalStackError',
    port,
  });
  other.close();
  const stack = await startTestStack({ dataFolder });
  await expect(startTestStack({ dataFolder })).rejects.toThrow(`in use by process ${process.pid}`);
  await stack.stop();
  await discard(await startTestStack({ dataFolder }));
});
