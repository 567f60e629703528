import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  DescribeMapRunCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateMapRunCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataFolder } from '../src/data-folder.ts';
import type { LocalStackOptions } from '../src/index.ts';
import type { ExecutionRecord } from '../src/states/execution-store.ts';
import { Children } from '../src/states/map/children.ts';
import type { Resource, StackSource } from '../src/template.ts';
import { clientOptions, discard, startTestStack } from './stack.ts';

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const PREFIX = 'arn:aws:states:us-east-1:000000000000';
const BUCKET = 'map-test-bucket';

/** Answers what it was given; items say what else it does. */
const code = `exports.handler = async (event) => {
  const items = event.Items ?? [event];
  for (const item of items) {
    if (item.fail) throw Object.assign(new Error('as asked'), { name: 'Asked' });
    if (item.pause) await new Promise((resolve) => setTimeout(resolve, item.pause));
  }
  return { got: event };
};`;

/** Answers which thread ran it, once a file is there; it leaves one itself. */
const heavyCode = `exports.handler = async ({ file, begun }) => {
  if (begun) require('node:fs').writeFileSync(begun, '');
  while (!require('node:fs').existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
  return require('node:worker_threads').threadId;
};`;

const lambda = (ZipFile: string, MemorySize: number): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { ZipFile },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    MemorySize,
    Timeout: 60,
    Role: arnOf('None'),
  },
});

const processor = (more: object = {}) => ({
  ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
  StartAt: 'Work',
  States: {
    Work: {
      Type: 'Task',
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:map-test-Work',
      End: true,
      ...more,
    },
  },
});

const machine = (state: object): Resource => ({
  Type: 'AWS::StepFunctions::StateMachine',
  Properties: {
    RoleArn: arnOf('Role'),
    DefinitionString: JSON.stringify({
      StartAt: 'Each',
      States: { Each: { Type: 'Map', ItemProcessor: processor(), Label: 'Each', End: true, ...state } },
    }),
  },
});

const fromBucket = (InputType: string, more: object = {}) => ({
  ItemReader: {
    Resource: 'arn:aws:states:::s3:getObject',
    ReaderConfig: { InputType, ...more },
    Parameters: { Bucket: BUCKET, 'Key.$': '$.key' },
  },
});
const toBucket = (config?: object) => ({
  ResultWriter: {
    Resource: 'arn:aws:states:::s3:putObject',
    Parameters: { Bucket: BUCKET, 'Prefix.$': '$.prefix' },
    ...(config && { WriterConfig: config }),
  },
});

const machines = {
  Inline: machine({ ItemsPath: '$.items' }),
  Selected: machine({
    ItemsPath: '$.items',
    ItemSelector: { 'value.$': '$$.Map.Item.Value', 'index.$': '$$.Map.Item.Index', 'of.$': '$.name' },
  }),
  Lines: machine({
    ...fromBucket('JSONL'),
    ItemBatcher: { MaxItemsPerBatch: 3, BatchInput: { 'name.$': '$.name' } },
    ...toBucket(),
    MaxConcurrency: 2,
    ToleratedFailureCount: 1000,
  }),
  Bytes: machine({
    ...fromBucket('JSON', { MaxItems: 5 }),
    ItemBatcher: { MaxInputBytesPerBatch: 60 },
    ...toBucket({ Transformation: 'COMPACT', OutputType: 'JSONL' }),
  }),
  Rows: machine({ ...fromBucket('CSV', { CSVHeaderLocation: 'FIRST_ROW', CSVDelimiter: 'SEMICOLON' }) }),
  Tolerant: machine({ ItemsPath: '$.items', ToleratedFailurePercentage: 50 }),
  Patient: machine({
    ItemsPath: '$.items',
    MaxConcurrencyPath: '$.most',
    ItemProcessor: processor({
      Retry: [{ ErrorEquals: ['Asked'], IntervalSeconds: 1_000_000, MaxAttempts: 1 }],
    }),
  }),
  Threads: machine({
    ItemsPath: '$.items',
    ItemProcessor: processor({
      Resource: 'arn:aws:lambda:us-east-1:000000000000:function:map-test-Heavy',
      TimeoutSeconds: 1,
    }),
  }),
  Caught: machine({
    ItemsPath: '$.items',
    Catch: [{ ErrorEquals: ['States.ExceedToleratedFailureThreshold'], Next: 'Told' }],
    End: undefined,
    Next: 'Told',
  }),
};
const caught = JSON.parse((machines.Caught.Properties as { DefinitionString: string }).DefinitionString);
caught.States.Told = { Type: 'Pass', End: true };
(machines.Caught.Properties as { DefinitionString: string }).DefinitionString = JSON.stringify(caught);

