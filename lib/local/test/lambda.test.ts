import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
let lambda: LambdaClient;
const lines: string[] = [];

let folder: string;
/** While this file is missing, an invocation of `until file` goes on. */
let gate: string;

const requesterOf = (event: unknown) => (event as { requester?: string }).requester;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-lambda-'));
  gate = join(folder, 'gate');
  stack = await startTestStack({ onLine: (_, line) => lines.push(line), requesterOf });
  lambda = new LambdaClient({ ...clientOptions(stack), maxAttempts: 1 });
});
afterAll(async () => {
  await discard(stack);
  await rm(folder, { recursive: true });
});

async function invoke(event: object, FunctionName = 'runner-test-Act') {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  return { FunctionError, value: JSON.parse(Payload!.transformToString()) };
}

test('a function has its own environment and nothing else, as on Lambda', async () => {
  process.env.LEAKED = 'yes';
  expect(stack.unused()).toContain('runner-test-Echo: COLOUR');
  const { value } = await invoke({ a: 1 }, 'runner-test-Echo');
  const { event, env, context } = JSON.parse(value.body);
  expect(event).toEqual({ a: 1 });
  expect(env).toMatchObject({
    COLOUR: 'blue',
    API: `${stack.apiUrl}/`,
    AWS_ENDPOINT_URL: stack.awsUrl,
    AWS_LAMBDA_FUNCTION_NAME: 'runner-test-Echo',
    AWS_REGION: 'us-east-1',
  });
  expect(env._X_AMZN_TRACE_ID).toMatch(/^Root=1-[\da-f]{8}-[\da-f]{24};.*Sampled=0$/);
  expect(env).not.toHaveProperty('LEAKED');
  expect(env).not.toHaveProperty('PATH');
  expect(context).toMatchObject({
    functionName: 'runner-test-Echo',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:runner-test-Echo',
    memoryLimitInMB: '256',
  });
  expect(context.remaining).toBeGreaterThan(9000);
  expect(stack.unused()).not.toContain('runner-test-Echo: COLOUR');
});

test.each([
  ['returns', { action: 'return', value: 7 }, undefined, 7],
  ['returns nothing', { action: 'return' }, undefined, null],
  ['throws', { action: 'throw', value: 'why' }, 'Unhandled', { errorType: 'NoWay', errorMessage: 'why' }],
  ['exits', { action: 'exit' }, 'Unhandled', { errorType: 'Runtime.ExitError' }],
  ['leaves a promise rejected', { action: 'reject' }, 'Unhandled', { errorMessage: 'nobody listens' }],
  ['runs out of memory', { action: 'hoard' }, 'Unhandled', { errorType: 'Runtime.ExitError' }],
])('a function that %s', async (_, event, error, value) => {
  const answer = await invoke(event);
  expect(answer.FunctionError).toBe(error);
  if (value !== null && typeof value === 'object') expect(answer.value).toMatchObject(value);
  else expect(answer.value).toBe(value);
});

test('a function that does not end is stopped after its timeout, and the next invocation runs', async () => {
  const brief = (event: object) => invoke(event, 'runner-test-Brief');
  expect((await brief({ action: 'spin' })).value).toMatchObject({ errorType: 'Sandbox.Timedout' });
  expect((await brief({ action: 'return', value: 1 })).value).toBe(1);
});

test('a timeout ends one invocation, and not the others in its sandbox', async () => {
  const calls = [{ action: 'hang' }, { action: 'sleep', milliseconds: 20, value: 'slept' }];
  const [hung, slept] = await Promise.all(calls.map((event) => invoke(event, 'runner-test-Brief')));
  expect(hung!.value).toMatchObject({ errorType: 'Sandbox.Timedout' });
  expect(slept!.value).toBe('slept');
});

