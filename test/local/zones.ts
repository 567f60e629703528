import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { insertZonesCommand } from '../../lib/cli/insert-zones.ts';
import { removeZonesCommand } from '../../lib/cli/remove-zones.ts';
import { haversineNm } from '../../lib/engine/geometry/sphere.ts';
import { runInProcess } from '../cli/run-in-process.ts';
import { gridMesh as antimeridianMesh } from '../meshes/mesh-files.ts';
import { boxPolygon } from '../zones/areas.ts';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';

/** Zones from the API to the route, and a voyage with stops, through the whole service. */
export function testZones(): void {
  beforeAll(async () => {
    await service.drop('sea', gridMesh({ columns: 20, rows: 10 }), '20240701T000000');
    const [result] = await service.importMeshes();
    expect(result?.outcome).toBe('inserted');
  });

  const reserve = { name: 'Reserve', kind: 'closed', geometry: boxPolygon(-51.3, -66.4, -49.7, -63.6) };
  const hoursFromNow = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const ends = { start_lat: -65.1, start_lon: -56.1, end_lat: -65.1, end_lon: -44.1 };

  test('a zone is created, listed, read, used by a route that keeps out of it, and deleted', async () => {
    expect((await service.post('/api/zone', reserve)).status).toBe(201);
    expect((await service.post('/api/zone', reserve)).status).toBe(409);
    expect((await service.post('/api/zone', { ...reserve, force_properties: 'true' })).status).toBe(200);
    const { body } = await service.get('/api/zone');
    expect(body.zones).toMatchObject([{ name: 'Reserve', kind: 'closed', points: 4 }]);
    expect((await service.get('/api/zone/Reserve')).body.geometry).toEqual(reserve.geometry);

    const [free, round] = [
      await service.route(ends),
      await service.route({ ...ends, zones: ['Reserve'] }),
    ].map(({ route }) => route.routes[0]);
    const days = (entry: typeof free) => entry.path.features[0].properties.total_traveltime;
    expect(days(round)).toBeGreaterThan(days(free));
    expect(round.zones).toMatchObject([{ name: 'Reserve', kind: 'closed' }]);
    for (const [lon, lat] of round.path.features[0].geometry.coordinates) {
      expect(lon > -51.3 && lon < -49.7 && lat > -66.4 && lat < -63.6).toBe(false);
    }

    expect((await service.delete('/api/zone/Reserve')).status).toBe(204);
    expect((await service.get('/api/zone/Reserve')).status).toBe(404);
    const refused = await service.post('/api/route', { ...ends, zones: ['Reserve'] });
    expect([refused.status, refused.body.error]).toEqual([404, expect.stringContaining('Reserve')]);
  });

  test('a standing zone holds for every request but those that leave it out, until the operator removes it', async () => {
    const file = join(service.dataFolder, 'areas.geojson');
    const { kind, geometry, name } = reserve;
    const features = [{ type: 'Feature', properties: { name, kind }, geometry }];
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
    const operator = ['--aws-port', new URL(service.stack.awsUrl).port];
    const inserted = await runInProcess(insertZonesCommand(), [file, '--standing', ...operator]);
    expect(inserted).toMatchObject({ code: 0, stdout: 'Reserve: standing\n' });
    expect((await service.get('/api/zone/Reserve')).body).toEqual({ ...reserve, standing: true });
    expect((await service.delete('/api/zone/Reserve')).status).toBe(403);
    expect((await service.post('/api/zone', { ...reserve, force_properties: true })).status).toBe(403);

    await vi.waitFor(
      async () => {
        const { body } = await service.post('/api/route', { ...ends, start_lat: -65, start_lon: -50.5 });
        expect(body.error).toContain('lies in the closed zone "Reserve"');
      },
      { timeout: 5_000 },
    );
    const bank = { name: 'Bank', kind: 'report', geometry: boxPolygon(-48, -66, -46, -64) };
    const [round, free] = [
      await service.route({ ...ends, zones: [bank] }),
      await service.route({ ...ends, standing_zones: false, departure: hoursFromNow(1) }),
    ].map(({ route }) => route.routes[0]);
    expect(round.zones).toContainEqual(expect.objectContaining({ name: 'Reserve', kind: 'closed' }));
    expect(free.zones).toBeUndefined();
    const [chart, freeChart] = await Promise.all(
      [round, free].map(async ({ id }) =>
        (await fetch(`${service.stack.apiUrl}/api/route/${id}?format=svg`)).text(),
      ),
    );
    for (const zone of ['Reserve', 'Bank']) expect(chart).toContain(`>${zone}</text>`);
    expect(freeChart).not.toContain('zone');

    const { id: route_id, path } = free;
    expect((await service.get(`/api/route/${route_id}`)).body.voyage).toMatchObject({
      standing_zones: false,
    });
    const watch = (await service.post('/api/watch', { route_id: Number(route_id) })).body['watch-url'];
    await service.addMesh(
      'same-sea',
      gridMesh({ columns: 20, rows: 10, speedKmh: 20.000000001 }),
      '20240701T000100',
    );
    const checked = async () => (await (await fetch(watch)).json()) as Record<string, unknown>;
    await vi.waitFor(async () => expect((await checked()).checked).toBeTruthy(), { timeout: 20_000 });
    expect(await checked()).toMatchObject({ status: 'holds' });
    const [lon, lat] = path.features[0].geometry.coordinates[0];
    const rest = await service.post(`/api/route/${route_id}/continue`, { lat, lon, time: hoursFromNow(2) });
    const { job } = await service.follow(rest.body.id);
    const continued = (await service.get(`/api/route/${job.route_id}`)).body.routes[0];
    expect(continued.zones).toBeUndefined();
    expect(continued.path.features[0].geometry).toEqual(path.features[0].geometry);

    const inside = { lat: -65, lon: -50.5 };
    for (const [operation, body] of [
      ['/api/matrix', { sources: [inside] }],
      ['/api/reach', { origins: [inside], contours: [{ hours: 1 }] }],
    ] as const) {
      expect((await service.post(operation, body)).body.error).toContain('closed zone "Reserve"');
      expect((await service.post(operation, { ...body, standing_zones: false })).status).toBe(200);
    }

    const own = {
      type: 'LineString',
      coordinates: [
        [-50.5, -67],
        [-50.5, -63],
      ],
    };
    const evaluated = await service.post('/api/evaluate_route', { route: own });
    expect([evaluated.status, evaluated.body.details]).toEqual([
      422,
      [expect.objectContaining({ leg: 1, reason: 'closed zone "Reserve"' })],
    ]);
    expect((await service.post('/api/evaluate_route?standing_zones=false', own)).status).toBe(200);

    const removed = await runInProcess(removeZonesCommand(), ['Reserve', 'Other', ...operator]);
    expect(removed).toMatchObject({ code: 1, stdout: 'Reserve: removed\nOther: there is none\n' });
    expect((await service.get('/api/zone')).body.zones).toEqual([]);
  });

  test('a zone that crosses itself is refused with the place', async () => {
    const bow = {
      type: 'Polygon',
      coordinates: [
        [
          [-52, -66],
          [-50, -64],
          [-50, -66],
          [-52, -64],
          [-52, -66],
        ],
      ],
    };
    const { status, body } = await service.post('/api/zone', { ...reserve, geometry: bow });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/cross/)]);
  });

  test('a route across the antimeridian keeps clear of a zone that lies there', async () => {
    const mesh_id = await service.addMesh('dateline', antimeridianMesh({ lon: 178, columns: 4 }));
    const across = { start_lat: -58.5, start_lon: 178.5, end_lat: -58.5, end_lon: -178.5, mesh_id };
    const zones = [{ ...reserve, geometry: boxPolygon(179.8, -58.7, -179.8, -58.3) }];
    const { route } = await service.route({ ...across, zones, clearance_nm: 5 });
    for (const { path, zones: kept, optimality } of route.routes) {
      const { coordinates } = path.features[0].geometry as { coordinates: [number, number][] };
      const flat = coordinates.map(([lon, lat]) => ({ lat, lon: (lon + 360) % 360 }));
      const room = flat.slice(1).flatMap((to, i) =>
        [0, 0.25, 0.5, 0.75, 1].map((part) => {
          const lat = flat[i]!.lat + part * (to.lat - flat[i]!.lat);
          const lon = flat[i]!.lon + part * (to.lon - flat[i]!.lon);
          const nearest = {
            lat: Math.min(-58.3, Math.max(-58.7, lat)),
            lon: Math.min(180.2, Math.max(179.8, lon)),
          };
          return haversineNm({ lat, lon }, nearest);
        }),
      );
      expect(Math.min(...room)).toBeCloseTo(5, 1);
      expect(Math.min(...room)).toBeGreaterThan(4.98);
      expect(Math.abs(coordinates[0]![0] - coordinates.at(-1)![0])).toBe(357);
      expect(kept).toMatchObject([{ name: 'Reserve', kind: 'closed' }]);
      expect(optimality.gap_percent).toBeLessThan(0.5);
    }
  });

  test('a voyage calls at its stops in the best order, and stays there', async () => {
    const stops = [
      { lat: -65.1, lon: -46.1, name: 'Far', stay_hours: 2 },
      { lat: -65.1, lon: -52.1, name: 'Near' },
    ];
    // the standing zone of the test before: for two seconds one sandbox may know it and another not
    const voyage = { ...ends, stops, stop_order: 'best', standing_zones: false };
    const { route } = await service.route(voyage);
    for (const entry of route.routes) {
      expect(entry.stops.map(({ name }: { name: string }) => name).slice(1, -1)).toEqual(['Near', 'Far']);
      expect(entry.optimality.gap_percent).toBeLessThan(1);
    }
    const same = await service.post('/api/route', voyage);
    expect(same.status).toBe(200);
    const refused = await service.post('/api/route', {
      ...ends,
      stops: [{ ...stops[0], after: ['Nobody'] }],
    });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Nobody')]);
  });
}
