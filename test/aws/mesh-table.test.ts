import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { startDynamoDb } from 'template-runner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE_KEY } from '../../lib/aws/mesh-catalogue.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { areaKm2, type GeoBounds } from '../../lib/meshes/geo-bounds.ts';
import type { MeshRecord, NewMesh } from '../../lib/meshes/mesh-record.ts';
import { dayOf } from '../../lib/meshes/mesh-record.ts';
import { meshRecord } from '../meshes/mesh-records.ts';
import { runs } from '../thorough.ts';
import { MemoryFile } from './memory-file.ts';

let database: Awaited<ReturnType<typeof startDynamoDb>>;
let client: DynamoDBClient;
let meshes: MeshTable;
let bucket: MemoryFile;
/** The same table and bucket, for another process. */
let other: () => MeshTable;
/** Requests that were sent, by the name of the command. */
let sent: string[] = [];
/** Requests until the process is taken to have died; all further ones fail. */
let requestsLeft = Infinity;
let tables = 0;

beforeAll(async () => {
  database = await startDynamoDb();
  client = new DynamoDBClient({
    endpoint: database.url,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (requestsLeft-- <= 0) throw new Error('killed');
        sent.push(String(commandName).replace('Command', ''));
        return next(args);
      },
    { step: 'initialize' },
  );
});

afterAll(async () => {
  client.destroy();
  await database.stop();
});

beforeEach(async () => {
  const TableName = `meshes-${++tables}`;
  const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
  const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });
  const Projection = { ProjectionType: 'ALL' as const };
  const create = new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['key', 'sort', 'rank', 'list', 'created'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [hash('key'), range('sort')],
    LocalSecondaryIndexes: [{ IndexName: 'by-rank', KeySchema: [hash('key'), range('rank')], Projection }],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-created', KeySchema: [hash('list'), range('created')], Projection },
    ],
  });
  await client.send(create);
  await expect
    .poll(async () => (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus)
    .toBe('ACTIVE');
  bucket = new MemoryFile();
  bucket.beforeEach = () => {
    if (requestsLeft-- <= 0) throw new Error('killed');
  };
  other = () => new MeshTable(DynamoDBDocumentClient.from(client), TableName, bucket);
  meshes = other();
  sent = [];
});

const now = new Date('2024-03-01T00:00:00Z');
const inside = { lat: -60, lon: -30 };

function newMesh(md5: string, fields: Partial<NewMesh> = {}): NewMesh {
  const { id: _, removed: __, ...mesh } = meshRecord({ md5, ...fields });
  return mesh;
}

const insert = async (md5: string, fields: Partial<NewMesh> = {}): Promise<MeshRecord> =>
  (await meshes.insert(newMesh(md5, fields))).record;
const selected = async (start = inside, end = inside) =>
  (await meshes.candidates([start, end])).map(({ id }) => id);

describe('records', () => {
  it('are inserted once by however many at once, with identifiers from 1', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => meshes.insert(newMesh('a'))));
    expect(answers.filter(({ inserted }) => inserted)).toHaveLength(1);
    const { record } = answers[0];
    expect(record).toEqual(meshRecord({ id: record.id, md5: 'a' }));
    expect(new Set(answers.map((each) => each.record.id))).toEqual(new Set([record.id]));
    expect(await meshes.byId(record.id)).toEqual(record);
    expect(await meshes.byMd5('a')).toEqual(record);
    expect(await selected()).toEqual([record.id]);
    const ids = [await insert('b'), await insert('c')].map(({ id }) => id);
    expect(ids[1]).toBe(ids[0] + 1);
  });

  it('that do not exist are null', async () => {
    expect(await meshes.byId(9)).toBeNull();
    expect(await meshes.byMd5('none')).toBeNull();
    expect(await meshes.remove(9, now)).toBeNull();
    expect(await meshes.restore(9)).toBeNull();
  });

  it('are listed in pages, the most recently created first, with the removed ones', async () => {
    for (const day of [11, 13, 12, 15, 14]) {
      await insert(`${day}`, { created: `2024-02-${day}T00:00:00.000Z`, consumption: null });
    }
    await meshes.remove(4, now);
    const days: string[] = [];
    let pages = 0;
    let next: string | null | undefined;
    do {
      const page = await meshes.page(2, next ?? undefined);
      days.push(...page.meshes.map(({ md5, removed }) => md5 + (removed ? ' removed' : '')));
      next = page.next;
      pages++;
    } while (next);
    expect(days).toEqual(['15 removed', '14', '13', '12', '11']);
    expect(pages).toBe(3);
    expect(await meshes.page(5)).toMatchObject({ meshes: { length: 5 }, next: null });
  });

  it('whose import died before the mesh could be selected are completed by the next import', async () => {
    for (let steps = 1; ; steps++) {
      const md5 = `${steps}`;
      requestsLeft = steps;
      const outcome = await insert(md5).catch((error: Error) => error.message);
      requestsLeft = Infinity;
      if (outcome !== 'killed') break;
      const found = (await meshes.byMd5(md5)) ?? (await insert(md5));
      expect(await selected()).toEqual([found.id]);
      await meshes.remove(found.id, now);
    }
    const { meshes: all } = await meshes.page(100);
    expect(all.length).toBeGreaterThan(5);
    expect(new Set(all.map(({ md5 }) => md5)).size).toBe(all.length);
  });
});

