// Handlers of the stack in ../stack.ts: each does one thing that a test of the runner looks at.

import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const { env } = process;
const dynamo = new DynamoDBClient();
const s3 = new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });

/** Returns the event, its own environment and its context. */
export async function echo(event, context) {
  const { awsRequestId, functionName, invokedFunctionArn, memoryLimitInMB } = context;
  const remaining = context.getRemainingTimeInMillis();
  const body = {
    event,
    env: { ...env },
    context: { awsRequestId, functionName, invokedFunctionArn, memoryLimitInMB, remaining },
  };
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Does what its event says. */
export async function act({ action, value, milliseconds = 0, file }) {
  const { log } = console;
  log(JSON.stringify({ action }));
  switch (action) {
    case 'return':
      return value;
    case 'throw':
      throw Object.assign(new Error(value), { name: 'NoWay' });
    case 'exit':
      return process.exit(3);
    case 'reject':
      void Promise.reject(new Error('nobody listens'));
      return new Promise(() => {});
    case 'linger':
      setTimeout(() => {
        log(JSON.stringify({ action: 'dying' }));
        process.exit(1);
      }, 50);
      return value;
    case 'now':
      return Date.now();
    case 'hang':
      return new Promise(() => {});
    case 'until file':
      while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
      return value;
    case 'spin':
      while (true);
    case 'hoard': {
      const hoard = [];
      while (true) hoard.push(new Array(100_000).fill(hoard.length));
    }
    case 'priorities': {
      const before = getPriority();
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return { before, after: getPriority() };
    }
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return value;
    default:
      throw new Error(`Unknown action ${action}`);
  }
}

/** Answers the gateway with what the body asks for. */
export async function respond({ body }) {
  return JSON.parse(body);
}

/** Puts and gets where its role lets it, and elsewhere. */
export async function access({ service, operation, key }) {
  const item = { TableName: env.TABLE, Key: { id: { S: key } } };
  const object = { Bucket: env.BUCKET, Key: key };
  const commands = {
    dynamodb: {
      get: () => dynamo.send(new GetItemCommand(item)),
      put: () => dynamo.send(new PutItemCommand({ TableName: env.TABLE, Item: item.Key })),
    },
    s3: {
      get: () => s3.send(new GetObjectCommand(object)),
      put: () => s3.send(new PutObjectCommand({ ...object, Body: 'x' })),
    },
  };
  await commands[service][operation]();
  return 'done';
}

/** Adds one to a counter under the state's name: what a state machine's steps do to the world. */
export async function step(event) {
  await dynamo.send(
    new PutItemCommand({
      TableName: env.TABLE,
      Item: {
        id: { S: event.detail ? event['detail-type'] : `${event.id}-${event.step}` },
        event: { S: JSON.stringify(event) },
      },
    }),
  );
  if (event.milliseconds) await new Promise((resolve) => setTimeout(resolve, event.milliseconds));
  if (event.fail) throw Object.assign(new Error('as asked'), { name: event.fail });
  return { ...event, done: true };
}
