import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActiveJobsIndex } from '../../lib/aws/active-jobs.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { ServiceBusy } from '../../lib/jobs/errors.ts';
import type { Job, JobStatus, Transition } from '../../lib/jobs/job.ts';
import { newJobId } from '../../lib/jobs/new-job-id.ts';
import { jobStatuses, predecessors } from '../../lib/jobs/transitions.ts';
import { jobOf, newJob } from '../jobs/new-jobs.ts';
import { runs } from '../thorough.ts';
import { startTables } from './local-tables.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let table: RequestTable;
const logged: JobStatus[] = [];
let now = new Date('2026-03-01T00:00:00.000Z');
beforeAll(async () => {
  ({ client, stop } = await startTables());
  table = new RequestTable(client, 'requests', { info: (_, { status }) => logged.push(status) }, () => now);
});
afterAll(() => stop());
beforeEach(() => void logged.splice(0));

const info = { error: 'why', attempts: [{ mesh_id: 3, outcome: 'crashed' }] };
const route = {
  meshId: 1,
  meshName: 'mesh-1.json',
  calculatedAt: '2026-03-01T00:00:01.000Z',
  totals: { traveltime: { days: 3.5, metres: 1e6, consumption: null } },
  attempts: [{ mesh_id: 3, outcome: 'crashed' }],
};
const to = (status: Exclude<JobStatus, 'PENDING'>): Transition =>
  status === 'FAILURE' ? { to: status, info } : status === 'SUCCESS' ? { to: status, route } : { to: status };

describe('a record', () => {
  it('is given back as it was created, by job id and by route number', async () => {
    const vehicle = {
      vessel_type: 'SDA',
      max_speed: 5e-324,
      excluded_zones: ['a'],
    } as unknown as Job['vehicle'];
    const job = newJob({ requester: 'key-1', vehicle, tags: [] });
    expect(await table.create(job)).toBe(true);
    expect(await table.find(job.id)).toEqual(jobOf(job));
    expect(await table.byRouteId(job.routeId)).toEqual(jobOf(job));
  });

  it('is created once', async () => {
    const job = newJob();
    const created = await Promise.all(Array.from({ length: 5 }, () => table.create(job)));
    expect(created.filter(Boolean)).toHaveLength(1);
    await table.transition(job.id, { to: 'STARTED' });
    expect(await table.create(job)).toBe(false);
    expect((await table.find(job.id))?.status).toBe('STARTED');
  });

  it('is not found by another id that carries the same number', async () => {
    const job = newJob();
    await table.create(job);
    const guess = newJobId(job.routeId);
    expect(await table.find(guess)).toBeNull();
    expect(await table.transition(guess, { to: 'REVOKED' })).toBeNull();
    await table.addTags(guess, ['mine']);
    await table.withdraw(guess);
    expect(await table.find(job.id)).toEqual(jobOf(job));
  });

  it('does not exist before it is created', async () => {
    const { id, routeId } = newJob();
    expect(await table.find(id)).toBeNull();
    expect(await table.byRouteId(routeId)).toBeNull();
    expect(await table.transition(id, { to: 'STARTED' })).toBeNull();
    expect(await table.find('00000000-0000-4000-8000-000000000000')).toBeNull();
    expect(await table.transition('00000000-0000-4000-8000-000000000000', { to: 'STARTED' })).toBeNull();
  });
});

