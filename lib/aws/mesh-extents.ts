/**
 * The index that mesh selection reads, as items of the mesh table. In each tile of the globe there is one item per
 * extent that touches it, with the newest meshes of that extent; the local index `by-rank` sorts them as selection
 * wants them. The extent's own history, one item per mesh, fills in when the newest mesh is removed.
 *
 *     key `tile#1-4`          sort: the extent's key             rank, day, ids, and what selection looks at
 *     key `extent#<key>`      sort: `<created>#<id>`             id
 *
 * Every change is a conditional update of one item and safe to repeat, so that simultaneous imports and removals
 * end with the same items in any order.
 */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { dayOf, type MeshRecord } from '../meshes/mesh-record.ts';
import { extentKeyOf, extentOf, type NewestOfExtent, rankOf } from '../meshes/select/select-meshes.ts';
import { tilesOf } from '../meshes/select/tiles.ts';
import { ifConditionHolds } from './conditional-write.ts';

/** Extents in the first page of a tile: all that most selections need, in one read of 4 to 8 KB. */
const FIRST_PAGE = 20;

/** In ascending order of their text the history of an extent is in order of creation. */
const historySort = ({ created, id }: MeshRecord): string => `${created}#${id}`;
const historyKey = (extent: NewestOfExtent): string => `extent#${extentKeyOf(extent)}`;
const tileKey = (tile: string, extent: NewestOfExtent) => ({
  key: `tile#${tile}`,
  sort: extentKeyOf(extent),
});

export class MeshExtents {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  /** The extents in a tile in the order of selection; a page is read only when it is needed. */
  async *ranked(tile: string): AsyncIterable<NewestOfExtent> {
    const query: QueryCommandInput = {
      TableName: this.table,
      IndexName: 'by-rank',
      KeyConditionExpression: '#key = :tile',
      ExpressionAttributeNames: { '#key': 'key' },
      ExpressionAttributeValues: { ':tile': `tile#${tile}` },
      ScanIndexForward: false,
    };
    let page = await this.client.send(new QueryCommand({ ...query, Limit: FIRST_PAGE }));
    while (true) {
      for (const item of page.Items ?? []) yield toExtent(item);
      if (!page.LastEvaluatedKey) return;
      page = await this.client.send(new QueryCommand({ ...query, ExclusiveStartKey: page.LastEvaluatedKey }));
    }
  }

  /** Makes a mesh selectable. */
  async add(mesh: MeshRecord): Promise<void> {
    const extent = extentOf(mesh);
    const history = { key: historyKey(extent), sort: historySort(mesh), id: mesh.id };
    await this.client.send(new PutCommand({ TableName: this.table, Item: history }));
    await Promise.all(tilesOf(mesh.bounds).map((tile) => this.addToTile(tile, extent)));
  }

  /** Takes a mesh out of selection; where it was the newest of its extent, the one before it takes its place. */
  async remove(mesh: MeshRecord): Promise<void> {
    const extent = extentOf(mesh);
    const history = { key: historyKey(extent), sort: historySort(mesh) };
    await this.client.send(new DeleteCommand({ TableName: this.table, Key: history }));
    const emptied = await Promise.all(
      tilesOf(mesh.bounds).map(async (tile) => ((await this.isEmptyWithout(tile, extent)) ? [tile] : [])),
    );
    const tiles = emptied.flat();
    if (tiles.length === 0) return;
    const before = await this.newestInHistory(extent);
    await Promise.all(
      tiles.map((tile) => (before ? this.addToTile(tile, before) : this.deleteIfEmpty(tile, extent))),
    );
  }

  /** A newer day replaces the one before; a mesh of the same day is added to it; an older one changes nothing. */
  private async addToTile(tile: string, extent: NewestOfExtent): Promise<void> {
    const { ids, day, kind, vesselKey, bounds, areaKm2 } = extent;
    const replace = new UpdateCommand({
      TableName: this.table,
      Key: tileKey(tile, extent),
      UpdateExpression:
        'SET #rank = :rank, #day = :day, ids = :ids, kind = :kind, vesselKey = :vesselKey, bounds = :bounds, areaKm2 = :areaKm2',
      ConditionExpression: 'attribute_not_exists(ids) OR #day < :day',
      ExpressionAttributeNames: { '#rank': 'rank', '#day': 'day' },
      ExpressionAttributeValues: {
        ':rank': rankOf(extent),
        ':day': day,
        ':ids': new Set(ids),
        ':kind': kind,
        ':vesselKey': vesselKey,
        ':bounds': bounds,
        ':areaKm2': areaKm2,
      },
    });
    if (await ifConditionHolds(this.client.send(replace))) return;
    const join = new UpdateCommand({
      TableName: this.table,
      Key: tileKey(tile, extent),
      UpdateExpression: 'ADD ids :ids',
      ConditionExpression: '#day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: { ':ids': new Set(ids), ':day': day },
    });
    await ifConditionHolds(this.client.send(join));
  }

  /** Takes the meshes of `extent` out of its item in a tile; true if none is left there. */
  private async isEmptyWithout(tile: string, extent: NewestOfExtent): Promise<boolean> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: tileKey(tile, extent),
      UpdateExpression: 'DELETE ids :ids',
      ConditionExpression: '#day = :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: { ':ids': new Set(extent.ids), ':day': extent.day },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await ifConditionHolds(this.client.send(update));
    return answer !== null && answer.Attributes?.ids === undefined;
  }

  private async deleteIfEmpty(tile: string, extent: NewestOfExtent): Promise<void> {
    const command = new DeleteCommand({
      TableName: this.table,
      Key: tileKey(tile, extent),
      ConditionExpression: 'attribute_not_exists(ids)',
    });
    await ifConditionHolds(this.client.send(command));
  }

  /** The meshes made on the latest day in the history of an extent; null where there is none. */
  private async newestInHistory(extent: NewestOfExtent): Promise<NewestOfExtent | null> {
    const pages = paginateQuery(
      { client: this.client },
      {
        TableName: this.table,
        KeyConditionExpression: '#key = :key',
        ExpressionAttributeNames: { '#key': 'key' },
        ExpressionAttributeValues: { ':key': historyKey(extent) },
        ScanIndexForward: false,
        ConsistentRead: true,
      },
    );
    let day: string | undefined;
    const ids: number[] = [];
    for await (const { Items = [] } of pages) {
      for (const { sort, id } of Items) {
        const itsDay = dayOf({ created: sort });
        day ??= itsDay;
        if (itsDay !== day) return { ...extent, day, ids };
        ids.push(id);
      }
    }
    return day === undefined ? null : { ...extent, day, ids };
  }
}

/** An item that is being emptied or refilled may have no ids for a moment. */
function toExtent(item: Record<string, unknown>): NewestOfExtent {
  const { kind, vesselKey, bounds, areaKm2, day, ids } = item as unknown as Omit<NewestOfExtent, 'ids'> & {
    ids?: Set<number>;
  };
  return { kind, vesselKey, bounds, areaKm2, day, ids: [...(ids ?? [])] };
}
