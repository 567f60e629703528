import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClaimTable } from '../../lib/aws/claim-table.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import type { JobStatus } from '../../lib/jobs/job.ts';
import { jobStatuses, predecessors } from '../../lib/jobs/transitions.ts';
import type { Route } from '../../lib/routes/route.ts';
import { submission } from '../jobs/submissions.ts';
import { startTables } from './local-tables.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ client, stop } = await startTables());
});
afterAll(() => stop());

const count = <T>(values: T[], wanted: T) => values.filter((value) => value === wanted).length;

describe('vehicles', () => {
  const vehicle = { vessel_type: 'SDA', max_speed: 5e-324, unit: 'knots', beam: 1e12, hull_type: 'ü' };
  const full = { ...vehicle, force_limit: 0, max_ice_conc: 0, min_depth: 0.1 + 0.2 };

  it('has one winner of many simultaneous creates, and gives back what was given', async () => {
    const table = new VehicleTable(client, 'vehicles');
    const inserted = await Promise.all(Array.from({ length: 20 }, () => table.insert(full)));
    expect(count(inserted, true)).toBe(1);
    expect(await table.find('SDA')).toEqual(full);
    expect(await table.replace({ ...full, beam: 3 })).toBe(true);
    expect(await table.replace({ ...full, vessel_type: 'B' })).toBe(false);
    expect((await table.allTypes()).sort()).toEqual(['B', 'SDA']);
    expect((await table.all()).map(({ beam }) => beam).sort()).toEqual([1e12, 3]);
    expect(await table.remove('SDA')).toBe(true);
    expect(await table.remove('SDA')).toBe(false);
    expect(await table.find('SDA')).toBeNull();
  });
});

