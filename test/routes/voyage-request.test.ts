import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import { routeRequest } from '../../lib/routes/route-request.ts';
import type { Zone } from '../../lib/zones/zone.ts';
import { startTables } from '../aws/local-tables.ts';
import { starPolygon } from '../zones/areas.ts';
import { makeWorld, mesh, request } from './world.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  world = makeWorld(client, [mesh(1)]);
});
afterEach(() => stop());

const departure = '2026-11-21T10:00:00+01:00';

describe('the request of a voyage', () => {
  it('is stored before its job, and record and execution carry its key', async () => {
    const { job } = await world.send({ departure, start_name: 'Falklands' });
    const key = `requests/${job.id}.json.gz`;
    expect(world.storedRequests.get(key)).toEqual({
      start: { lat: -51.731, lon: -57.706 },
      end: { lat: -67.764, lon: -68.02 },
      startName: 'Falklands',
      endName: null,
      vehicle: null,
      voyage: request({ departure }).voyage,
      standing: null,
    });
    expect(await world.ports.jobs.find(job.id)).toMatchObject({ requestKey: key });
    expect(world.started[0]).toMatchObject({ job_id: job.id, request_key: key });
  });

  it('is not stored for a plain one, whose execution is as it was', async () => {
    const { job } = await world.send();
    expect(world.storedRequests.size).toBe(0);
    expect(await world.ports.jobs.find(job.id)).toMatchObject({ requestKey: null, stops: [] });
    expect(world.started[0]).not.toHaveProperty('request_key');
  });

  it('is joined, and reused, only by one that asks the same; names and tags do not count', async () => {
    const { job } = await world.send({ departure });
    const same = { departure: '2026-11-21T09:00Z', start_name: 'Elsewhere', tags: 'later' };
    expect(await world.send(same)).toMatchObject({ outcome: 'joined', job: { id: job.id } });
    await world.succeed(job.id);
    expect(await world.send(same)).toMatchObject({ outcome: 'reused', job: { id: job.id } });
    expect(await world.send({ ...same, start_lat: -51.732 })).toMatchObject({ outcome: 'reused' });
    expect((await world.send({ departure: '2026-11-21T09:01Z' })).outcome).toBe('new');
    expect((await world.send()).outcome).toBe('new');
  });

  it('is reused only through the same forecast, and not by one on a mesh alone', async () => {
    const day = (id: number, date: string) =>
      mesh(id, { areaKm2: 1, validDateStart: date, validDateEnd: date });
    // the last alone holds at the departure
    world.meshes.splice(0, 1, day(1, '2026-11-20'), day(2, '2026-11-21'));
    const { job } = await world.send({ departure });
    expect(world.started[0]).toMatchObject({ mesh_ids: [2] });
    const alone = await world.send({ departure, mesh_id: 2 });
    expect([alone.outcome, alone.job.id === job.id]).toEqual(['new', false]);
    for (const { id } of [job, alone.job]) await world.succeed(id);
    expect(await world.send({ departure, start_lat: -51.732 })).toMatchObject({
      outcome: 'reused',
      job: { id: job.id },
    });
    expect((await world.send({ departure, start_lat: -51.732, mesh_id: 2 })).job.id).toBe(alone.job.id);
    world.meshes.push(day(3, '2026-11-22'));
    expect((await world.send({ departure, start_lat: -51.732 })).outcome).toBe('new');
  });

  it('is reused where it begins on another mesh of its forecast than the best', async () => {
    const day = (id: number, date: string) =>
      mesh(id, { areaKm2: 1, validDateStart: date, validDateEnd: date });
    world.meshes.splice(0, 1, day(1, '2026-11-21'), day(2, '2026-11-22'));
    const { job } = await world.send({ departure });
    const [begunOn] = [1, 2].filter((id) => id !== world.started[0]!.mesh_ids[0]);
    await world.succeed(job.id, begunOn);
    expect(await world.send({ departure, start_lat: -51.732 })).toMatchObject({ outcome: 'reused' });
  });

  it('keeps what the job was accepted with, whoever stores it again', async () => {
    const s3 = mockClient(S3Client);
    const taken = Object.assign(new Error('exists'), { name: 'PreconditionFailed' });
    s3.on(PutObjectCommand, { IfNoneMatch: '*' }).rejectsOnce(taken).rejects(new Error('no'));
    const bucket = new StoredRequestBucket(new S3Client({}), 'routes');
    await bucket.put('requests/a', new Uint8Array(1));
    await expect(bucket.put('requests/a', new Uint8Array(1))).rejects.toThrow('no');
    s3.restore();
  });
});

it.each(['2026-11-21T10:00', '2026-11-21', 'tomorrow', 5, '2026-02-30T10:00Z'])(
  'departure %j is refused',
  (value) => {
    const { error } = routeRequest.safeParse({
      start_lat: 1,
      start_lon: 1,
      end_lat: 2,
      end_lon: 2,
      departure: value,
    });
    expect(error?.issues).toMatchObject([
      { path: ['departure'], message: 'must be an ISO 8601 time with a zone, such as 2026-11-21T10:00Z' },
    ]);
  },
);

describe('a closed zone round an end', () => {
  const { geometry } = starPolygon({ lat: -51.7, lon: -57.7, radii: [1, 1, 1] });
  const closed: Zone = { name: 'Bay', kind: 'closed', geometry };
  const inSeason: Zone = { ...closed, season: { from: '12-01', to: '02-28' } };
  const refusal = 'The start point (-51.7310, -57.7060) lies in the closed zone "Bay".';

  it.each([
    { what: 'at all times', zone: closed, fields: {}, isRefused: true },
    { what: 'at all times, with a departure', zone: closed, fields: { departure }, isRefused: true },
    { what: 'in a season, without a departure', zone: inSeason, fields: {}, isRefused: true },
    { what: 'in a season, with a departure', zone: inSeason, fields: { departure }, isRefused: false },
  ])(
    '$what: refused $isRefused, since the calculation looks at seasons',
    async ({ zone, fields, isRefused }) => {
      const own = world.send({ zones: [zone], ...fields });
      if (isRefused) await expect(own).rejects.toThrow(refusal);
      else expect((await own).outcome).toBe('new');
      vi.spyOn(world.ports.standingDigest, 'current').mockResolvedValue('digest');
      await world.standingSets.write('digest', [{ ...zone, standing: true } as Zone]);
      const standing = world.send(fields);
      if (isRefused) await expect(standing).rejects.toThrow('"Bay"');
      else expect((await standing).outcome).toBe('new');
    },
  );
});
