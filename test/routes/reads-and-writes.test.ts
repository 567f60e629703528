import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WRITE_UNITS } from '../../bench/costs/route-costs.ts';
import { reuseKey, reuseKeysNear } from '../../lib/routes/reuse-key.ts';
import { startTables, tables } from '../aws/local-tables.ts';
import { newJob } from '../jobs/new-jobs.ts';
import { sda } from '../vessel/vehicles.ts';
import { makeWorld, mesh } from './world.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  world = makeWorld(client, [mesh(1), mesh(3)]);
});
afterEach(() => stop());

/**
 * Calls of DynamoDB by what they are; each read is of one item or of one page of at most a hundred entries. Which zones stand
 * is known from a request before.
 */
async function callsDuring(action: () => Promise<unknown>): Promise<Record<string, number>> {
  await world.ports.standingDigest.current();
  const send = vi.spyOn(client, 'send');
  await action();
  const names = send.mock.calls.map(([command]) => command.constructor.name.replace('Command', ''));
  send.mockRestore();
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((n) => n === name).length]),
  );
}

const start = { lat: -51.731, lon: -57.706 };
const end = { lat: -67.764, lon: -68.02 };
const vehicle = null;
/** Pages of the index that a request between these points reads. */
const pages = reuseKeysNear({ start, end, vehicle }, 1).length;

/** Many routes from one port: half of them to the same end, forced, the others to ends all around. */
async function makeHistory(count: number): Promise<void> {
  const jobs = Array.from({ length: count }, (_, i) => {
    const to = i % 2 ? end : { lat: end.lat + (i % 40) / 10, lon: end.lon + (i % 23) / 5 };
    return newJob({ start, end: to, meshIds: [1], reuseKey: reuseKey({ start, end: to, vehicle }, 1) });
  });
  for (let i = 0; i < count; i += 50) {
    await Promise.all(jobs.slice(i, i + 50).map((job) => world.ports.jobs.create(job)));
  }
}

const elsewhere = { end_lat: end.lat - 0.05 };
const newRequest = (different: object) => callsDuring(() => world.send({ ...elsewhere, ...different }));

it('a new job costs the pages of the search, one write each of number, claim and record, however much there is', async () => {
  const keys = reuseKeysNear({ start, end: { ...end, lat: elsewhere.end_lat }, vehicle }, 1).length;
  const expected = { Query: keys, Update: 1, Put: 2 };
  expect(await newRequest({})).toEqual(expected);
  await makeHistory(400);
  world = makeWorld(client, [mesh(1), mesh(3)]); // a process that has no numbers left
  expect(await newRequest({ end_lat: elsewhere.end_lat - 0.05 })).toEqual({
    ...expected,
    Query: reuseKeysNear({ start, end: { ...end, lat: elsewhere.end_lat - 0.05 }, vehicle }, 1).length,
  });
});

it('a route that is joined or reused costs the pages of the search, one record, and no write', async () => {
  const { job } = await world.send();
  expect(await callsDuring(() => world.send())).toEqual({ Query: pages, Get: 1 });
  await world.succeed(job.id);
  expect(await callsDuring(() => world.send())).toEqual({ Query: pages, Get: 1 });
  expect(await callsDuring(() => world.send({ tags: ['new'] }))).toEqual({ Query: pages, Get: 1, Update: 1 });
});

it('a forced request searches nothing; one with an Idempotency-Key reads and writes one claim more', async () => {
  await makeHistory(50);
  expect(await callsDuring(() => world.send({ force_new_route: true }))).toEqual({ Update: 1, Put: 1 });
  const caller = { idempotencyKey: 'k' };
  const send = () => world.send({ force_new_route: true }, new Date(), caller);
  expect(await callsDuring(send)).toEqual({ Get: 1, Update: 1, Put: 2 });
  expect(await callsDuring(send)).toEqual({ Get: 2 });
});

/** Write units: of each write one for the item, and for each index one for every entry that is made, changed or removed. */
async function writeUnitsDuring(action: () => Promise<unknown>): Promise<number> {
  const send = client.send.bind(client);
  let units = 0;
  const spy = vi.spyOn(client, 'send').mockImplementation(async (command: unknown) => {
    const { TableName, Item, Key = { pk: Item?.pk } } = (command as PutCommand & UpdateCommand).input;
    if (!(command instanceof PutCommand || command instanceof UpdateCommand)) return send(command as never);
    const item = async () => (await send(new GetCommand({ TableName, Key }))).Item;
    const before = await item();
    const answer = await send(command as never);
    const after = await item();
    expect(JSON.stringify(after).length).toBeLessThan(1024);
    units += 1 + entryWrites(before, after);
    return answer;
  });
  await action();
  spy.mockRestore();
  return units;
}

type Attributes = Readonly<Record<string, unknown>>;
const indexes = tables.find(({ TableName }) => TableName === 'requests')!.GlobalSecondaryIndexes!;

function entryWrites(before: Attributes | undefined, after: Attributes | undefined): number {
  const units = indexes.map(({ KeySchema, Projection }) => {
    const keys = KeySchema!.map(({ AttributeName }) => AttributeName!);
    const part = (item: Attributes | undefined, names: readonly string[]) =>
      item && keys.every((key) => key in item) ? JSON.stringify(names.map((name) => item[name])) : undefined;
    const [keyBefore, keyAfter] = [part(before, keys), part(after, keys)];
    const entry = [...keys, ...Projection!.NonKeyAttributes!];
    if (keyBefore === keyAfter) return part(before, entry) === part(after, entry) ? 0 : 1;
    return (keyBefore ? 1 : 0) + (keyAfter ? 1 : 0);
  });
  return units.reduce((a, b) => a + b, 0);
}

it('a route costs the write units that costs are computed with, and the number that they leave out', async () => {
  const units = await writeUnitsDuring(async () => {
    const { job } = await world.send({ vehicle_type: sda.vessel_type });
    await world.ports.jobs.transition(job.id, { to: 'STARTED' });
    await world.succeed(job.id);
  });
  expect(units).toBe(WRITE_UNITS + 1);
});

it('which zones stand is one read, once in two seconds', async () => {
  await world.send();
  world.waitForStanding();
  const send = vi.spyOn(client, 'send');
  for (let k = 0; k < 3; k++) await world.ports.standingDigest.current();
  expect(send).toHaveBeenCalledTimes(1);
  send.mockRestore();
});

it('a poll costs one read; so does a route by its number', async () => {
  const { job } = await world.send();
  expect(await callsDuring(() => world.ports.jobs.find(job.id))).toEqual({ Get: 1 });
  expect(await callsDuring(() => world.ports.routes.byRouteId(job.routeId))).toEqual({ Get: 1 });
});

it('with the one page of mesh selection, a POST reads at most 12 times: 9 pages and 2 records', () => {
  const corners = Array.from({ length: 2000 }, (_, i) => ({ lat: -70 + i * 0.011, lon: -60 + i * 0.017 }));
  const counts = corners.map((from) => reuseKeysNear({ start: from, end: from, vehicle }, 1).length);
  expect(Math.max(...counts)).toBe(9);
});
