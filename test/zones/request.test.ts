import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { startTables } from '../aws/local-tables.ts';
import { makeWorld, mesh } from '../routes/world.ts';
import { starPolygon } from './areas.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  world = makeWorld(client, [mesh(1)]);
});
afterEach(() => stop());

const { geometry } = starPolygon({ lat: -60, lon: -60, radii: [1, 1, 1, 1] });
const zones = [{ name: 'Reserve', kind: 'closed', geometry }];
const ends = { start_lat: -51.731, start_lon: -57.706, end_lat: -67.764, end_lon: -68.02 };

/** The messages on a request, by field. */
const faultsOf = (fields: object) =>
  Object.fromEntries(
    (routeRequest.safeParse({ ...ends, ...fields }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('the zones of a request', () => {
  it.each([null, 7, [], {}])('are refused where one is %j', (entry) => {
    const faults = faultsOf({ zones: [entry] });
    expect(Object.keys(faults)[0]).toMatch(/^zones\.0/);
    if (typeof entry !== 'object' || !entry) expect(faults).toEqual({ 'zones.0': 'must be a zone' });
  });

  it('are stored with it; only a request with the same zones reuses its route', async () => {
    const { job } = await world.send({ zones });
    expect(world.storedRequests.get(`requests/${job.id}.json.gz`)).toMatchObject({ voyage: { zones } });
    expect((await world.send({ zones })).outcome).toBe('joined');
    expect((await world.send({ zones: [{ ...zones[0], kind: 'report' }] })).outcome).toBe('new');
    expect((await world.send()).outcome).toBe('new');
  });

  it('may come with a clearance', async () => {
    const { job } = await world.send({ zones, clearance_nm: 2, clearance_of: 'all' });
    expect(world.storedRequests.get(`requests/${job.id}.json.gz`)).toMatchObject({
      voyage: { clearance_nm: 2, clearance_of: 'all' },
    });
    expect((await world.send({ zones })).outcome).toBe('new');
    expect(faultsOf({ clearance_nm: 21, clearance_of: 'ice' })).toEqual({
      clearance_nm: 'must be a number of nautical miles from 0 to 20',
      clearance_of: 'must be "land" or "all"',
    });
  });

  it('may be none, which is a plain request', async () => {
    await world.send({ zones: [] });
    expect(world.storedRequests.size).toBe(0);
  });

  it('may not be closed round an end, which is named with the place', async () => {
    const round = {
      ...zones[0],
      geometry: starPolygon({ lat: -51.7, lon: -57.7, radii: [1, 1, 1] }).geometry,
    };
    await expect(world.send({ zones: [round] })).rejects.toThrow(
      'The start point (-51.7310, -57.7060) lies in the closed zone "Reserve".',
    );
  });

  it('are refused with a sentence on each fault', () => {
    const [zone] = zones;
    expect(faultsOf({ zones: [{ ...zone, kind: 'open' }] })).toEqual({
      'zones.0.kind': 'must be "closed", "speed_limit" or "report"',
    });
    expect(faultsOf({ zones: [{ ...zone, kind: 'speed_limit' }] })).toEqual({
      'zones.0.max_speed_kn': 'is required of a speed limit',
    });
    const limitOf = (max_speed_kn: number) => ({ zones: [{ ...zone, kind: 'speed_limit', max_speed_kn }] });
    expect(faultsOf(limitOf(0.49))).toEqual({
      'zones.0.max_speed_kn': 'must be at least 0.5; where a vessel may not move, "closed" is meant',
    });
    expect(faultsOf(limitOf(0.5))).toEqual({});
    expect(faultsOf({ zones: [{ ...zone, season: { from: '02-30', to: '05-30' } }] })).toEqual({
      'zones.0.season.from': 'must be a day of the year as MM-DD, such as 05-30',
    });
    expect(faultsOf({ zones: [{ ...zone, colour: 'red' }] })).toEqual({
      'zones.0.colour': 'is not a known field',
    });
    for (const none of [null, 5, true, [], [null]]) {
      expect(faultsOf({ zones: [zone, none] })).toEqual({ 'zones.1': 'must be a zone' });
    }
    expect(faultsOf({ zones: [zone, zone] })).toEqual({
      'zones.1.name': 'is the name of another zone too: "Reserve"',
    });
    expect(faultsOf({ zones: Array.from({ length: 100 }, (_, i) => ({ ...zone, name: `${i}` })) })).toEqual({
      zones: 'must be at most 50 zones',
    });
    const bowtie = {
      type: 'Polygon',
      coordinates: [
        [
          [0, -60],
          [2, -62],
          [2, -60],
          [0, -62],
          [0, -60],
        ],
      ],
    };
    expect(faultsOf({ zones: [{ ...zone, geometry: bowtie }] })['zones.0.geometry']).toMatch(
      /^zone "Reserve" crosses itself at -61/,
    );
  });
});