const allow = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const source: StackSource = {
  stackName: 'map-test',
  assets: new Map(),
  template: {
    Resources: {
      Bucket: { Type: 'AWS::S3::Bucket' },
      Work: lambda(code, 256),
      Heavy: lambda(heavyCode, 1769),
      None: { Type: 'AWS::IAM::Role', Properties: {} },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          Policies: [
            {
              PolicyName: 'p',
              PolicyDocument: {
                Statement: [
                  allow('lambda:InvokeFunction', [arnOf('Work'), arnOf('Heavy')]),
                  allow('states:StartExecution', `${PREFIX}:stateMachine:map-test-*`),
                  allow(
                    ['states:DescribeExecution', 'states:StopExecution'],
                    `${PREFIX}:execution:map-test-*`,
                  ),
                  allow(['s3:GetObject', 's3:PutObject'], `arn:aws:s3:::${BUCKET}/allowed/*`),
                ],
              },
            },
          ],
        },
      },
      ...machines,
    },
    Outputs: {},
  },
};

let stack: Awaited<ReturnType<typeof startTestStack>>;
let sfn: SFNClient;
let s3: S3Client;

async function start(options: Partial<LocalStackOptions> = {}): Promise<void> {
  stack = await startTestStack({ source, ...options, ...(stack && { dataFolder: stack.dataFolder }) });
  sfn = new SFNClient({ ...clientOptions(stack), maxAttempts: 1 });
  s3 = new S3Client({ ...clientOptions(stack), forcePathStyle: true });
}
beforeAll(() => start(), 60_000); // each definition is validated, which takes a third of a second
afterAll(() => discard(stack));

const machineArn = (name: keyof typeof machines) => `${PREFIX}:stateMachine:map-test-${name}`;
async function run(name: keyof typeof machines, input: object): Promise<string> {
  const started = await sfn.send(
    new StartExecutionCommand({ stateMachineArn: machineArn(name), input: JSON.stringify(input) }),
  );
  return started.executionArn!;
}
const describe = (executionArn: string) => sfn.send(new DescribeExecutionCommand({ executionArn }));
async function ended(executionArn: string, status: string) {
  await expect.poll(async () => (await describe(executionArn)).status, { timeout: 10_000 }).toBe(status);
  const { output, error, cause } = await describe(executionArn);
  return { output: output && JSON.parse(output), error, cause };
}
async function mapRunOf(executionArn: string) {
  const { mapRuns } = await sfn.send(new ListMapRunsCommand({ executionArn }));
  return sfn.send(new DescribeMapRunCommand({ mapRunArn: mapRuns![0]!.mapRunArn! }));
}
async function read(Key: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  return Body!.transformToString();
}
const put = (key: string, text: string) => stack.putObject(BUCKET, key, Buffer.from(text));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

