import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalStackOptions } from '../src/index.ts';
import { clientOptions, discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
let sfn: SFNClient;
let dynamo: DynamoDBClient;
let onState: (name: string, state: string | undefined) => unknown = () => {};
const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:runner-test-Machine';
const arnOf = (name: string) => `${stateMachineArn.replace('stateMachine', 'execution')}:${name}`;

/** Long enough for what a test does while an execution waits. */
const LONG_PAUSE_SECONDS = 1_000_000;

async function start(options: Partial<LocalStackOptions> = {}): Promise<void> {
  const onExecution: LocalStackOptions['onExecution'] = ({ name }, state) => onState(name, state);
  stack = await startTestStack({ onExecution, ...options, ...(stack && { dataFolder: stack.dataFolder }) });
  sfn = new SFNClient({ ...clientOptions(stack), maxAttempts: 1 });
  dynamo = new DynamoDBClient(clientOptions(stack));
}
beforeAll(() => start());
afterAll(() => discard(stack));

const run = (name: string, input: object) =>
  sfn.send(
    new StartExecutionCommand({
      stateMachineArn,
      name,
      input: JSON.stringify({ id: name, pause: 0, ...input }),
    }),
  );
const describe = (name: string) => sfn.send(new DescribeExecutionCommand({ executionArn: arnOf(name) }));
const ended = (name: string, status: string) =>
  expect.poll(async () => (await describe(name)).status, { timeout: 10_000 }).toBe(status);

/** The event that a step was invoked with, from what it wrote into the table. */
async function trace(id: string): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamo.send(
    new GetItemCommand({ TableName: 'runner-test-Table', Key: { id: { S: id } } }),
  );
  return Item && JSON.parse(Item.event!.S!);
}

test('an execution runs its steps and ends with their output', async () => {
  const { executionArn, startDate } = await run('whole', { step: 'first' });
  expect(executionArn).toBe(arnOf('whole'));
  expect(startDate).toBeInstanceOf(Date);
  await ended('whole', 'SUCCEEDED');
  const { output, stopDate } = await describe('whole');
  expect(JSON.parse(output!)).toEqual({ id: 'whole', step: 'second', execution: 'whole', done: true });
  expect(stopDate).toBeInstanceOf(Date);
  expect(await trace('whole-first')).toMatchObject({ id: 'whole', pause: 0 });
});

test('while nothing can be written, no execution begins, and one that runs goes on to its end', async () => {
  /** A folder in the place of the file that is written first. */
  const draft = (name: string) => join(stack.dataFolder, 'executions', 'Machine', `${name}.json.draft`);
  mkdirSync(draft('unwritten'));
  await expect(run('unwritten', { step: 'first' })).rejects.toMatchObject({ name: 'InternalFailure' });
  await expect(describe('unwritten')).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  rmdirSync(draft('unwritten'));
  await run('unwritten', { step: 'first' });
  await ended('unwritten', 'SUCCEEDED');

  onState = (name, state) => name === 'running' && state === 'First' && mkdirSync(draft(name));
  await run('running', { step: 'first' });
  await ended('running', 'SUCCEEDED');
  rmdirSync(draft('running'));
});

test('an execution is started by an alias of the state machine', async () => {
  const started = (qualifier: string) =>
    sfn.send(
      new StartExecutionCommand({
        stateMachineArn: `${stateMachineArn}:${qualifier}`,
        name: `by-${qualifier}`,
        input: JSON.stringify({ id: qualifier, step: 'first', pause: 0 }),
      }),
    );
  expect((await started('live')).executionArn).toBe(arnOf('by-live'));
  await ended('by-live', 'SUCCEEDED');
  await expect(started('other')).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
});

test('a name is good for one execution, and starting it again while it runs is the same', async () => {
  const input = { step: 'first', pause: LONG_PAUSE_SECONDS };
  const first = await run('twice', input);
  expect((await run('twice', input)).startDate).toEqual(first.startDate);
  const name = 'ExecutionAlreadyExists';
  await expect(run('twice', { step: 'other' })).rejects.toMatchObject({ name });
  await sfn.send(new StopExecutionCommand({ executionArn: arnOf('twice') }));
  await expect(run('twice', input)).rejects.toMatchObject({ name });
});

test('a step’s error is caught by its name, with what it said', async () => {
  await run('caught', { step: 'first', fail: 'NoWay' });
  await ended('caught', 'SUCCEEDED');
  const { failure } = JSON.parse((await describe('caught')).output!);
  expect(failure.Error).toBe('NoWay');
  expect(JSON.parse(failure.Cause)).toMatchObject({ errorType: 'NoWay', errorMessage: 'as asked' });
});

test('an error that is not caught fails the execution, and the rule’s target is invoked', async () => {
  stack.failNextInvocation('Step', 'crash');
  await run('crashed', { step: 'first' });
  await ended('crashed', 'FAILED');
  expect(await describe('crashed')).toMatchObject({ error: 'Runtime.ExitError' });
  const event = () => trace('Step Functions Execution Status Change');
  await expect.poll(event, { timeout: 5000 }).toMatchObject({
    source: 'aws.states',
    resources: [arnOf('crashed')],
    detail: {
      executionArn: arnOf('crashed'),
      stateMachineArn,
      name: 'crashed',
      status: 'FAILED',
      error: 'Runtime.ExitError',
    },
  });
});

test('a stopped execution enters no further state', async () => {
  await run('stopped', { step: 'first', pause: 10 });
  await expect.poll(() => trace('stopped-first')).toBeDefined();
  await sfn.send(
    new StopExecutionCommand({ executionArn: arnOf('stopped'), error: 'Cancelled', cause: 'by test' }),
  );
  expect(await describe('stopped')).toMatchObject({
    status: 'ABORTED',
    error: 'Cancelled',
    cause: 'by test',
  });
  await run('later', { step: 'first', pause: 11 });
  await ended('later', 'SUCCEEDED'); // the stopped one's pause would be over
  expect(await trace('stopped-second')).toBeUndefined();
  await sfn.send(new StopExecutionCommand({ executionArn: arnOf('stopped') })); // again: nothing
});

test('the history and the redrive of executions are refused with what is missing', async () => {
  const executionArn = arnOf('whole');
  await expect(sfn.send(new GetExecutionHistoryCommand({ executionArn }))).rejects.toThrow('no history');
  await expect(sfn.send(new RedriveExecutionCommand({ executionArn }))).rejects.toThrow(
    'Local mode has no Step Functions operation RedriveExecution',
  );
});

test('an unknown execution, and an invalid name', async () => {
  await expect(describe('nobody')).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  await expect(run('a/b', {})).rejects.toMatchObject({ name: 'InvalidName' });
  const elsewhere = sfn.send(
    new StartExecutionCommand({ stateMachineArn: `${stateMachineArn}x`, input: '{}' }),
  );
  await expect(elsewhere).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
});

test('after a restart an execution continues from its last state', async () => {
  await run('durable', { step: 'first', pause: LONG_PAUSE_SECONDS });
  await expect.poll(() => trace('durable-first')).toBeDefined();
  await stack.stop();
  await start({ timeScale: 0 });
  await ended('durable', 'SUCCEEDED');
  expect(await trace('durable-second')).toBeDefined();
  expect(await describe('whole')).toMatchObject({ status: 'SUCCEEDED' });
  await expect(run('whole', { step: 'first' })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  const { executions } = await sfn.send(
    new ListExecutionsCommand({ stateMachineArn, statusFilter: 'ABORTED' }),
  );
  expect(executions?.map(({ name }) => name)).toEqual(['stopped', 'twice']);
});
