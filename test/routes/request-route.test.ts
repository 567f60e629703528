import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceBusy } from '../../lib/jobs/errors.ts';
import { newJobId } from '../../lib/jobs/new-job-id.ts';
import { identicalRequestKey } from '../../lib/routes/claims.ts';
import type { RequestedRoute } from '../../lib/routes/request-route.ts';
import { documentKey } from '../../lib/routes/route-store.ts';
import { startTables } from '../aws/local-tables.ts';
import { makeWorld, mesh } from './world.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  world = makeWorld(client, [mesh(1), mesh(3)]);
});
afterEach(() => stop());

/** Degrees of latitude in a nautical mile of the sphere used here. */
const NM = 1 / ((6_371.1 * Math.PI) / 180 / 1.852);
const start = (nm: number) => ({ start_lat: -51.731 + nm * NM });
const points = { start: { lat: -51.731, lon: -57.706 }, end: { lat: -67.764, lon: -68.02 }, vehicle: null };
const info = { error: 'why', attempts: [] };
const idsOf = (answers: RequestedRoute[]) => new Set(answers.map(({ job }) => job.id));

describe('the choice of meshes', () => {
  it('is the priority list', async () => {
    const { job } = await world.send();
    expect(world.started[0]).toMatchObject({
      job_id: job.id,
      mesh_ids: [1, 3],
      mesh_position: 0,
      attempt: 1,
    });
    expect(await world.ports.jobs.find(job.id)).toMatchObject({ meshId: 1 });
  });

  it('is the mesh that is asked for, alone', async () => {
    await world.send({ mesh_id: 3 });
    expect(world.started[0]?.mesh_ids).toEqual([3]);
  });

  it('fails where there is none, and says why', async () => {
    await expect(world.send({ start_lat: 80 })).rejects.toThrow('No mesh available.');
    await expect(world.send({ mesh_id: 7 })).rejects.toMatchObject({ name: 'MeshNotFound' });
    await expect(world.send({ mesh_id: 3, end_lat: 10 })).rejects.toThrow(/^The end point .*10.* mesh 3/);
    await expect(world.send({ mesh_id: -3 })).rejects.toThrow('Mesh with id -3 not found.');
    expect(world.started).toEqual([]);
  });
});

describe('a new job', () => {
  it('is stored with everything about the request, in one record', async () => {
    const now = new Date('2026-03-01T00:00:00.000Z');
    const names = { start_name: 'Falklands', end_name: 'Rothera', tags: 'a, b' };
    const { outcome, job } = await world.send(names, now, { requester: 'key-1' });
    expect(outcome).toBe('new');
    expect(await world.ports.routes.byRouteId(1)).toEqual({
      id: job.id,
      routeId: 1,
      status: 'PENDING',
      requestedAt: now.toISOString(),
      updatedAt: now.toISOString(),
      requester: 'key-1',
      start: points.start,
      end: points.end,
      startName: 'Falklands',
      endName: 'Rothera',
      tags: ['a', 'b'],
      vehicle: null,
      requestKey: null,
      stops: [],
      meshIds: [1, 3],
      meshId: 1,
      meshName: null,
      calculatedAt: null,
      totals: null,
      info: null,
      expiresAt: now.getTime() / 1000 + 365 * 86_400,
    });
  });

  it('exists before its execution is started', async () => {
    vi.spyOn(world.ports.workflow, 'start').mockImplementation(async ({ job_id }) => {
      expect((await world.ports.jobs.find(job_id))?.status).toBe('PENDING');
      return 'started';
    });
    await world.send();
    expect(world.ports.workflow.start).toHaveBeenCalledOnce();
  });
});

