import '../environment.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../lambdas/routes/recent.ts';
import { RequestTable } from '../../../lib/aws/request-table.ts';
import type { Job } from '../../../lib/jobs/job.ts';
import { vehicle } from '../../../lib/vehicles/vehicle.ts';
import { jobOf, newJob } from '../../jobs/new-jobs.ts';
import { sda } from '../../vehicles/sda.ts';
import { invoke } from '../invoke.ts';

let jobs: Job[];
beforeEach(() => {
  jobs = [];
  vi.spyOn(RequestTable.prototype, 'lastRouteId').mockImplementation(async () =>
    Math.max(0, ...jobs.map(({ routeId }) => routeId)),
  );
  vi.spyOn(RequestTable.prototype, 'byRouteIds').mockImplementation(async (first, last) =>
    jobs.filter(({ routeId }) => routeId >= first && routeId <= last),
  );
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const job = (routeId: number, different: Partial<Job> = {}) =>
  jobOf(newJob({ routeId, requestedAt: hoursAgo(1) }), different);
const recent = (query: Record<string, string[]> = {}, identity = {}) =>
  invoke(handler, 'GET /api/recent_routes/', {
    event: {
      multiValueQueryStringParameters: query,
      requestContext: { requestId: 'r', path: '/dev/api/recent_routes/', stage: 'dev', identity },
    },
  });

describe('GET /api/recent_routes', () => {
  it('none: an empty list and a sentence', async () => {
    expect((await recent()).json).toEqual({
      routes: [],
      message: 'No recent routes found for last 24 hours.',
    });
    expect((await recent({ hours: ['3'] })).json.message).toContain('3 hours');
  });

  it('tells what is known of each route, by objective', async () => {
    const totals = {
      traveltime: { days: 3, metres: 2, consumption: 1 },
      fuel: { days: 4, metres: 3, consumption: null },
    };
    jobs = [
      job(9, {
        status: 'SUCCESS',
        meshId: 3,
        meshName: 'sea',
        calculatedAt: hoursAgo(1),
        totals,
        tags: ['a'],
      }),
    ];
    const [entry] = (await recent()).json.routes;
    expect(entry).toMatchObject({
      id: 9,
      status: 'SUCCESS',
      tags: ['a'],
      route_url: 'https://api.example/dev/api/route/9',
      job_id: jobs[0]!.id,
      job_status_url: `https://api.example/dev/api/job/${jobs[0]!.id}`,
      mesh: { id: 3, name: 'sea' },
      totals: { traveltime: { days: 3, metres: 2, fuel: 1 }, fuel: { days: 4, metres: 3 } },
    });
  });

  it('tells the carbon dioxide where the vehicle has a fuel', async () => {
    const totals = { traveltime: { days: 3, metres: 2, consumption: 10 } };
    jobs = [job(9, { status: 'SUCCESS', totals, vehicle: vehicle.parse({ ...sda, fuel_type: 'HFO' }) })];
    const [entry] = (await recent()).json.routes;
    expect(entry.totals).toEqual({ traveltime: { days: 3, metres: 2, fuel: 10, co2: 31.14 } });
  });

  it('names the job of a running route to its requester only, since its id lets one cancel it', async () => {
    jobs = [job(9, { status: 'STARTED', requester: 'key-1' })];
    expect((await recent({}, { apiKeyId: 'key-1' })).json.routes[0]).toHaveProperty('job_id');
    expect((await recent({}, { apiKeyId: 'key-2' })).json.routes[0]).not.toHaveProperty('job_id');
    jobs = [job(9, { status: 'STARTED', requester: null })];
    const [entry] = (await recent()).json.routes;
    expect(JSON.stringify(entry)).not.toContain(jobs[0]!.id);
    expect(entry).toMatchObject({ calculated: null, status: 'STARTED' });
  });

  it('pages, and filters by tags', async () => {
    jobs = [job(3, { tags: ['a', 'b'] }), job(2, { tags: ['a'] }), job(1, { tags: ['a', 'b'] })];
    const first = await recent({ tag: ['a', 'b'], limit: ['1'] });
    expect(first.json.routes.map(({ id }: { id: number }) => id)).toEqual([3]);
    const second = await recent({ tag: ['a', 'b'], limit: ['1'], next: [first.json.next] });
    expect(second.json.routes.map(({ id }: { id: number }) => id)).toEqual([1]);
    expect(second.json).not.toHaveProperty('next');
  });

  it.each([{ hours: ['0'] }, { hours: ['8761'] }, { limit: ['501'] }, { next: ['x'] }, { since: ['1'] }])(
    '%j is a 400',
    async (query) => {
      const { status, json } = await recent(query);
      expect(status).toBe(400);
      expect(json.details[0].field).toBe(Object.keys(query)[0]);
    },
  );
});
