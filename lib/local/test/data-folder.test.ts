import { cp, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalStackOptions, type Resource, startLocalStack } from '../src/index.ts';
import { clientOptions, source } from './stack.ts';

const TableName = 'runner-test-Table';
const bucket = 'runner-test-bucket';
let root: string;
/** Data of a stack that was stopped, and a copy of it as it was while the stack ran, as after `kill -9`. */
let stopped: string;
let killed: string;

const start = (dataFolder: string, options: Partial<LocalStackOptions> = {}) =>
  startLocalStack({ source, dataFolder, ...options });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-data-'));
  [stopped, killed] = [join(root, 'stopped'), join(root, 'killed')];
  const stack = await start(stopped);
  await new DynamoDBClient(clientOptions(stack)).send(
    new PutItemCommand({ TableName, Item: { id: { S: 'a' } } }),
  );
  await stack.putObject(bucket, 'sea/ice', Buffer.from('0123456789'));
  await new SFNClient(clientOptions(stack)).send(
    new StartExecutionCommand({
      stateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:runner-test-Machine',
      name: 'one',
      input: '{"id":"one","step":"first","pause":3600}',
    }),
  );
  await cp(stopped, killed, { recursive: true });
  await stack.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));

let copies = 0;
/** A copy to be damaged. */
async function copyOf(folder: string): Promise<string> {
  const path = join(root, `copy-${copies++}`);
  await cp(folder, path, { recursive: true });
  return path;
}

async function onlyFile(folder: string, ending = ''): Promise<string> {
  const [name] = (await readdir(folder)).filter((each) => each.endsWith(ending));
  return join(folder, name!);
}

async function storedItem(stack: Awaited<ReturnType<typeof start>>) {
  const client = new DynamoDBClient(clientOptions(stack));
  return (await client.send(new GetItemCommand({ TableName, Key: { id: { S: 'a' } } }))).Item;
}

const damages: [what: string, file: (folder: string) => Promise<string>][] = [
  ['an object', (folder) => onlyFile(join(folder, 's3', bucket, 'blobs'))],
  ['an object’s record', (folder) => onlyFile(join(folder, 's3', bucket, 'records'))],
  ['an execution', (folder) => onlyFile(join(folder, 'executions', 'Machine'))],
  ['the database', (folder) => onlyFile(join(folder, 'dynamodb'), 'CURRENT')],
  [
    'the database’s index',
    async (folder) =>
      onlyFile(
        join(folder, 'dynamodb'),
        (await readdir(join(folder, 'dynamodb'))).find((name) => name.startsWith('MANIFEST'))!,
      ),
  ],
];

test.each(damages)(
  '%s that is truncated or missing is named, whether the stack stopped or was killed',
  async (_, file) => {
    for (const folder of [stopped, killed]) {
      const truncated = await copyOf(folder);
      await truncate(await file(truncated), 3);
      await expect(start(truncated)).rejects.toMatchObject({
        name: 'DamagedData',
        message: expect.stringMatching(/^The data folder .* is damaged: (s3|executions|dynamodb)\b.*\.$/),
      });
      const missing = await copyOf(folder);
      const path = await file(missing);
      if (folder === killed && /records|executions/.test(path)) continue; // nothing else mentions that file
      await rm(path);
      await expect(start(missing)).rejects.toMatchObject({ name: 'DamagedData' });
    }
  },
);

test('a data folder that was emptied is reported, not taken as new', async () => {
  for (const folder of [stopped, killed]) {
    for (const part of ['dynamodb', join('s3', bucket)]) {
      const copy = await copyOf(folder);
      await rm(join(copy, part), { recursive: true });
      await expect(start(copy)).rejects.toThrow(`${part}`);
    }
  }
});

test('after `kill -9` everything is there', async () => {
  const stack = await start(await copyOf(killed));
  expect(await storedItem(stack)).toEqual({ id: { S: 'a' } });
  await stack.stop();
});

test('a fresh start sets damaged data aside', async () => {
  const copy = await copyOf(stopped);
  await writeFile(join(copy, 'data.json'), '{');
  await expect(start(copy)).rejects.toThrow('data.json is truncated');
  const notices: string[] = [];
  const stack = await start(copy, { fresh: true, onNotice: (sentence) => notices.push(sentence) });
  expect(await storedItem(stack)).toBeUndefined();
  await stack.stop();
  const [aside] = (await readdir(copy)).filter((name) => name.startsWith('aside-'));
  expect(notices).toEqual([expect.stringContaining(join(copy, aside!))]);
  expect((await readdir(join(copy, aside!))).sort()).toEqual([
    'data.json',
    'dynamodb',
    'executions',
    'inline',
    'logs',
    'queues',
    's3',
  ]);
  const again = await start(copy);
  expect(await storedItem(again)).toBeUndefined();
  await again.stop();
});

test.each([
  ['an earlier version of this package', async (folder: string) => rm(join(folder, 'data.json')), {}],
  ['another version of the application', async () => {}, { dataVersion: '2' }],
  [
    'tables with other keys',
    async () => {},
    {
      source: {
        ...source,
        template: {
          ...source.template,
          Resources: {
            ...source.template.Resources,
            Table: {
              ...(source.template.Resources as Record<string, Resource>).Table!,
              Properties: {
                AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
                KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
              },
            },
          },
        },
      },
    },
  ],
])('data of %s is set aside with a sentence', async (_, change, options) => {
  const copy = await copyOf(stopped);
  await change(copy);
  const notices: string[] = [];
  const stack = await start(copy, { ...options, onNotice: (sentence) => notices.push(sentence) });
  await stack.stop();
  expect(notices).toEqual([
    expect.stringMatching(/: the old data is now in .*, and this start begins without data\.$/),
  ]);
});
