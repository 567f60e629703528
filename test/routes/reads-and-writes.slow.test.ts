import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { toItem } from '../../lib/aws/request-item.ts';
import { areaKm2 } from '../../lib/meshes/geo-bounds.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';
import { reuseKey } from '../../lib/routes/reuse-key.ts';
import { startTables } from '../aws/local-tables.ts';
import { newJob } from '../jobs/new-jobs.ts';
import { meshRecord } from '../meshes/mesh-records.ts';
import { makeWorld, request } from './world.ts';

/** Meshes that cover both points, all of one day, and routes that start in one port. */
const [MESHES, ROUTES] = [1000, 100_000];

const start = { lat: -51.731, lon: -57.706 };
const end = { lat: -67.764, lon: -68.02 };
const vehicle = null;

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let meshes: MeshTable;
beforeAll(async () => {
  ({ client, stop } = await startTables());
  meshes = new MeshTable(client, 'meshes');
  for (let i = 0; i < MESHES; i++) {
    const bounds = { latMin: -80 + i / 1000, latMax: -45, lonMin: -80, lonMax: i / 1000 };
    const { id: _, removed: __, ...mesh } = meshRecord({ md5: `md5-${i}`, bounds, areaKm2: areaKm2(bounds) });
    await meshes.insert(mesh);
  }
  for (let written = 0; written < ROUTES; written += 100)
    await Promise.all([0, 25, 50, 75].map(() => write25()));
}, 3_600_000);
afterAll(() => stop());

let routes = 0;

/** Half of the routes have the same end, the others end around it. */
async function write25(): Promise<void> {
  const puts = Array.from({ length: 25 }, () => {
    const i = routes++;
    const to = i % 2 ? end : { lat: end.lat + (i % 40) / 10, lon: end.lon + (i % 23) / 5 };
    const ends = { start, end: to, vehicle };
    const job = newJob({ ...ends, meshIds: [MESHES - (i % 10)], reuseKey: reuseKey(ends, 1) });
    return { PutRequest: { Item: toItem(job) } };
  });
  await client.send(new BatchWriteCommand({ RequestItems: { requests: puts } }));
}

it(`a POST reads at most 12 times with ${MESHES} meshes on both points and ${ROUTES} routes from one port`, async () => {
  const { ports } = makeWorld(client, []);
  const limits = { toleranceNm: 1, retentionDays: 365 };
  const caller = { requester: null, idempotencyKey: null };
  for (const different of [{ end_lat: end.lat - 0.05 }, {}, { end_lat: end.lat + 1.05 }]) {
    const send = vi.spyOn(client, 'send');
    await requestRoute({ ...ports, meshes }, request(different), caller, limits, new Date());
    const names = send.mock.calls.map(([command]) => command.constructor.name);
    send.mockRestore();
    const reads = names.filter((name) => name === 'QueryCommand' || name === 'GetCommand');
    expect(reads.length, names.join()).toBeLessThanOrEqual(12);
    expect(names.length - reads.length, names.join()).toBeLessThanOrEqual(3);
  }
});
