import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type LocalDynamoDb, startDynamoDb } from 'template-runner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { meshRecord } from '../meshes/mesh-records.ts';

let database: LocalDynamoDb;
let client: DynamoDBClient;
let meshes: MeshTable;

beforeAll(async () => {
  database = await startDynamoDb();
  client = new DynamoDBClient({
    endpoint: database.url,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
  const Projection = { ProjectionType: 'ALL' as const };
  const create = new CreateTableCommand({
    TableName: 'meshes',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'md5', AttributeType: 'S' },
      { AttributeName: 'id', AttributeType: 'N' },
      { AttributeName: 'kind', AttributeType: 'S' },
      { AttributeName: 'created', AttributeType: 'S' },
    ],
    KeySchema: [hash('md5')],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-id', KeySchema: [hash('id')], Projection },
      {
        IndexName: 'by-created',
        KeySchema: [hash('kind'), { AttributeName: 'created', KeyType: 'RANGE' }],
        Projection,
      },
    ],
  });
  await client.send(create);
  await new Promise((resolve) => setTimeout(resolve, 50)); // the table becomes ACTIVE a turn later
  meshes = new MeshTable(DynamoDBDocumentClient.from(client), 'meshes');
});

afterAll(async () => {
  client.destroy();
  await database.stop();
});

it('gives out identifiers from 1, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => meshes.nextId()));
  expect(ids.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('inserts one of many at once, and gives back what was given', async () => {
  const inserts = [1, 2, 3, 4, 5].map((id) => meshes.insert(meshRecord({ id, md5: 'a' })));
  const outcomes = await Promise.all(inserts);
  expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1);
  const id = outcomes.indexOf('inserted') + 1;
  expect(await meshes.byId(id)).toEqual(meshRecord({ id, md5: 'a' }));
  expect(await meshes.byId(99)).toBeNull();
  expect(await meshes.compiledKey('a')).toBe(meshRecord().compiledKey);
  expect(await meshes.compiledKey('b')).toBeNull();
});

it('replaces the key of the compiled form only where it is what was read', async () => {
  const was = meshRecord().compiledKey;
  const replacements = ['k1', 'k2', 'k3'].map((key) => meshes.replaceCompiledKey('a', was, key));
  expect((await Promise.all(replacements)).filter(Boolean)).toHaveLength(1);
  expect(await meshes.compiledKey('a')).toMatch(/^k[123]$/);
  expect(await meshes.replaceCompiledKey('none', was, 'k')).toBe(false);
  expect(await meshes.compiledKey('none')).toBeNull();
});

it('lists the newest first, and not the counter', async () => {
  await meshes.insert(
    meshRecord({ id: 6, md5: 'b', created: '2024-02-15T00:00:00.000Z', consumption: null }),
  );
  await meshes.insert(meshRecord({ id: 7, md5: 'c', created: '2023-02-15T00:00:00.000Z' }));
  const listed: string[] = [];
  for await (const { md5 } of meshes.newestFirst()) listed.push(md5);
  expect(listed).toEqual(['b', 'a', 'c']);
});