test.each([
  ['crash', 'Runtime.ExitError'],
  ['timeout', 'Sandbox.Timedout'],
] as const)('a %s can be asked for', async (fault, errorType) => {
  stack.failNextInvocation('Act', fault, 2);
  for (let i = 0; i < 2; i++) expect((await invoke({ action: 'return' })).value).toMatchObject({ errorType });
  expect((await invoke({ action: 'return', value: 1 })).value).toBe(1);
});

test('throttling can be asked for', async () => {
  stack.failNextInvocation('Act', 'throttle');
  await expect(invoke({ action: 'return' })).rejects.toMatchObject({ name: 'TooManyRequestsException' });
});

test('invocations beyond what runs at once wait for their turn', async () => {
  const calls = Array.from({ length: 100 }, (_, value) => stack.invoke('Echo', { value }));
  const events = (await Promise.all(calls)).map(
    (answer) => JSON.parse((answer as { body: string }).body).event,
  );
  expect(events).toEqual(calls.map((_, value) => ({ value })));
});

test('invocations beyond the reserved concurrency are refused', async () => {
  const scarce = (event: object) => invoke(event, 'runner-test-Scarce');
  const held = [1, 2].map((value) => scarce({ action: 'until file', value, file: gate }));
  const refused = () =>
    scarce({ action: 'return' }).then(
      () => '',
      (error: Error) => error.name,
    );
  await expect.poll(refused).toBe('TooManyRequestsException');
  await writeFile(gate, '');
  expect((await Promise.all(held)).map(({ value }) => value)).toEqual([1, 2]);
  expect((await scarce({ action: 'return', value: 3 })).value).toBe(3);
});

