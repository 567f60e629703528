/**
 * The watches in DynamoDB.
 *
 *     id `<uuid>`          sort `watch`             the record; index `by-owner` lists a requester's, newest first, and
 *                                                   index `active` all in the order in which they end
 *     id `<uuid>`          sort `position#<time>`   a report of where the ship was
 *     id `<uuid>`          sort `event#<time>`      something that changed
 *     id `claim#<digest>`  sort `claim`             the watch of an Idempotency-Key (claim-table.ts)
 */

import { setTimeout as delay } from 'node:timers/promises';
import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { ServiceBusy } from '../jobs/errors.ts';
import type { StoredIds } from '../request/admit.ts';
import {
  expiryOf,
  type FuelReport,
  type Position,
  type Watch,
  type WatchCheck,
  type WatchEvent,
} from '../watches/watch.ts';
import type { EventPage, WatchChange, WatchPage, WatchStore } from '../watches/watch-store.ts';
import { ownerOf, pageByOwner } from './by-owner.ts';
import { ifConditionHolds } from './conditional-write.ts';

const RECORD = 'watch';
const POSITION = 'position#';
const EVENT = 'event#';
/** The one key of the index `active`. */
const ALL = 'all';
const ITEMS_AT_ONCE = 25;
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 50;

interface WatchItem extends Omit<Watch, 'way' | 'done' | 'fuel' | 'untold'> {
  readonly sort: typeof RECORD;
  /** Both are absent in one that was taken back. */
  readonly owner: string;
  readonly active: typeof ALL;
  /** As JSON: DynamoDB spends bytes on every number in a list. */
  readonly way: string;
  /** Absent while there are none. */
  readonly done?: ReadonlySet<string>;
  readonly fuel?: FuelReport;
  /** Absent or null while there is none. */
  readonly untold?: WatchEvent | null;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

export class WatchTable implements WatchStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async create({ done, fuel, untold, ...watch }: Watch): Promise<boolean> {
    const item: WatchItem = {
      ...watch,
      sort: RECORD,
      owner: ownerOf(watch.requester),
      active: ALL,
      way: JSON.stringify(watch.way),
      expiresAt: expiryOf(watch.endsAt),
    };
    const put = new PutCommand({
      TableName: this.#table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(#owner)',
      ExpressionAttributeNames: { '#owner': 'owner' },
    });
    return (await ifConditionHolds(this.#client.send(put))) !== null;
  }

  async find(id: string): Promise<Watch | null> {
    const get = new GetCommand({ TableName: this.#table, Key: { id, sort: RECORD }, ConsistentRead: true });
    const item = (await this.#client.send(get)).Item as WatchItem | undefined;
    return item?.owner ? toWatch(item) : null;
  }

  async takeBack(id: string): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: { id, sort: RECORD },
      UpdateExpression: 'REMOVE #owner, active',
      ExpressionAttributeNames: { '#owner': 'owner' },
    });
    await this.#client.send(update);
  }

  async list(requester: string | null, limit: number, after: string | null): Promise<WatchPage> {
    const asked = { table: this.#table, sort: RECORD, requester, limit, after };
    const { items, next } = await pageByOwner<WatchItem>(this.#client, asked);
    return { watches: items.map(toWatch), next };
  }

  async active(requester: string | null, now: Date): Promise<StoredIds> {
    const query = {
      TableName: this.#table,
      IndexName: 'active',
      KeyConditionExpression: 'active = :all AND endsAt > :now',
      ExpressionAttributeValues: { ':all': ALL, ':now': now.toISOString() },
    };
    const found: { id: string; owner: string }[] = [];
    for await (const { Items = [] } of paginateQuery({ client: this.#client }, query))
      found.push(...(Items as typeof found));
    const idsOf = (items: typeof found) => items.map(({ id }) => id);
    const isOwn = (item: { owner: string }) => requester !== null && item.owner === ownerOf(requester);
    return { all: idsOf(found), own: idsOf(found.filter(isOwn)) };
  }

  noteCheck(
    { id, routeId, check: before }: Pick<Watch, 'id' | 'routeId' | 'check'>,
    found: Pick<Watch, 'untold'> & { readonly check: WatchCheck },
    now: Date,
  ): Promise<Watch | null> {
    const isAsSeen = before ? '#check.#time = :before' : 'attribute_type(#check, :null)';
    const isTold = '(attribute_not_exists(#untold) OR attribute_type(#untold, :null))';
    return this.#update(id, found, now, ` AND #routeId = :routeId AND ${isAsSeen} AND ${isTold}`, {
      names: { '#routeId': 'routeId', ...(before && { '#time': 'time' }) },
      values: { ':routeId': routeId, ':null': 'NULL', ...(before && { ':before': before.time }) },
    });
  }

  async addEvent(id: string, event: WatchEvent, expiresAt: number): Promise<void> {
    const item = { id, sort: `${EVENT}${event.time}`, event, expiresAt };
    await this.#client.send(new PutCommand({ TableName: this.#table, Item: item }));
  }

  async markTold(id: string, { time }: WatchEvent): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: { id, sort: RECORD },
      UpdateExpression: 'SET untold = :none',
      ConditionExpression: 'untold.#time = :time',
      ExpressionAttributeNames: { '#time': 'time' },
      ExpressionAttributeValues: { ':none': null, ':time': time },
    });
    await ifConditionHolds(this.#client.send(update));
  }

  async events(id: string, limit: number, after: string | null): Promise<EventPage> {
    const query = new QueryCommand({
      TableName: this.#table,
      ConsistentRead: true,
      KeyConditionExpression: 'id = :id AND begins_with(#sort, :event)',
      ExpressionAttributeNames: { '#sort': 'sort' },
      ExpressionAttributeValues: { ':id': id, ':event': EVENT },
      ScanIndexForward: false,
      Limit: limit,
      ...(after !== null && { ExclusiveStartKey: { id, sort: `${EVENT}${after}` } }),
    });
    const { Items = [], LastEvaluatedKey: last } = await this.#client.send(query);
    const events = Items.map(({ event }) => event as WatchEvent);
    return { events, next: last ? String(last.sort).slice(EVENT.length) : null };
  }

  change(id: string, change: WatchChange, now: Date): Promise<Watch | null> {
    return this.#update(id, change, now);
  }

  moveTo(
    id: string,
    position: Position,
    end: Pick<Watch, 'endsAt' | 'ends'>,
    now: Date,
  ): Promise<Watch | null> {
    const later = ' AND (attribute_type(#position, :none) OR #position.#time <= :time)';
    return this.#update(id, { position, reported: now.toISOString(), ...end }, now, later, {
      names: { '#time': 'time' },
      values: { ':none': 'NULL', ':time': position.time },
    });
  }