describe('jobs', () => {
  const lines: unknown[] = [];
  const log = { info: (_: string, fields: object) => lines.push(fields) };
  const table = () => new JobTable(client, 'jobs', log);

  it('creates once and changes by the rules, one log line each', async () => {
    const jobs = table();
    const sent = submission();
    await jobs.create(sent);
    expect(await jobs.transition(sent.jobId, 'STARTED')).toMatchObject({ status: 'STARTED', info: null });
    await jobs.create(sent);
    expect(await jobs.find(sent.jobId)).toMatchObject({ status: 'STARTED', submission: sent });
    expect(await jobs.transition(sent.jobId, 'RETRY')).not.toBeNull();
    const info = { error: 'why', attempts: [{ mesh_id: 3, outcome: 'crashed' }] };
    expect(await jobs.transition(sent.jobId, 'FAILURE', info)).toMatchObject({ info });
    for (const status of ['STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] as const) {
      expect(await jobs.transition(sent.jobId, status)).toBeNull();
    }
    expect(await jobs.find(sent.jobId)).toMatchObject({ status: 'FAILURE', info });
    expect(lines.map((line) => (line as { status: string }).status)).toEqual([
      'PENDING',
      'STARTED',
      'RETRY',
      'FAILURE',
    ]);
  });

  it('never leaves a final status, whatever comes in whatever order', async () => {
    const jobs = table();
    const later = jobStatuses.filter((status) => status !== 'PENDING');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...later), { maxLength: 8 }), async (wanted) => {
        const { jobId } = submission();
        await jobs.create(submission({ jobId }));
        let status: JobStatus = 'PENDING';
        for (const to of wanted) {
          const allowed = predecessors(to).includes(status);
          expect((await jobs.transition(jobId, to)) !== null).toBe(allowed);
          if (allowed) status = to;
          expect((await jobs.find(jobId))?.status).toBe(status);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('knows no job that was not created', async () => {
    expect(await table().find(randomUUID())).toBeNull();
    expect(await table().transition(randomUUID(), 'STARTED')).toBeNull();
    expect(await table().claimAttention(randomUUID(), new Date(), 10)).toBe(false);
  });

  it('lets one of many end it', async () => {
    const jobs = table();
    const { jobId } = submission();
    await jobs.create(submission({ jobId }));
    const ended = await Promise.all(
      Array.from({ length: 20 }, (_, i) => jobs.transition(jobId, i % 2 ? 'SUCCESS' : 'REVOKED')),
    );
    expect(ended.filter((job) => job !== null)).toHaveLength(1);
  });

  it('gives attention to one caller in each interval', async () => {
    const jobs = table();
    const sent = submission();
    await jobs.create(sent);
    const now = new Date();
    const given = await Promise.all(
      Array.from({ length: 10 }, () => jobs.claimAttention(sent.jobId, now, 1000)),
    );
    expect(count(given, true)).toBe(1);
    expect(await jobs.claimAttention(sent.jobId, new Date(now.getTime() + 999), 1000)).toBe(false);
    expect(await jobs.claimAttention(sent.jobId, new Date(now.getTime() + 1000), 1000)).toBe(true);
  });

  it('tells the statuses of more jobs than one batch takes', async () => {
    const jobs = table();
    const all = Array.from({ length: 130 }, () => submission());
    await Promise.all(all.map((each) => jobs.create(each)));
    await jobs.transition(all[120]!.jobId, 'REVOKED');
    const statuses = await jobs.statusesOf([...all.map(({ jobId }) => jobId), randomUUID()]);
    expect(statuses.size).toBe(130);
    expect(count([...statuses.values()], 'PENDING')).toBe(129);
    expect(statuses.get(all[120]!.jobId)).toBe('REVOKED');
  });
});

describe('claims', () => {
  const claims = () => new ClaimTable(client, 'jobs');

  it('has one holder, whom all others are told', async () => {
    const all = Array.from({ length: 20 }, () => submission());
    const holders = await Promise.all(all.map((each) => claims().claim('one', each)));
    expect(new Set(holders.map(({ jobId }) => jobId)).size).toBe(1);
    expect(all).toContainEqual(holders[0]);
  });

  it('is taken over from the job that holds it, once', async () => {
    const [first, second, third] = [submission(), submission(), submission()];
    await claims().claim('two', first);
    expect(await claims().takeOver('two', second, first.jobId)).toBe(true);
    expect(await claims().takeOver('two', third, first.jobId)).toBe(false);
    expect(await claims().claim('two', third)).toEqual(second);
  });

  it('expires, whether or not the table has dropped it', async () => {
    const old = submission({ requestedAt: new Date(Date.now() - 2 * 3_600_000).toISOString() });
    await claims().claim('three', old);
    const next = submission();
    expect(await claims().claim('three', next)).toEqual(next);
  });
});

describe('routes', () => {
  const route = (id: number, different: Partial<Route> = {}): Route => {
    const { jobId, start, end, startCell, startName, endName, tags, requestedAt, expiresAt } = submission();
    const own = { jobId, start, end, startCell, startName, endName, tags, expiresAt };
    return { id, meshId: 3, ...own, created: requestedAt, ...different };
  };

  it('gives out each identifier once', async () => {
    const routes = new RouteTable(client, 'routes');
    const ids = await Promise.all(Array.from({ length: 10 }, () => routes.nextId()));
    expect(ids.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('finds by mesh and cell, and under the mesh of the calculation afterwards', async () => {
    const routes = new RouteTable(client, 'routes');
    await routes.create(route(100));
    await routes.create(route(100, { startName: 'another' }));
    await routes.create(route(101, { startCell: 'b' }));
    await routes.create(route(102, { startCell: 'c' }));
    const ids = async (mesh: number, ...cells: string[]) =>
      (await routes.startingIn(mesh, cells)).map(({ id }) => id).sort();
    expect(await routes.find(100)).toMatchObject({ startName: 'Falklands', endName: null });
    expect(await ids(3, route(0).startCell, 'b')).toEqual([100, 101]);
    const calculated = { meshId: 1, calculatedAt: new Date().toISOString(), totals: {} };
    await routes.recordCalculation({ id: 101, startCell: 'b' }, calculated);
    await routes.recordCalculation({ id: 999, startCell: 'b' }, calculated);
    expect(await ids(3, 'b')).toEqual([]);
    expect(await ids(1, 'b')).toEqual([101]);
    expect(await routes.find(999)).toBeNull();
  });

  it('replaces tags only where they still are what they were', async () => {
    const routes = new RouteTable(client, 'routes');
    await routes.create(route(200, { tags: [] }));
    expect(await routes.replaceTags(200, [], ['a'])).toBe(true);
    expect(await routes.replaceTags(200, [], ['b'])).toBe(false);
    expect(await routes.replaceTags(201, [], ['b'])).toBe(false);
    expect((await routes.find(200))?.tags).toEqual(['a']);
  });
});
