import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { zoneRequest } from '../../lib/zones/zone.ts';
import { createZone, deleteZone, getZone } from '../../lib/zones/zones.ts';
import { startTables } from '../aws/local-tables.ts';
import { makeWorld, mesh } from '../routes/world.ts';
import { starPolygon } from './areas.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let table: ZoneTable;
beforeAll(async () => {
  ({ client, stop } = await startTables());
  table = new ZoneTable(client, 'zones');
});
afterAll(() => stop());

const { geometry } = starPolygon({ lat: -60, lon: -60, radii: [1, 1, 1, 1] });
const request = (name: string, more: object = {}) =>
  zoneRequest.parse({ name, kind: 'closed', geometry, ...more });

describe('stored zones', () => {
  it('are created once, replaced where that is permitted, and belong to who created them', async () => {
    expect(await createZone(table, request('Bay'), 'a')).toBe('created');
    await expect(createZone(table, request('Bay'), 'a')).rejects.toThrow('Zone "Bay" exists already');
    const other = request('Bay', { kind: 'report', force_properties: 'true' });
    await expect(createZone(table, other, 'b')).rejects.toThrow('created by another caller');
    expect(await createZone(table, other, 'a')).toBe('replaced');
    expect(await getZone(table, 'Bay')).toEqual({ name: 'Bay', kind: 'report', geometry });
    await expect(deleteZone(table, 'Bay', 'b')).rejects.toThrow('created by another caller');
    await deleteZone(table, 'Bay', 'a');
    await expect(getZone(table, 'Bay')).rejects.toThrow('There is no zone "Bay".');
    await expect(deleteZone(table, 'Bay', 'a')).rejects.toThrow('There is no zone "Bay".');
  });

  it('are listed by name, a page at a time, without geometry', async () => {
    for (const name of ['c', 'a', 'b']) await createZone(table, request(name), null);
    const first = await table.list(2, null);
    expect(first).toEqual({
      zones: [{ name: 'a', kind: 'closed', points: 5 }, expect.anything()],
      next: 'b',
    });
    expect((await table.list(2, first.next)).zones.map(({ name }) => name)).toEqual(['c']);
  });

  it('are standing only where the operator says so, and not too large', async () => {
    await expect(createZone(table, request('s', { standing: true }), null)).rejects.toThrow(
      'Only the operator',
    );
    const ring = Array.from({ length: 6000 }, (_, i) => {
      const angle = (i / 6000) * 2 * Math.PI;
      return [-60 + Math.cos(angle), -60 + Math.sin(angle)];
    });
    const large = request('l', { geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } });
    await expect(createZone(table, large, null)).rejects.toThrow(/^Zone "l" has \d+ bytes .* at most 200000/);
  });

  it('are named by requests, which keep them as they were', async () => {
    const world = makeWorld(client, [mesh(1)]);
    await createZone(table, request('Named'), null);
    const { job } = await world.send({ zones: ['Named'] });
    await deleteZone(table, 'Named', null);
    expect(world.storedRequests.get(`requests/${job.id}.json.gz`)).toMatchObject({
      voyage: { zones: [{ name: 'Named', kind: 'closed', geometry }] },
    });
    await expect(world.send({ zones: ['Named'] })).rejects.toThrow('There is no zone "Named".');
  });
});
