import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceBusy } from '../../lib/jobs/errors.ts';
import { claimKey } from '../../lib/routes/claims.ts';
import { startTables } from '../aws/local-tables.ts';
import { submission } from '../jobs/submissions.ts';
import { makeWorld, mesh } from './world.ts';

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
let world: ReturnType<typeof makeWorld>;
beforeEach(async () => {
  ({ client, stop } = await startTables());
  world = makeWorld(client, [mesh(1), mesh(3)]);
});
afterEach(() => stop());

/** Degrees of latitude in nautical miles of the sphere used here. */
const NM = 1 / ((6_371.1 * Math.PI) / 180 / 1.852);
const start = (nm: number) => ({ start_lat: -51.731 + nm * NM });

describe('the choice of meshes', () => {
  it('is the priority list', async () => {
    await world.send();
    expect(world.started[0]).toMatchObject({ mesh_ids: [1, 3], mesh_position: 0, attempt: 1, attempts: [] });
  });

  it('is the mesh that is asked for, alone', async () => {
    await world.send({ mesh_id: 3 });
    expect(world.started[0]?.mesh_ids).toEqual([3]);
  });

  it('fails where there is none, and says why', async () => {
    await expect(world.send({ start_lat: 80 })).rejects.toThrow('No mesh available.');
    await expect(world.send({ mesh_id: 7 })).rejects.toMatchObject({ name: 'MeshNotFound' });
    await expect(world.send({ mesh_id: 3, end_lat: 10 })).rejects.toThrow(/^The end point .*10.* mesh 3/);
    await expect(world.send({ mesh_id: -3 })).rejects.toThrow('There is no mesh -3.');
    expect(world.started).toEqual([]);
  });
});

describe('a route that was requested before', () => {
  it('is joined while it is calculated, then reused', async () => {
    const first = await world.send();
    expect(first.outcome).toBe('new');
    for (const status of ['STARTED', 'RETRY'] as const) {
      await world.ports.jobs.transition(first.jobId, status);
      expect(await world.send()).toEqual({ ...first, outcome: 'joined' });
    }
    await world.succeed(first.jobId);
    expect(await world.send()).toEqual({ ...first, outcome: 'reused' });
    expect(world.started).toHaveLength(1);
  });

  it('counts within the tolerance of 1 NM at either end, and not beyond', async () => {
    const { jobId } = await world.send();
    await world.succeed(jobId);
    expect((await world.send(start(0.99))).outcome).toBe('reused');
    expect((await world.send({ end_lat: -67.764 + 0.99 * NM })).outcome).toBe('reused');
    expect((await world.send({ ...start(-0.99), end_lat: -67.764 + 0.99 * NM })).outcome).toBe('reused');
    expect((await world.send(start(1.01))).outcome).toBe('new');
    expect((await world.send({ end_lat: -67.764 - 1.01 * NM })).outcome).toBe('new');
  });

  it('wins by being nearest, of equals by being newest', async () => {
    const far = await world.send({ ...start(0.5), force_new_route: true });
    const near = await world.send({ ...start(0.2), force_new_route: true }, new Date('2026-01-01'));
    const newer = await world.send({ ...start(0.2), force_new_route: true }, new Date('2026-01-02'));
    for (const { jobId } of [far, near, newer]) await world.succeed(jobId);
    expect((await world.send()).jobId).toBe(newer.jobId);
    expect((await world.send(start(0.45))).jobId).toBe(far.jobId);
  });

  it.each(['FAILURE', 'REVOKED'] as const)('is never reused after %s', async (status) => {
    const first = await world.send();
    await world.ports.jobs.transition(first.jobId, status);
    const second = await world.send();
    expect(second.outcome).toBe('new');
    expect(second.jobId).not.toBe(first.jobId);
    expect((await world.send()).jobId).toBe(second.jobId);
  });

  it('counts only on a mesh of the current list', async () => {
    const { jobId } = await world.send();
    await world.succeed(jobId);
    world.meshes.push(mesh(4, { created: '2024-02-15T00:00:00.000Z' }));
    expect(await world.send()).toMatchObject({ outcome: 'new' });
    expect(world.started[1]?.mesh_ids).toEqual([4]);
    expect((await world.send({ mesh_id: 1 })).jobId).toBe(jobId);
    expect((await world.send({ mesh_id: 3 })).outcome).toBe('new');
  });

  it('counts on the mesh that it was calculated on', async () => {
    const { jobId } = await world.send();
    await world.succeed(jobId, 3);
    expect(await world.send({ mesh_id: 3 })).toMatchObject({ outcome: 'reused', jobId });
    expect(await world.send({ mesh_id: 1 })).toMatchObject({ outcome: 'new' });
  });

  it('is calculated anew when that is forced', async () => {
    const first = await world.send();
    await world.succeed(first.jobId);
    const forced = await Promise.all([
      world.send({ force_new_route: true }),
      world.send({ force_new_route: true }),
    ]);
    expect(new Set([first, ...forced].map(({ routeId }) => routeId)).size).toBe(3);
    expect(world.started).toHaveLength(3);
  });

  it('collects the tags of all requests, and keeps its names', async () => {
    const { routeId } = await world.send({ tags: 'a,b', start_name: 'One' });
    await world.send({ tags: ['b', 'c'], start_name: 'Two' });
    expect(await world.ports.routes.find(routeId)).toMatchObject({ tags: ['a', 'b', 'c'], startName: 'One' });
    await Promise.all(Array.from({ length: 8 }, (_, i) => world.send({ tags: [`t${i}`] })));
    expect((await world.ports.routes.find(routeId))?.tags).toHaveLength(11);
  });
});

