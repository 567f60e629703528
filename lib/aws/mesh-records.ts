/**
 * Mesh records in DynamoDB, for those who only read them.
 *
 *     key `mesh#7`   sort `record`   the record; the global index `by-created` lists these, newest first
 */
import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshPage, MeshStore } from '../meshes/mesh-store.ts';

/** The partition of the index `by-created`: all meshes are in one. */
const LIST = 'meshes';

export const recordKey = (id: number) => ({ key: `mesh#${id}`, sort: 'record' });

export type MeshItem = Omit<MeshRecord, 'removed' | 'seaColumns'> & {
  readonly key: string;
  readonly sort: string;
  /** Absent while the mesh can be selected. */
  readonly removed?: string;
  /** Absent where the mesh was imported before this was recorded. */
  readonly seaColumns?: MeshRecord['seaColumns'];
  readonly list: typeof LIST;
  /** Whether the catalogue has this mesh. */
  readonly selectable: boolean;
};

export class MeshRecords implements Pick<MeshStore, 'byId' | 'page'> {
  protected readonly client: DynamoDBDocumentClient;
  protected readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  async byId(id: number): Promise<MeshRecord | null> {
    const item = await this.get<MeshItem>(recordKey(id));
    return item && toRecord(item);
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

  protected async get<T>(Key: Record<string, string>): Promise<T | null> {
    const command = new GetCommand({ TableName: this.table, Key, ConsistentRead: true });
    return ((await this.client.send(command)).Item as T | undefined) ?? null;
  }
}

export function toItem(mesh: Omit<MeshRecord, 'removed'>): MeshItem {
  return { ...mesh, ...recordKey(mesh.id), list: LIST, selectable: false };
}

export function toRecord({
  key: _k,
  sort: _s,
  list: _l,
  selectable: _t,
  removed,
  seaColumns,
  ...record
}: MeshItem): MeshRecord {
  return { ...record, seaColumns: seaColumns ?? null, removed: removed ?? null };
}

const toCursor = ({ created, id }: MeshRecord): string => `${created}~${id}`;

/** The key from which the index `by-created` goes on. */
function keyAt(cursor: string): Record<string, string> {
  const [created = '', id = ''] = cursor.split('~');
  return { list: LIST, created, ...recordKey(Number(id)) };
}
