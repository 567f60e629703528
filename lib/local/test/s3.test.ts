import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, discard, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
let s3: S3Client;
const Bucket = 'runner-test-bucket';

beforeAll(async () => {
  stack = await startTestStack();
  s3 = new S3Client(clientOptions(stack));
});
afterAll(() => discard(stack));

const put = (
  Key: string,
  Body: NonNullable<PutObjectCommandInput['Body']>,
  more: Partial<PutObjectCommandInput> = {},
) => s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const get = async (Key: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from(await Body!.transformToByteArray());
};
const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error) => error.$metadata.httpStatusCode,
  );

test('an object comes back as it was put, with its headers', async () => {
  const bytes = Buffer.from('ice, ice');
  const headers = { ContentType: 'text/plain', ContentEncoding: 'gzip', Metadata: { origin: 'sea' } };
  const { ETag } = await put('héllo wörld/+&%.txt', bytes, headers);
  const found = await s3.send(new GetObjectCommand({ Bucket, Key: 'héllo wörld/+&%.txt' }));
  expect(ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
  expect(found).toMatchObject({ ETag, ContentLength: 8, ...headers });
  expect(await found.Body!.transformToString()).toBe('ice, ice');
});

test('the chunk signatures of a streamed body are removed', async () => {
  const bytes = Buffer.alloc(300_000, 'polynya');
  const pieces = Array.from({ length: 30 }, (_, i) => bytes.subarray(i * 10_000, (i + 1) * 10_000));
  await put('streamed', Readable.from(pieces), { ContentLength: bytes.length });
  expect((await get('streamed')).equals(bytes)).toBe(true);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'streamed' }));
  expect(head).toMatchObject({ ContentLength: bytes.length });
  expect(head.ContentEncoding).toBeUndefined();
});

test('ranges, an empty object, and a missing object', async () => {
  await put('digits', '0123456789');
  await put('empty', '');
  const range = async (Range: string) => {
    const { Body, ContentRange } = await s3.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));
    return [await Body!.transformToString(), ContentRange];
  };
  expect(await range('bytes=2-4')).toEqual(['234', 'bytes 2-4/10']);
  expect(await range('bytes=7-')).toEqual(['789', 'bytes 7-9/10']);
  expect(await range('bytes=-2')).toEqual(['89', 'bytes 8-9/10']);
  expect(await status(range('bytes=10-'))).toBe(416);
  expect(await get('empty')).toHaveLength(0);
  await expect(get('nowhere')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const elsewhere = s3.send(new GetObjectCommand({ Bucket: 'elsewhere', Key: 'x' }));
  await expect(elsewhere).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('conditional writes: of simultaneous ones exactly one happens', async () => {
  const writes = Array.from({ length: 8 }, (_, i) => status(put('once', String(i), { IfNoneMatch: '*' })));
  expect((await Promise.all(writes)).sort()).toEqual([200, ...Array(7).fill(412)]);
  const { ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'once' }));
  expect(await status(put('once', 'new', { IfMatch: '"other"' }))).toBe(412);
  expect(await status(put('once', 'new', { IfMatch: ETag }))).toBe(200);
});

test('readers of an object that is being replaced get one complete version', async () => {
  const version = (letter: string) => Buffer.alloc(400_000, letter);
  await put('replaced', version('a'));
  const writes = [...'bcdefgh'].map((letter) => put('replaced', version(letter)));
  const reads = Array.from({ length: 20 }, () => get('replaced'));
  for (const bytes of await Promise.all(reads)) {
    expect(bytes.equals(version(String.fromCharCode(bytes[0]!)))).toBe(true);
  }
  await Promise.all(writes);
});

test('listings: order, pages, prefixes, both versions', async () => {
  const keys = ['l/é', 'l/a/2', 'l/b', 'l/a/1', 'l/Z', 'l/a b+c&d', 'l/c/x/y'];
  await Promise.all(keys.map((key) => put(key, key)));
  const all = ['l/Z', 'l/a b+c&d', 'l/a/1', 'l/a/2', 'l/b', 'l/c/x/y', 'l/é'];
  const found: string[] = [];
  let pages = 0;
  for await (const page of paginateListObjectsV2({ client: s3, pageSize: 2 }, { Bucket, Prefix: 'l/' })) {
    found.push(...(page.Contents ?? []).map(({ Key }) => Key!));
    pages += 1;
  }
  expect(found).toEqual(all);
  expect(pages).toBe(4);
  const folders = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'l/', Delimiter: '/', MaxKeys: 3 }),
  );
  expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['l/a/']);
  expect(folders.Contents?.map(({ Key }) => Key)).toEqual(['l/Z', 'l/a b+c&d']);
  const { NextContinuationToken: ContinuationToken } = folders;
  const rest = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'l/', Delimiter: '/', ContinuationToken }),
  );
  expect(rest.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['l/c/']);
  expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['l/b', 'l/é']);
  const first = await s3.send(new ListObjectsCommand({ Bucket, Prefix: 'l/', Marker: 'l/b' }));
  expect(first.Contents?.map(({ Key }) => Key)).toEqual(['l/c/x/y', 'l/é']);
});

test('multi-part uploads, aborted and completed', async () => {
  const Key = 'parts';
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'x/y' }));
  const upload = { Bucket, Key, UploadId };
  const parts = await Promise.all(
    ['second', 'first, '].map(async (Body, i) => {
      const PartNumber = 2 - i;
      const { ETag } = await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      return { PartNumber, ETag };
    }),
  );
  const wrong = { Parts: [{ PartNumber: 3, ETag: '"x"' }] };
  expect(
    await status(s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: wrong }))),
  ).toBe(400);
  const MultipartUpload = { Parts: parts.reverse() };
  const { ETag } = await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  expect(ETag).toMatch(/^"[\da-f]{32}-2"$/);
  expect((await get(Key)).toString()).toBe('first, second');
  expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ContentType: 'x/y', ETag });
  expect(await status(s3.send(new AbortMultipartUploadCommand(upload)))).toBe(404);
});

test('copies and deletions', async () => {
  await put('source', 'text', { ContentType: 'a/b' });
  const copy = { Bucket, Key: 'copy', CopySource: `${Bucket}/source` };
  const { ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key: 'source' }));
  expect(await status(s3.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: '"other"' })))).toBe(412);
  await s3.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: ETag }));
  const copied = await s3.send(new GetObjectCommand({ Bucket, Key: 'copy' }));
  expect([await copied.Body!.transformToString(), copied.ContentType]).toEqual(['text', 'a/b']);
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'source' }));
  await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'copy' }, { Key: 'never' }] } }),
  );
  expect(await status(get('source'))).toBe(404);
  expect(await status(get('copy'))).toBe(404);
});

test('an interrupted upload stores nothing', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(100_000));
      setTimeout(() => controller.error(new Error('cable cut')), 50);
    },
  });
  const broken = fetch(`${stack.awsUrl}/${Bucket}/broken`, {
    method: 'PUT',
    body,
    duplex: 'half',
  } as RequestInit);
  await expect(broken).rejects.toThrow();
  expect(await status(get('broken'))).toBe(404);
});