test('a calculation does not wait for the slow ones of another requester, however many there are', async () => {
  const [file, other] = [join(folder, 'slow'), join(folder, 'other')];
  const heavy = (requester: string, event: object) => stack.invoke('Heavy', { requester, ...event });
  const slow = [1, 2, 3, 4, 5, 6, 7].map((value) => heavy('a', { action: 'until file', value, file }));
  expect(await heavy('b', { action: 'return', value: 8 })).toBe(8);
  const held = heavy('b', { action: 'until file', value: 9, file: other });
  const waiting = heavy('c', { action: 'return', value: 10 });
  await writeFile(other, '');
  expect(await Promise.all([held, waiting])).toEqual([9, 10]);
  await writeFile(file, '');
  expect(await Promise.all(slow)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test.runIf(process.platform === 'linux')(
  'a long calculation lets those go first that have just begun',
  async () => {
    const priorities = (milliseconds: number) =>
      stack.invoke('Heavy', { action: 'priorities', milliseconds }) as Promise<{
        before: number;
        after: number;
      }>;
    const short = await priorities(0);
    expect(short.after).toBe(short.before);
    const long = await priorities(1200);
    expect(long.after).toBe(Math.min(19, short.before + 5));
    if (process.getuid!() === 0) expect((await priorities(0)).before).toBe(short.before);
  },
);

test('invocations beyond the account’s concurrency are refused', async () => {
  const other = await startTestStack({ accountConcurrency: 2 });
  await expect(other.invoke('Act', { action: 'return' })).rejects.toThrow('Rate Exceeded');
  expect(await other.invoke('Scarce', { action: 'return', value: 1 })).toBe(1);
  await discard(other);
});

test('an asynchronous invocation that fails is tried again', async () => {
  stack.failNextInvocation('Act', 'crash');
  stack.failNextInvocation('Act', 'throttle');
  const Payload = JSON.stringify({ action: 'return', value: 'later' });
  const before = lines.length;
  const { StatusCode } = await lambda.send(
    new InvokeCommand({ FunctionName: stack.outputs.AliasArn, InvocationType: 'Event', Payload }),
  );
  expect(StatusCode).toBe(202);
  await expect.poll(() => lines.slice(before), { timeout: 20_000 }).toContain('{"action":"return"}');
});

async function callQueue(operation: string, input: object = {}): Promise<object> {
  const response = await fetch(stack.awsUrl, {
    method: 'POST',
    headers: { 'x-amz-target': `AmazonSQS.${operation}`, 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ QueueUrl: stack.outputs.QueueUrl, ...input }),
  });
  return (await response.json()) as object;
}
const receive = () => callQueue('ReceiveMessage', { VisibilityTimeout: 0, MessageAttributeNames: ['All'] });

test('an event that a function has failed to handle three times is in its dead-letter queue', async () => {
  stack.failNextInvocation('Act', 'crash', 3);
  const Payload = JSON.stringify({ action: 'return', value: 'lost' });
  await lambda.send(new InvokeCommand({ FunctionName: 'runner-test-Act', InvocationType: 'Event', Payload }));
  const lost = {
    Body: Payload,
    MessageAttributes: { ErrorMessage: { StringValue: expect.stringContaining('Runtime exited') } },
  };
  await expect.poll(receive, { timeout: 20_000 }).toMatchObject({ Messages: [lost] });
  expect(await receive()).toMatchObject({ Messages: [lost] }); // still visible
  await callQueue('PurgeQueue');
});

test('while nothing can be written, a message that is sent is refused, and an event that is lost is kept until it can', async () => {
  const [queue] = await readdir(join(stack.dataFolder, 'queues'));
  const draft = join(stack.dataFolder, 'queues', `${queue}.draft`);
  await mkdir(draft); // in the place of the file that is written first
  expect(await callQueue('SendMessage', { MessageBody: 'sent' })).toMatchObject({
    __type: 'InternalFailure',
  });
  stack.failNextInvocation('Act', 'crash', 3);
  const Payload = JSON.stringify({ action: 'return', value: 'kept' });
  await lambda.send(new InvokeCommand({ FunctionName: 'runner-test-Act', InvocationType: 'Event', Payload }));
  const attributes = () => callQueue('GetQueueAttributes');
  await expect
    .poll(attributes, { timeout: 20_000 })
    .toMatchObject({ Attributes: { ApproximateNumberOfMessages: '1' } });
  expect(await receive()).toMatchObject({ __type: 'InternalFailure' });
  await rmdir(draft);
  expect(await receive()).toMatchObject({ Messages: [{ Body: Payload }] });
  expect(await readFile(join(stack.dataFolder, 'queues', queue!), 'utf8')).toContain('kept');
});

test('a sandbox that dies between two invocations is replaced', async () => {
  const died = lines.length;
  await invoke({ action: 'linger' });
  await expect.poll(() => lines.slice(died)).toContain('{"action":"dying"}');
  await expect.poll(async () => (await invoke({ action: 'return', value: 1 })).value).toBe(1);
});

test('stopping fails what runs and what waits, and logs no errors of it', async () => {
  const logged: string[] = [];
  const other = await startTestStack({ onLine: (_, line) => logged.push(line) });
  const calls = Array.from({ length: 40 }, () => other.invoke('Act', { action: 'hang' }));
  const ends = Promise.allSettled(calls);
  await other.stop();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(logged).toEqual([]);
});

test('an unknown function, and a payload that is not JSON', async () => {
  await expect(invoke({}, 'nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const bad = lambda.send(new InvokeCommand({ FunctionName: 'runner-test-Act', Payload: 'no' }));
  await expect(bad).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
});

test('compiled code is in the data folder, and only of bundles that functions have', async () => {
  const compiled = join(stack.dataFolder, 'compiled');
  await invoke({ a: 1 }, 'runner-test-Echo');
  const [bundle, ...others] = await readdir(compiled);
  expect(others).toEqual([]);
  await expect.poll(() => readdir(join(compiled, bundle!))).not.toEqual([]);
  await stack.stop();
  await mkdir(join(compiled, 'asset.of-before'));
  stack = await startTestStack({ dataFolder: stack.dataFolder, onLine: (_, line) => lines.push(line) });
  expect(await readdir(compiled)).toEqual([bundle]);
});