describe('selection', () => {
  it('takes the latest date, smallest first, and none that lacks a point', async () => {
    const box = (latMin: number, lonMin: number): Partial<NewMesh> => {
      const bounds: GeoBounds = { latMin, latMax: -45, lonMin, lonMax: 0 };
      return { bounds, areaKm2: areaKm2(bounds) };
    };
    await insert('large', box(-85, -80));
    await insert('small', box(-65, -40));
    await insert('elsewhere', box(-50, -40));
    await insert('old', { ...box(-62, -40), created: '2024-02-13T23:59:59.999Z' });
    expect(await selected()).toEqual([2, 1]);
    expect(await selected({ lat: 70, lon: 20 })).toEqual([]);
    await insert('newest', { ...box(-85, -80), created: '2024-02-15T00:00:00.000Z' });
    expect(await selected()).toEqual([5]);
  });

  it('reads no table, and the catalogue only when it has changed', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, i) => insert(`${i}`, { areaKm2: i + 1 })));
    const reader = other();
    sent = [];
    bucket.requests.length = 0;
    for (let i = 0; i < 3; i++) await reader.candidates([inside, { lat: 70, lon: 20 }]);
    expect(await reader.candidates([inside])).toHaveLength(10);
    expect(sent).toEqual([]);
    expect(bucket.requests).toEqual(['read changed', 'read unchanged', 'read unchanged', 'read unchanged']);
    await meshes.remove(1, now);
    expect((await reader.candidates([inside])).map(({ id }) => id)).not.toContain(1);
  });

  it('knows every mesh that several processes inserted and removed at once', async () => {
    const processes = Array.from({ length: 4 }, other);
    const bounds = { latMin: -65, latMax: -45, lonMin: -40, lonMax: -20 };
    const inserts = Array.from({ length: 8 }, (_, i) =>
      processes[i % 4]!.insert(newMesh(`${i}`, { bounds })),
    );
    const ids = (await Promise.all(inserts)).map(({ record }) => record.id);
    await Promise.all([0, 1, 2].map((i) => processes[i]!.remove(ids[i]!, now)));
    expect((await selected()).sort()).toEqual(ids.slice(3).sort());
  });

  it('makes a catalogue that is lost, damaged or of an earlier version from the records', async () => {
    await insert('a');
    await insert('b', { bounds: { latMin: -61, latMax: -59, lonMin: -31, lonMax: -29 }, areaKm2: 1 });
    await insert('c');
    await meshes.remove(3, now);
    for (const lose of [
      () => bucket.files.clear(),
      () => bucket.files.set(CATALOGUE_KEY, { bytes: Buffer.from('x'), etag: 'damaged' }),
    ]) {
      lose();
      expect((await other().candidates([inside])).map(({ id }) => id)).toEqual([2, 1]);
      await other().completeCatalogue();
      sent = [];
      expect((await other().candidates([inside])).map(({ id }) => id)).toEqual([2, 1]);
      expect(sent).toEqual([]);
    }
    bucket.requests.length = 0;
    await meshes.completeCatalogue();
    expect(bucket.requests).not.toContain('replace');
  });
});

describe('removal', () => {
  it('takes a mesh out of selection until it is restored; its record stays', async () => {
    await insert('a');
    expect(await meshes.remove(1, now)).toMatchObject({ id: 1, removed: now.toISOString() });
    expect(await meshes.remove(1, new Date(0))).toMatchObject({ removed: now.toISOString() });
    expect(await selected()).toEqual([]);
    expect(await meshes.byId(1)).toMatchObject({ removed: now.toISOString() });
    expect((await meshes.insert(newMesh('a'))).inserted).toBe(false);
    expect(await selected()).toEqual([]);
    expect(await meshes.restore(1)).toMatchObject({ id: 1, removed: null });
    expect(await selected()).toEqual([1]);
  });

  it('brings back what was selected before, in any order of imports, removals and restorals', async () => {
    const step = fc.record({
      act: fc.constantFrom('insert', 'insert', 'remove', 'restore'),
      day: fc.integer({ min: 10, max: 13 }),
      box: fc.constantFrom(-70, -65),
      which: fc.integer({ min: 0, max: 7 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const prefix = `${++run}-`;
        const at = { lat: -62, lon: -40 - (run % 100) / 10 };
        const stored: MeshRecord[] = [];
        for (const { act, day, box, which } of steps) {
          if (act === 'insert') {
            const bounds = { latMin: box, latMax: -61, lonMin: at.lon, lonMax: at.lon + 0.05 };
            const created = `2024-02-${day}T00:00:00.000Z`;
            stored.push(
              await insert(`${prefix}${stored.length}`, { bounds, areaKm2: areaKm2(bounds), created }),
            );
          } else if (stored.length > 0) {
            const i = which % stored.length;
            const { id } = stored[i];
            stored[i] = (await (act === 'remove' ? meshes.remove(id, now) : meshes.restore(id)))!;
          }
        }
        const left = stored.filter(({ removed }) => !removed);
        const latest = left.map(dayOf).sort().at(-1);
        const wanted = left
          .filter((each) => dayOf(each) === latest)
          .sort((a, b) => a.areaKm2 - b.areaKm2 || b.id - a.id);
        expect(await selected(at, at)).toEqual(wanted.map(({ id }) => id));
        for (const { id } of left) await meshes.remove(id, now);
      }),
      { numRuns: runs(6, 15) },
    );
  });
});
