import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
let lambda: LambdaClient;
const lines: string[] = [];

beforeAll(async () => {
  stack = await startTestStack({ onLine: (_, line) => lines.push(line) });
  lambda = new LambdaClient({ ...clientOptions(stack), maxAttempts: 1 });
});
afterAll(() => discard(stack));

async function invoke(event: object, FunctionName = 'runner-test-Act') {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  return { FunctionError, value: JSON.parse(Payload!.transformToString()) };
}

test('a function has its own environment and nothing else, as on Lambda', async () => {
  process.env.LEAKED = 'yes';
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
});

test.each([
  ['returns', { action: 'return', value: 7 }, undefined, 7],
  ['returns nothing', { action: 'return' }, undefined, null],
  ['throws', { action: 'throw', value: 'why' }, 'Unhandled', { errorType: 'NoWay', errorMessage: 'why' }],
  ['exits', { action: 'exit' }, 'Unhandled', { errorType: 'Runtime.ExitError' }],
  ['leaves a promise rejected', { action: 'reject' }, 'Unhandled', { errorMessage: 'nobody listens' }],
  ['never ends', { action: 'spin' }, 'Unhandled', { errorType: 'Sandbox.Timedout' }],
  ['runs out of memory', { action: 'hoard' }, 'Unhandled', { errorType: 'Runtime.ExitError' }],
])('a function that %s', async (_, event, error, value) => {
  const answer = await invoke(event);
  expect(answer.FunctionError).toBe(error);
  if (value !== null && typeof value === 'object') expect(answer.value).toMatchObject(value);
  else expect(answer.value).toBe(value);
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

test('what comes beyond the limit of sandboxes waits for its turn', async () => {
  const calls = Array.from({ length: 20 }, (_, value) =>
    invoke({ action: 'sleep', value, milliseconds: 20 }),
  );
  expect((await Promise.all(calls)).map(({ value }) => value)).toEqual(calls.map((_, i) => i));
});

test('an asynchronous invocation that fails is tried again', async () => {
  stack.failNextInvocation('Act', 'crash');
  const Payload = JSON.stringify({ action: 'return', value: 'later' });
  const FunctionName = 'runner-test-Act';
  const before = lines.length;
  const { StatusCode } = await lambda.send(
    new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }),
  );
  expect(StatusCode).toBe(202);
  await expect.poll(() => lines.slice(before), { timeout: 5000 }).toContain('{"action":"return"}');
});

test('a sandbox that dies between two invocations is replaced', async () => {
  await invoke({ action: 'linger' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await invoke({ action: 'return', value: 1 })).value).toBe(1);
});

test('stopping fails what runs and what waits', async () => {
  const other = await startTestStack();
  const calls = Array.from({ length: 12 }, () => other.invoke('Act', { action: 'sleep', milliseconds: 900 }));
  const ends = Promise.allSettled(calls);
  await other.stop();
  expect(new Set((await ends).map(({ status }) => status))).toEqual(new Set(['rejected']));
});

test('what is not there, and what is not JSON', async () => {
  await expect(invoke({}, 'nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const bad = lambda.send(new InvokeCommand({ FunctionName: 'runner-test-Act', Payload: 'no' }));
  await expect(bad).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
});