describe('a route that was requested before', () => {
  it('is joined while it is calculated, then reused', async () => {
    const { outcome, job } = await world.send();
    expect(outcome).toBe('new');
    for (const status of ['STARTED', 'RETRY'] as const) {
      await world.ports.jobs.transition(job.id, { to: status });
      expect(await world.send()).toMatchObject({ outcome: 'joined', job: { id: job.id } });
    }
    await world.succeed(job.id);
    expect(await world.send()).toMatchObject({
      outcome: 'reused',
      job: { id: job.id, routeId: job.routeId },
    });
    expect(world.started).toHaveLength(1);
  });

  it('counts within the tolerance of 1 NM at either end, and not beyond', async () => {
    const { job } = await world.send();
    await world.succeed(job.id);
    expect((await world.send(start(0.99))).outcome).toBe('reused');
    expect((await world.send({ end_lat: -67.764 + 0.99 * NM })).outcome).toBe('reused');
    expect((await world.send({ ...start(-0.99), end_lat: -67.764 + 0.99 * NM })).outcome).toBe('reused');
    expect((await world.send(start(1.01))).outcome).toBe('new');
    expect((await world.send({ end_lat: -67.764 - 1.01 * NM })).outcome).toBe('new');
  });

  it('wins by being nearest, among equals by being newest', async () => {
    const far = await world.send({ ...start(0.5), force_new_route: true });
    const near = await world.send({ ...start(0.2), force_new_route: true });
    const newer = await world.send({ ...start(0.2), force_new_route: true });
    for (const { job } of [far, near, newer]) await world.succeed(job.id);
    expect((await world.send()).job.id).toBe(newer.job.id);
    expect((await world.send(start(0.45))).job.id).toBe(far.job.id);
  });

  it('on the mesh of the highest priority wins over nearer ones on others', async () => {
    const near = await world.send({ mesh_id: 3 });
    const far = await world.send({ ...start(0.5), mesh_id: 1 });
    for (const { job } of [near, far]) await world.succeed(job.id);
    expect((await world.send()).job.id).toBe(far.job.id);
  });

  it.each(['FAILURE', 'REVOKED'] as const)('is never reused after %s', async (status) => {
    const first = await world.send();
    await world.ports.jobs.transition(
      first.job.id,
      status === 'FAILURE' ? { to: status, info } : { to: status },
    );
    const second = await world.send();
    expect(second.outcome).toBe('new');
    expect(second.job.id).not.toBe(first.job.id);
    expect((await world.send()).job.id).toBe(second.job.id);
  });

  it('is not reused where the index is late to tell that it failed', async () => {
    const { job } = await world.send();
    const late = await world.ports.routes.similar([await reuseKeyOf(job.id)], [1]);
    await world.ports.jobs.transition(job.id, { to: 'REVOKED' });
    vi.spyOn(world.ports.routes, 'similar').mockResolvedValue(late);
    expect((await world.send()).outcome).toBe('new');
  });

  it('is not reused, ever again, once its document is gone', async () => {
    const { job } = await world.send();
    await world.succeed(job.id);
    const key = documentKey(job);
    world.documents.delete(key);
    const second = await world.send();
    expect(second.outcome).toBe('new');
    world.documents.add(key);
    expect((await world.send()).job.id).toBe(second.job.id);
  });

  it('counts only on a mesh of the current list', async () => {
    const { job } = await world.send();
    await world.succeed(job.id);
    world.meshes.push(mesh(4, { created: '2024-02-15T00:00:00.000Z' }));
    expect(await world.send()).toMatchObject({ outcome: 'new' });
    expect(world.started[1]?.mesh_ids).toEqual([4]);
    expect((await world.send({ mesh_id: 1 })).job.id).toBe(job.id);
    expect((await world.send({ mesh_id: 3 })).outcome).toBe('new');
  });

  it('counts on the mesh that it was calculated on', async () => {
    const { job } = await world.send();
    await world.succeed(job.id, 3);
    expect(await world.send({ mesh_id: 3 })).toMatchObject({ outcome: 'reused', job: { id: job.id } });
    expect(await world.send({ mesh_id: 1 })).toMatchObject({ outcome: 'new' });
  });

  it('is calculated anew when that is forced', async () => {
    const first = await world.send();
    await world.succeed(first.job.id);
    const forced = await Promise.all([
      world.send({ force_new_route: true }),
      world.send({ force_new_route: true }),
    ]);
    expect(idsOf([first, ...forced]).size).toBe(3);
    expect(world.started).toHaveLength(3);
  });

  it('collects the tags of all requests, and keeps its names', async () => {
    const { job } = await world.send({ tags: 'a,b', start_name: 'One' });
    await world.send({ tags: ['b', 'c'], start_name: 'Two' });
    expect(await world.ports.jobs.find(job.id)).toMatchObject({ tags: ['a', 'b', 'c'], startName: 'One' });
    await Promise.all(Array.from({ length: 8 }, (_, i) => world.send({ tags: [`t${i}`] })));
    expect((await world.ports.jobs.find(job.id))?.tags).toHaveLength(11);
  });
});

