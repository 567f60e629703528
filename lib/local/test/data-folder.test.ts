import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
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

const blob = (folder: string) => onlyFile(join(folder, 's3', bucket, 'blobs'));
const record = (folder: string) => onlyFile(join(folder, 's3', bucket, 'records'));
const execution = (folder: string) => onlyFile(join(folder, 'executions', 'Machine'));

/** A file of the database, by how its name begins or ends. */
const ofDatabase = (pattern: RegExp) => async (folder: string) => {
  const names = await readdir(join(folder, 'dynamodb'));
  return join(folder, 'dynamodb', names.find((name) => pattern.test(name))!);
};
const current = ofDatabase(/^CURRENT$/);
const manifest = ofDatabase(/^MANIFEST-/);

test.each([
  ['items of the database', ofDatabase(/\.(log|ldb)$/), [() => stopped]],
  // nobody knows whether it is all that is lost
  ['the database, of a stack that was killed,', current, [() => killed]],
  ['the database’s index, of a stack that was killed,', manifest, [() => killed]],
])('%s truncated or missing: the start fails, and names it', async (_, file, [folder]) => {
  const truncated = await copyOf(folder!());
  await truncate(await file(truncated), 3);
  await expect(start(truncated)).rejects.toMatchObject({
    name: 'DamagedData',
    message: expect.stringMatching(/^The data folder .* is damaged: dynamodb\b.*\.$/),
  });
  const missing = await copyOf(folder!());
  await rm(await file(missing));
  await expect(start(missing)).rejects.toMatchObject({ name: 'DamagedData' });
});

/** Zeros in place of the last bytes, which a failure of power may leave. */
async function zeroEnd(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, bytes.length >> 1));
}

test('items with other bytes than were stored: the start fails, and names their file', async () => {
  const [log, killedTable] = [await copyOf(stopped), await copyOf(killed)];
  await zeroEnd(await ofDatabase(/\.log$/)(log));
  await expect(start(log)).rejects.toMatchObject({
    name: 'DamagedData',
    message: expect.stringMatching(/ is damaged: dynamodb\/\d+\.log has other bytes than were stored/),
  });
  const stack = await start(killedTable); // the items are in a table file now
  const killedAgain = await copyOf(killedTable);
  await stack.stop();
  await zeroEnd(await ofDatabase(/\.ldb$/)(killedAgain));
  await expect(start(killedAgain)).rejects.toMatchObject({
    name: 'DamagedData',
    message: expect.stringMatching(/ is damaged: dynamodb cannot be read/),
  });
});

test('the list of what a folder holds is made again, and named', async () => {
  const [missing, truncated] = [await copyOf(stopped), await copyOf(killed)];
  await rm(join(missing, 'data.json'));
  await truncate(join(truncated, 'data.json'));
  for (const copy of [missing, truncated]) {
    const notices: string[] = [];
    const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
    expect(await storedItem(stack)).toEqual({ id: { S: 'a' } });
    expect(await statusOf(stack)).toBe(200);
    await stack.stop();
    expect(notices).toEqual([
      expect.stringMatching(/: data\.json is (missing|truncated), and is made again\./),
    ]);
    await rm(join(copy, 's3', bucket), { recursive: true });
    await expect(start(copy)).rejects.toThrow(bucket);
  }
});

test('a file that cannot be read is not taken for a damaged one', async () => {
  const copy = await copyOf(stopped);
  await rm(join(copy, 'data.json'));
  await mkdir(join(copy, 'data.json'));
  await expect(start(copy)).rejects.toMatchObject({ code: 'EISDIR' });
});

test.each([
  ['which file is the index', current],
  ['the index', manifest],
])('of a database that was closed, %s is made again, and named', async (_, file) => {
  const [truncated, missing] = [await copyOf(stopped), await copyOf(stopped)];
  await truncate(await file(truncated), 3);
  await rm(await file(missing));
  for (const copy of [truncated, missing]) {
    const notices: string[] = [];
    const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
    expect(await storedItem(stack)).toEqual({ id: { S: 'a' } });
    await stack.stop();
    expect(notices).toEqual([expect.stringMatching(/dynamodb\/(CURRENT|MANIFEST\S+) .*is made again/)]);
  }
});

test('the database’s own notes may go', async () => {
  const copy = await copyOf(stopped);
  for (const note of ['LOG', 'LOG.old', 'LOCK']) await rm(join(copy, 'dynamodb', note), { force: true });
  const notices: string[] = [];
  const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
  expect(await storedItem(stack)).toEqual({ id: { S: 'a' } });
  await stack.stop();
  expect(notices).toEqual([]);
});

const statusOf = async (stack: Awaited<ReturnType<typeof start>>, key = 'sea/ice') =>
  (await fetch(`${stack.awsUrl}/${bucket}/${key}`)).status;

