import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routeRequest } from '../../lib/routes/route-request.ts';
import { vehicle } from '../../lib/vehicles/vehicle.ts';
import { startTables } from '../aws/local-tables.ts';
import { boaty } from '../vessel/vehicles.ts';
import { makeWorld, mesh, request } from './world.ts';

const ends = { start_lat: 1, start_lon: 1, end_lat: 2, end_lon: 2 };
const departure = '2026-11-21T10:00Z';

describe('the fields of speed', () => {
  it.each([
    [{ within_hours: 0 }, 'within_hours', /greater than 0/],
    [{ within_hours: '80' }, 'within_hours', /number/],
    [{ arrive_by: '2026-11-23T10:00Z' }, 'arrive_by', /needs a departure/],
    [{ arrive_by: '2026-11-23T10:00Z', departure, within_hours: 4 }, 'arrive_by', /must not be sent with/],
    [{ arrive_by: departure, departure }, 'arrive_by', /after the departure/],
    [{ min_speed_kn: 9, max_speed_kn: 8 }, 'min_speed_kn', /above max_speed_kn/],
    [{ max_speed_kn: -1 }, 'max_speed_kn', /greater than 0/],
    [{ trade_off: 1 }, 'trade_off', /from 2 to 25/],
    [{ trade_off: 26 }, 'trade_off', /from 2 to 25/],
    [{ trade_off: 2.5 }, 'trade_off', /whole number/],
  ])('%j is refused', (sent, field, message) => {
    const { error } = routeRequest.safeParse({ ...ends, ...sent });
    expect(error?.issues[0]).toMatchObject({ path: [field], message: expect.stringMatching(message) });
  });

  it('are a voyage; without any the request is a plain one', () => {
    expect(request({ within_hours: 80, trade_off: null }).voyage).toMatchObject({ within_hours: 80 });
    expect(request({ within_hours: null }).voyage).toBeNull();
  });
});

describe('a request that leaves the speed to be chosen', () => {
  let client: DynamoDBDocumentClient;
  let stop: () => Promise<void>;
  let world: ReturnType<typeof makeWorld>;
  beforeEach(async () => {
    ({ client, stop } = await startTables());
    world = makeWorld(client, [mesh(1), mesh(2, { kind: 'environment' })]);
    world.vehicles.set('Boaty', vehicle.parse({ ...boaty, vessel_type: 'Boaty' }));
  });
  afterEach(() => stop());

  it('is planned on environment meshes only', async () => {
    const { job } = await world.send({ within_hours: 80, vehicle_type: 'SDA' });
    expect(world.started[0]).toMatchObject({ job_id: job.id, mesh_ids: [2] });
  });

  it('may have a line on its way', async () => {
    const line = [
      [-52, -57.5],
      [-52.2, -57.5],
    ];
    const sent = { within_hours: 80, vehicle_type: 'SDA', stops: [{ line, speed_kn: 4 }] };
    expect(await world.send(sent)).toMatchObject({ outcome: 'new' });
    const priced = { ...sent, price: { per_day: 1, per_tonne: 1 } };
    expect(await world.send(priced)).toMatchObject({ outcome: 'new' });
  });

  it.each([
    [{ within_hours: 80 }, /without a vehicle.*vehicle_type/],
    [
      { within_hours: 80, vehicle_type: 'Boaty' },
      /"Boaty" consumes the same at every speed.*consumption_model/,
    ],
    [{ max_speed_kn: 15, vehicle_type: 'SDA' }, /"SDA" sails at most 14.31 knots: send a lower max_speed_kn/],
    [{ trade_off: 3, vehicle_type: 'SDA', mesh_id: 1 }, /mesh 1 is a vessel mesh.*insert the environment/],
  ])('%j is a 422 that says what to store instead', async (sent, message) => {
    const refused = world.send(sent);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('is a 422 where there is no environment mesh', async () => {
    world.meshes.pop();
    await expect(world.send({ trade_off: 3, vehicle_type: 'SDA' })).rejects.toThrow(
      /no environment mesh contains all points: insert one/,
    );
  });

  it('joins only one that asks for the same time', async () => {
    const sent = { within_hours: 80, vehicle_type: 'SDA' };
    const { job } = await world.send(sent);
    expect(await world.send(sent)).toMatchObject({ outcome: 'joined', job: { id: job.id } });
    expect((await world.send({ ...sent, within_hours: 81 })).outcome).toBe('new');
    expect((await world.send({ ...sent, min_speed_kn: 4 })).outcome).toBe('new');
  });
});

it('a vehicle whose least speed is above its greatest is refused', () => {
  const { error } = vehicle.safeParse({ ...boaty, min_speed: 4 });
  expect(error?.issues).toMatchObject([{ path: ['min_speed'], message: 'must not be above max_speed' }]);
});