describe('identical requests at one instant', () => {
  it('start one execution, and all are told of a job that exists', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.send()));
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
    expect(answers.filter(({ outcome }) => outcome === 'new')).toHaveLength(1);
    expect(world.started).toHaveLength(1);
    expect(await world.ports.jobs.find(answers[0]!.jobId)).not.toBeNull();
  });

  it('start one execution after a cancelled one too', async () => {
    const { jobId } = await world.send();
    await world.ports.jobs.transition(jobId, 'REVOKED');
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.send()));
    expect(new Set(answers.map((answer) => answer.jobId)).size).toBe(1);
    expect(world.started).toHaveLength(2);
  });
});

describe('a submission that dies half-way', () => {
  const points = { start: { lat: -51.731, lon: -57.706 }, end: { lat: -67.764, lon: -68.02 } };

  it('after its claim is carried through by the next identical request', async () => {
    const dead = submission({ ...points, meshIds: [1, 3], routeId: 77 });
    await world.ports.claims.claim(claimKey(dead), dead);
    expect(await world.send()).toEqual({ outcome: 'joined', jobId: dead.jobId, routeId: 77 });
    expect(world.started[0]?.job_id).toBe(dead.jobId);
    expect(await world.ports.routes.find(77)).not.toBeNull();
  });

  it.each(['ThrottlingException', 'AccessDeniedException'])(
    'at its start, of %s, is a failed job',
    async (name) => {
      const refusal = Object.assign(new Error('no'), { name });
      vi.spyOn(world.ports.workflow, 'start').mockRejectedValueOnce(refusal);
      const create = vi.spyOn(world.ports.jobs, 'create');
      await expect(world.send()).rejects.toBe(refusal);
      expect(await world.ports.jobs.find(create.mock.calls[0]![0].jobId)).toMatchObject({
        status: 'FAILURE',
      });
      expect((await world.send()).outcome).toBe('new');
    },
  );
});

describe('a race that goes on and on', () => {
  it('for a claim ends in asking to come again', async () => {
    const other = submission({ jobId: randomUUID() });
    await world.ports.jobs.create(other);
    await world.ports.jobs.transition(other.jobId, 'REVOKED');
    vi.spyOn(world.ports.claims, 'claim').mockResolvedValue(other);
    vi.spyOn(world.ports.claims, 'takeOver').mockResolvedValue(false);
    await expect(world.send()).rejects.toBeInstanceOf(ServiceBusy);
  });

  it('for tags too', async () => {
    await world.send();
    vi.spyOn(world.ports.routes, 'replaceTags').mockResolvedValue(false);
    await expect(world.send({ tags: ['x'] })).rejects.toBeInstanceOf(ServiceBusy);
  });
});
