import '../environment.ts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../lambdas/routes/continue.ts';
import { toItem } from '../../../lib/aws/request-item.ts';
import { routeIdOf } from '../../../lib/jobs/job-id.ts';
import { continuation } from '../../../lib/routes/continue-route.ts';
import { newJob } from '../../jobs/new-jobs.ts';
import { mesh, request } from '../../routes/world.ts';
import { invoke } from '../invoke.ts';
import { storeCatalogue } from '../store-catalogue.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const stepFunctions = mockClient(SFNClient);
const s3 = mockClient(S3Client);

const MS_PER_DAY = 86_400_000;
const departure = Date.UTC(2026, 10, 20);
const at = (days: number) => new Date(departure + days * MS_PER_DAY).toISOString();

/** South along a meridian, one degree in six hours; a stop after one day, for half a day, and another half a day later. */
const days = [0, 1, 1.5, 2, 3];
const document = {
  routes: ['traveltime', 'fuel'].map((type) => ({
    type,
    name: `South (${type})`,
    stops: [
      { name: 'Start', arrives_days: 0, leaves_days: 0 },
      { name: 'Near', arrives_days: 1, leaves_days: 1.5 },
      { name: 'Far', arrives_days: 2, leaves_days: 2 },
      { name: 'End', arrives_days: 3, leaves_days: 3 },
    ],
    path: {
      features: [
        {
          geometry: { coordinates: [-52, -56, -56, -58, -62].map((lat) => [-57, lat]) },
          properties: { traveltime: days, time: days.map(at), fuel: [0, 10, 12, 17, 27] },
        },
      ],
    },
    mesh: { id: 3 },
  })),
  voyage: request({
    departure: at(0),
    within_hours: 100,
    stops: [
      { name: 'Near', lat: -56, lon: -57, stay_hours: 12 },
      { name: 'Far', lat: -58, lon: -57, after: ['Near'], value: 1 },
    ],
  }).voyage,
};

const old = newJob({ routeId: 4, startName: 'North', endName: 'South', tags: ['cruise'] });
const body = { lat: -57, lon: -57, time: at(2), done: ['Near'] };
const send = (changes: object = {}, sent: object = {}) =>
  invoke(handler, 'POST /api/route/4/continue', { body: { ...body, ...changes }, ...sent });

/** The route that is continued. */
function stored(changes: object = {}, content: object | null = document): void {
  dynamo
    .on(GetCommand, { TableName: 'requests', Key: { pk: 'route#4' } })
    .resolves({ Item: { ...toItem(old), status: 'SUCCESS', ...changes } });
  const object = s3.on(GetObjectCommand, { Key: `routes/4/${old.id}.json.gz` });
  if (!content) object.rejects(new NoSuchKey({ message: '', $metadata: {} }));
  else {
    const bytes = new Uint8Array(gzipSync(JSON.stringify(content)));
    object.resolves({ Body: { transformToByteArray: async () => bytes } as never });
  }
}

beforeEach(() => {
  for (const client of [dynamo, stepFunctions, s3]) client.reset();
  storeCatalogue(s3, [mesh(3)]);
  dynamo.on(QueryCommand, { IndexName: 'similar' }).resolves({ Items: [] });
  dynamo.on(UpdateCommand, { Key: { pk: 'counter#route' } }).resolves({ Attributes: { last_id: 9 } });
  dynamo.on(GetCommand).resolves({});
  dynamo.on(PutCommand).resolves({});
  s3.on(PutObjectCommand).resolves({});
  stepFunctions.on(StartExecutionCommand).resolves({});
  stored();
});

const submitted = () => {
  const [put] = s3.commandCalls(PutObjectCommand);
  return JSON.parse(gunzipSync(put!.args[0].input.Body as Uint8Array).toString());
};

