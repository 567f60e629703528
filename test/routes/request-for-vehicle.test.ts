import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { startTables } from '../aws/local-tables.ts';
import { sda, sdaFields } from '../vessel/vehicles.ts';
import { makeWorld, mesh } from './world.ts';

const environment = { kind: 'environment', vesselType: null, vesselKey: null, consumption: null } as const;
const weak = vehicle.parse({ ...sdaFields, vessel_type: 'Weak', force_limit: 40_000 });

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeAll(async () => {
  ({ client, stop } = await startTables());
});
afterAll(() => stop());
/** Every test has a start of its own, so that routes of one are not reused in another. */
let start = -60;
beforeEach(() => {
  start += 1;
  world = makeWorld(client, [mesh(1), mesh(2, environment)]);
  world.vehicles.set(weak.vessel_type, weak);
});
const send = (changes: object) => world.send({ start_lat: start, ...changes });
const meshIds = async (changes: object) => {
  const { job } = await send({ force_new_route: true, ...changes });
  return (await world.ports.jobs.find(job.id))!.meshIds;
};

describe('the meshes for a vehicle', () => {
  it('are environment meshes, and those made for a vessel with the same properties', async () => {
    expect(await meshIds({})).toEqual([1]);
    expect(await meshIds({ vehicle_type: 'SDA' })).toEqual([1, 2]);
    expect(await meshIds({ vessel_type: 'SDA' })).toEqual([1, 2]);
    expect(await meshIds({ vehicle_type: 'Weak' })).toEqual([2]);
  });

  it('are the ready-made first where both are as large and as new', async () => {
    world.meshes.splice(0, 2, mesh(5, { ...environment, areaKm2: 9 }), mesh(4, { areaKm2: 9 }));
    expect(await meshIds({ vehicle_type: 'SDA' })).toEqual([4, 5]);
  });

  it('are not those made for another: the answer says so', async () => {
    world.meshes.pop();
    await expect(send({ vehicle_type: 'Weak' })).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining(
        'vehicle "Weak": the meshes that contain its points were made for other',
      ),
    });
    await expect(send({ vehicle_type: 'Weak', end_lat: 80 })).rejects.toThrow(/^No mesh available\.$/);
    await expect(send({ vehicle_type: 'Weak', mesh_id: 1 })).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Mesh 1 was made for the vessel "SDA", whose properties are not those of vehicle "Weak".',
    });
  });

  it('are none of the sea alone for a request without a vehicle', async () => {
    await expect(send({ mesh_id: 2 })).rejects.toThrow(/^Mesh 2 is an environment mesh: name a vehicle_type/);
    expect(await meshIds({ mesh_id: 2, vehicle_type: 'Weak' })).toEqual([2]);
  });
});

describe('a vehicle that can not be used', () => {
  it.each([
    ['is not there', 'Nobody', 'not-found', /^There is no vehicle "Nobody": GET \/api\/vehicle lists/],
    ['has a unit that nobody knows', 'Furlongs', 'invalid', /^The unit "furlongs" of the vehicle "Furlongs"/],
    ['has a hull that nobody knows', 'Round', 'invalid', /^The hull type "round" of the vehicle "Round"/],
  ])('%s', async (_, vehicle_type, kind, message) => {
    for (const [vessel_type, change] of [
      ['Furlongs', { unit: 'furlongs' }],
      ['Round', { hull_type: 'round' }],
    ] as const) {
      world.vehicles.set(vessel_type, vehicle.parse({ ...sdaFields, vessel_type, ...change }));
    }
    await expect(send({ vehicle_type })).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
    expect(world.started).toEqual([]);
  });
});

describe('a route', () => {
  it('keeps the properties that the vehicle had when it was requested', async () => {
    const { job } = await send({ vehicle_type: 'Weak' });
    world.vehicles.set('Weak', { ...weak, force_limit: 1 });
    expect((await world.ports.jobs.find(job.id))!.vehicle).toEqual(weak);
    world.vehicles.delete('Weak');
    expect((await world.ports.jobs.find(job.id))!.vehicle).toEqual(weak);
  });

  it('is never reused or joined across vehicles, or after the vehicle was changed', async () => {
    const none = await send({});
    const first = await send({ vehicle_type: 'SDA' });
    const other = await send({ vehicle_type: 'Weak' });
    expect([none, first, other].map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new']);
    for (const { job } of [none, first, other]) await world.succeed(job.id);
    expect(await send({ vehicle_type: 'SDA' })).toMatchObject({
      outcome: 'reused',
      job: { id: first.job.id },
    });
    world.vehicles.set('SDA', { ...sda, min_depth: 20 });
    const changed = await send({ vehicle_type: 'SDA' });
    expect(changed.outcome).toBe('new');
    expect(await send({ vehicle_type: 'SDA' })).toMatchObject({
      outcome: 'joined',
      job: { id: changed.job.id },
    });
    world.vehicles.set('SDA', sda);
    expect(await send({ vehicle_type: 'SDA' })).toMatchObject({
      outcome: 'reused',
      job: { id: first.job.id },
    });
    // a twin of another name has routes of its own
    world.vehicles.set('Twin', { ...sda, vessel_type: 'Twin' });
    expect(await send({ vehicle_type: 'Twin' })).toMatchObject({ outcome: 'new' });
  });

  it('has the vehicle that its request found, however requests and changes race', async () => {
    const versions = Array.from({ length: 4 }, (_, i) => ({ ...weak, min_depth: 10 + i }));
    const requests = versions.flatMap((version, i) => [
      Promise.resolve().then(() => world.vehicles.set('Weak', version)),
      send({ vehicle_type: 'Weak' }),
      send({ vehicle_type: i % 2 ? 'SDA' : 'Weak' }),
    ]);
    const answers = (await Promise.all(requests)).filter((answer) => 'job' in answer);
    const jobs = await Promise.all(answers.map(({ job }) => world.ports.jobs.find(job.id)));
    const byVehicle = new Map<string, Set<string>>();
    for (const job of jobs) {
      const key = JSON.stringify(job!.vehicle);
      byVehicle.set(key, (byVehicle.get(key) ?? new Set()).add(job!.id));
    }
    // one job for each state of a vehicle, and no job for two of them
    for (const ids of byVehicle.values()) expect(ids.size).toBe(1);
    expect(new Set([...byVehicle.values()].flatMap((ids) => [...ids])).size).toBe(byVehicle.size);
  });
});

it('vehicle_type and vessel_type may not differ', async () => {
  await expect(send({ vehicle_type: 'SDA', vessel_type: 'SDA' })).resolves.toBeDefined();
  expect(() => send({ vehicle_type: 'SDA', vessel_type: 'Weak' })).toThrow(/must not differ/);
});