test.each([
  ['an object', blob, /blobs\/\S+ \(the object sea\/ice\) (has 3 bytes and had 10|is missing)/],
  ['an object’s record', record, /records\/\S+ is (truncated|missing)/],
  ['an execution', execution, /executions\/Machine\/one.json is (truncated|missing)/],
])('%s that is truncated or missing is gone, and named; all else is there', async (what, file, named) => {
  const [truncated, missing] = [await copyOf(killed), await copyOf(stopped)];
  await truncate(await file(truncated), 3);
  await rm(await file(missing));
  for (const copy of [truncated, missing]) {
    const notices: string[] = [];
    const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
    expect(await storedItem(stack)).toEqual({ id: { S: 'a' } });
    expect(await statusOf(stack)).toBe(what === 'an execution' ? 200 : 404);
    await stack.stop();
    expect(notices).toEqual([expect.stringMatching(named)]);
  }
});

test('what is left of a lost object is set aside: its bytes without a record, or its record without bytes', async () => {
  for (const file of [blob, record]) {
    const copy = await copyOf(stopped);
    const before = await Promise.all([blob, record].map((each) => each(copy)));
    const lost = await file(copy);
    await rm(lost);
    await (await start(copy)).stop();
    const [aside] = (await readdir(copy)).filter((name) => name.startsWith('aside-'));
    const [left] = before.filter((each) => each !== lost);
    expect(existsSync(join(copy, aside!, relative(copy, left!)))).toBe(true);
  }
});

test('an object that is lost while the stack runs is gone from then on, and named once', async () => {
  const copy = await copyOf(stopped);
  const notices: string[] = [];
  const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
  expect(await statusOf(stack)).toBe(200);
  await rm(await blob(copy));
  expect([await statusOf(stack), await statusOf(stack)]).toEqual([404, 404]);
  await stack.putObject(bucket, 'sea/ice', Buffer.from('again'));
  expect(await statusOf(stack)).toBe(200);
  await stack.stop();
  expect(notices).toEqual([expect.stringContaining('(the object sea/ice) is missing')]);
});

test('an object with other bytes than were stored is gone when it is first read, and named', async () => {
  const copy = await copyOf(stopped);
  await writeFile(await blob(copy), Buffer.alloc(10)); // as above
  const notices: string[] = [];
  const stack = await start(copy, { onNotice: (sentence) => notices.push(sentence) });
  expect(await statusOf(stack)).toBe(404);
  await stack.stop();
  expect(notices).toEqual([expect.stringContaining('(the object sea/ice) has other bytes than were stored')]);
});

test('an object that was uploaded in parts is there after a restart', async () => {
  const copy = await copyOf(stopped);
  const first = await start(copy);
  const s3 = new S3Client({ ...clientOptions(first), forcePathStyle: true });
  const object = { Bucket: bucket, Key: 'sea/depth' };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(object));
  const { ETag } = await s3.send(
    new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: 'a thousand fathoms' }),
  );
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await s3.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }));
  await first.stop();
  const second = await start(copy);
  expect(await statusOf(second, 'sea/depth')).toBe(200);
  await second.stop();
});

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
  await rm(await ofDatabase(/\.log$/)(copy));
  await expect(start(copy)).rejects.toThrow('.log is missing');
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
    'map-runs',
    'queues',
    's3',
  ]);
  const again = await start(copy);
  expect(await storedItem(again)).toBeUndefined();
  await again.stop();
});

test.each([
  ['another version of the application', { dataVersion: '2' }],
  [
    'tables with other keys',
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
])('data of %s is set aside with a sentence', async (_, options) => {
  const copy = await copyOf(stopped);
  const notices: string[] = [];
  const stack = await start(copy, { ...options, onNotice: (sentence) => notices.push(sentence) });
  await stack.stop();
  expect(notices).toEqual([
    expect.stringMatching(/: the old data is now in .*, and this start begins without data\.$/),
  ]);
});

test('what the stack does not have any more is named and kept; what other stacks have is not their business', async () => {
  const copy = await copyOf(stopped);
  const notices: string[] = [];
  const onNotice = (sentence: string) => notices.push(sentence);
  const template = JSON.stringify(source.template)
    .replaceAll('"Table"', '"Items"')
    .replaceAll('"Bucket"', '"Box"');
  const renamed = { ...source, template: JSON.parse(template) };
  await (await start(copy, { source: renamed, onNotice })).stop();
  expect(notices).toEqual([
    'The stack has no table runner-test-Table and no bucket runner-test-bucket any more: what was stored there stays in the data folder, and is not read.',
  ]);
  await (await start(copy, { source: { ...source, stackName: 'other' }, onNotice })).stop();
  expect(notices).toHaveLength(1);
  const again = await start(copy);
  expect(await storedItem(again)).toBeDefined();
  await again.stop();
});
