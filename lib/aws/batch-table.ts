/**
 * The batches in DynamoDB.
 *
 *     id `<uuid>`          sort `batch`        the record; index `by-owner` lists a requester's, newest first, and index
 *                                              `active` those that were started and are not over
 *     id `<uuid>`          sort `part#<id>`    a part of its results
 *     id `claim#<digest>`  sort `claim`        the batch of an Idempotency-Key (claim-table.ts)
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Batch, type BatchStatus, FINAL, type Part } from '../batches/batch.ts';
import type { BatchChange, BatchPage, BatchStore } from '../batches/ports.ts';
import { ownerOf, pageByOwner } from './by-owner.ts';
import { ifConditionHolds } from './conditional-write.ts';

const RECORD = 'batch';
const PART = 'part#';

interface BatchItem extends Omit<Batch, 'startAsked' | 'store'> {
  /** Absent in the record of a batch that is older than the field. */
  readonly store?: boolean;
  /** Absent while none was asked for: null is no key of an index. */
  readonly startAsked?: string;
  readonly sort: typeof RECORD;
  /** The requester; null is no key of an index. */
  readonly owner: string;
  /** The owner, from the time that a start was asked for until it is over. */
  readonly activeOf?: string;
}

type PartItem = Omit<Part, 'id'> & { readonly id: string; readonly sort: string; readonly expiresAt: number };

export class BatchTable implements BatchStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async create(batch: Batch): Promise<boolean> {
    const owner = ownerOf(batch.requester);
    const { startAsked, ...rest } = batch;
    const active = startAsked !== null && { startAsked, activeOf: owner };
    const item: BatchItem = { ...rest, sort: RECORD, owner, ...active };
    return (await this.#insert(item)) === null;
  }

  async find(id: string): Promise<Batch | null> {
    const get = new GetCommand({ TableName: this.#table, Key: { id, sort: RECORD }, ConsistentRead: true });
    const item = (await this.#client.send(get)).Item as BatchItem | undefined;
    return item ? toBatch(item) : null;
  }

  async list(requester: string | null, limit: number, after: string | null): Promise<BatchPage> {
    const asked = { table: this.#table, sort: RECORD, requester, limit, after };
    const { items, next } = await pageByOwner<BatchItem>(this.#client, asked);
    return { batches: items.map(toBatch), next };
  }

  async change(id: string, from: readonly BatchStatus[], change: BatchChange): Promise<Batch | null> {
    const batch = await this.find(id);
    if (!batch) return null;
    const owner = ownerOf(batch.requester);
    const isOver = change.status !== undefined && FINAL.includes(change.status);
    const changes = { ...change, ...(change.startAsked && { activeOf: owner }) };
    const names = Object.keys(changes);
    const allowed = Object.fromEntries(from.map((status, i) => [`:from${i}`, status]));
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: { id, sort: RECORD },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${isOver ? ' REMOVE activeOf' : ''}`,
      ConditionExpression: `#status IN (${Object.keys(allowed).join(', ')})`,
      ExpressionAttributeNames: Object.fromEntries(
        [...new Set([...names, 'status'])].map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...allowed,
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
      },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await ifConditionHolds(this.#client.send(update));
    return answer && toBatch(answer.Attributes as BatchItem);
  }

  async active(requester: string | null, limit: number): Promise<string[]> {
    const query = new QueryCommand({
      TableName: this.#table,
      IndexName: 'active',
      KeyConditionExpression: 'activeOf = :owner',
      ExpressionAttributeValues: { ':owner': ownerOf(requester) },
      Limit: limit,
    });
    return ((await this.#client.send(query)).Items ?? []).map(({ id }) => id as string);
  }

  async addPart(batchId: string, part: Part, expiresAt: number): Promise<Part> {
    const { id, ...rest } = part;
    const before = await this.#insert({ ...rest, id: batchId, sort: `${PART}${id}`, expiresAt });
    return before ? toPart(before as PartItem) : part;
  }

  async parts(id: string): Promise<Part[]> {
    const parts: Part[] = [];
    const query = {
      TableName: this.#table,
      ConsistentRead: true,
      KeyConditionExpression: 'id = :id AND begins_with(#sort, :part)',
      ExpressionAttributeNames: { '#sort': 'sort' },
      ExpressionAttributeValues: { ':id': id, ':part': PART },
    };
    for await (const { Items = [] } of paginateQuery({ client: this.#client }, query))
      parts.push(...(Items as PartItem[]).map(toPart));
    return parts;
  }

  /** Null if it was stored; else the item that is there. */
  async #insert(item: object): Promise<object | null> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: item as Record<string, unknown>,
      ConditionExpression: 'attribute_not_exists(id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await this.#client.send(put);
      return null;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException && error.Item) return unmarshall(error.Item);
      throw error;
    }
  }
}

function toBatch({ sort: _s, owner: _o, activeOf: _a, ...batch }: BatchItem): Batch {
  return { ...batch, store: batch.store ?? false, startAsked: batch.startAsked ?? null };
}

function toPart({ id: _i, sort, expiresAt: _e, ...part }: PartItem): Part {
  return { ...part, id: sort.slice(PART.length) };
}
