import '../environment.ts';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as create } from '../../../lambdas/vehicles/create.ts';
import { handler as remove } from '../../../lambdas/vehicles/delete.ts';
import { handler as get } from '../../../lambdas/vehicles/get.ts';
import { handler as list } from '../../../lambdas/vehicles/list.ts';
import { handler as listTypes } from '../../../lambdas/vehicles/list-types.ts';
import { sda } from '../../vehicles/sda.ts';
import { invoke } from '../invoke.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const item = (vehicle: { vessel_type: string }) => ({
  vessel_type: vehicle.vessel_type,
  vehicle: JSON.stringify(vehicle),
});
/** Vehicles of others, or of one caller, as a scan has them. */
const stored = (count: number, creator?: string) => ({
  Items: Array.from({ length: count }, () => ({ ...(creator && { creator }) })),
});
const conditionFailed = () => new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
const throttled = () => Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });

beforeEach(() => {
  dynamo.reset();
  dynamo.on(GetCommand).resolves({});
  dynamo.on(ScanCommand).resolves({ Items: [] });
});

describe('POST /api/vehicle', () => {
  it('stores a new vehicle as it was given', async () => {
    dynamo.on(PutCommand).resolves({});
    const body = { ...sda, max_wave: 1e-300, excluded_zones: ['a'], neighbour_splitting: false };
    const received = await invoke(create, 'POST /api/vehicle/', { body });
    expect(received).toMatchObject({ status: 201, json: { vessel_type: 'SDA' } });
    expect(received.headers).toMatchObject({
      Location: 'https://api.example/dev/api/vehicle/SDA',
      'Content-Type': 'application/json',
    });
    const put = dynamo.commandCalls(PutCommand)[0]!.args[0].input;
    expect(put.TableName).toBe('vehicles');
    expect(JSON.parse(put.Item!.vehicle)).toEqual(body);
  });

  it('takes null for an optional field as not given', async () => {
    dynamo.on(PutCommand).resolves({});
    const body = { ...sda, max_wave: null, excluded_zones: null, neighbour_splitting: null };
    expect(await invoke(create, 'POST /api/vehicle', { body })).toMatchObject({ status: 201 });
    expect(JSON.parse(dynamo.commandCalls(PutCommand)[0]!.args[0].input.Item!.vehicle)).toEqual(sda);
  });

  it('refuses a vessel type that is taken', async () => {
    dynamo.on(PutCommand).rejects(conditionFailed());
    const received = await invoke(create, 'POST /api/vehicle', {
      body: { ...sda, force_properties: 'false' },
    });
    expect(received.status).toBe(409);
    expect(received.json.error).toContain('"SDA"');
  });

  it('keeps at most 1,000 vehicles, of which any may be replaced', async () => {
    dynamo.on(PutCommand).resolves({});
    dynamo
      .on(ScanCommand)
      .resolvesOnce({ ...stored(600), LastEvaluatedKey: { vessel_type: 'm' } })
      .resolves(stored(400));
    const refused = await invoke(create, 'POST /api/vehicle', { body: sda });
    expect(refused).toMatchObject({ status: 409, json: { error: expect.stringContaining('1000 vehicles') } });
    expect(dynamo.commandCalls(PutCommand)).toHaveLength(0);
    dynamo.on(GetCommand).resolves({ Item: item(sda) });
    dynamo.on(PutCommand).resolves({ Attributes: item(sda) });
    const body = { ...sda, force_properties: true };
    expect(await invoke(create, 'POST /api/vehicle', { body })).toMatchObject({ status: 200 });
  });

  it.each([
    ['', {}],
    [', with force_properties', { force_properties: true }],
  ])(
    'takes a vehicle back that another one, stored at the same time, made one too many%s',
    async (_, force) => {
      dynamo.on(PutCommand).resolves({});
      const counts = dynamo.on(ScanCommand);
      for (const count of [999, 1001, 999, 1001]) counts.resolvesOnce(stored(count));
      const removals = dynamo.on(DeleteCommand);
      removals.resolvesOnce({}).rejectsOnce(conditionFailed()); // the second is somebody else's by now
      for (const _ of ['taken back', 'replaced since']) {
        const refused = await invoke(create, 'POST /api/vehicle', { body: { ...sda, ...force } });
        expect(refused).toMatchObject({ status: 409, json: { error: expect.stringContaining('1000') } });
      }
      expect(dynamo.commandCalls(DeleteCommand).at(-1)!.args[0].input).toMatchObject({
        Key: { vessel_type: 'SDA' },
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': dynamo.commandCalls(PutCommand).at(-1)!.args[0].input.Item!.id },
      });
      for (const { args } of dynamo.commandCalls(ScanCommand))
        expect(args[0].input.ConsistentRead).toBe(true);
    },
  );

  it('lets one requester have 100 vehicles, and no more', async () => {
    dynamo.on(PutCommand).resolves({});
    const own = [100, 99, 100];
    const others = stored(500, 'key-2').Items;
    dynamo.on(ScanCommand).callsFake(() => ({ Items: [...others, ...stored(own.shift()!, 'key-1').Items] }));
    const refused = await invoke(create, 'POST /api/vehicle', { body: sda, requester: 'key-1' });
    expect(refused).toMatchObject({ status: 409, json: { error: expect.stringContaining('100 vehicles') } });
    expect(dynamo.commandCalls(PutCommand)).toHaveLength(0);
    const accepted = await invoke(create, 'POST /api/vehicle', { body: sda, requester: 'key-1' });
    expect(accepted.status).toBe(201);
  });

  it.each([
    [{ max_speed: 1e12 }, /1000000000000 km\/h; routes are planned for at most 1500/],
    [{ consumption_model: { type: 'constant_consumption', params: { rate: 1e12 } } }, /tonnes of fuel a day/],
    [{ idle_rate: 1e12 }, /idle_rate is 1000000000000 tonnes of fuel a day: expected 0 to 10000/],
  ])('refuses figures beyond any vessel: %j', async (fields, message) => {
    const { status, json } = await invoke(create, 'POST /api/vehicle', { body: { ...sda, ...fields } });
    expect(status).toBe(400);
    expect(json.error).toMatch(message);
  });

  it('keeps a vehicle that fills the last place', async () => {
    dynamo.on(PutCommand).resolves({});
    dynamo.on(ScanCommand).resolvesOnce(stored(999)).resolvesOnce(stored(1000));
    expect(await invoke(create, 'POST /api/vehicle', { body: sda })).toMatchObject({ status: 201 });
    expect(dynamo.commandCalls(DeleteCommand)).toHaveLength(0);
  });

  it.each([
    ['an existing vehicle', { Attributes: item(sda) }, 200],
    ['none yet', {}, 201],
  ])('with force_properties and %s answers by what was there', async (_, output, status) => {
    dynamo.on(PutCommand).resolves(output);
    for (const force_properties of ['true', true]) {
      const received = await invoke(create, 'POST /api/vehicle', { body: { ...sda, force_properties } });
      expect(received).toMatchObject({ status, json: { vessel_type: 'SDA' } });
    }
    expect(dynamo.commandCalls(PutCommand)[0]!.args[0].input.ConditionExpression).toBeUndefined();
    expect(dynamo.commandCalls(PutCommand)[0]!.args[0].input.Item!.vehicle).not.toContain('force_properties');
  });

  it('answers throttling with 503, and a fault with 500 and nothing of the inside', async () => {
    dynamo.on(PutCommand).rejectsOnce(throttled()).rejectsOnce(new Error('secret table vehicles-1'));
    const busy = await invoke(create, 'POST /api/vehicle', { body: sda });
    expect(busy).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
    const broken = await invoke(create, 'POST /api/vehicle', { body: sda });
    expect(broken).toMatchObject({ status: 500, json: { error: 'Internal error', request_id: 'request-1' } });
  });
});

