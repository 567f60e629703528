import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { sda } from '../vehicles/sda.ts';
import { service } from './served.ts';

const STORED = 990;
const BATCH = 25;

/** The limit of 1,000 vehicles, when many are created at the same time. It stays full. */
export function testVehicleLimit(): void {
  beforeAll(async () => {
    const credentials = { accessKeyId: 'anyone', secretAccessKey: 'anything' };
    const config = { endpoint: service.stack.awsUrl, region: 'us-east-1', credentials };
    const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(config));
    const table = service.stack.environment(service.functionOf('vehicles/list')).VEHICLES_TABLE!;
    const before = (await service.get('/api/vehicle')).body.length;
    const items = Array.from({ length: STORED - before }, (_, i) => {
      const vehicle = { ...sda, vessel_type: `stored ${i}` };
      return { vessel_type: vehicle.vessel_type, vehicle: JSON.stringify(vehicle) };
    });
    while (items.length > 0) {
      const RequestItems = { [table]: items.splice(0, BATCH).map((Item) => ({ PutRequest: { Item } })) };
      await dynamo.send(new BatchWriteCommand({ RequestItems }));
    }
    dynamo.destroy();
  });

  test('holds however many are created at once, and whoever was told so has a vehicle', async () => {
    const create = (vessel_type: string) => service.post('/api/vehicle', { ...sda, vessel_type });
    const types = Array.from({ length: 40 }, (_, i) => `new ${i}`);
    const statuses = (await Promise.all(types.map(create))).map(({ status }) => status);
    expect(new Set([...statuses, 201, 409])).toEqual(new Set([201, 409]));
    const created = types.filter((_, i) => statuses[i] === 201);
    expect(created.length).toBeLessThanOrEqual(1000 - STORED);

    const { vessel_types } = (await service.get('/api/vehicle/available')).body;
    expect(vessel_types.filter((type: string) => type.startsWith('new')).sort()).toEqual(created.sort());

    for (let i = created.length; i < 1000 - STORED; i++) {
      expect((await create(`later ${i}`)).status).toBe(201);
    }
    const refused = await create('one too many');
    expect(refused).toMatchObject({ status: 409, body: { error: expect.any(String) } });
    expect((await service.get('/api/vehicle')).body).toHaveLength(1000);
  });
}
