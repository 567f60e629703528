import '../environment.ts';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, type InvokeCommandOutput, LambdaClient } from '@aws-sdk/client-lambda';
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as importHandler } from '../../../lambdas/meshes/import.ts';
import { handler as fileHandler } from '../../../lambdas/meshes/import-file.ts';
import { CATALOGUE_KEY } from '../../../lib/aws/mesh-catalogue.ts';
import { compiledKeyOf, sourceKeyOf } from '../../../lib/meshes/compiled-key.ts';
import type { ImportAnswer, MeshCommand } from '../../../lib/meshes/import/mesh-commands.ts';
import { md5Of, metadata } from '../../meshes/memory-ports.ts';
import { bytesOf, gridMesh } from '../../meshes/mesh-files.ts';

const s3 = mockClient(S3Client);
const dynamo = mockClient(DynamoDBDocumentClient);
const lambda = mockClient(LambdaClient);
const states = mockClient(SFNClient);
const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 } as Context;
const handler = (event: MeshCommand | null, lambdaContext: Context) =>
  importHandler(event, lambdaContext) as Promise<ImportAnswer>;

const mesh = bytesOf(gridMesh());
const md5 = md5Of(mesh);
const METADATA_KEY = 'metadata/upload_metadata_20240214T050500.yaml.gz';
const MESH_KEY = 'meshes/a.vessel.json.gz';

const object = (Key: string, bytes: Uint8Array) =>
  s3.on(GetObjectCommand, { Key }).callsFake(() => ({
    Body: Readable.from([bytes]) as never,
    ETag: '"2"',
    ContentLength: bytes.length,
  }));
const listed = { Key: METADATA_KEY, ETag: '"1"', LastModified: new Date(0) };
const throttled = new S3ServiceException({
  name: 'SlowDown',
  message: 'Reduce your request rate.',
  $fault: 'server',
  $metadata: { httpStatusCode: 503 },
});

/** Lambda's answer to the invocation of the other function, which runs here. */
async function invokeFile(Payload: string): Promise<Partial<InvokeCommandOutput>> {
  try {
    return answerOf(await fileHandler(JSON.parse(Payload), context));
  } catch (error) {
    const { name, message } = error as Error;
    return { ...answerOf({ errorType: name, errorMessage: message }), FunctionError: 'Unhandled' };
  }
}
const answerOf = (answer: object) => ({
  Payload: new TextEncoder().encode(JSON.stringify(answer)) as NonNullable<InvokeCommandOutput['Payload']>,
});

beforeEach(() => {
  s3.reset();
  states.reset();
  states.on(StartExecutionCommand).resolves({});
  lambda.reset();
  lambda.on(InvokeCommand).callsFake(({ Payload }) => invokeFile(Payload));
  dynamo.reset();
  s3.on(ListObjectsV2Command).resolves({ Contents: [listed] });
  s3.on(ListObjectsV2Command, { Prefix: 'charts/' }).resolves({});
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'no such key', $metadata: {} }));
  object(METADATA_KEY, metadata({ name: 'a.vessel.json', md5 }));
  object(MESH_KEY, gzipSync(mesh));
  s3.on(HeadObjectCommand).resolves({ ETag: '"2"' });
  s3.on(PutObjectCommand).resolves({});
  s3.on(CopyObjectCommand).resolves({});
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(GetCommand).resolves({});
  dynamo.on(UpdateCommand).resolves({ Attributes: { last_id: 7 } });
  dynamo.on(PutCommand).resolves({});
});

