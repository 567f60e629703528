/**
 * Mesh records in DynamoDB, keyed by md5. Index `by-id` finds one by its identifier, index `by-created` lists them
 * all by creation under one constant key; the counter of identifiers is an item of the same table, in neither index.
 */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { nextInteger } from './counter.ts';

const KIND = 'mesh';
const COUNTER_KEY = { md5: '#next-id' };

type MeshItem = MeshRecord & { readonly kind: typeof KIND };

export class MeshTable implements MeshStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async byId(id: number): Promise<MeshRecord | null> {
    const query = new QueryCommand({
      TableName: this.table,
      IndexName: 'by-id',
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': id },
    });
    const item = (await this.client.send(query)).Items?.[0];
    return item ? toRecord(item as MeshItem) : null;
  }

  async *newestFirst(): AsyncIterable<MeshRecord> {
    const pages = paginateQuery(
      { client: this.client },
      {
        TableName: this.table,
        IndexName: 'by-created',
        KeyConditionExpression: 'kind = :kind',
        ExpressionAttributeValues: { ':kind': KIND },
        ScanIndexForward: false,
      },
    );
    for await (const page of pages) for (const item of page.Items ?? []) yield toRecord(item as MeshItem);
  }

  async compiledKey(md5: string): Promise<string | null> {
    const get = new GetCommand({
      TableName: this.table,
      Key: { md5 },
      ProjectionExpression: 'compiledKey',
      ConsistentRead: true,
    });
    return (await this.client.send(get)).Item?.compiledKey ?? null;
  }

  nextId(): Promise<number> {
    return nextInteger(this.client, this.table, COUNTER_KEY);
  }

  async insert(record: MeshRecord): Promise<'inserted' | 'exists'> {
    const put = new PutCommand({
      TableName: this.table,
      Item: { ...record, kind: KIND } satisfies MeshItem,
      ConditionExpression: 'attribute_not_exists(md5)',
    });
    return (await ifConditionHolds(this.client.send(put))) === null ? 'exists' : 'inserted';
  }

  async replaceCompiledKey(md5: string, was: string, key: string): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { md5 },
      UpdateExpression: 'SET compiledKey = :key',
      ConditionExpression: 'compiledKey = :was',
      ExpressionAttributeValues: { ':key': key, ':was': was },
    });
    return (await ifConditionHolds(this.client.send(update))) !== null;
  }
}

function toRecord({ kind: _, ...record }: MeshItem): MeshRecord {
  return record;
}
