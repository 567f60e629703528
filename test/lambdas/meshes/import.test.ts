import '../environment.ts';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/meshes/import.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import { md5Of, metadata } from '../../meshes/memory-ports.ts';
import { bytesOf, gridMesh } from '../../meshes/mesh-files.ts';

const s3 = mockClient(S3Client);
const dynamo = mockClient(DynamoDBDocumentClient);
const context = { awsRequestId: 'request-1' } as Context;

const mesh = bytesOf(gridMesh());
const md5 = md5Of(mesh);
const METADATA_KEY = 'metadata/upload_metadata_20240214T050500.yaml.gz';
const MESH_KEY = 'meshes/a.vessel.json.gz';

const object = (Key: string, bytes: Uint8Array) =>
  s3.on(GetObjectCommand, { Key }).callsFake(() => ({ Body: Readable.from([bytes]) as never }));
const throttled = new S3ServiceException({
  name: 'SlowDown',
  message: 'Reduce your request rate.',
  $fault: 'server',
  $metadata: { httpStatusCode: 503 },
});

beforeEach(() => {
  s3.reset();
  dynamo.reset();
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: METADATA_KEY }] });
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'no such key', $metadata: {} }));
  object(METADATA_KEY, metadata({ name: 'a.vessel.json', md5 }));
  object(MESH_KEY, gzipSync(mesh));
  s3.on(PutObjectCommand).resolves({});
  dynamo.on(GetCommand).resolves({});
  dynamo.on(UpdateCommand).resolves({ Attributes: { last_id: 7 } });
  dynamo.on(PutCommand).resolves({});
});

describe('the scheduled import', () => {
  it('writes the compiled mesh before the record that makes it selectable', async () => {
    const order: string[] = [];
    s3.on(PutObjectCommand).callsFake(({ Key }) => ({ order: order.push(Key) }));
    dynamo.on(PutCommand).callsFake(({ Item }) => ({ order: order.push(Item.key) }));
    dynamo
      .on(UpdateCommand, { Key: { sort: 'record' } })
      .callsFake(() => ({ Attributes: {}, order: order.push('selectable') }));
    const { results } = await handler({}, context);
    expect(results).toMatchObject([{ file: 'a.vessel.json', outcome: 'inserted', id: 7, md5 }]);
    expect(order).toEqual([
      sourceKeyOf(md5),
      compiledKeyOf(md5),
      `md5#${md5}`,
      'mesh#7',
      expect.stringMatching(/^extent#/),
      'selectable',
    ]);
    expect(dynamo.commandCalls(PutCommand)[1]?.args[0].input).toMatchObject({
      TableName: 'meshes',
      Item: { kind: 'vessel', id: 7, md5 },
      ConditionExpression: 'attribute_not_exists(#key)',
    });
  });

  it('reads every page of a long list', async () => {
    s3.on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [], IsTruncated: true, NextContinuationToken: '2' })
      .resolvesOnce({ Contents: [{ Key: METADATA_KEY }] });
    expect((await handler({}, context)).results).toHaveLength(1);
  });

  it('reads no mesh that is stored', async () => {
    dynamo.on(GetCommand).resolves({ Item: { id: 7, md5, selectable: true } });
    expect((await handler(null, context)).results).toEqual([
      { file: 'a.vessel.json', outcome: 'already stored', md5 },
    ]);
    expect(s3.commandCalls(GetObjectCommand, { Key: MESH_KEY })).toHaveLength(0);
  });

  it('has lost to another run', async () => {
    dynamo.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: 'exists', $metadata: {} }));
    dynamo
      .on(GetCommand)
      .resolvesOnce({})
      .resolvesOnce({})
      .resolves({ Item: { id: 7, md5, selectable: true } });
    expect((await handler({}, context)).results).toMatchObject([{ outcome: 'already stored', md5 }]);
  });

  it('waits for a mesh that is missing in S3', async () => {
    s3.on(GetObjectCommand, { Key: MESH_KEY }).rejects(new NoSuchKey({ message: '', $metadata: {} }));
    expect((await handler({}, context)).results).toMatchObject([
      { outcome: 'waiting', reason: `${MESH_KEY} is not there yet` },
    ]);
  });

  it.each([
    ['reading the mesh', () => s3.on(GetObjectCommand, { Key: MESH_KEY }).rejects(throttled)],
    ['writing the compiled mesh', () => s3.on(PutObjectCommand).rejects(throttled)],
    ['counting', () => dynamo.on(UpdateCommand).rejects(throttled)],
    ['inserting', () => dynamo.on(PutCommand).rejects(throttled)],
  ])('tells of throttling while %s', async (_, throttle) => {
    throttle();
    expect((await handler({}, context)).results).toEqual([
      { file: 'a.vessel.json', outcome: 'failed', reason: 'SlowDown: Reduce your request rate.' },
    ]);
  });

  it('leaves no record of a mesh that could not be written', async () => {
    s3.on(PutObjectCommand).rejects(throttled);
    await handler({}, context);
    expect(dynamo.commandCalls(PutCommand)).toHaveLength(0);
  });

  it('fails as a whole where the bucket cannot be listed', async () => {
    s3.on(ListObjectsV2Command).rejects(throttled);
    await expect(handler({}, context)).rejects.toThrow('Reduce your request rate.');
  });
});

it('inserts the objects that it is told of', async () => {
  object('inserted/1/mine.json.gz', gzipSync(mesh));
  const { results } = await handler(
    { insert: ['inserted/1/mine.json.gz', 'inserted/2/none.json.gz'] },
    context,
  );
  expect(results).toMatchObject(
    [
      { file: 'mine.json', outcome: 'inserted', md5 },
      { file: 'none.json', outcome: 'refused', reason: /no inserted\/2\/none\.json\.gz/ },
    ].map(({ reason, ...result }) =>
      reason ? { ...result, reason: expect.stringMatching(reason) } : result,
    ),
  );
  expect(s3.commandCalls(ListObjectsV2Command)).toHaveLength(0);
});
