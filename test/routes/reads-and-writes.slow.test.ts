import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { toItem } from '../../lib/aws/request-item.ts';
import { areaKm2 } from '../../lib/meshes/geo-bounds.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';
import { reuseKey } from '../../lib/routes/reuse-key.ts';
import { performanceKey } from '../../lib/vehicles/performance-key.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { startTables } from '../aws/local-tables.ts';
import { MemoryFile } from '../aws/memory-file.ts';
import { newJob } from '../jobs/new-jobs.ts';
import { meshRecord } from '../meshes/mesh-records.ts';
import { sda } from '../vessel/vehicles.ts';
import { makeWorld, request } from './world.ts';

/** Meshes of as many different extents, and routes between two ports. More of them take minutes: `MESHES=5000 ROUTES=100000`. */
const MESHES = Number(process.env.MESHES ?? 400);
const ROUTES = Number(process.env.ROUTES ?? 5_000);

const start = { lat: -51.731, lon: -57.706 };
const end = { lat: -67.764, lon: -68.02 };

const vesselKey = performanceKey(vesselOf(sda));

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let meshes: MeshTable;
let readUnits = 0;
beforeAll(async () => {
  ({ client, stop } = await startTables());
  client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const { output, ...rest } = await next(args);
      const { ConsumedCapacity } = output as { ConsumedCapacity?: { CapacityUnits?: number } };
      if (!('Item' in args.input)) readUnits += ConsumedCapacity?.CapacityUnits ?? 0;
      return { output, ...rest };
    },
    { step: 'initialize', priority: 'high' },
  );
  meshes = new MeshTable(client, 'meshes', new MemoryFile());
  // The oldest has both ports. All later ones have the start, and end a little before the end.
  await insert(0, '2024-02-01T00:00:00.000Z', -80);
  for (let i = 1; i < MESHES; i += 250) {
    const some = Array.from({ length: Math.min(250, MESHES - i) }, (_, j) => i + j);
    await Promise.all(some.map((n) => insert(n, '2024-02-14T00:00:00.000Z', end.lat + 0.01 + n / 1e5)));
  }
  for (let written = 0; written < ROUTES; written += 100)
    await Promise.all([0, 25, 50, 75].map(() => write25()));
}, 3_600_000);
afterAll(() => stop());

async function insert(i: number, created: string, latMin: number): Promise<void> {
  const bounds = { latMin, latMax: -45, lonMin: -80, lonMax: i / 1000 };
  const record = meshRecord({ md5: `md5-${i}`, created, bounds, areaKm2: areaKm2(bounds), vesselKey });
  const { id: _, removed: __, ...mesh } = record;
  await meshes.insert(mesh);
}

let routes = 0;

/** Half of the routes have the same ends, the others begin and end within a few miles of them; half have a vehicle. */
async function write25(): Promise<void> {
  const puts = Array.from({ length: 25 }, () => {
    const i = routes++;
    const around = ({ lat, lon }: typeof start) =>
      i % 2 ? { lat, lon } : { lat: lat + ((i % 41) - 20) / 150, lon: lon + ((i % 43) - 21) / 80 };
    const ends = { start: around(start), end: around(end), vehicle: i % 4 < 2 ? sda : null };
    const job = newJob({ ...ends, meshIds: [1], reuseKey: reuseKey(ends, 1) });
    return { PutRequest: { Item: toItem(job) } };
  });
  await client.send(new BatchWriteCommand({ RequestItems: { requests: puts } }));
}

it(`a POST costs at most 12 read units with ${MESHES} meshes on one port and ${ROUTES} routes between two`, async () => {
  const { ports } = makeWorld(client, []);
  const limits = { toleranceNm: 1, retentionDays: 365 };
  const caller = { requester: null, idempotencyKey: 'one-of-a-kind' };
  const units: number[] = [];
  for (let i = 0; i < 60; i++) {
    readUnits = 0;
    const different = { end_lat: end.lat + (i - 30) / 300, start_lon: start.lon + (i % 7) / 50 };
    const vehicle = i % 2 ? { vehicle_type: sda.vessel_type } : {};
    const wanted = request({ ...different, ...vehicle });
    const own = { ...caller, idempotencyKey: `key-${i}` };
    await requestRoute({ ...ports, meshes }, wanted, own, limits, new Date());
    units.push(readUnits);
  }
  console.log(`read units: at most ${Math.max(...units)}, sorted ${units.sort((a, b) => a - b).join(' ')}`);
  expect(Math.max(...units), units.join(' ')).toBeLessThanOrEqual(12);
  expect(Math.min(...units)).toBeGreaterThan(0);
});
