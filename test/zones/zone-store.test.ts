import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf } from '../../lib/api/errors.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { makeStanding, removeZones } from '../../lib/zones/standing.ts';
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

const now = new Date(Date.UTC(2026, 10, 20));
const { geometry } = starPolygon({ lat: -60, lon: -60, radii: [1, 1, 1, 1] });
const zone = (name: string) => ({ name, kind: 'closed' as const, geometry });
const request = (name: string, more: object = {}) =>
  zoneRequest.parse({ name, kind: 'closed', geometry, ...more });

describe('stored zones', () => {
  it('are created once, replaced where that is permitted, and belong to who created them', async () => {
    expect(await createZone(table, request('Bay'), 'a', 100, now)).toBe('created');
    await expect(createZone(table, request('Bay'), 'a', 100, now)).rejects.toThrow(
      'Zone "Bay" exists already',
    );
    const other = request('Bay', { kind: 'report', force_properties: 'true' });
    await expect(createZone(table, other, 'b', 100, now)).rejects.toThrow('created by another caller');
    expect(await createZone(table, other, 'a', 100, now)).toBe('replaced');
    expect(await getZone(table, 'Bay')).toEqual({ name: 'Bay', kind: 'report', geometry });
    await expect(deleteZone(table, 'Bay', 'b')).rejects.toThrow('created by another caller');
    await deleteZone(table, 'Bay', 'a');
    await expect(getZone(table, 'Bay')).rejects.toThrow('There is no zone "Bay".');
    await expect(deleteZone(table, 'Bay', 'a')).rejects.toThrow('There is no zone "Bay".');
  });

  it('are listed by name, a page at a time, without geometry', async () => {
    for (const name of ['c', 'a', 'b']) await createZone(table, request(name), null, 100, now);
    const first = await table.list(2, null);
    expect(first).toEqual({
      zones: [{ name: 'a', kind: 'closed', points: 4 }, expect.anything()],
      next: 'b',
    });
    expect((await table.list(2, first.next)).zones.map(({ name }) => name)).toEqual(['c']);
  });

  it('are not too large', async () => {
    const ring = Array.from({ length: 6000 }, (_, i) => {
      const angle = (i / 6000) * 2 * Math.PI;
      return [-60 + Math.cos(angle), -60 + Math.sin(angle)];
    });
    const large = request('l', { geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } });
    await expect(createZone(table, large, null, 100, now)).rejects.toThrow(
      /^Zone "l" has \d+ bytes .* at most 200000/,
    );
  });

  it('of one requester are as many as one may have, of which any may be replaced; others still have room', async () => {
    const create = (name: string, requester: string | null, more = {}) =>
      createZone(table, request(name, more), requester, 2, now);
    for (const name of ['m 1', 'm 2']) expect(await create(name, 'm')).toBe('created');
    const told = 'You have created 2 zones, which is as many as one caller may have; delete one first.';
    const refused = await create('m 3', 'm').catch((error) => error);
    expect([refused.message, refusalOf(refused)?.status]).toEqual([told, 409]);
    expect(await table.find('m 3')).toBeNull();
    await expect(create('m 3', 'm', { force_properties: true })).rejects.toThrow(told);
    expect(await create('m 2', 'm', { force_properties: true })).toBe('replaced');
    expect(await create('n 1', 'n')).toBe('created');
    for (const name of ['1', '2', '3']) expect(await create(name, null)).toBe('created');
    await deleteZone(table, 'm 1', 'm');
    expect(await create('m 3', 'm')).toBe('created');
    const { zones } = await table.list(100, 'm 1');
    expect(zones.slice(0, 2).map((each) => Object.keys(each))).toEqual(
      ['m 2', 'm 3'].map(() => ['name', 'kind', 'points']),
    );
  });

  it('that are created at once are as many as one requester may have', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `at once ${i}`);
    const outcomes = await Promise.allSettled(
      names.map((name) => createZone(table, request(name), 'o', 3, now)),
    );
    const stored = await Promise.all(names.map((name) => table.find(name)));
    expect(stored.map((each) => each !== null)).toEqual(outcomes.map(({ status }) => status === 'fulfilled'));
    expect((await table.list(100, 'at')).zones.filter(({ name }) => name.startsWith('at once'))).toHaveLength(
      3,
    );
  });

  it('are taken back unless they were replaced or made standing since', async () => {
    await table.insert(zone('Back'), 'a', '1');
    await table.replace(zone('Back'), 'a', '2');
    await table.takeBack('Back', '1');
    expect(await table.find('Back')).toEqual(zone('Back'));
    await table.putStanding(zone('Back'));
    await table.takeBack('Back', '2');
    expect(await table.find('Back')).toEqual({ ...zone('Back'), standing: true });
    expect((await table.taken('a')).own).toEqual([]);
    await table.removeAny('Back');
    await table.insert(zone('Back'), 'a', '3');
    expect((await table.taken('a')).own).toEqual(['3']);
    await table.takeBack('Back', '3');
    expect(await table.find('Back')).toBeNull();
  });

  it('are named by requests, which keep them as they were', async () => {
    const world = makeWorld(client, [mesh(1)]);
    await createZone(table, request('Named'), null, 100, now);
    const { job } = await world.send({ zones: ['Named'] });
    await deleteZone(table, 'Named', null);
    expect(world.storedRequests.get(`requests/${job.id}.json.gz`)).toMatchObject({
      voyage: { zones: [{ name: 'Named', kind: 'closed', geometry }] },
    });
    await expect(world.send({ zones: ['Named'] })).rejects.toThrow('There is no zone "Named".');
  });
});

