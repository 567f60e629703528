import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { unknownEnvironment } from '../../lib/engine/mesh/environment.ts';
import { RouteInaccessible } from '../../lib/engine/waypoints/errors.ts';
import type { JobStatus, Transition } from '../../lib/jobs/job.ts';
import { initialState } from '../../lib/jobs/route-workflow.ts';
import { type CalculatePorts, calculateRoute } from '../../lib/routes/calculate-route.ts';
import { jobOf, newJob } from '../jobs/new-jobs.ts';
import { sda } from '../vessel/vehicles.ts';
import { compiledGrid } from './compiled-grid.ts';
import { objectiveRoute, plan, track } from './plans.ts';
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
    plan: vi.fn<CalculatePorts['plan']>(async () => ({ plan: plan(), mesh: compiled })),
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
      null,
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

  it('tells in its document which meshes had no way, when it was requested, and the departure', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    const attempts = [...state.attempts, { mesh_id: 2, outcome: 'died' }];
    const requestKey = 'requests/departing';
    const departing = { ...job, requestKey };
    ports.jobs.transition.mockImplementation(async () => departing);
    const voyage = { departure: '2026-11-21T10:00:00Z' };
    stored.set(requestKey, gzipSync(JSON.stringify({ voyage, vehicle: sda, standing: null })));
    await calculateRoute(ports, { ...state, attempts });
    const [, document] = ports.documents.put.mock.calls[0] as unknown as [string, Uint8Array];
    const [route] = JSON.parse(gunzipSync(document).toString()).routes;
    expect(route).toMatchObject({
      departure: voyage.departure,
      vehicle: sda,
      job: { requestedAt: job.requestedAt, calculatedAt: expect.stringMatching(/Z$/) },
      info: { info: expect.stringMatching(/Mesh 3, tried first, has no way from the start to the end\.$/) },
    });
  });

  it('has totals of its objectives alone, without consumption on a mesh that has none', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    const none = track({ consumption: null });
    const routes = [
      objectiveRoute({ track: none, sailing: none }),
      { ...objectiveRoute({ track: none, sailing: none }), objective: 'within' as const },
    ];
    ports.plan.mockResolvedValue({ plan: { ...plan(), routes }, mesh: { ...compiled, consumption: null } });
    await calculateRoute(ports, state);
    expect(ports.jobs.transition).toHaveBeenLastCalledWith(sent.id, {
      to: 'SUCCESS',
      route: expect.objectContaining({
        totals: { traveltime: { days: 3.2884466, metres: 1_900_000.5, consumption: null } },
      }),
    });
  });

  it('of a vessel so slow that it would take more than ten years is refused, and says so', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    const takes = (days: number) => objectiveRoute({ track: track({ timeDays: [0, 1, days] }) });
    ports.plan.mockResolvedValue({ plan: plan({ routes: [takes(3), takes(3_651)] }), mesh: compiled });
    await expect(calculateRoute(ports, state)).rejects.toMatchObject({
      name: 'VesselUnusable',
      message: expect.stringMatching(/would take 3651 days; routes of at most 3650 days are answered/),
    });
    expect(ports.order).toEqual(['STARTED']);
    ports.plan.mockResolvedValue({ plan: plan({ routes: [takes(3_650)] }), mesh: compiled });
    await calculateRoute(ports, state);
    expect(ports.order.at(-1)).toBe('SUCCESS');
  });

  it('of a voyage plans it among the zones that stood when it was requested, and tells those that were asked for', async () => {
    const zone = { name: 'Reserve', kind: 'closed', geometry: { type: 'Polygon', coordinates: [] } } as never;
    const requestKey = 'requests/standing';
    const ports = {
      ...makePorts({ afterPlanning: 'STARTED' }),
      standingZones: { of: async (digest: string) => (digest === 'digest' ? [zone] : []) },
    };
    ports.jobs.transition.mockImplementation(async () => ({ ...job, requestKey }));
    const request = { ...job, voyage: { zones: null, departure: null }, standing: 'digest' };
    stored.set(requestKey, gzipSync(JSON.stringify(request)));
    await calculateRoute(ports, state);
    const [, planned] = ports.plan.mock.calls[0]!;
    expect(planned.voyage?.zones).toEqual([zone]);
    const [, document] = ports.documents.put.mock.calls[0] as unknown as [string, Uint8Array];
    expect(JSON.parse(gunzipSync(document).toString()).voyage).toEqual({});
  });

  it('whose stored request is gone fails, and says which', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    ports.jobs.transition.mockImplementation(async () => ({ ...job, requestKey: 'requests/gone' }));
    await expect(calculateRoute(ports, state)).rejects.toThrow(
      `The request of job ${job.id} is gone: requests/gone.`,
    );
  });

  it('fails without its mesh', async () => {
    const ports = makePorts({ afterPlanning: 'STARTED' });
    await expect(calculateRoute(ports, { ...state, mesh_ids: [3, 404] })).rejects.toMatchObject({
      name: 'MeshNotFound',
    });
  });
});
