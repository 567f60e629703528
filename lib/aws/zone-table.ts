/** Zones in DynamoDB, keyed by name; an index without their geometries serves lists. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import type { StoredIds } from '../request/admit.ts';
import { pointCount } from '../zones/geometry/polygon-fault.ts';
import type { StandingItems } from '../zones/standing.ts';
import type { Zone } from '../zones/zone.ts';
import type { StoredZone, ZoneStore, ZoneSummary } from '../zones/zone-store.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { idsOf, type Owned, OwnedItems, ownedBy } from './owned-items.ts';

/** All zones are one partition of the index: there are a thousand at most. */
const LIST = 'zones';
/** The item that says which standing zones hold; no zone can have its name. */
const STANDING = '#standing';

/** The zone is kept as the JSON text that was accepted, as vehicles are. */
interface ZoneItem extends Owned {
  name: string;
  list: typeof LIST;
  zone: string;
  /** What lists say of it, its creator and id, as JSON text: the index has no other attribute, and could not get one. */
  summary: string;
  /** Of a standing zone: callers of the API can't change it. */
  standing?: true;
}

type ListedZone = ZoneSummary & Owned;

/** @param more what its item has beside it */
function toItem(zone: Zone, more: Owned | { standing: true }): ZoneItem {
  const { geometry, ...rest } = zone;
  const listed: ListedZone = { ...rest, ...more, points: pointCount(geometry) };
  return {
    name: zone.name,
    list: LIST,
    zone: JSON.stringify(zone),
    summary: JSON.stringify(listed),
    ...more,
  };
}

const listedIn = ({ summary }: ZoneItem): ListedZone => JSON.parse(summary);

export class ZoneTable implements ZoneStore, StandingItems {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly items: OwnedItems<ZoneItem>;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
    this.items = new OwnedItems(client, table, 'name', 'standing');
  }

  insert(zone: Zone, creator: string | null, id: string): Promise<boolean> {
    return this.items.insert(toItem(zone, ownedBy(creator, id)));
  }

  replace(zone: Zone, requester: string | null, id: string): Promise<'created' | 'replaced' | 'refused'> {
    return this.items.replace(toItem(zone, ownedBy(requester, id)));
  }

  async taken(requester: string | null): Promise<StoredIds> {
    const listed: ListedZone[] = [];
    for await (const { Items = [] } of paginateQuery({ client: this.client }, this.#listed()))
      listed.push(...(Items as ZoneItem[]).map(listedIn));
    return idsOf(listed, requester);
  }

  takeBack(name: string, id: string): Promise<void> {
    return this.items.takeBack(name, id);
  }

  async find(name: string): Promise<StoredZone | null> {
    const item = await this.items.find(name);
    return item && { ...JSON.parse(item.zone), ...(item.standing && { standing: true }) };
  }

  remove(name: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'> {
    return this.items.remove(name, requester);
  }

  async list(limit: number, after: string | null): Promise<{ zones: ZoneSummary[]; next: string | null }> {
    const query = new QueryCommand({
      ...this.#listed(),
      Limit: limit,
      ...(after !== null && { ExclusiveStartKey: { list: LIST, name: after } }),
    });
    const { Items = [], LastEvaluatedKey } = await this.client.send(query);
    const zones = (Items as ZoneItem[]).map((item): ZoneSummary => {
      const { creator: _, id: __, ...summary } = listedIn(item);
      return summary;
    });
    return { zones, next: LastEvaluatedKey ? (LastEvaluatedKey.name as string) : null };
  }

  async digest(): Promise<string | null> {
    const get = new GetCommand({ TableName: this.table, Key: { name: STANDING }, ConsistentRead: true });
    const item = (await this.client.send(get)).Item as { digest: string } | undefined;
    return item?.digest ?? null;
  }

  async replaceDigest(before: string | null, after: string | null): Promise<boolean> {
    const holds = {
      TableName: this.table,
      ConditionExpression: before === null ? 'attribute_not_exists(digest)' : 'digest = :before',
      ...(before !== null && { ExpressionAttributeValues: { ':before': before } }),
    };
    const write =
      after === null
        ? this.client.send(new DeleteCommand({ ...holds, Key: { name: STANDING } }))
        : this.client.send(new PutCommand({ ...holds, Item: { name: STANDING, digest: after } }));
    return (await ifConditionHolds<object>(write)) !== null;
  }

  async putStanding(zone: Zone): Promise<void> {
    await this.client.send(new PutCommand({ TableName: this.table, Item: toItem(zone, { standing: true }) }));
  }

  async removeAny(name: string): Promise<boolean> {
    const remove = new DeleteCommand({ TableName: this.table, Key: { name }, ReturnValues: 'ALL_OLD' });
    return (await this.client.send(remove)).Attributes !== undefined;
  }

  async allStanding(): Promise<Zone[]> {
    const scan = {
      TableName: this.table,
      ConsistentRead: true,
      FilterExpression: 'standing = :true',
      ExpressionAttributeValues: { ':true': true },
    };
    const zones: Zone[] = [];
    for await (const page of paginateScan({ client: this.client }, scan)) {
      for (const { zone } of (page.Items ?? []) as ZoneItem[]) zones.push(JSON.parse(zone));
    }
    return zones;
  }

  #listed() {
    return {
      TableName: this.table,
      IndexName: 'by-name',
      KeyConditionExpression: '#list = :list',
      ExpressionAttributeNames: { '#list': 'list' },
      ExpressionAttributeValues: { ':list': LIST },
    };
  }
}
