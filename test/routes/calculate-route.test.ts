import { describe, expect, it, vi } from 'vitest';
import { unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import type { JobStatus, Transition } from '../../lib/jobs/job.ts';
import { initialState } from '../../lib/jobs/route-workflow.ts';
import { calculateRoute } from '../../lib/routes/calculate-route.ts';
import { jobOf, newJob } from '../jobs/new-jobs.ts';
import { compiledGrid } from './compiled-grid.ts';
import { plan } from './plans.ts';
import { mesh } from './world.ts';

const sent = newJob({ meshIds: [3, 1] });
const job = jobOf(sent, { status: 'STARTED' });
const state = {
  ...initialState(sent),
  mesh_position: 1,
  attempts: [{ mesh_id: 3, outcome: 'inaccessible' }],
};

const compiled = { ...compiledGrid, environment: unknownEnvironment(0) };

const stored = new Map<string, Uint8Array>();

function makePorts(statuses: { afterPlanning: JobStatus; atStart?: JobStatus }) {
  const order: string[] = [];
  const note = (what: string) => async () => void order.push(what);
  return {
    order,
    jobs: {
      find: async () => ({ ...job, status: statuses.afterPlanning }),
      transition: vi.fn(async (_: string, { to }: Transition) => {
        order.push(to);
        return statuses.atStart ? null : job;
      }),
    },
    meshes: { byId: vi.fn(async (id: number) => (id === 404 ? null : mesh(id))) },
    documents: { put: vi.fn(note('document')) },
    storedRequests: { get: async (key: string) => stored.get(key) ?? null },
    standingZones: { of: async () => [] },
    plan: vi.fn(async () => ({ plan: plan(), mesh: compiled })),
  };
}

describe('a calculation', () => {
  it('stores the document, then writes SUCCESS with the totals', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    await calculateRoute(ports, state);
    expect(ports.order).toEqual(['STARTED', 'document', 'SUCCESS']);
    expect(ports.plan).toHaveBeenCalledWith(
      mesh(1),
      { ...job, voyage: null, standing: null },
      job.requestedAt,
    );
    const key = `routes/${sent.routeId}/${sent.id}.json.gz`;
    expect(ports.documents.put).toHaveBeenCalledWith(key, expect.anything());
    expect(ports.jobs.transition).toHaveBeenLastCalledWith(sent.id, {
      to: 'SUCCESS',
      route: {
        meshId: 1,
        meshName: 'mesh-1.json',
        calculatedAt: expect.any(String),
        totals: expect.objectContaining({
          fuel: { days: 3.2884466, metres: 1_900_000.5, consumption: 70.25 },
        }),
        attempts: state.attempts,
      },
    });
  });

  it('of a job that is over does nothing', async () => {
    const ports = makePorts({ afterPlanning: 'REVOKED', atStart: 'REVOKED' });
    await calculateRoute(ports, state);
    expect(ports.order).toEqual(['STARTED']);
    expect(ports.plan).not.toHaveBeenCalled();
  });

  it.each(['REVOKED', 'FAILURE', 'SUCCESS'] as const)(
    'whose job is %s when it is done changes nothing',
    async (status) => {
      const ports = makePorts({ afterPlanning: status });
      await calculateRoute(ports, state);
      expect(ports.order).toEqual(['STARTED']);
    },
  );

  it('that finds no route leaves the decision to the workflow', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    ports.plan.mockRejectedValue(new RouteInaccessible('no route'));
    await expect(calculateRoute(ports, state)).rejects.toMatchObject({ name: 'RouteInaccessible' });
    expect(ports.order).toEqual(['STARTED']);
  });

  it('fails without its mesh', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    await expect(calculateRoute(ports, { ...state, mesh_ids: [3, 404] })).rejects.toMatchObject({
      name: 'MeshNotFound',
    });
  });
});