describe('the scheduled import', () => {
  it('writes the compiled mesh before the record that makes it selectable', async () => {
    const order: string[] = [];
    s3.on(PutObjectCommand).callsFake(({ Key }) => ({ order: order.push(Key) }));
    s3.on(CopyObjectCommand).callsFake(({ Key }) => ({ order: order.push(Key) }));
    dynamo.on(PutCommand).callsFake(({ Item }) => ({ order: order.push(Item.key) }));
    dynamo
      .on(UpdateCommand, { Key: { sort: 'record' } })
      .callsFake(() => ({ Attributes: {}, order: order.push('selectable') }));
    const { results } = await handler({}, context);
    expect(results).toMatchObject([{ file: 'a.vessel.json', outcome: 'inserted', id: 7, md5 }]);
    expect(order.filter((key) => key !== 'import/state.json')).toEqual([
      sourceKeyOf(md5),
      compiledKeyOf(md5),
      `md5#${md5}`,
      'mesh#7',
      CATALOGUE_KEY,
      'selectable',
    ]);
    expect(s3.commandCalls(CopyObjectCommand)[0]?.args[0].input).toMatchObject({
      CopySource: `${process.env.MESH_BUCKET}/${MESH_KEY}`,
      CopySourceIfMatch: '"2"',
      ContentEncoding: 'gzip',
    });
    expect(dynamo.commandCalls(PutCommand)[1]?.args[0].input).toMatchObject({
      TableName: 'meshes',
      Item: { kind: 'vessel', id: 7, md5 },
      ConditionExpression: 'attribute_not_exists(#key)',
    });
  });

  it('has the watches checked where it brought a mesh, before it notes that it is done; where that fails, it is not done', async () => {
    const notes = () => s3.commandCalls(PutObjectCommand, { Key: 'import/state.json' });
    states.on(StartExecutionCommand).callsFake(() => expect(notes()).toHaveLength(0));
    await handler({}, context);
    const [start] = states.commandCalls(StartExecutionCommand);
    expect(JSON.parse(start!.args[0].input.input!)).toEqual({
      bounds: [{ latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 }],
    });
    expect(notes()).toHaveLength(1);
    s3.resetHistory();
    states.on(StartExecutionCommand).rejects(throttled);
    const { results } = await handler({}, context);
    expect(results.at(-1)).toMatchObject({ file: 'import/state.json', outcome: 'failed' });
    expect(notes()).toHaveLength(0);
  });

  it('reads every page of a long list', async () => {
    s3.on(ListObjectsV2Command)
      .resolvesOnce({ Contents: [], IsTruncated: true, NextContinuationToken: '2' })
      .resolvesOnce({ Contents: [listed] })
      .resolves({});
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
    s3.on(HeadObjectCommand, { Key: MESH_KEY }).rejects(new NotFound({ message: '', $metadata: {} }));
    expect((await handler({}, context)).results).toMatchObject([
      { outcome: 'waiting', reason: `${MESH_KEY} is not there yet` },
    ]);
  });

  it.each([
    ['reading the mesh', () => s3.on(GetObjectCommand, { Key: MESH_KEY }).rejects(throttled)],
    [
      'writing the compiled mesh',
      () => s3.on(PutObjectCommand, { Key: compiledKeyOf(md5) }).rejects(throttled),
    ],
    ['counting', () => dynamo.on(UpdateCommand).rejects(throttled)],
    ['inserting', () => dynamo.on(PutCommand).rejects(throttled)],
  ])('tells of throttling while %s', async (_, throttle) => {
    throttle();
    expect((await handler({}, context)).results).toEqual([
      { file: 'a.vessel.json', outcome: 'failed', reason: 'SlowDown: Reduce your request rate.' },
    ]);
  });

  it.each([
    [
      'is out of memory',
      { errorType: 'Runtime.OutOfMemory', errorMessage: 'signal: killed' },
      'ImportEndedAbruptly',
    ],
    ['is out of time', { errorMessage: 'Task timed out after 300.00 seconds' }, 'ImportEndedAbruptly'],
  ])('goes on where the function for a file %s', async (_, report, name) => {
    lambda.on(InvokeCommand).resolves({ ...answerOf(report), FunctionError: 'Unhandled' });
    const { results } = await handler({}, context);
    expect(results).toMatchObject([
      { outcome: 'failed', reason: expect.stringMatching(`^${name}: .*${MESH_KEY}`) },
    ]);
    const [state] = s3.commandCalls(PutObjectCommand, { Key: 'import/state.json' });
    const { pending } = JSON.parse(new TextDecoder().decode(state!.args[0].input.Body as Uint8Array));
    expect(pending).toMatchObject([{ name: 'a.vessel.json', begun: 1 }]);
  });

  it('hands on why a file is refused', async () => {
    object(MESH_KEY, gzipSync('{}'));
    const { results } = await handler({}, context);
    expect(results).toMatchObject([{ outcome: 'refused', reason: expect.stringMatching(/^md5: expected/) }]);
  });

  it('leaves no record of a mesh that could not be written', async () => {
    s3.on(PutObjectCommand).rejects(throttled);
    const { results } = await handler({}, context);
    expect(results).toMatchObject([
      { file: 'a.vessel.json', outcome: 'failed' },
      { file: 'import/state.json', outcome: 'failed' },
    ]);
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

describe('the answer', () => {
  it('counts the outcomes; what an earlier run reported is counted apart', async () => {
    object(MESH_KEY, Buffer.from('no gzip'));
    let state = Buffer.from('{}');
    s3.on(PutObjectCommand, { Key: 'import/state.json' }).callsFake(({ Body }) => {
      state = Body;
    });
    const first = await handler({ scheduled: true }, context);
    expect(first.counts).toEqual({ inserted: 0, refused: 1, failed: 0 });
    object('import/state.json', state);
    const second = await handler({ scheduled: true }, context);
    expect(second.counts).toEqual({ inserted: 0, refused: 0, failed: 0, refused_before: 1 });
    expect(second.results).toMatchObject([{ outcome: 'refused', known: true }]);
  });

  it('of an unknown command is an error', async () => {
    await expect(handler({ delete: [1] } as never, context)).rejects.toThrow();
    await expect(handler({ remove: ['1'] } as never, context)).rejects.toThrow();
    expect(s3.calls()).toHaveLength(0);
  });
});

describe('removing and listing', () => {
  const record = {
    key: 'mesh#7',
    sort: 'record',
    id: 7,
    name: 'a.vessel.json',
    md5,
    created: '2024-02-14T05:05:00.000Z',
  };

  it('removes each mesh, and tells which do not exist', async () => {
    const bounds = { latMin: -60, latMax: -57, lonMin: 0, lonMax: 3 };
    const Attributes = { ...record, bounds, kind: 'vessel', removed: '2024-03-01T00:00:00.000Z' };
    dynamo.on(UpdateCommand).resolves({ Attributes: { ...Attributes, ids: new Set([1]) } });
    dynamo
      .on(UpdateCommand, { Key: { key: 'mesh#8', sort: 'record' } })
      .rejects(new ConditionalCheckFailedException({ message: 'none', $metadata: {} }));
    dynamo.on(DeleteCommand).resolves({});
    const answer = await importHandler({ remove: [7, 8] }, context);
    const removed = { id: 7, name: 'a.vessel.json', md5, removed: '2024-03-01T00:00:00.000Z' };
    expect(answer).toEqual({ removed: [removed, null] });
  });

  it('lists a page of records', async () => {
    dynamo.on(QueryCommand).resolves({ Items: [record], LastEvaluatedKey: record });
    const answer = await importHandler({ list: { limit: 1 } }, context);
    expect(answer).toMatchObject({ meshes: [{ id: 7, removed: null }], next: expect.any(String) });
    const { next } = answer as { next: string };
    await importHandler({ list: { after: next } }, context);
    expect(dynamo.commandCalls(QueryCommand).at(-1)?.args[0].input.ExclusiveStartKey).toMatchObject({
      key: 'mesh#7',
      created: record.created,
    });
  });
});
