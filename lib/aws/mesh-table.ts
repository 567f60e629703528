/**
 * Mesh records in DynamoDB, for those who change them or select among them.
 *
 *     key `md5#<md5>`   sort `claim`   the identifier of the mesh with that md5: who writes it first has imported it
 *     key `counter`     sort `id`      the last identifier given out
 *
 * The records are those of `mesh-records.ts`. A record is written first, then the catalogue that selection reads
 * (`mesh-catalogue.ts`), and then the record is marked `selectable`: an import that died between is completed by the next.
 */
import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LatLon } from '../engine/geometry/sphere.ts';
import type { MeshRecord, NewMesh } from '../meshes/mesh-record.ts';
import type { MeshPage, MeshStore } from '../meshes/mesh-store.ts';
import type { AcceptMesh, MeshCandidate } from '../meshes/select/select-meshes.ts';
import { ifConditionHolds } from './conditional-write.ts';
import { addToCounter } from './counter.ts';
import { MeshCatalogue, type VersionedFile } from './mesh-catalogue.ts';
import { type MeshItem, MeshRecords, recordKey, toItem, toRecord } from './mesh-records.ts';

const PAGE = 500;
const COUNTER_KEY = { key: 'counter', sort: 'id' };

const claimKey = (md5: string) => ({ key: `md5#${md5}`, sort: 'claim' });

export class MeshTable extends MeshRecords implements MeshStore {
  private readonly catalogue: MeshCatalogue;

  /** @param bucket has the catalogue */
  constructor(client: DynamoDBDocumentClient, table: string, bucket: VersionedFile) {
    super(client, table);
    this.catalogue = new MeshCatalogue(bucket, this);
  }

  async byMd5(md5: string): Promise<MeshRecord | null> {
    const claim = await this.get<{ id: number }>(claimKey(md5));
    const item = claim && (await this.get<MeshItem>(recordKey(claim.id)));
    if (!item) return null; // not imported, or an import died between the claim and the record: insert completes it
    if (!item.selectable && !item.removed) await this.makeSelectable(toRecord(item));
    return toRecord(item);
  }

  async candidates(points: readonly LatLon[], accepts?: AcceptMesh): Promise<MeshCandidate[]> {
    return (await this.catalogue.read()).candidates(points, accepts);
  }

  /** The selection as it is at this moment, which meshes that come later do not change. */
  async candidatesNow(): Promise<MeshStore['candidates']> {
    const catalogue = await this.catalogue.read();
    return async (points, accepts) => catalogue.candidates(points, accepts);
  }

  /** Every record, newest first. */
  async *all(): AsyncGenerator<MeshRecord> {
    let next: string | null = null;
    do {
      const page: MeshPage = await this.page(PAGE, next ?? undefined);
      yield* page.meshes;
      next = page.next;
    } while (next !== null);
  }

  async siblings(id: number): Promise<number[]> {
    return (await this.catalogue.read()).siblings(id);
  }

  /** Stores the catalogue where it is missing, as after an upgrade. */
  completeCatalogue(): Promise<void> {
    return this.catalogue.complete();
  }

  async insert(mesh: NewMesh): Promise<{ record: MeshRecord; inserted: boolean }> {
    const id = await this.claim(mesh.md5);
    const put = new PutCommand({
      TableName: this.table,
      Item: toItem({ ...mesh, id }),
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': 'key' },
    });
    if (await ifConditionHolds(this.client.send(put))) {
      const record: MeshRecord = { ...mesh, id, removed: null };
      await this.makeSelectable(record);
      return { record, inserted: true };
    }
    return { record: (await this.byMd5(mesh.md5))!, inserted: false };
  }

  async remove(id: number, now: Date): Promise<MeshRecord | null> {
    const record = await this.mark(id, 'SET removed = if_not_exists(removed, :now), selectable = :no', {
      ':now': now.toISOString(),
      ':no': false,
    });
    if (record) await this.catalogue.change(record);
    return record;
  }

  async restore(id: number): Promise<MeshRecord | null> {
    const record = await this.mark(id, 'SET selectable = :no REMOVE removed', { ':no': false });
    if (record) await this.makeSelectable(record);
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

  private async makeSelectable(record: MeshRecord): Promise<void> {
    await this.catalogue.change(record);
    const marked = await this.mark(record.id, 'SET selectable = :yes', { ':yes': true });
    if (marked?.removed) await this.catalogue.change(marked); // since the first change
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
}
