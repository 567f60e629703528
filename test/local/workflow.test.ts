import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functions, STATE_TRANSITIONS } from '../../bench/costs/route-costs.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { gridMesh } from './grid-mesh.ts';
import { type Service, startService } from './service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** From 69.5° S 59.5° W to 61.5° S 52.25° W on a sphere of 6371.1 km. */
const greatCircleM = 1852 * haversineNm({ lat: -69.5, lon: -59.5 }, { lat: -61.5, lon: -52.25 });
/** A nautical mile of latitude, degrees. */
const mile = 1 / 60;

let service: Service;
let meshId: number;
beforeAll(async () => {
  service = await startService();
  meshId = await service.addMesh('open-sea', gridMesh());
});
afterAll(() => service?.end());

/** Calls to AWS meanwhile by what a new route invokes: how many of each operation. */
async function callsDuring(action: () => Promise<unknown>): Promise<Record<string, Record<string, number>>> {
  const calls: Record<string, Record<string, number>> = {};
  service.watch.fault = ({ caller, operation }) => {
    const called = Object.entries(functions).find(([, { handlerId }]) =>
      caller.includes(service.functionOf(handlerId)),
    );
    if (!called) return undefined;
    const [name] = called;
    calls[name] = { ...calls[name], [operation]: (calls[name]?.[operation] ?? 0) + 1 };
    return undefined;
  };
  await action();
  service.watch.fault = undefined;
  return calls;
}