describe('GET and DELETE', () => {
  it('lists by code units, over several pages', async () => {
    const names = ['b', 'Z', '\u{1f6a2}', '\uffee', 'a'];
    dynamo
      .on(ScanCommand)
      .resolvesOnce({
        Items: names.slice(0, 2).map((name) => item({ ...sda, vessel_type: name })),
        LastEvaluatedKey: { vessel_type: 'Z' },
      })
      .resolvesOnce({ Items: names.slice(2).map((name) => item({ ...sda, vessel_type: name })) });
    const received = await invoke(list, 'GET /api/vehicle', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(received.json.map((vehicle: typeof sda) => vehicle.vessel_type)).toEqual([
      'Z',
      'a',
      'b',
      '\u{1f6a2}',
      '\uffee',
    ]);
    expect(received.json[0]).toEqual({ ...sda, vessel_type: 'Z' });
  });

  it('lists nothing', async () => {
    dynamo.on(ScanCommand).resolves({ Items: [] });
    expect(await invoke(list, 'GET /api/vehicle')).toMatchObject({ status: 200, json: [] });
    const types = await invoke(listTypes, 'GET /api/vehicle/available');
    expect(types.json).toEqual({ vessel_types: [], message: 'No available vessel types found.' });
  });

  it('lists types', async () => {
    dynamo.on(ScanCommand).resolves({ Items: [{ vessel_type: 'b' }, { vessel_type: 'a' }] });
    expect((await invoke(listTypes, 'GET /api/vehicle/available/')).json).toEqual({
      vessel_types: ['a', 'b'],
    });
  });

  it('finds one by its decoded name, with and without a trailing slash', async () => {
    dynamo.on(GetCommand, { Key: { vessel_type: 'RRS Ægir 2' } }).resolves({ Item: item(sda) });
    for (const slash of ['', '/']) {
      const received = await invoke(get, `GET /api/vehicle/RRS%20%C3%86gir%202${slash}`);
      expect(received).toMatchObject({ status: 200, json: sda });
    }
  });

  it('answers 404 with the name, and never asks the table for what can not be one', async () => {
    dynamo.on(GetCommand).resolves({});
    dynamo.on(DeleteCommand).resolves({});
    expect((await invoke(get, 'GET /api/vehicle/nobody')).json.error).toContain('"nobody"');
    expect(await invoke(remove, 'DELETE /api/vehicle/nobody')).toMatchObject({ status: 404 });
    expect(await invoke(get, `GET /api/vehicle/${'x'.repeat(3000)}`)).toMatchObject({ status: 404 });
    expect(await invoke(get, 'GET /api/vehicle/%E0%A4%A')).toMatchObject({ status: 400 });
    expect(dynamo.commandCalls(GetCommand)).toHaveLength(1);
  });

  it('deletes', async () => {
    dynamo.on(DeleteCommand).resolves({ Attributes: item(sda) });
    const received = await invoke(remove, 'DELETE /api/vehicle/SDA/');
    expect(received).toMatchObject({ status: 204, json: undefined });
  });
});

describe('a vehicle of another API key', () => {
  const other = { requester: 'key-2' };

  it('cannot be replaced or deleted: 403', async () => {
    dynamo.on(PutCommand).rejects(conditionFailed());
    dynamo.on(DeleteCommand).rejects(conditionFailed());
    const body = { ...sda, force_properties: 'true' };
    expect(await invoke(create, 'POST /api/vehicle', { body, ...other })).toMatchObject({ status: 403 });
    const removed = await invoke(remove, 'DELETE /api/vehicle/SDA', other);
    expect(removed).toMatchObject({ status: 403 });
    expect(removed.json.error).toContain('"SDA" was created by another caller');
    for (const command of [PutCommand, DeleteCommand] as const) {
      const { input } = dynamo.commandCalls(command as typeof PutCommand)[0]!.args[0];
      expect(input.ExpressionAttributeValues).toEqual({ ':requester': 'key-2' });
    }
  });
});
