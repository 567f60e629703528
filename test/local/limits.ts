import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { sda } from '../vehicles/sda.ts';
import { boxPolygon } from '../zones/areas.ts';
import { service } from './served.ts';

const LIMIT = 1000;
const STORED = 990;
const BATCH = 25;

const zone = { kind: 'closed', geometry: boxPolygon(-51.3, -66.4, -49.7, -63.6) };

/** All names in the pages of a list. */
async function zoneNames(): Promise<string[]> {
  const names: string[] = [];
  for (let next = ''; ; ) {
    const { body } = await service.get(`/api/zone?limit=100${next && `&next=${encodeURIComponent(next)}`}`);
    names.push(...body.zones.map(({ name }: { name: string }) => name));
    if (!body.next) return names;
    next = body.next;
  }
}

const kinds = {
  vehicles: {
    table: () => service.stack.environment(service.functionOf('vehicles/list')).VEHICLES_TABLE!,
    item: (vessel_type: string) => ({ vessel_type, vehicle: JSON.stringify({ ...sda, vessel_type }) }),
    create: (vessel_type: string) => service.post('/api/vehicle', { ...sda, vessel_type }),
    names: async (): Promise<string[]> => (await service.get('/api/vehicle/available')).body.vessel_types,
  },
  zones: {
    table: () => service.stack.environment(service.functionOf('zones/list')).ZONES_TABLE!,
    item: (name: string) => ({
      name,
      list: 'zones',
      zone: JSON.stringify({ name, ...zone }),
      summary: JSON.stringify({ name, kind: zone.kind, points: 4 }),
    }),
    create: (name: string) => service.post('/api/zone', { name, ...zone }),
    names: zoneNames,
  },
};

/** The limits of what callers store, when much is created at the same time. They stay full. */
export function testLimits(): void {
  describe.each(Object.entries(kinds))('of 1,000 %s', (_, { table, item, create, names }) => {
    beforeAll(async () => {
      const credentials = { accessKeyId: 'anyone', secretAccessKey: 'anything' };
      const config = { endpoint: service.stack.awsUrl, region: 'us-east-1', credentials };
      const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(config));
      const before = (await names()).length;
      const items = Array.from({ length: STORED - before }, (_, i) => item(`stored ${i}`));
      while (items.length > 0) {
        const requests = items.splice(0, BATCH).map((Item) => ({ PutRequest: { Item } }));
        await dynamo.send(new BatchWriteCommand({ RequestItems: { [table()]: requests } }));
      }
      dynamo.destroy();
    });

    test('holds however many are created at once, and whoever was told so has one', async () => {
      const wanted = Array.from({ length: 40 }, (_, i) => `new ${i}`);
      const statuses = (await Promise.all(wanted.map(create))).map(({ status }) => status);
      expect(new Set([...statuses, 201, 409])).toEqual(new Set([201, 409]));
      const created = wanted.filter((_, i) => statuses[i] === 201);
      expect(created.length).toBeLessThanOrEqual(LIMIT - STORED);
      expect((await names()).filter((name) => name.startsWith('new')).sort()).toEqual(created.sort());

      for (let i = created.length; i < LIMIT - STORED; i++) {
        expect((await create(`later ${i}`)).status).toBe(201);
      }
      const refused = await create('one too many');
      expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('1000') } });
      expect(await names()).toHaveLength(LIMIT);
    });
  });
}