describe('POST /api/route/{route_id}/continue', () => {
  it('requests the same from here and now, without what is done', async () => {
    const { status, json } = await send();
    expect(status).toBe(202);
    expect(json['status-url']).toBe(`https://api.example/dev/api/job/${json.id}`);
    expect(submitted()).toMatchObject({
      start: { lat: -57, lon: -57 },
      end: old.end,
      endName: 'South',
      voyage: { departure: at(2), within_hours: 52, stops: [{ name: 'Far', after: [] }] },
    });
    const job = dynamo.commandCalls(PutCommand).at(-1)!.args[0].input.Item!;
    expect(job).toMatchObject({ tags: ['cruise'], status: 'PENDING' });
    expect(stepFunctions.commandCalls(StartExecutionCommand)).toHaveLength(1);
  });

  it('keeps what its plan said was left from the nearest place between what is done and what is not', async () => {
    await send();
    const left = { hours: 30, consumption: 12.5 };
    expect(submitted().continues).toEqual({ routeId: 4, planned: { traveltime: left, fuel: left } });
    s3.resetHistory();
    // at the stop, and not done with it: its stay is still to come
    await send({ lat: -56, time: at(1.2), done: [] });
    expect(submitted().continues.planned.fuel).toEqual({ hours: 48, consumption: 17 });
    s3.resetHistory();
    await send({ lat: -56, time: at(1.2) });
    expect(submitted().continues.planned.fuel).toEqual({ hours: 36, consumption: 15 });
  });

  it('may burn what is left of the fuel that the voyage may', async () => {
    const within = { ...document.routes[1]!, type: 'within' };
    const voyage = request({ departure: at(0), within_tonnes: 30 }).voyage!;
    const ports = {
      routes: { byRouteId: async () => ({ ...old, status: 'SUCCESS' }) as never },
      documents: { get: async () => new Uint8Array() },
      read: () => ({ routes: [...document.routes, within], voyage }) as never,
      inlandNm: async () => 0,
    };
    const sent = { ...body, lat: -54, done: [], fuel_aboard_tonnes: null };
    const { voyage: rest } = await continuation(ports, 4, sent, null);
    expect(rest!.within_tonnes).toBeCloseTo(30 - 5, 9);
  });

  it('goes on without a limit that chose among stops of which none is left to choose', async () => {
    await send({ done: ['Near', 'Far'] });
    expect(submitted().voyage).toMatchObject({ stops: null, within_hours: null });
  });

  it('of a route without a departure begins one, as if it had been sailed as planned', async () => {
    const routes = document.routes.map((route) => {
      const [{ geometry, properties }] = route.path.features as [(typeof route.path.features)[0]];
      const { time: _, ...undated } = properties;
      return { ...route, path: { features: [{ geometry, properties: undated }] } };
    });
    stored({}, { routes, voyage: { ...document.voyage, departure: null } });
    expect((await send()).status).toBe(202);
    expect(submitted().voyage).toMatchObject({ departure: at(2), within_hours: 100 - 42 });
  });

  it('sails on with what is aboard: as it is told, else by plan', async () => {
    const fuel = { fuel_aboard_tonnes: 100, reserve_tonnes: 10, capacity_tonnes: 120 };
    const [first, ...others] = document.routes.map((route) => ({
      ...route,
      // of 100 t 27 are burnt, and 40 taken at the second stop
      fuel_left_tonnes: 113,
      stops: route.stops.map((stop) => (stop.name === 'Far' ? { ...stop, refuelled_tonnes: 40 } : stop)),
    }));
    stored({}, { routes: [first, ...others], voyage: { ...document.voyage, ...fuel } });
    await send();
    expect(submitted().voyage).toMatchObject({ ...fuel, fuel_aboard_tonnes: 100 - 14.5 });
    s3.resetHistory();
    await send({ fuel_aboard_tonnes: 77 });
    expect(submitted().voyage).toMatchObject({ ...fuel, fuel_aboard_tonnes: 77 });
    for (const [tonnes, message] of [
      [121, /above the capacity_tonnes of the route, 120/],
      [9, /below the reserve_tonnes of the route, 10/],
    ] as const) {
      const { status, json } = await send({ fuel_aboard_tonnes: tonnes });
      const details = [{ field: 'fuel_aboard_tonnes', message: expect.stringMatching(message) }];
      expect([status, json.details]).toEqual([400, details]);
    }
  });

  it('with an Idempotency-Key is one job', async () => {
    const claims = new Map<string, object>();
    dynamo.on(PutCommand).callsFake(({ Item }) => void claims.set(Item.pk, Item));
    const headers = { 'Idempotency-Key': 'k' };
    const { json } = await send({}, { headers });
    const [claim] = [...claims.keys()].filter((pk) => pk.startsWith('claim#repetition'));
    dynamo
      .on(GetCommand, { TableName: 'requests', Key: { pk: claim } })
      .resolves({ Item: claims.get(claim!) });
    const job = `route#${routeIdOf(json.id)}`;
    dynamo.on(GetCommand, { TableName: 'requests', Key: { pk: job } }).resolves({ Item: claims.get(job) });
    expect((await send({}, { headers })).json).toMatchObject({
      id: json.id,
      info: { message: expect.stringContaining('same') },
    });
    expect((await send({ lat: -57.5 }, { headers })).status).toBe(422);
  });

  it.each([
    ['a route that failed', { status: 'FAILURE' }, 404, /Route 4 was not calculated: .* FAILURE/],
    ['a route that is not calculated yet', { status: 'STARTED' }, 404, /Route 4 is still being calculated/],
    ['a route of another owner', { requester: 'key-2' }, 403, /Route 4 was requested by another caller/],
  ])('of %s is refused', async (_, changes, status, error) => {
    stored(changes);
    const answer = await send({}, { requester: 'key-1' });
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringMatching(error)]);
    expect(stepFunctions.calls()).toEqual([]);
  });

  it('of a route that is no more is a 404', async () => {
    stored({}, null);
    expect((await send()).json.error).toMatch(/There is no route 4 any more/);
    dynamo.on(GetCommand, { TableName: 'requests', Key: { pk: 'route#4' } }).resolves({});
    expect(await send()).toMatchObject({ status: 404, json: { error: 'There is no route 4.' } });
  });

  it.each([
    ['a stop twice', { done: ['Near', 'Near'] }, 'done.1', /names stop "Near" twice/],
    ['a name that is no stop', { done: ['CTD'] }, 'done.0', /"CTD" is no stop of route 4, .* "Near", "Far"/],
    ['before its departure', { time: at(-1) }, 'time', /before the departure of route 4, 2026-11-20T00/],
    ['after all the time allowed', { time: at(5) }, 'time', /after all 100 hours of route 4/],
    ['on land', { lat: -70, lon: -64 }, 'lat', /lie on land, \d+ NM from the sea/],
    ['at the south pole', { lat: -90, lon: 0 }, 'lat', /lie on land/],
    ['a time without a zone', { time: '2026-11-22T00:00' }, 'time', /zone/],
    ['an unknown field', { speed: 1 }, 'speed', /not a known field/],
  ])('%s is a 400 that names it', async (_, changes, field, message) => {
    const { status, json } = await send(changes);
    expect([status, json.details]).toEqual([400, [{ field, message: expect.stringMatching(message) }]]);
    expect(stepFunctions.calls()).toEqual([]);
  });
});