  async addDone(id: string, names: readonly string[], now: Date): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: { id, sort: RECORD },
      UpdateExpression: 'ADD done :names',
      ConditionExpression: 'endsAt > :now',
      ExpressionAttributeValues: { ':names': new Set(names), ':now': now.toISOString() },
    });
    await ifConditionHolds(this.#client.send(update));
  }

  async noteFuel(id: string, fuel: FuelReport, now: Date): Promise<void> {
    const later = ' AND (attribute_not_exists(#fuel) OR #fuel.#time <= :time)';
    const more = { names: { '#time': 'time' }, values: { ':time': fuel.time } };
    await this.#update(id, { fuel, reported: now.toISOString() }, now, later, more);
  }

  async #update(
    id: string,
    { way, ...change }: Partial<Omit<Watch, 'done'>>,
    now: Date,
    condition = '',
    more: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
  ): Promise<Watch | null> {
    const changes = {
      ...change,
      ...(way && { way: JSON.stringify(way) }),
      ...(change.endsAt && { expiresAt: expiryOf(change.endsAt) }),
    };
    const names = Object.keys(changes);
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: { id, sort: RECORD },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: `endsAt > :now${condition}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ...more.names,
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
        ':now': now.toISOString(),
        ...more.values,
      },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await ifConditionHolds(this.#client.send(update));
    return answer && toWatch(answer.Attributes as WatchItem);
  }

  async addPositions(id: string, positions: readonly Position[], expiresAt: number): Promise<void> {
    for (let i = 0; i < positions.length; i += ITEMS_AT_ONCE) {
      const items = positions.slice(i, i + ITEMS_AT_ONCE);
      await this.#putAll(items.map((each) => ({ ...each, ...positionKey(id, each.time), expiresAt })));
    }
  }

  /** A busy table leaves items unprocessed: they are sent again, after ever longer waits. @throws ServiceBusy */
  async #putAll(items: readonly Record<string, unknown>[]): Promise<void> {
    let left: NonNullable<BatchWriteCommand['input']['RequestItems']> = {
      [this.#table]: items.map((Item) => ({ PutRequest: { Item } })),
    };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await delay(FIRST_WAIT_MS * 2 ** (attempt - 1));
      const { UnprocessedItems = {} } = await this.#client.send(
        new BatchWriteCommand({ RequestItems: left }),
      );
      if (!UnprocessedItems[this.#table]?.length) return;
      left = UnprocessedItems;
    }
    throw new ServiceBusy(`The table ${this.#table} left items unprocessed.`);
  }

  async positions(id: string): Promise<Position[]> {
    const positions: Position[] = [];
    for await (const position of this.#positionsAfter(id)) positions.push(position);
    return positions;
  }

  async positionsAbout(id: string, from: string, to: string): Promise<Position[]> {
    const last = { ScanIndexForward: false, Limit: 1, ExclusiveStartKey: positionKey(id, from) };
    const { Items = [] } = await this.#client.send(new QueryCommand({ ...this.#positionsOf(id), ...last }));
    const positions = Items.map(toPosition);
    for await (const position of this.#positionsAfter(id, positions[0]?.time)) {
      positions.push(position);
      if (position.time > to) break;
    }
    return positions;
  }

  async *#positionsAfter(id: string, time?: string): AsyncIterable<Position> {
    const from = { client: this.#client, startingToken: time && positionKey(id, time) };
    for await (const { Items = [] } of paginateQuery(from, this.#positionsOf(id)))
      yield* Items.map(toPosition);
  }

  #positionsOf(id: string) {
    return {
      TableName: this.#table,
      ConsistentRead: true,
      KeyConditionExpression: 'id = :id AND begins_with(#sort, :position)',
      ExpressionAttributeNames: { '#sort': 'sort' },
      ExpressionAttributeValues: { ':id': id, ':position': POSITION },
    };
  }
}

const positionKey = (id: string, time: string) => ({ id, sort: `${POSITION}${time}` });

const toPosition = ({ lat, lon, time }: Record<string, unknown>) => ({ lat, lon, time }) as Position;

function toWatch({
  sort,
  owner,
  active,
  expiresAt,
  way,
  done = new Set(),
  reported = null,
  fuel,
  untold = null,
  ...watch
}: WatchItem): Watch {
  return { ...watch, reported, way: JSON.parse(way), done: [...done].sort(), fuel: fuel ?? null, untold };
}