async function reuseKeyOf(jobId: string): Promise<string> {
  const { routeId } = (await world.ports.jobs.find(jobId))!;
  const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
  const get = new GetCommand({ TableName: 'requests', Key: { pk: `route#${routeId}` } });
  return (await client.send(get)).Item!.reuseKey;
}

describe('identical requests at one instant', () => {
  it('start one execution, and all are told of a job that exists', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.send()));
    expect(idsOf(answers).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(world.started).toHaveLength(1);
    expect(await world.ports.jobs.find(answers[0]!.job.id)).not.toBeNull();
  });

  it('start one execution after a cancelled one too', async () => {
    const { job } = await world.send();
    await world.ports.jobs.transition(job.id, { to: 'REVOKED' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.send()));
    expect(idsOf(answers).size).toBe(1);
    expect(world.started).toHaveLength(2);
  });
});

describe('a repetition with the same Idempotency-Key', () => {
  const caller = { requester: 'key-1', idempotencyKey: 'k' };
  const now = new Date('2026-03-01T00:00:00.000Z');
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const forced = { force_new_route: true };

  it('is answered with the job of the first within 24 hours, forced or not, whatever became of it', async () => {
    const first = await world.send(forced, now, caller);
    expect(await world.send(forced, later(1), caller)).toMatchObject({
      outcome: 'repeated',
      job: { id: first.job.id, status: 'PENDING' },
    });
    await world.ports.jobs.transition(first.job.id, { to: 'REVOKED' });
    expect((await world.send(forced, later(24), caller)).job.id).toBe(first.job.id);
    expect((await world.send(forced, later(24.01), caller)).job.id).not.toBe(first.job.id);
    expect(world.started).toHaveLength(2);
  });

  it('also where the first was answered with an old route', async () => {
    const old = await world.send();
    await world.succeed(old.job.id);
    expect(await world.send({}, now, caller)).toMatchObject({ outcome: 'reused', job: { id: old.job.id } });
    world.documents.clear();
    expect((await world.send({}, now, caller)).job.id).toBe(old.job.id);
  });

  it('with another body contradicts the first', async () => {
    await world.send({}, now, caller);
    await expect(world.send(forced, now, caller)).rejects.toMatchObject({ name: 'IdempotencyKeyReused' });
    expect(world.started).toHaveLength(1);
  });

  it('of another caller is another request', async () => {
    const first = await world.send(forced, now, caller);
    const other = await world.send(forced, now, { ...caller, requester: 'key-2' });
    expect(other.job.id).not.toBe(first.job.id);
  });

  it('at the same instant starts one execution', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.send(forced, now, caller)));
    expect(idsOf(answers).size).toBe(1);
    expect(world.started).toHaveLength(1);
  });

  describe('whose claim was not seen yet', () => {
    /** Neither saw the other's claim when they began. */
    const sendUnaware = (different: object) => {
      vi.spyOn(world.ports.claims, 'find').mockResolvedValueOnce(null);
      return world.send(different, now, caller);
    };

    it('has the job of the first, not a newer one', async () => {
      const first = await world.send({}, now, caller);
      const newer = await world.send(forced);
      await world.succeed(newer.job.id);
      expect((await world.send()).job.id).toBe(newer.job.id);
      expect((await sendUnaware({})).job.id).toBe(first.job.id);
    });

    it('contradicts the first with another body', async () => {
      await world.send({}, now, caller);
      await expect(sendUnaware(forced)).rejects.toMatchObject({ name: 'IdempotencyKeyReused' });
    });
  });

  it('carries on where the first died before it stored its job', async () => {
    const dying = vi.spyOn(world.ports.jobs, 'create').mockRejectedValueOnce(new Error('killed'));
    await expect(world.send(forced, now, caller)).rejects.toThrow('killed');
    const { id } = dying.mock.calls[0]![0];
    expect(await world.send(forced, now, caller)).toMatchObject({ outcome: 'new', job: { id } });
  });
});