test('each item of the input has a child, and their outputs have the order of the items', async () => {
  const items = [{ n: 0, pause: 60 }, { n: 1 }, { n: 2 }];
  const arn = await run('Inline', { items });
  const { output } = await ended(arn, 'SUCCEEDED');
  expect(output).toEqual(items.map((got) => ({ got })));
  const mapRun = await mapRunOf(arn);
  expect(mapRun).toMatchObject({
    status: 'SUCCEEDED',
    executionArn: arn,
    maxConcurrency: 10_000,
    toleratedFailureCount: 0,
  });
  const counts = {
    pending: 0,
    running: 0,
    succeeded: 3,
    failed: 0,
    timedOut: 0,
    aborted: 0,
    total: 3,
    resultsWritten: 3,
  };
  expect(mapRun.itemCounts).toMatchObject(counts);
  expect(mapRun.mapRunArn).toMatch(/:mapRun:map-test-Inline\/Each:[\da-f-]{36}$/);
  const { executions } = await sfn.send(new ListExecutionsCommand({ mapRunArn: mapRun.mapRunArn! }));
  expect(executions).toHaveLength(3);
  const child = await describe(executions![0]!.executionArn!);
  expect(child).toMatchObject({
    status: 'SUCCEEDED',
    mapRunArn: mapRun.mapRunArn,
    stateMachineArn: `${machineArn('Inline')}/Each`,
  });
  expect(JSON.parse(child.output!).got).toEqual(JSON.parse(child.input!));
});

test('children that calculate have a thread for each processor; waiting for one is no part of their time', async () => {
  const file = join(stack.dataFolder, 'open');
  const begun = Array.from({ length: availableParallelism() }, (_, n) =>
    join(stack.dataFolder, `begun-${n}`),
  );
  const held = begun.map((each) => stack.invoke('Heavy', { file, begun: each }));
  await expect.poll(() => begun.every((each) => existsSync(each)), { timeout: 20_000 }).toBe(true);
  const items = Array.from({ length: 2 + availableParallelism() }, () => ({ file }));
  const arn = await run('Threads', { items });
  await sleep(1300);
  expect((await describe(arn)).status).toBe('RUNNING');
  await writeFile(file, '');
  const { output } = await ended(arn, 'SUCCEEDED');
  expect(new Set(await Promise.all(held))).toEqual(new Set([...output, ...(await Promise.all(held))]));
});

test('an ItemSelector makes the input of each child', async () => {
  const arn = await run('Selected', { items: ['a', 'b'], name: 'letters' });
  const { output } = await ended(arn, 'SUCCEEDED');
  expect(output).toEqual([
    { got: { value: 'a', index: 0, of: 'letters' } },
    { got: { value: 'b', index: 1, of: 'letters' } },
  ]);
});

test('lines of an object are read in batches, and the results are files that a manifest names', async () => {
  await put(
    'allowed/lines',
    [...numbers(7), { n: 7, fail: true }].map((each) => JSON.stringify(each)).join('\n'),
  );
  const arn = await run('Lines', { key: 'allowed/lines', prefix: 'allowed/out', name: 'x' });
  const { output } = await ended(arn, 'SUCCEEDED');
  const { MapRunArn, ResultWriterDetails } = output;
  const id = MapRunArn.split(':').at(-1);
  expect(ResultWriterDetails).toEqual({ Bucket: BUCKET, Key: `allowed/out/${id}/manifest.json` });
  const manifest = JSON.parse(await read(ResultWriterDetails.Key));
  expect(manifest).toMatchObject({ DestinationBucket: BUCKET, MapRunArn });
  const { SUCCEEDED, FAILED, PENDING } = manifest.ResultFiles;
  expect(PENDING).toEqual([]);
  const text = await read(SUCCEEDED[0].Key);
  expect(Buffer.byteLength(text)).toBe(SUCCEEDED[0].Size);
  const succeeded = JSON.parse(text).map((each: { Input: string }) => JSON.parse(each.Input));
  expect(succeeded).toContainEqual({ BatchInput: { name: 'x' }, Items: [{ n: 0 }, { n: 1 }, { n: 2 }] });
  expect(succeeded).toHaveLength(2);
  const [failed] = JSON.parse(await read(FAILED[0].Key));
  expect(failed).toMatchObject({ Status: 'FAILED', Error: 'Asked' });
  expect(JSON.parse(failed.Input).Items).toEqual([{ n: 6 }, { n: 7, fail: true }]);
  expect((await mapRunOf(arn)).itemCounts).toMatchObject({ succeeded: 6, failed: 2, total: 8 });
  expect((await mapRunOf(arn)).executionCounts).toMatchObject({ succeeded: 2, failed: 1, total: 3 });
});

