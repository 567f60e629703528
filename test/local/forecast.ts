import { beforeAll, expect, test } from 'vitest';
import { boxPolygon } from '../zones/areas.ts';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';

/** A sea that changes while a ship is under way, asked of the whole service. */
export function testForecast(): void {
  const ends = { start_lat: -57.5, start_lon: 100.5, end_lat: -57.5, end_lon: 110.5 };
  const departure = '2024-01-01T00:00:00.000Z';
  let ids: number[];

  const meshOn = (day: string, isOpen?: (lat: number, lon: number) => boolean) => {
    const mesh = gridMesh({ latMin: -60, lonMin: 100, columns: 12, rows: 4, ...(isOpen && { isOpen }) });
    Object.assign(mesh.config.mesh_info.region, { start_time: day, end_time: day });
    return mesh;
  };

  beforeAll(async () => {
    // on the second day a wall stands in the east, with a gap at its southern end: the ship is west of it then
    const isOpen = (lat: number, lon: number) => lon !== 109.5 || lat < -59;
    ids = [
      await service.addMesh('day-1', meshOn('2024-01-01'), '20240701T000000'),
      await service.addMesh('day-2', meshOn('2024-01-02', isOpen), '20240701T000000'),
    ];
  });

  const evaluate = (coordinates: unknown, fields: object = {}) =>
    service.post('/api/evaluate_route', {
      route: { type: 'LineString', coordinates },
      departure,
      mesh_ids: ids,
      ...fields,
    });
  const straight = [
    [100.5, -57.5],
    [104.5, -57.5],
    [110.5, -57.5],
  ];

  test('a route with a departure is planned through all meshes of its region, and costs the same as a route of one’s own', async () => {
    const { route } = await service.route({ ...ends, departure });
    const [fastest] = route.routes;
    expect(fastest.meshes.map(({ id }: { id: number }) => id)).toEqual(ids);
    const { coordinates } = fastest.path.features[0].geometry;
    const { time, mesh, traveltime } = fastest.path.features[0].properties;
    expect(time[0]).toBe(departure);
    expect([mesh[0], mesh.at(-1)]).toEqual([0, 1]);
    // straight on, as on the first day’s mesh, there is no way
    expect(fastest.planned_blind).toBeNull();

    const { status, body } = await evaluate(coordinates);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.time_days / traveltime.at(-1)).toBeCloseTo(1, 5);
    expect(body.meshes).toEqual(fastest.meshes);
    expect(body.route.features[0].properties.mesh.at(-1)).toBe(1);
    expect(body.compared.traveltime.time_days / body.time_days).toBeCloseTo(1, 5);
    // by itself too
    expect((await evaluate(coordinates, { mesh_ids: null })).body.meshes).toEqual(fastest.meshes);
  });

  test('stops are called at in the order that is the best in the sea that the ship meets', async () => {
    // east of the wall there is time for one stop before it stands
    const stops = [
      { name: 'West', lat: -57.5, lon: 103.5, stay_hours: 2 },
      { name: 'East', lat: -57.5, lon: 110.9, stay_hours: 1 },
      { name: 'Middle', lat: -58.5, lon: 106.5 },
    ];
    const planned = async (stop_order: string) => {
      const { route } = await service.route({ ...ends, departure, mesh_ids: ids, stops, stop_order });
      return route.routes[0];
    };
    const [best, given] = [await planned('best'), await planned('given')];
    expect(best.stops.map(({ name }: { name: string }) => name)).toEqual([
      'Start',
      ...['West', 'Middle', 'East'],
      'End',
    ]);
    const daysOf = ({ path }: typeof best) => path.features[0].properties.traveltime.at(-1);
    expect(daysOf(best)).toBeLessThan(daysOf(given));
    expect(best.meshes.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(best.optimality.gap_percent).toBeGreaterThan(0);
  });

  test('lines of a batch are planned through the meshes that their departures meet', async () => {
    const departures = [departure, '2024-01-02T00:00:00.000Z'];
    const { body: made } = await service.post('/api/batch', {
      name: 'days',
      results: 'jsonl',
      study: { request: ends, over: { departures } },
    });
    for (;;) {
      const { body } = await service.call('GET', `/api/batch/${made.id}`, undefined, { prefer: 'wait=20' });
      if (body.status === 'SUCCESS') break;
      expect(['PENDING', 'STARTED']).toContain(body.status);
    }
    const { documents } = (await service.get(`/api/batch/${made.id}/results`)).body;
    const texts = documents.map(async ({ url }: { url: string }) => (await fetch(url)).text());
    const lines = (await Promise.all(texts))
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const [key, used] of [
      [departures[0], ids],
      [departures[1], ids.slice(1)],
    ]) {
      const [fastest] = lines.find((line) => line.key === key).routes;
      expect(fastest.meshes.map(({ id }: { id: number }) => id)).toEqual(used);
      const { route } = await service.route({ ...ends, departure: key });
      const days = (of: { optimisation: { metrics: { time: { duration: string } } } }) =>
        Number(of.optimisation.metrics.time.duration);
      expect(days(fastest)).toBeCloseTo(days(route.routes[0]), 6);
    }
  });

  test('a leg into a cell that is closed when the ship comes is named with cell and time; on the first day’s mesh it is open', async () => {
    const { status, body } = await evaluate(straight);
    expect([status, body.details]).toEqual([
      422,
      [
        {
          leg: 2,
          lat: expect.closeTo(-57.5, 3),
          lon: expect.closeTo(109.5, 2),
          reason: expect.stringMatching(
            new RegExp(`^cell \\d+ of mesh ${ids[1]} is closed at 2024-01-02T0[12]`),
          ),
        },
      ],
    ]);
    const alone = await evaluate(straight, { mesh_ids: null, custom_mesh_id: ids[0] });
    expect([alone.status, alone.body.meshes]).toEqual([200, undefined]);
  });

  test('a closed zone counts in its season, when the ship is there', async () => {
    const geometry = boxPolygon(102, -58, 103, -57);
    const zone = (from: string) => ({
      name: 'Seals',
      kind: 'closed',
      geometry,
      season: { from, to: '03-01' },
    });
    const first = straight.slice(0, 2);
    const { status, body } = await evaluate(first, { zones: [zone('01-01')] });
    expect([status, body.details]).toEqual([
      422,
      [expect.objectContaining({ leg: 1, reason: 'closed zone "Seals"' })],
    ]);
    expect((await evaluate(first, { zones: [zone('01-02')] })).status).toBe(200);
  });

  test('the least cost is looked for through all meshes', async () => {
    const price = { per_day: 9000, per_tonne: 600 };
    const { route } = await service.route({ ...ends, departure, mesh_ids: ids, price });
    expect(route.routes.map(({ type }: { type: string }) => type)).toEqual(['traveltime', 'fuel', 'cost']);
    for (const { path, total_cost } of route.routes) {
      const { total_traveltime, total_fuel } = path.features[0].properties;
      expect(total_cost / (9000 * total_traveltime + 600 * total_fuel)).toBeCloseTo(1, 9);
    }
    const [fastest, thrifty, cheapest] = route.routes;
    expect(cheapest.total_cost).toBeLessThanOrEqual(Math.min(fastest.total_cost, thrifty.total_cost));
    expect(cheapest.meshes.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(cheapest.optimality.gap_percent).toBeGreaterThanOrEqual(0);
    expect(cheapest.info.info).toMatch(/speeds are chosen for a price on an environment mesh/);
  });

  test('stops that may be left out are those that are worth most in time', async () => {
    const stops = [
      { name: 'West', lat: -57.5, lon: 103.5, stay_hours: 2, value: 3 },
      { name: 'East', lat: -57.5, lon: 110.9, stay_hours: 1, value: 2 },
      { name: 'Off the way', lat: -59.5, lon: 101.5, stay_hours: 30, value: 4 },
    ];
    const ask = { ...ends, departure, mesh_ids: ids, stops, stop_order: 'best' };
    const { route } = await service.route({ ...ask, within_hours: 48 });
    const [fastest] = route.routes;
    expect(fastest.path.features[0].properties.total_traveltime).toBeLessThanOrEqual(2);
    const names = fastest.stops.slice(1, -1).map(({ name }: { name: string }) => name);
    const left = fastest.left_out.map(({ name }: { name: string }) => name);
    expect([...names, ...left].sort()).toEqual(['East', 'Off the way', 'West']);
    expect(left).toContain('Off the way');
    expect(fastest.value).toBe(5 - (left.includes('East') ? 2 : 0));
    expect(fastest.value_bound).toBeGreaterThanOrEqual(fastest.value);
    const { job } = await service.route({ ...ask, within_hours: 5 });
    expect(job.status).toBe('FAILURE');
    expect(JSON.stringify(job)).toMatch(/the voyage may take 5.00 hours/);
  });

  test.each([
    [{ departure: null }, 'needs a departure'],
    [{ custom_mesh_id: 1 }, 'can not be combined with custom_mesh_id'],
  ])('mesh_ids with %j is a 400', async (fields, message) => {
    const { status, body } = await evaluate(straight, fields);
    expect([status, body.details]).toEqual([400, [{ field: 'mesh_ids', message }]]);
  });
}