describe('standing zones', () => {
  const ringOf = (points: number) => {
    const ring = Array.from({ length: points - 1 }, (_, i) => {
      const angle = (i / (points - 1)) * 2 * Math.PI;
      return [+(-60 + Math.cos(angle)).toFixed(4), +(-60 + Math.sin(angle)).toFixed(4)];
    });
    return { type: 'Polygon' as const, coordinates: [[...ring, ring[0]]] };
  };
  let world: ReturnType<typeof makeWorld>;
  beforeEach(() => {
    world = makeWorld(client, [mesh(1)]);
  });
  afterEach(async () => {
    await removeZones(table, world.standingSets, ['Bank', 'Reef', 'Bank 2']);
  });
  const stand = (...names: string[]) => makeStanding(table, world.standingSets, names.map(zone));

  it('are made by the operator alone, who alone replaces and removes them', async () => {
    const posted = createZone(table, request('Bank', { standing: true }), null, 100, now);
    await expect(posted).rejects.toThrow('Only the operator of the service makes a zone standing.');
    await createZone(table, request('Bank'), 'a', 100, now);
    await stand('Bank');
    expect(await getZone(table, 'Bank')).toEqual({ ...zone('Bank'), standing: true });
    expect((await table.list(100, null)).zones).toContainEqual({
      name: 'Bank',
      kind: 'closed',
      standing: true,
      points: 4,
    });
    const forced = request('Bank', { force_properties: 'true' });
    const told = 'Zone "Bank" is a standing one: only the operator';
    for (const requester of [null, 'a']) {
      await expect(createZone(table, forced, requester, 100, now)).rejects.toThrow(told);
      await expect(deleteZone(table, 'Bank', requester)).rejects.toThrow(told);
    }
    expect(await removeZones(table, world.standingSets, ['Bank', 'None'])).toEqual([true, false]);
    expect(await table.digest()).toBeNull();
  });

  it('hold together, whoever of several operators was last', async () => {
    await Promise.all([stand('Bank'), stand('Reef'), stand('Bank 2')]);
    const together = await world.standingSets.read((await table.digest())!);
    expect(together.map(({ name }) => name)).toEqual(['Bank', 'Bank 2', 'Reef']);
    const before = await table.digest();
    await stand('Reef');
    expect(await table.digest()).toBe(before);
  });

  it('that are lost let no request through, until the operator inserts any of them again', async () => {
    await stand('Bank', 'Reef');
    world.standingSets.lose();
    world.waitForStanding();
    const lost = await world.send({ clearance_nm: 3 }).catch((error) => error);
    expect(lost.message).toMatch(
      /^The standing zones of the service are lost, and no route is planned without them:/,
    );
    expect(refusalOf(lost)).toMatchObject({ status: 503, retryAfterSeconds: 60 });
    expect(world.started).toEqual([]);
    await stand('Reef');
    const { job } = await world.send({ clearance_nm: 3 });
    const { standing } = world.storedRequests.get(`requests/${job.id}.json.gz`)!;
    expect((await world.standingSets.read(standing!)).map(({ name }) => name)).toEqual(['Bank', 'Reef']);
  });

  it('have at most 100,000 points together; then none of them is stored', async () => {
    const large = Array.from({ length: 11 }, (_, i) => ({ ...zone(`L${i}`), geometry: ringOf(9_999) }));
    await expect(makeStanding(table, world.standingSets, large)).rejects.toThrow(
      'The standing zones would have 109978 points together, expected at most 100000.',
    );
    expect(await table.digest()).toBeNull();
  });

  it('are at most 1000 with all others, those of the same names not counted twice', async () => {
    const taken = { all: Array.from({ length: 999 }, (_, k) => `${k}`), own: [] };
    await stand('Reef');
    const full = Object.assign(Object.create(table), { taken: async () => taken }) as ZoneTable;
    await makeStanding(full, world.standingSets, ['Reef', 'Bank'].map(zone));
    const fuller = Object.assign(Object.create(table), {
      taken: async () => ({ ...taken, all: [...taken.all, '999'] }),
    }) as ZoneTable;
    await makeStanding(fuller, world.standingSets, ['Reef', 'Bank'].map(zone));
    await expect(makeStanding(fuller, world.standingSets, ['Reef', 'Bank 2'].map(zone))).rejects.toThrow(
      '1000 zones',
    );
    expect(await table.find('Bank 2')).toBeNull();
  });

  it('hold for a request as they were when it was accepted, and only one with the same joins it', async () => {
    await stand('Bank');
    const { job } = await world.send();
    await stand('Reef');
    world.waitForStanding();
    const digests = [job, (await world.send()).job].map(
      ({ id }) => world.storedRequests.get(`requests/${id}.json.gz`)!.standing!,
    );
    const names = digests.map(async (digest) =>
      (await world.standingSets.read(digest)).map(({ name }) => name),
    );
    expect(await Promise.all(names)).toEqual([['Bank'], ['Bank', 'Reef']]);
    expect((await world.send()).outcome).toBe('joined');
  });

  it('are left out of a request that says so, and of the rest of its route, whenever they come', async () => {
    await world.send();
    const free = await world.send({ standing_zones: false });
    expect(free.outcome).toBe('new');
    expect(world.storedRequests.get(`requests/${free.job.id}.json.gz`)).toMatchObject({
      standing: null,
      voyage: { standing_zones: false },
    });
    await stand('Bank 2');
    world.waitForStanding();
    expect(await world.send({ standing_zones: false })).toMatchObject({
      outcome: 'joined',
      job: { id: free.job.id },
    });
    const other = await world.send({ standing_zones: true });
    expect(other.outcome).toBe('new');
    // one that a request names as well holds once
    expect(await world.send({ zones: ['Bank 2'] })).toMatchObject({
      outcome: 'joined',
      job: { id: other.job.id },
    });
    const named = await world.send({ zones: ['Bank 2'], standing_zones: false });
    expect(world.storedRequests.get(`requests/${named.job.id}.json.gz`)).toMatchObject({
      standing: null,
      voyage: { zones: [zone('Bank 2')] },
    });
  });

  it('that are closed have no end of a request in them', async () => {
    const round = starPolygon({ lat: -51.7, lon: -57.7, radii: [1, 1, 1] });
    await makeStanding(table, world.standingSets, [{ ...zone('Reef'), geometry: round.geometry }]);
    await expect(world.send()).rejects.toThrow('lies in the closed zone "Reef"');
    expect((await world.send({ standing_zones: false })).job.id).toBeDefined();
  });
});