test('a batch holds as many items as its limit of bytes allows, and no more items are read than MaxItems', async () => {
  await put('allowed/array', JSON.stringify(numbers(9)));
  const arn = await run('Bytes', { key: 'allowed/array', prefix: 'allowed/compact' });
  const { output } = await ended(arn, 'SUCCEEDED');
  const key = output.ResultWriterDetails.Key.replace('manifest.json', 'SUCCEEDED_0.jsonl');
  const inputs = (await read(key))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).got);
  for (const input of inputs) expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThanOrEqual(60);
  expect(inputs.flatMap(({ Items }) => Items).sort((a, b) => a.n - b.n)).toEqual(numbers(5));
  expect(inputs.length).toBe(1);
});

test('rows of CSV are objects of texts, by the names of the header', async () => {
  await put('allowed/rows', 'a;b\n1;"x;\ny"\n\n2\n3;z;more\n');
  const { output } = await ended(await run('Rows', { key: 'allowed/rows' }), 'SUCCEEDED');
  expect(output.map(({ got }: { got: object }) => got)).toEqual([
    { a: '1', b: 'x;\ny' },
    { a: '2', b: '' },
    { a: '3', b: 'z' },
  ]);
});

test.each([
  ['a line that is not JSON', 'Lines', 'allowed/bad', 'States.ItemReaderFailed', 'Line 2 is not JSON'],
  ['an object that is missing', 'Lines', 'allowed/none', 'States.ItemReaderFailed', 'does not exist'],
  ['an object that the role may not read', 'Lines', 'other/lines', 'States.ItemReaderFailed', 's3:GetObject'],
  ['JSON that is no array', 'Bytes', 'allowed/object', 'States.Runtime', 'array'],
  ['an item of more than 256 KiB', 'Bytes', 'allowed/large', 'States.DataLimitExceeded', 'bytes'],
] as const)('%s fails the execution', async (_, name, key, error, cause) => {
  await put('allowed/bad', '{}\n{');
  await put('allowed/object', '{}');
  await put('allowed/large', JSON.stringify(['x'.repeat(262_144)]));
  const result = await ended(await run(name, { key, prefix: 'allowed/out', name: 'x' }), 'FAILED');
  expect(result.error).toBe(error);
  expect(result.cause).toContain(cause);
});

test('results that are larger than an output may be fail the execution', async () => {
  const items = Array.from({ length: 3 }, () => 'x'.repeat(80_000));
  await ended(await run('Inline', { items }), 'SUCCEEDED');
  const large = Array.from({ length: 4 }, () => 'x'.repeat(80_000));
  expect((await ended(await run('Inline', { items: large }), 'FAILED')).error).toBe(
    'States.DataLimitExceeded',
  );
});

test('without tolerance one failure ends the run, and what still runs is stopped', async () => {
  const arn = await run('Inline', { items: [{ pause: 5000 }, { fail: true }, { pause: 5000 }] });
  const { error } = await ended(arn, 'FAILED');
  expect(error).toBe('States.ExceedToleratedFailureThreshold');
  expect(await mapRunOf(arn)).toMatchObject({ status: 'FAILED', itemCounts: { failed: 1, aborted: 2 } });
  const { output } = await ended(await run('Caught', { items: [{ fail: true }] }), 'SUCCEEDED');
  expect(output.Error).toBe('States.ExceedToleratedFailureThreshold');
});

test('a share of failures is tolerated', async () => {
  const half = [{ fail: true }, { n: 1 }, { fail: true }, { n: 3 }];
  const { output } = await ended(await run('Tolerant', { items: half }), 'SUCCEEDED');
  expect(output).toEqual([{ got: { n: 1 } }, { got: { n: 3 } }]);
  await ended(await run('Tolerant', { items: [...half, { fail: true }] }), 'FAILED');
});