describe('the workflow of the specification', () => {
  test('submit, poll, fetch', async () => {
    const submitted = await service.post('/api/route', {
      start_lat: '-69.5',
      start_lon: '-59.5',
      end_lat: '-61.5',
      end_lon: '-52.25',
      start_name: 'Here',
      end_name: 'There',
      tags: 'one, two',
    });
    expect(submitted.status).toBe(202);
    const { id } = submitted.body;
    expect(id).toMatch(uuid);
    expect(submitted.body).toEqual({ id, 'status-url': `${service.stack.apiUrl}/api/job/${id}` });

    const { job, statuses } = await service.follow(id);
    expect(statuses.at(-1)).toBe('SUCCESS');
    expect(job).toEqual({
      id,
      status: 'SUCCESS',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      route_id: expect.any(Number),
      route_url: `${service.stack.apiUrl}/api/route/${job.route_id}`,
    });

    const { status, body, headers } = await service.get(`/api/route/${job.route_id}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.tags).toEqual(['one', 'two']);
    expect(body.routes.map((route: { type: string }) => route.type)).toEqual(['traveltime', 'fuel']);
    for (const route of body.routes) {
      expect(route.id).toBe(String(job.route_id));
      expect(route.name).toBe(`Here to There (${route.type})`);
      expect(route.waypoints.start).toMatchObject({ lat: -69.5, lon: -59.5, name: 'Here' });
      expect(route.waypoints.end).toMatchObject({ lat: -61.5, lon: -52.25, name: 'There' });
      expect(route.mesh).toEqual({
        id: meshId,
        name: 'open-sea.vessel.json',
        validDateStart: '2024-01-01',
        validDateEnd: '2024-01-03',
        bounds: { latMin: -70, latMax: -60, lonMin: -60, lonMax: -50 },
      });
      expect(route.info.info).toContain('Latest available mesh from 2024/01/01');
      for (const path of [route.path, route.unsmoothedPath]) {
        const [feature] = path.features;
        const { coordinates } = feature.geometry;
        expect(coordinates[0]).toEqual([-59.5, -69.5]);
        expect(coordinates.at(-1)).toEqual([-52.25, -61.5]);
        for (const key of ['traveltime', 'distance', 'fuel', 'speed']) {
          expect(feature.properties[key]).toHaveLength(coordinates.length);
          expect(feature.properties[key][0]).toBe(0);
        }
        const { traveltime, distance, fuel } = feature.properties;
        expect(feature.properties.total_traveltime).toBe(traveltime.at(-1));
        expect(feature.properties.total_distance).toBe(distance.at(-1));
        expect(feature.properties.total_fuel).toBe(fuel.at(-1));
      }
      // 20 km/h and 20 t/day everywhere, so that nothing beats the great circle.
      const { time, fuelConsumption, distance } = route.optimisation.metrics;
      expect(distance.units).toBe('meters');
      expect(Number(time.duration)).toBeCloseTo(Number(distance.value) / 20_000 / 24, 5);
      expect(time.units).toBe('days');
      expect(Number(fuelConsumption.value)).toBeCloseTo(20 * Number(time.duration), 4);
      expect(fuelConsumption.units).toBe('tons');
      expect(distance.value / greatCircleM).toBeGreaterThan(1 - 1e-9);
      expect(distance.value / greatCircleM).toBeLessThan(1.001);
    }
  });

  test('it makes the calls that its costs are computed from, and two state transitions and a start', async () => {
    const entered = service.watch.states.length;
    let routeId = 0;
    const points = { start_lat: -69.5, start_lon: -59.5, end_lat: -62.5, end_lon: -52.25 };
    const { 'POST /api/route': post, calculation } = await callsDuring(async () => {
      routeId = (await service.route(points)).job.route_id;
    });
    expect(calculation).toEqual(functions.calculation!.calls);
    const most = functions['POST /api/route']!.calls;
    expect(Object.keys(most)).toEqual(expect.arrayContaining(Object.keys(post!)));
    for (const [operation, count] of Object.entries(post!)) {
      expect(count, operation).toBeLessThanOrEqual(most[operation as keyof typeof most]!);
    }
    expect(1 + service.watch.states.length - entered).toBe(STATE_TRANSITIONS);
    const { id } = (await service.post('/api/route', points)).body;
    expect(await callsDuring(() => service.job(id))).toEqual({
      'GET /api/job': functions['GET /api/job']!.calls,
    });
    expect(await callsDuring(() => service.get(`/api/route/${routeId}`))).toEqual({
      'GET /api/route': functions['GET /api/route']!.calls,
    });
  });

  test('a client that sends numbers, null for missing values, and trailing slashes', async () => {
    const submitted = await service.post('/api/route/', {
      start_lat: -68.5,
      start_lon: -58.5,
      end_lat: -63,
      end_lon: -55,
      mesh_id: null,
      start_name: null,
      end_name: null,
      tags: null,
    });
    expect(submitted.status).toBe(202);
    const { job } = await service.follow(submitted.body.id);
    expect(job.status).toBe('SUCCESS');
    expect((await service.get(`/api/job/${submitted.body.id}/`)).body).toEqual(job);
    const fetched = await service.get(`/api/route/${job.route_id}/`);
    expect(fetched.status).toBe(200);
    expect(fetched.body.routes[0].name).toContain('(traveltime)');
  });

  test('a document is compressed only for a client that accepts it', async () => {
    const { job } = await service.route({ start_lat: -68.5, start_lon: -58.5, end_lat: -63, end_lon: -55 });
    const url = `${service.stack.apiUrl}/api/route/${job.route_id}`;
    const encodings = await Promise.all(
      ['gzip', 'identity'].map(async (encoding) => {
        const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
        expect(((await response.json()) as { routes: object[] }).routes).toHaveLength(2);
        return response.headers.get('content-encoding');
      }),
    );
    expect(encodings).toEqual(['gzip', null]);
  });
});

describe('reuse', () => {
  const request = { start_lat: -66.5, start_lon: -57.5, end_lat: -62.5, end_lon: -53.5 };
  let first: Awaited<ReturnType<Service['route']>>;
  beforeAll(async () => {
    first = await service.route(request);
  });

  test('within 1 NM the earlier route is answered, and gets the new tags', async () => {
    const again = await service.post('/api/route', {
      ...request,
      start_lat: -66.5 + 0.99 * mile,
      end_lat: -62.5 - 0.99 * mile,
      tags: ['later'],
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      id: first.job.id,
      'status-url': `${service.stack.apiUrl}/api/job/${first.job.id}`,
      route_id: first.job.route_id,
      route_url: first.job.route_url,
      info: { message: expect.stringContaining('force_new_route') },
    });
    expect((await service.get(`/api/route/${first.job.route_id}`)).body.tags).toEqual(['later']);
  });

  test('beyond 1 NM at either end a new route is calculated', async () => {
    for (const change of [{ start_lat: -66.5 + 1.01 * mile }, { end_lat: -62.5 - 1.01 * mile }]) {
      const { status, body } = await service.post('/api/route', { ...request, ...change });
      expect(status).toBe(202);
      expect(body.id).not.toBe(first.job.id);
    }
  });

  test('with force_recalculation a new route is calculated', async () => {
    const { job } = await service.route({ ...request, force_new_route: true });
    expect(job.route_id).not.toBe(first.job.route_id);
  });

  test('identical requests at once start one execution', async () => {
    const twin = { start_lat: -64.5, start_lon: -59.5, end_lat: -61.5, end_lon: -50.5 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.post('/api/route', twin)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).filter((status) => status !== 202 && status !== 200)).toEqual(
      [],
    );
    expect((await service.follow(answers[0]!.body.id)).job.status).toBe('SUCCESS');
  });

  test('after a newer mesh no older route is reused; of meshes of the same day the smaller is tried first', async () => {
    const older = await service.route(request);
    expect(older.job.id).toBeTruthy();
    const large = await service.addMesh('newer-large', gridMesh({ columns: 20 }), '20240301T230000');
    const small = await service.addMesh('newer-small', gridMesh({ speedKmh: 25 }), '20240301T010000');
    const { job, route } = await service.route(request);
    expect(job.route_id).not.toBe(older.job.route_id);
    expect(route.routes[0].mesh.id).toBe(small);
    const east = await service.route({ ...request, end_lon: -45.5 });
    expect(east.route.routes[0].mesh.id).toBe(large);
  });
});

describe('a custom mesh', () => {
  const request = { start_lat: -67.5, start_lon: -57.5, end_lat: -63.5, end_lon: -53.5 };

  test('is used although a newer one covers the points', async () => {
    const { route } = await service.route({ ...request, mesh_id: meshId });
    expect(route.routes[0].mesh.id).toBe(meshId);
  });

  test('that does not exist is a 404, a point outside it a 400 that names the point', async () => {
    expect((await service.post('/api/route', { ...request, mesh_id: 999 })).status).toBe(404);
    const outside = await service.post('/api/route', { ...request, mesh_id: meshId, end_lat: -50 });
    expect(outside.status).toBe(400);
    expect(JSON.stringify(outside.body)).toContain('end');
  });

  test('no mesh at all: 404', async () => {
    const { status, body } = await service.post('/api/route', { ...request, start_lat: 10 });
    expect({ status, body }).toEqual({ status: 404, body: { error: 'No mesh available.' } });
  });
});

describe('vehicles', () => {
  const vehicle = {
    vessel_type: 'Æ ship 破氷船',
    max_speed: 26.5,
    unit: 'km/hr',
    beam: 24,
    hull_type: 'slender',
    force_limit: 96634.5,
    max_ice_conc: 80,
    min_depth: 10,
  };
  const path = `/api/vehicle/${encodeURIComponent(vehicle.vessel_type)}`;

  test('created once, read, overwritten only when told to, deleted', async () => {
    expect((await service.get('/api/vehicle/available')).body).toEqual({
      vessel_types: [],
      message: 'No available vessel types found.',
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => service.post('/api/vehicle', vehicle)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const created = answers.find(({ status }) => status === 201)!;
    expect(created.body).toEqual({ vessel_type: vehicle.vessel_type });
    expect(created.headers.get('location')).toContain(encodeURIComponent(vehicle.vessel_type));
    expect((await service.get(`${path}/`)).body).toEqual(vehicle);

    const changed = { ...vehicle, max_speed: 20, max_wave: 3, excluded_zones: ['a'] };
    const overwritten = await service.post('/api/vehicle', { ...changed, force_properties: 'true' });
    expect(overwritten.status).toBe(200);
    expect((await service.get(path)).body).toEqual(changed);
    expect((await service.get('/api/vehicle/')).body).toEqual([changed]);
    expect((await service.get('/api/vehicle/available/')).body).toEqual({
      vessel_types: [vehicle.vessel_type],
    });

    expect((await service.delete(`${path}/`)).status).toBe(204);
    expect((await service.delete(path)).status).toBe(404);
    expect((await service.get(path)).body.error).toContain(vehicle.vessel_type);
  });
});

test('the health of the service, with its newest mesh', async () => {
  const { status, body } = await service.get('/health/');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', newest_mesh: { id: expect.any(Number) } });
});
