/**
 * Routes in DynamoDB, keyed by their identifier. Index `by-start-cell` finds those on a mesh that start in a cell;
 * the counter of identifiers is item 0, which is not in it.
 */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { CalculatedRoute, Route } from '../routes/route.ts';
import type { CalculatedRouteStore, RouteStore } from '../routes/route-store.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { nextInteger } from './counter.ts';

const COUNTER_KEY = { id: 0 };

type RouteItem = Route &
  Partial<CalculatedRoute> & {
    /** `<mesh id>#<cell>` */
    start_cell: string;
    /** Epoch seconds, when DynamoDB may drop the item. */
    expires_at: number;
  };

const indexKey = (meshId: number, cell: string): string => `${meshId}#${cell}`;

export class RouteTable implements RouteStore, CalculatedRouteStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  nextId(): Promise<number> {
    return nextInteger(this.client, this.table, COUNTER_KEY);
  }

  async create(route: Route): Promise<void> {
    const item: RouteItem = {
      ...route,
      start_cell: indexKey(route.meshId, route.startCell),
      expires_at: route.expiresAt,
    };
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(id)',
    });
    await ifConditionHolds(this.client.send(put));
  }

  async find(routeId: number): Promise<Route | null> {
    const get = new GetCommand({ TableName: this.table, Key: { id: routeId }, ConsistentRead: true });
    return ((await this.client.send(get)).Item as RouteItem | undefined) ?? null;
  }

  async startingIn(meshId: number, cells: readonly string[]): Promise<Route[]> {
    return (await Promise.all(cells.map((cell) => this.startingInCell(indexKey(meshId, cell))))).flat();
  }

  /** Tags are only ever added, so that their number tells whether they still are what they were. */
  async replaceTags(routeId: number, were: readonly string[], tags: readonly string[]): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { id: routeId },
      UpdateExpression: 'SET tags = :tags',
      ConditionExpression: 'size(tags) = :number',
      ExpressionAttributeValues: { ':tags': tags, ':number': were.length },
    });
    return (await ifConditionHolds(this.client.send(update))) !== null;
  }

  async recordCalculation(
    { id, startCell }: Pick<Route, 'id' | 'startCell'>,
    { meshId, calculatedAt, totals }: CalculatedRoute,
  ): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: { id },
      UpdateExpression:
        'SET meshId = :meshId, start_cell = :cell, calculatedAt = :calculatedAt, totals = :totals',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeValues: {
        ':meshId': meshId,
        ':cell': indexKey(meshId, startCell),
        ':calculatedAt': calculatedAt,
        ':totals': totals,
      },
    });
    await ifConditionHolds(this.client.send(update));
  }

  private async startingInCell(key: string): Promise<Route[]> {
    const routes: Route[] = [];
    const pages = paginateQuery(
      { client: this.client },
      {
        TableName: this.table,
        IndexName: 'by-start-cell',
        KeyConditionExpression: 'start_cell = :cell',
        ExpressionAttributeValues: { ':cell': key },
        ScanIndexForward: false,
      },
    );
    for await (const page of pages) routes.push(...((page.Items ?? []) as RouteItem[]));
    return routes;
  }
}