describe('what is written and read', () => {
  it('is nothing for a route that is reused, without a key', async () => {
    const { job } = await world.send({ tags: 'a' });
    await world.succeed(job.id);
    const { claims, jobs, routes, workflow } = world.ports;
    const calls = [
      ...[vi.spyOn(claims, 'find'), vi.spyOn(claims, 'claim'), vi.spyOn(jobs, 'create')],
      ...[vi.spyOn(routes, 'addTags'), vi.spyOn(workflow, 'start')],
    ];
    expect(await world.send({ tags: 'a' })).toMatchObject({ outcome: 'reused' });
    for (const call of calls) expect(call).not.toHaveBeenCalled();
    await world.send({ tags: 'a, b' });
    expect(routes.addTags).toHaveBeenCalledExactlyOnceWith(job.id, ['b']);
  });

  it('is no start of a job that runs', async () => {
    const { job } = await world.send();
    await world.ports.jobs.transition(job.id, { to: 'STARTED' });
    const start = vi.spyOn(world.ports.workflow, 'start');
    vi.spyOn(world.ports.routes, 'similar').mockResolvedValue([]);
    expect(await world.send()).toMatchObject({ outcome: 'joined', job: { id: job.id } });
    expect(start).not.toHaveBeenCalled();
  });
});

describe('a submission that dies half-way', () => {
  it('after its claim is carried on by the next identical request, under the same id', async () => {
    const id = newJobId(77);
    const claim = { id, fingerprint: null, expiresAt: Date.now() / 1000 + 60 };
    await world.ports.claims.claim(identicalRequestKey({ ...points, meshIds: [1, 3] }), claim, new Date());
    expect(await world.send()).toEqual({ outcome: 'new', job: { id, routeId: 77, status: 'PENDING' } });
    expect(world.started[0]?.job_id).toBe(id);
    expect(await world.ports.routes.byRouteId(77)).toMatchObject({ id });
  });

  it('after its record was written, unknown to the SDK that repeats the write, is started all the same', async () => {
    const create = world.ports.jobs.create.bind(world.ports.jobs);
    vi.spyOn(world.ports.jobs, 'create').mockImplementation(
      async (job) => (await create(job)) && create(job),
    );
    const { job } = await world.send();
    expect(world.started[0]?.job_id).toBe(job.id);
  });

  it('since the start of the execution is throttled, is a PENDING job all the same', async () => {
    const throttled = Object.assign(new Error('no'), { name: 'ThrottlingException' });
    vi.spyOn(world.ports.workflow, 'start').mockRejectedValueOnce(throttled);
    const { outcome, job } = await world.send();
    expect(outcome).toBe('new');
    expect(await world.ports.jobs.find(job.id)).toMatchObject({ status: 'PENDING' });
  });

  it('since the execution is refused for good, is a failed job', async () => {
    const refusal = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    vi.spyOn(world.ports.workflow, 'start').mockRejectedValueOnce(refusal);
    await expect(world.send()).rejects.toBe(refusal);
    expect(await world.ports.routes.byRouteId(1)).toMatchObject({ status: 'FAILURE' });
    expect((await world.send()).outcome).toBe('new');
  });
});

it('a race for a claim that goes on and on ends in asking to come again', async () => {
  const other = await world.send();
  await world.ports.jobs.transition(other.job.id, { to: 'REVOKED' });
  const claim = { id: other.job.id, fingerprint: null, expiresAt: Date.now() / 1000 + 60 };
  vi.spyOn(world.ports.claims, 'claim').mockResolvedValue(claim);
  const takeOver = vi.spyOn(world.ports.claims, 'takeOver').mockResolvedValue(false);
  const refused = world.send();
  await expect(refused).rejects.toBeInstanceOf(ServiceBusy);
  await expect(refused).rejects.toThrow('Others keep requesting, and cancelling, the same route.');
  expect(takeOver).toHaveBeenCalledTimes(5);
});

it('a record that exists and can not be read ends in asking to come again', async () => {
  vi.spyOn(world.ports.jobs, 'create').mockResolvedValue(false);
  vi.spyOn(world.ports.jobs, 'find').mockResolvedValue(null);
  const refused = world.send();
  await expect(refused).rejects.toBeInstanceOf(ServiceBusy);
  await expect(refused).rejects.toThrow(/^Job [0-9a-f-]{36} exists but can't be read\.$/);
});
