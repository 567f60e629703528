import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gridMesh } from './grid-mesh.ts';
import { type Service, startService } from './service.ts';

/** Closed from north to south in the middle. */
const divided = gridMesh({ columns: 10, isOpen: (_, lon) => Math.floor(lon) !== -55 });
const request = (start_lat: number, end_lat: number) => ({
  start_lat,
  start_lon: -59.5,
  end_lat,
  end_lon: -51.5,
});

let service: Service;
let open: number;
let closed: number;
beforeAll(async () => {
  service = await startService();
  closed = await service.addMesh('divided', divided, '20240501T000000');
  open = await service.addMesh('whole', gridMesh({ columns: 12 }), '20240501T100000');
});
afterAll(() => service?.end());

describe('an inaccessible route', () => {
  test('the next mesh of the list is tried, in the same job', async () => {
    const { job, route } = await service.route(request(-66.5, -66.5));
    expect(job.status).toBe('SUCCESS');
    expect(route.routes[0].mesh.id).toBe(open);
    expect(route.routes[0].info.info).toContain(`Mesh ${closed}, tried first, has no way`);
    // and is found there by the next request
    expect((await service.post('/api/route', request(-66.5, -66.5))).body.route_id).toBe(job.route_id);
  });

  test('the next mesh is tried where the first has no cell at the points, although its bounds contain them', async () => {
    const north = { latMin: -50, columns: 10 };
    const { cellboxes, ...rest } = gridMesh({ ...north, isOpen: (_, lon) => Math.floor(lon) !== -55 });
    const holed = { ...rest, cellboxes: cellboxes.filter(({ inaccessible }) => !inaccessible) };
    const first = await service.addMesh('holed', holed, '20240501T000000');
    const next = await service.addMesh('north', gridMesh({ ...north, columns: 12 }), '20240501T100000');
    const inHole = { start_lon: -54.5, end_lon: -54.4 };
    const { job, route } = await service.route({ ...request(-46.5, -42.5), ...inHole });
    expect(job.status).toBe('SUCCESS');
    expect(route.routes[0].mesh.id).toBe(next);
    expect(route.routes[0].info.info).toContain(`Mesh ${first}, tried first, has no way`);
  });

  test('the job fails where no mesh is left, and names the meshes that were tried', async () => {
    const { job } = await service.route({ ...request(-65.5, -65.5), mesh_id: closed });
    expect(job).toMatchObject({
      status: 'FAILURE',
      info: { error: expect.any(String), attempts: [{ mesh_id: closed, outcome: 'inaccessible' }] },
    });
    expect(job).not.toHaveProperty('route_id');
    // a failed route is never reused
    const again = await service.post('/api/route', { ...request(-65.5, -65.5), mesh_id: closed });
    expect(again.status).toBe(202);
    expect(again.body.id).not.toBe(job.id);
  });
});

describe('a transient failure', () => {
  test('is recorded as RETRY, then tried again', async () => {
    service.failCalculation('crash');
    const { job, statuses } = await service.route({ ...request(-61.5, -61.5), mesh_id: open });
    expect(statuses).toContain('RETRY');
    expect(job.status).toBe('SUCCESS');
  });

  test('throttling by Lambda: the job waits as PENDING', async () => {
    service.failCalculation('throttle', 2);
    const { job, statuses } = await service.route({ ...request(-62.5, -62.5), mesh_id: open });
    expect(statuses).toEqual(['PENDING', 'STARTED', 'SUCCESS'].filter((status) => statuses.includes(status)));
    expect(job.status).toBe('SUCCESS');
  });

  test('of a service is waited out, however often calculations fail meanwhile', async () => {
    const before = service.endedCalculations;
    service.watch.fault = ({ operation }) =>
      operation === 's3:PutObject' && service.endedCalculations < before + 3
        ? { kind: 'error', code: 'InternalError', status: 500 }
        : undefined;
    const { job } = await service.route({ ...request(-60.5, -60.5), mesh_id: open });
    service.watch.fault = undefined;
    expect(job.status).toBe('SUCCESS');
    // the job is over a moment before the calculation that ended it
    await expect.poll(() => service.endedCalculations).toBeGreaterThanOrEqual(before + 4);
  });

  test('three times: FAILURE, without trying another mesh', async () => {
    service.failCalculation('crash', 3);
    const { job } = await service.route(request(-63.5, -63.5));
    expect(job.status).toBe('FAILURE');
    expect(job.info.attempts.map(({ mesh_id }: { mesh_id: number }) => mesh_id)).toEqual([
      closed,
      closed,
      closed,
    ]);
  });
});

describe('cancelling', () => {
  test('while a retry waits: REVOKED, and nothing changes that', async () => {
    service.failCalculation('crash');
    const submitted = await service.post('/api/route', { ...request(-64.5, -64.5), mesh_id: open });
    const { id } = submitted.body;
    for (let status = ''; status !== 'RETRY'; ) status = (await service.job(id)).body.status;
    const cancelled = await service.delete(`/api/job/${id}`);
    expect(cancelled.status).toBe(202);
    expect(cancelled.body).toEqual({ message: expect.any(String), job_id: id, route_id: expect.any(Number) });
    expect((await service.delete(`/api/job/${id}/`)).status).toBe(202);

    await expect.poll(() => service.watch.executions.get(id)).toBe('ABORTED'); // nothing runs any more
    const { body: job } = await service.job(id);
    expect(job.status).toBe('REVOKED');
    expect(job).not.toHaveProperty('info');
    expect((await service.get(`/api/route/${cancelled.body.route_id}`)).status).toBe(404);
    const again = await service.post('/api/route', { ...request(-64.5, -64.5), mesh_id: open });
    expect(again.status).toBe(202);
    expect(again.body.id).not.toBe(id);
    expect((await service.follow(again.body.id)).job.status).toBe('SUCCESS');
  });

  test('while the calculation runs: its late result changes nothing', async () => {
    const cancelled = Promise.withResolvers<void>();
    service.watch.fault = ({ operation }) =>
      operation === 's3:PutObject' ? { kind: 'held', until: cancelled.promise } : undefined;
    const { body } = await service.post('/api/route', { ...request(-69.5, -60.5), mesh_id: open });
    const status = async () => (await service.job(body.id)).body.status;
    await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe('STARTED');
    const before = service.endedCalculations;
    expect((await service.delete(`/api/job/${body.id}`)).status).toBe(202);
    cancelled.resolve();
    service.watch.fault = undefined;
    await expect.poll(() => service.endedCalculations, { timeout: 20_000 }).toBeGreaterThan(before);
    expect((await service.job(body.id)).body.status).toBe('REVOKED');
  });

  test('a finished job: 409; one that does not exist or is no id: 404', async () => {
    const { job } = await service.route({ ...request(-68.5, -68.5), mesh_id: open });
    expect((await service.delete(`/api/job/${job.id}`)).status).toBe(409);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', 'claim%23x']) {
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await service.call(method, `/api/job/${id}`);
        expect(status).toBe(404);
        expect(body.error).toContain(decodeURIComponent(id));
      }
    }
  });
});
