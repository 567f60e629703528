/** Table, bucket and state machine of batches, as the SDK's clients are told about them. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach } from 'vitest';
import type { Batch, Part } from '../../../lib/batches/batch.ts';
import { batch } from '../../batches/store.ts';

type Item = Record<string, unknown> & { id: string; sort: string };

const keyOf = ({ id, sort }: { readonly id: string; readonly sort: string }) => `${id}/${sort}`;
const of = { TableName: 'batches' };
const NO_PART: Part = {
  id: '',
  rows: 0,
  bytes: 0,
  documentBytes: null,
  next: 0,
  done: 0,
  failed: 0,
  noWay: 0,
};

/** Mocks for the tests of one file: those of another replace them. */
export function batchMocks() {
  const dynamo = mockClient(DynamoDBDocumentClient);
  const s3 = mockClient(S3Client);
  const workflow = mockClient(SFNClient);
  /** What is in the table, by `id/sort`, and in the bucket, by key. */
  const items = new Map<string, Item>();
  const objects = new Map<string, Buffer>();
  beforeEach(() => {
    items.clear();
    objects.clear();
    for (const client of [dynamo, s3, workflow]) client.reset();
    dynamo.on(GetCommand, of).callsFake(({ Key }) => ({ Item: items.get(keyOf(Key)) }));
    dynamo.on(PutCommand, of).callsFake(({ Item }) => {
      const before = items.get(keyOf(Item));
      if (before) {
        const refused = new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
        throw Object.assign(refused, { Item: marshall(before, { removeUndefinedValues: true }) });
      }
      items.set(keyOf(Item), Item);
      return {};
    });
    dynamo.on(UpdateCommand, of).callsFake((input) => ({ Attributes: change(items, input) }));
    dynamo.on(QueryCommand, of).callsFake(({ ExpressionAttributeValues: { ':id': id } }) => ({
      Items: [...items.values()].filter((item) => item.id === id && item.sort.startsWith('part#')),
    }));
    s3.on(GetObjectCommand, { Bucket: 'batch-bucket' }).callsFake(({ Key }) => {
      const bytes = objects.get(Key);
      if (!bytes) throw new NoSuchKey({ message: 'gone', $metadata: {} });
      return { Body: Object.assign([bytes], { transformToByteArray: async () => bytes }) };
    });
    s3.on(HeadObjectCommand).callsFake(({ Key }) => {
      if (!objects.has(Key)) throw new NotFound({ message: 'gone', $metadata: {} });
      return { ETag: '"1"' };
    });
    s3.on(PutObjectCommand).callsFake(({ Key, Body }) => {
      objects.set(Key, Buffer.from(Body));
      return {};
    });
    workflow.on(StartExecutionCommand).resolves({});
  });

  return {
    dynamo,
    s3,
    workflow,
    items,
    objects,
    /** Lets there be a batch. */
    store: (fields: Partial<Batch> = {}) => {
      const record = { ...batch, ...fields };
      items.set(`${record.id}/batch`, { ...record, sort: 'batch', owner: record.requester ?? '-' });
    },
    /** The batch as it is now. */
    stored: () => items.get(`${batch.id}/batch`) as unknown as Batch,
    storePart: (fields: Partial<Part> & { readonly id: string }) => {
      const item = { ...NO_PART, ...fields, id: batch.id, sort: `part#${fields.id}`, expiresAt: 0 };
      items.set(keyOf(item), item);
    },
  };
}

/** As the table carries a change out, if the status is one of those that it is for. */
function change(
  items: Map<string, Item>,
  input: {
    readonly Key: Item;
    readonly ExpressionAttributeNames: Record<string, string>;
    readonly ExpressionAttributeValues: Record<string, unknown>;
  },
) {
  const { Key, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const item = items.get(keyOf(Key))!;
  const allowed = Object.entries(values).filter(([name]) => name.startsWith(':from'));
  if (!allowed.some(([, status]) => status === item.status))
    throw new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
  const changes = Object.values(names).flatMap((name) =>
    `:${name}` in values ? [[name, values[`:${name}`]]] : [],
  );
  const after = { ...item, ...Object.fromEntries(changes) };
  items.set(keyOf(Key), after);
  return after;
}

/** An error as the SDK throws it. */
export const refused = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error(`${name}, with all it has inside`), { name, $metadata: { httpStatusCode } });
