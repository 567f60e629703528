/**
 * Mesh records in DynamoDB.
 *
 *     key `mesh#7`      sort `record`   the record; the global index `by-created` lists these for people to read
 *     key `md5#<md5>`   sort `claim`    the identifier of the mesh with that md5: who writes it first has imported it
 *     key `counter`     sort `id`       the last identifier given out
 *
 * The further items, which selection reads, are in `mesh-extents.ts`. They are written after the record, and the
 * record is marked `selectable` when they are complete: an import that died between is completed by the next.
 */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { MeshRecord, NewMesh } from '../meshes/mesh-record.ts';
import type { MeshPage, MeshStore } from '../meshes/mesh-store.ts';
import { type AcceptMesh, type MeshCandidate, selectMeshes } from '../meshes/select/select-meshes.ts';
import { tileOf } from '../meshes/select/tiles.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { addToCounter } from './counter.ts';
import { MeshExtents } from './mesh-extents.ts';

/** The partition of the index `by-created`: all meshes are in one. */
const LIST = 'meshes';
const COUNTER_KEY = { key: 'counter', sort: 'id' };

const recordKey = (id: number) => ({ key: `mesh#${id}`, sort: 'record' });
const claimKey = (md5: string) => ({ key: `md5#${md5}`, sort: 'claim' });

type MeshItem = Omit<MeshRecord, 'removed'> & {
  readonly key: string;
  readonly sort: string;
  /** Absent while the mesh can be selected. */
  readonly removed?: string;
  readonly list: typeof LIST;
  /** Whether selection's items are complete for this mesh. */
  readonly selectable: boolean;
};

export class MeshTable implements MeshStore {
  private readonly client: DynamoDBDocumentClient;
  private readonly table: string;
  private readonly extents: MeshExtents;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
    this.extents = new MeshExtents(client, table);
  }

  async byId(id: number): Promise<MeshRecord | null> {
    const item = await this.get<MeshItem>(recordKey(id));
    return item && toRecord(item);
  }

  async byMd5(md5: string): Promise<MeshRecord | null> {
    const claim = await this.get<{ id: number }>(claimKey(md5));
    const item = claim && (await this.get<MeshItem>(recordKey(claim.id)));
    if (!item) return null; // not imported, or an import died between the claim and the record: insert completes it
    if (!item.selectable && !item.removed) await this.completeIndex(toRecord(item));
    return toRecord(item);
  }

  candidates(points: readonly LatLon[], accepts?: AcceptMesh): Promise<MeshCandidate[]> {
    return selectMeshes(this.extents.ranked(tileOf(points[0]!)), points, accepts);
  }

  async page(limit: number, after?: string): Promise<MeshPage> {
    const query = new QueryCommand({
      TableName: this.table,
      IndexName: 'by-created',
      KeyConditionExpression: '#list = :list',
      ExpressionAttributeNames: { '#list': 'list' },
      ExpressionAttributeValues: { ':list': LIST },
      ScanIndexForward: false,
      Limit: limit + 1, // the further one tells whether there is another page
      ...(after && { ExclusiveStartKey: keyAt(after) }),
    });
    const { Items = [], LastEvaluatedKey } = await this.client.send(query);
    const meshes = Items.slice(0, limit).map((item) => toRecord(item as MeshItem));
    const isLast = Items.length <= limit && !LastEvaluatedKey;
    return { meshes, next: isLast ? null : toCursor(meshes.at(-1)!) };
  }

  async insert(mesh: NewMesh): Promise<{ record: MeshRecord; inserted: boolean }> {
    const id = await this.claim(mesh.md5);
    const record: MeshRecord = { ...mesh, id, removed: null };
    const item: MeshItem = { ...mesh, id, ...recordKey(id), list: LIST, selectable: false };
    const put = new PutCommand({
      TableName: this.table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': 'key' },
    });
    if (await ifConditionHolds(this.client.send(put))) {
      await this.completeIndex(record);
      return { record, inserted: true };
    }
    return { record: (await this.byMd5(mesh.md5))!, inserted: false };
  }

  async remove(id: number, now: Date): Promise<MeshRecord | null> {
    const record = await this.mark(id, 'SET removed = if_not_exists(removed, :now), selectable = :no', {
      ':now': now.toISOString(),
      ':no': false,
    });
    if (record) await this.extents.remove(record);
    return record;
  }

  async restore(id: number): Promise<MeshRecord | null> {
    const record = await this.mark(id, 'SET selectable = :no REMOVE removed', { ':no': false });
    if (record) await this.completeIndex(record);
    return record;
  }

  /** The identifier of the mesh with this md5: a new one for whoever claims it first. */
  private async claim(md5: string): Promise<number> {
    const claimed = await this.get<{ id: number }>(claimKey(md5));
    if (claimed) return claimed.id;
    const id = await addToCounter(this.client, this.table, COUNTER_KEY);
    const put = new PutCommand({
      TableName: this.table,
      Item: { ...claimKey(md5), id },
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': 'key' },
    });
    if (await ifConditionHolds(this.client.send(put))) return id;
    return (await this.get<{ id: number }>(claimKey(md5)))!.id;
  }

  private async completeIndex(record: MeshRecord): Promise<void> {
    await this.extents.add(record);
    await this.mark(record.id, 'SET selectable = :yes', { ':yes': true });
  }

  private async mark(
    id: number,
    UpdateExpression: string,
    values: Record<string, unknown>,
  ): Promise<MeshRecord | null> {
    const update = new UpdateCommand({
      TableName: this.table,
      Key: recordKey(id),
      UpdateExpression,
      ConditionExpression: 'attribute_exists(#key)',
      ExpressionAttributeNames: { '#key': 'key' },
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    });
    const answer = await ifConditionHolds(this.client.send(update));
    return answer && toRecord(answer.Attributes as MeshItem);
  }

  private async get<T>(Key: Record<string, string>): Promise<T | null> {
    const command = new GetCommand({ TableName: this.table, Key, ConsistentRead: true });
    return ((await this.client.send(command)).Item as T | undefined) ?? null;
  }
}

function toRecord({ key: _k, sort: _s, list: _l, selectable: _t, removed, ...record }: MeshItem): MeshRecord {
  return { ...record, removed: removed ?? null };
}

const toCursor = ({ created, id }: MeshRecord): string => `${created}~${id}`;

/** The key from which the index `by-created` goes on. */
function keyAt(cursor: string): Record<string, string> {
  const [created = '', id = ''] = cursor.split('~');
  return { list: LIST, created, ...recordKey(Number(id)) };
}