test('no more children run at once than allowed, which can be changed meanwhile', async () => {
  const arn = await run('Patient', { items: [...numbers(6).map(() => ({ fail: true })), { n: 6 }], most: 2 });
  await expect.poll(async () => (await mapRunOf(arn)).itemCounts?.running, { timeout: 5000 }).toBe(2);
  const { mapRunArn } = await mapRunOf(arn);
  await sfn.send(new UpdateMapRunCommand({ mapRunArn: mapRunArn!, maxConcurrency: 5 }));
  await expect.poll(async () => (await mapRunOf(arn)).itemCounts?.running, { timeout: 5000 }).toBe(5);
  await sfn.send(new StopExecutionCommand({ executionArn: arn }));
  expect(await mapRunOf(arn)).toMatchObject({ status: 'ABORTED', itemCounts: { running: 0, aborted: 5 } });
  await expect(
    sfn.send(new UpdateMapRunCommand({ mapRunArn: mapRunArn!, maxConcurrency: 1 })),
  ).rejects.toThrow('has ended');
});

test('a child can be stopped, and counts as a failure', async () => {
  const arn = await run('Tolerant', { items: [{ pause: 60_000 }, { n: 1 }] });
  await expect.poll(async () => (await mapRunOf(arn)).itemCounts?.succeeded, { timeout: 5000 }).toBe(1);
  const { mapRunArn } = await mapRunOf(arn);
  const { executions } = await sfn.send(
    new ListExecutionsCommand({ mapRunArn: mapRunArn!, statusFilter: 'RUNNING' }),
  );
  await sfn.send(new StopExecutionCommand({ executionArn: executions![0]!.executionArn!, cause: 'by test' }));
  await ended(arn, 'SUCCEEDED');
  expect(await describe(executions![0]!.executionArn!)).toMatchObject({
    status: 'ABORTED',
    cause: 'by test',
  });
});

test('after a restart a run goes on: what had ended is not done again, what ran continues', {
  timeout: 60_000,
}, async () => {
  const items = [{ n: 0 }, { fail: true }, { n: 2 }];
  const arn = await run('Patient', { items, most: 3 });
  await expect.poll(async () => (await mapRunOf(arn)).itemCounts?.succeeded, { timeout: 5000 }).toBe(2);
  const { mapRunArn } = await mapRunOf(arn);
  const ends = async () => {
    const { executions } = await sfn.send(new ListExecutionsCommand({ mapRunArn: mapRunArn! }));
    return executions!.map(({ name, startDate, stopDate }) => ({ name, startDate, stopDate }));
  };
  const before = (await ends()).filter(({ stopDate }) => stopDate);
  await stack.stop();
  await start({ timeScale: 0 });
  await ended(arn, 'FAILED'); // its second attempt fails too
  expect((await mapRunOf(arn)).mapRunArn).toBe(mapRunArn);
  expect((await mapRunOf(arn)).itemCounts).toMatchObject({ succeeded: 2, failed: 1, total: 3 });
  expect(await ends()).toEqual(expect.arrayContaining(before));
  expect((await ended(arn, 'FAILED')).error).toBe('States.ExceedToleratedFailureThreshold');
});

test('a line that the process did not finish when it died counts as not written', async () => {
  const path = await mkdtemp(join(tmpdir(), 'children-'));
  const data = await DataFolder.open({ path, dataVersion: '', fresh: false, onNotice: () => {} });
  const folder = data.folder('run');
  const execution = (name: string) => ({ name, status: 'SUCCEEDED', output: '"é"' }) as ExecutionRecord;
  const before = await Children.open(data, folder);
  for (const index of [0, 1]) {
    await before.end({ index, status: 'SUCCEEDED', items: 2, execution: execution(`c${index}`) });
  }
  await before.close();
  const file = join(folder, 'ended.jsonl');
  await truncate(file, (await stat(file)).size - 5);
  const after = await Children.open(data, folder);
  expect([after.hasEnded(0), after.hasEnded(1)]).toEqual([true, false]);
  expect(after.counts('SUCCEEDED')).toEqual({ children: 1, items: 2 });
  await after.end({ index: 1, status: 'FAILED', items: 2, execution: execution('c1') });
  const lines: [number, string][] = [];
  for await (const { index, status } of after.lines()) lines.push([index, status]);
  expect(lines).toEqual([
    [0, 'SUCCEEDED'],
    [1, 'FAILED'],
  ]);
  await after.close();
  await data.release();
  await rm(path, { recursive: true });
});
