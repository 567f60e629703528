import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyFault } from '../src/faults.ts';
import type { AwsCall, CallFault, Fault } from '../src/index.ts';
import { clientOptions, discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
/** Faults of the next calls and invocations, and what was asked. */
const plan: { calls: (CallFault | undefined)[]; invocations: (Fault | undefined)[]; deliveries: number[] } = {
  calls: [],
  invocations: [],
  deliveries: [0],
};
const calls: AwsCall[] = [];
let skewMs = 0;

beforeAll(async () => {
  stack = await startTestStack({
    invocationsPerSandbox: 1,
    faults: {
      onCall: (call) => {
        calls.push(call);
        return plan.calls.shift();
      },
      onInvocation: () => plan.invocations.shift(),
      onEvent: () => plan.deliveries,
      clockSkewMs: () => skewMs,
    },
  });
});
afterAll(() => discard(stack));

const outcome = (invocation: Promise<unknown>) => invocation.then(String, (error: Error) => error.message);
/** Puts an item, by the function Step, whose role may. */
const put = (id: string) => outcome(stack.invoke('Step', { id, step: 'x' }));
async function item(id: string) {
  const dynamo = new DynamoDBClient(clientOptions(stack));
  const get = new GetItemCommand({ TableName: 'runner-test-Table', Key: { id: { S: id } } });
  return (await dynamo.send(get)).Item;
}

test('a call is refused without an effect, and tried again by the client', async () => {
  calls.length = 0;
  const throttled: CallFault = { kind: 'error', code: 'ThrottlingException', status: 400 };
  plan.calls = [throttled, { kind: 'error', code: 'InternalServerError', status: 500 }];
  expect(await put('refused')).toBe('[object Object]');
  expect(calls).toEqual(
    Array(3).fill({ service: 'dynamodb', operation: 'PutItem', caller: 'runner-test-Step' }),
  );
  plan.calls = Array(10).fill(throttled);
  expect(await put('never')).toContain('ThrottlingException');
  plan.calls = [];
  expect(await item('never-x')).toBeUndefined();
});

/** What a client says of a fault that is the answer to its call. */
async function refusalBy(
  service: 's3' | 'sns',
  fault: CallFault,
  send: (endpoint: string) => Promise<unknown>,
) {
  const server = createServer((_, response) => {
    void applyFault(fault, { service, response, kill: () => {} });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await send(`http://127.0.0.1:${port}`).catch((error: Error) => error);
  } finally {
    server.close();
  }
}

test('S3 and SNS refuse in XML, so that clients read the name of the error', async () => {
  const options = (endpoint: string) => ({ ...clientOptions(stack), endpoint, maxAttempts: 1 });
  const slowDown: CallFault = { kind: 'error', code: 'SlowDown', status: 503 };
  const refusedRead = await refusalBy('s3', slowDown, (endpoint) =>
    new S3Client({ ...options(endpoint), forcePathStyle: true }).send(
      new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }),
    ),
  );
  expect(refusedRead).toMatchObject({ name: 'SlowDown', message: 'Injected.' });
  const throttled: CallFault = { kind: 'error', code: 'ThrottledException', status: 429 };
  const refusedNews = await refusalBy('sns', throttled, (endpoint) =>
    new SNSClient(options(endpoint)).send(new PublishCommand({ TopicArn: 'topic', Message: 'text' })),
  );
  expect(refusedNews).toMatchObject({ name: 'ThrottledException', message: 'Injected.' });
});

test('an answer is lost after its effect, or comes late', async () => {
  plan.calls = Array(10).fill({ kind: 'lost' });
  expect(await put('lost')).toContain('failed');
  plan.calls = [];
  expect(await item('lost-x')).toBeDefined();
  plan.calls = [{ kind: 'slow', delayMs: 20 }];
  expect(await put('late')).toBe('[object Object]');
});

test.each([
  ['before', undefined],
  ['after', expect.anything()],
] as const)('a function is killed %s its call has an effect', async (when, stored) => {
  plan.calls = [{ kind: 'killed', when }];
  expect(await put(`killed-${when}`)).toContain('Runtime.ExitError');
  expect(await item(`killed-${when}-x`)).toEqual(stored);
  expect(await put(`next-${when}`)).toBe('[object Object]');
});

test('an invocation fails as planned', async () => {
  plan.invocations = ['throttle', 'crash', undefined];
  expect(await put('a')).toContain('Rate Exceeded');
  expect(await put('b')).toContain('Runtime.ExitError');
  expect(await put('c')).toBe('[object Object]');
});

test('events are delivered twice, or not at all', async () => {
  const sfn = new SFNClient(clientOptions(stack));
  const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:runner-test-Machine';
  const abort = async (name: string) => {
    const input = JSON.stringify({ id: name, step: 'first', pause: 1e6 });
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn, name, input }));
    await sfn.send(new StopExecutionCommand({ executionArn }));
  };
  const handled = () => calls.filter(({ caller }) => caller.endsWith('Step')).length;
  plan.deliveries = [];
  await abort('unheard');
  plan.deliveries = [0, 5];
  const before = handled();
  await abort('twice');
  await expect.poll(handled).toBeGreaterThanOrEqual(before + 2);
});

test('the clock of a function is off, until the fault ends', async () => {
  const hoursAhead = async () => {
    const now = (await stack.invoke('Scarce', { action: 'now' })) as number;
    return Math.round((now - Date.now()) / 3_600_000) + 0; // not -0
  };
  const seen: number[] = [];
  for (const hours of [0, 1, -1, 0]) {
    skewMs = hours * 3_600_000;
    seen.push(await hoursAhead());
  }
  expect(seen).toEqual([0, 1, -1, 0]);
});
