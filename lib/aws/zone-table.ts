/** Zones in DynamoDB, keyed by name; an index without their geometries serves lists. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { pointCount } from '../zones/geometry/polygon-fault.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneStore, ZoneSummary } from '../zones/zone-store.ts';
import { ifConditionHolds } from './conditional-write.ts';

/** All zones are one partition of the index: there are a thousand at most. */
const LIST = 'zones';

/** The zone is kept as the JSON text that was accepted, as vehicles are. */
interface ZoneItem {
  name: string;
  list: typeof LIST;
  zone: string;
  /** What lists say of it, as JSON text. */
  summary: string;
  /** Absent where callers were not told apart when it was stored. */
  creator?: string;
}

function toItem(zone: Zone, creator: string | null): ZoneItem {
  const { geometry, ...rest } = zone;
  return {
    name: zone.name,
    list: LIST,
    zone: JSON.stringify(zone),
    summary: JSON.stringify({ ...rest, points: pointCount(geometry) }),
    ...(creator !== null && { creator }),
  };
}

/** The condition of a write that only the zone's creator may make; a new zone has no creator yet. */
const onlyCreator = (requester: string | null) =>
  requester === null
    ? {}
    : {
        ConditionExpression: 'attribute_not_exists(creator) OR creator = :requester',
        ExpressionAttributeValues: { ':requester': requester },
      };

export class ZoneTable implements ZoneStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async insert(zone: Zone, creator: string | null): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(zone, creator),
      ConditionExpression: 'attribute_not_exists(#name)',
      ExpressionAttributeNames: { '#name': 'name' },
    });
    return (await ifConditionHolds(this.client.send(put))) !== null;
  }

  async replace(zone: Zone, requester: string | null): Promise<'created' | 'replaced' | 'refused'> {
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem(zone, requester),
      ...onlyCreator(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(put));
    if (output === null) return 'refused';
    return output.Attributes ? 'replaced' : 'created';
  }

  async count(): Promise<number> {
    let count = 0;
    const pages = paginateQuery({ client: this.client }, { ...this.#listed(), Select: 'COUNT' });
    for await (const page of pages) count += page.Count ?? 0;
    return count;
  }

  async find(name: string): Promise<Zone | null> {
    const get = new GetCommand({ TableName: this.table, Key: { name }, ConsistentRead: true });
    const item = (await this.client.send(get)).Item as ZoneItem | undefined;
    return item ? JSON.parse(item.zone) : null;
  }

  async remove(name: string, requester: string | null): Promise<'removed' | 'missing' | 'refused'> {
    const remove = new DeleteCommand({
      TableName: this.table,
      Key: { name },
      ...onlyCreator(requester),
      ReturnValues: 'ALL_OLD',
    });
    const output = await ifConditionHolds(this.client.send(remove));
    if (output === null) return 'refused';
    return output.Attributes ? 'removed' : 'missing';
  }

  async list(limit: number, after: string | null): Promise<{ zones: ZoneSummary[]; next: string | null }> {
    const query = new QueryCommand({
      ...this.#listed(),
      Limit: limit,
      ...(after !== null && { ExclusiveStartKey: { list: LIST, name: after } }),
    });
    const { Items = [], LastEvaluatedKey } = await this.client.send(query);
    const zones = (Items as ZoneItem[]).map(({ summary }) => JSON.parse(summary) as ZoneSummary);
    return { zones, next: LastEvaluatedKey ? (LastEvaluatedKey.name as string) : null };
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