describe('a transition', () => {
  it('writes the status with what comes with it, in one step, and logs it', async () => {
    const job = newJob();
    await table.create(job);
    now = new Date('2026-03-01T00:00:02.000Z');
    expect(await table.transition(job.id, { to: 'STARTED' })).toEqual(
      jobOf(job, { status: 'STARTED', updatedAt: '2026-03-01T00:00:02.000Z' }),
    );
    await table.transition(job.id, { to: 'RETRY' });
    const done = await table.transition(job.id, { to: 'SUCCESS', route });
    expect(done).toEqual(jobOf(job, { ...route, status: 'SUCCESS', updatedAt: now.toISOString() }));
    expect(await table.find(job.id)).toEqual(done);
    expect(logged).toEqual(['PENDING', 'STARTED', 'RETRY', 'SUCCESS']);
  });

  it('to FAILURE keeps the reason', async () => {
    const job = newJob();
    await table.create(job);
    expect(await table.transition(job.id, { to: 'FAILURE', info })).toMatchObject({
      status: 'FAILURE',
      info,
    });
  });

  it('never leaves a final status, in whatever order transitions come', async () => {
    const later = jobStatuses.filter((status) => status !== 'PENDING');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...later), { maxLength: 8 }), async (wanted) => {
        const job = newJob();
        await table.create(job);
        let status: JobStatus = 'PENDING';
        for (const next of wanted) {
          const allowed = predecessors(next).includes(status);
          expect((await table.transition(job.id, to(next as Exclude<JobStatus, 'PENDING'>))) !== null).toBe(
            allowed,
          );
          if (allowed) status = next;
          expect((await table.find(job.id))?.status).toBe(status);
        }
      }),
      { numRuns: runs(8, 25) },
    );
  });

  it('of many at once that end a job, one is made', async () => {
    const job = newJob();
    await table.create(job);
    const ended = await Promise.all(
      Array.from({ length: 20 }, (_, i) => table.transition(job.id, to(i % 2 ? 'SUCCESS' : 'REVOKED'))),
    );
    expect(ended.filter((each) => each !== null)).toHaveLength(1);
  });
});

describe('the search for similar routes', () => {
  const ids = async (keys: string[], meshIds: number[]) =>
    (await table.similar(keys, meshIds)).map(({ routeId }) => routeId);

  it('finds by key, on a mesh of a range, the newest mesh and the newest route first', async () => {
    const made = [
      newJob({ reuseKey: 'k1', meshIds: [9] }),
      newJob({ reuseKey: 'k1', meshIds: [10] }),
      newJob({ reuseKey: 'k1', meshIds: [10] }),
      newJob({ reuseKey: 'k2', meshIds: [9] }),
      newJob({ reuseKey: 'k1', meshIds: [11] }),
    ];
    for (const job of made) await table.create(job);
    const [a, b, c, d] = made.map(({ routeId }) => routeId);
    expect(await ids(['k1'], [9, 10])).toEqual([c, b, a]);
    expect(await ids(['k1', 'k2'], [9])).toEqual([a, d]);
    expect(await ids(['k1'], [1])).toEqual([]);
    const [found] = await table.similar(['k2'], [9]);
    const { id, routeId, start, end } = made[3]!;
    expect(found).toEqual({ jobId: id, routeId, meshId: 9, start, end });
  });

  it('finds a calculated route on the mesh that it was calculated on', async () => {
    const job = newJob({ reuseKey: 'k3', meshIds: [3, 1] });
    await table.create(job);
    await table.transition(job.id, { to: 'SUCCESS', route });
    expect(await ids(['k3'], [3])).toEqual([]);
    expect(await ids(['k3'], [1])).toEqual([job.routeId]);
  });

  it.each(['FAILURE', 'REVOKED'] as const)('does not find a job that is %s', async (status) => {
    const job = newJob({ reuseKey: `k-${status}` });
    await table.create(job);
    await table.transition(job.id, to(status));
    expect(await ids([job.reuseKey], [3])).toEqual([]);
  });

  it('does not find a route that was withdrawn, twice or once', async () => {
    const job = newJob({ reuseKey: 'k4' });
    await table.create(job);
    await table.withdraw(job.id);
    await table.withdraw(job.id);
    expect(await ids(['k4'], [3])).toEqual([]);
    expect(await table.find(job.id)).toEqual(jobOf(job));
  });

  it('reads twelve of each key at most', async () => {
    const made = Array.from({ length: 20 }, () => newJob({ reuseKey: 'k5' }));
    await Promise.all(made.map((job) => table.create(job)));
    const found = await ids(['k5'], [3]);
    expect(found).toEqual(
      made
        .map(({ routeId }) => routeId)
        .reverse()
        .slice(0, 12),
    );
  });
});

