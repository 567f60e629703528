import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { vehicleRequest } from '../../lib/vehicles/vehicle.ts';
import { createVehicle } from '../../lib/vehicles/vehicles.ts';
import { sda } from '../vehicles/sda.ts';
import { startTables } from './local-tables.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ client, stop } = await startTables());
});
afterAll(() => stop());

const now = new Date(Date.UTC(2026, 10, 20));
const id = '1';
const count = <T>(values: T[], wanted: T) => values.filter((value) => value === wanted).length;

describe('vehicles', () => {
  const vehicle = { vessel_type: 'SDA', max_speed: 5e-324, unit: 'knots', beam: 1e12, hull_type: 'ü' };
  const full = { ...vehicle, force_limit: 0, max_ice_conc: 0, min_depth: 0.1 + 0.2 };

  it('has one winner of many simultaneous creates, and gives back what was given', async () => {
    const table = new VehicleTable(client, 'vehicles');
    const inserted = await Promise.all(Array.from({ length: 20 }, () => table.insert(full, null, id)));
    expect(count(inserted, true)).toBe(1);
    expect(await table.find('SDA')).toEqual(full);
    expect(await table.replace({ ...full, beam: 3 }, null, id)).toBe('replaced');
    expect(await table.replace({ ...full, vessel_type: 'B' }, null, id)).toBe('created');
    expect((await table.allTypes()).sort()).toEqual(['B', 'SDA']);
    expect((await table.all()).map(({ beam }) => beam).sort()).toEqual([1e12, 3]);
    expect(await table.remove('SDA', null)).toBe('removed');
    expect(await table.remove('SDA', null)).toBe('missing');
    expect(await table.find('SDA')).toBeNull();
  });

  it('are replaced and removed by their creator alone, where callers are told apart', async () => {
    const table = new VehicleTable(client, 'vehicles');
    const mine = { ...full, vessel_type: 'Mine' };
    expect(await table.insert(mine, 'key-1', id)).toBe(true);
    expect(await table.replace({ ...mine, beam: 4 }, 'key-2', id)).toBe('refused');
    expect(await table.remove('Mine', 'key-2')).toBe('refused');
    expect(await table.find('Mine')).toEqual(mine);
    const owners = ['key-1', 'key-2', null].map((key) => table.ownership('Mine', key));
    expect(await Promise.all(owners)).toEqual(['own', 'refused', 'own']);
    expect(await table.ownership('Nobody’s', 'key-1')).toBe('missing');
    expect(await table.replace({ ...mine, beam: 5 }, 'key-1', id)).toBe('replaced');
    expect(await table.remove('Mine', 'key-2')).toBe('refused');
    expect(await table.remove('Mine', 'key-1')).toBe('removed');
    expect(await table.remove('Mine', 'key-1')).toBe('missing');
  });

  it('of nobody belong to whoever replaces them first', async () => {
    const table = new VehicleTable(client, 'vehicles');
    const old = { ...full, vessel_type: 'Old' };
    await table.insert(old, null, id);
    expect(await table.ownership('Old', 'key-2')).toBe('own');
    expect(await table.replace(old, 'key-1', id)).toBe('replaced');
    expect(await table.replace(old, 'key-2', id)).toBe('refused');
    expect(await table.remove('Old', null)).toBe('removed');
    expect(await table.replace(old, 'key-2', id)).toBe('created');
  });

  it('that are created at once are as many as one requester may have', async () => {
    const table = new VehicleTable(client, 'vehicles');
    const types = Array.from({ length: 8 }, (_, i) => `at once ${i}`);
    const outcomes = await Promise.allSettled(
      types.map((vessel_type) =>
        createVehicle(table, vehicleRequest.parse({ ...sda, vessel_type }), 'o', 3, now),
      ),
    );
    const stored = await Promise.all(types.map((type) => table.find(type)));
    expect(stored.map((each) => each !== null)).toEqual(outcomes.map(({ status }) => status === 'fulfilled'));
    expect(stored.filter(Boolean)).toHaveLength(3);
  });
});