describe('tags', () => {
  it('that are added at the same time are all there, each once, in their order', async () => {
    const job = newJob({ tags: ['a', 'b'] });
    await table.create(job);
    await Promise.all(Array.from({ length: 8 }, (_, i) => table.addTags(job.id, ['x', `t${i}`])));
    const { tags } = (await table.find(job.id))!;
    expect(tags.slice(0, 3)).toEqual(['a', 'b', 'x']);
    expect([...tags].sort()).toEqual(['a', 'b', 't0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 'x']);
  });

  it('are fifty at most; later ones are left out', async () => {
    const job = newJob({ tags: [] });
    await table.create(job);
    const tags = Array.from({ length: 60 }, (_, i) => `t${i}`);
    for (let i = 0; i < 60; i += 20) await table.addTags(job.id, tags.slice(i, i + 20));
    expect((await table.find(job.id))?.tags).toEqual(tags.slice(0, 50));
    for (let i = 0; i < 20; i++) await table.addTags(job.id, tags.slice(0, 20));
    expect((await table.find(job.id))?.tags).toEqual(tags.slice(0, 50));
  });
});

it.each([1e300, 1e-200, 0, 123.456])('totals of %s are read as they were written', async (consumption) => {
  const job = newJob();
  await table.create(job);
  const totals = { traveltime: { days: 1e-150, metres: 1e200, consumption } };
  const route = { meshId: 3, meshName: 'm', calculatedAt: job.requestedAt, totals, attempts: [] };
  await table.transition(job.id, { to: 'SUCCESS', route });
  expect((await table.find(job.id))?.totals).toEqual(totals);
});

describe('active jobs', () => {
  const at = (time: string) => newJob({ requestedAt: `2020-01-01T00:00:${time}.000Z` });

  it('wait, oldest first, until they are watched or over', async () => {
    const active = new ActiveJobsIndex(client, 'requests');
    const jobs = ['07', '02', '09', '01', '04'].map(at);
    for (const job of jobs) await table.create(job);
    const [, second, over, , watched] = jobs;
    await table.transition(second!.id, { to: 'STARTED' });
    await table.transition(over!.id, { to: 'REVOKED' });
    await active.watch(watched!.id);
    await active.watch(over!.id);
    const waiting: string[] = [];
    for await (const { requestedAt } of active.waiting()) {
      if (requestedAt.startsWith('2020')) waiting.push(requestedAt.slice(17, 19));
    }
    expect(waiting).toEqual(['01', '02', '07']);
    expect((await active.watched(100)).map(({ id }) => id)).toEqual([watched!.id]);
    await table.transition(watched!.id, { to: 'FAILURE', info });
    expect(await active.watched(100)).toEqual([]);
  });

  it('can be failed only from one status', async () => {
    const job = at('11');
    await table.create(job);
    await table.transition(job.id, { to: 'STARTED' });
    expect(await table.transition(job.id, { to: 'FAILURE', info, from: 'PENDING' })).toBeNull();
    expect((await table.find(job.id))?.status).toBe('STARTED');
  });
});

describe('records by a range of numbers', () => {
  it('come newest first, without those that were never created', async () => {
    const [a, b] = [newJob({ routeId: 500_001 }), newJob({ routeId: 500_099 })];
    await table.create(a);
    await table.create(b);
    expect(await table.byRouteIds(500_000, 500_099)).toEqual([jobOf(b), jobOf(a)]);
  });

  it('are asked for again where a busy table left keys unprocessed, five times', async () => {
    const job = newJob({ routeId: 500_101 });
    await table.create(job);
    const busy = { Responses: {}, UnprocessedKeys: { requests: { Keys: [{ pk: 'route#500101' }] } } };
    const send = vi.spyOn(client, 'send');
    send.mockResolvedValueOnce(busy as never);
    expect(await table.byRouteIds(500_101, 500_101)).toEqual([jobOf(job)]);
    send.mockResolvedValue(busy as never);
    await expect(table.byRouteIds(500_101, 500_101)).rejects.toBeInstanceOf(ServiceBusy);
    send.mockRestore();
  });
});

it('the last number is the last that was given out', async () => {
  const number = await table.nextRouteId();
  expect(await table.lastRouteId()).toBe(number);
});
