import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../lib/api/operations.ts';
import { readRouteFile } from '../../lib/route-files/read-route-file.ts';
import { hasReference, referenceRoutes, skipped } from '../engine/reference.ts';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';
import { reference } from './service.ts';

/** What people and other programs read: their own routes, recent routes, files, places, the documentation. */
export function testViews(): void {
  const fetched = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, service.stack.apiUrl), { headers });

  test('the schema names the service that is asked, and each of its paths exists there', async () => {
    const { status, body } = await service.get('/api/schema/');
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: service.stack.apiUrl }]);
    for (const { id, path, method } of operations) {
      expect(body.paths[path][method.toLowerCase()].operationId).toBe(id);
    }
    const yaml = await fetched('/api/schema/', { Accept: 'application/yaml' });
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\n/);
  });

  test.each(['/api/schema/swagger-ui/', '/api/schema/swagger-ui'])(
    '%s is a page that loads its own files and nothing else',
    async (path) => {
      const page = await fetched(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      const html = await page.text();
      const links = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link]) => link!);
      expect(links).toHaveLength(4);
      for (const link of links) {
        const file = await fetched(link, { 'Accept-Encoding': 'br' });
        expect(file.status).toBe(200);
        expect(file.headers.get('content-encoding')).toBe('br');
        expect(file.headers.get('cache-control')).toMatch(/immutable/);
        expect((await file.text()).length).toBeGreaterThan(100);
      }
      const tag = page.headers.get('etag')!;
      expect((await fetched(path, { 'If-None-Match': tag })).status).toBe(304);
    },
  );

  test('the map is a page', async () => {
    const page = await fetched('/', { Accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  test('a file that the page does not have is a 404', async () => {
    expect((await service.get('/api/schema/swagger-ui/none.js')).status).toBe(404);
  });

  describe('a route that was requested', () => {
    const ends = { start_lat: -69.5, start_lon: -59.5, end_lat: -61.5, end_lon: -52.25 };
    let routeId: number;
    beforeAll(async () => {
      await service.addMesh('open-sea', gridMesh({ speedKmh: 18 }), '20240801T000000');
      const { job } = await service.route({ ...ends, start_name: 'Hier & dort', tags: ['survey', 'winter'] });
      routeId = job.route_id;
    });

    test('is among the recent routes with its totals, and filtered by tags', async () => {
      const { status, body } = await service.get('/api/recent_routes?tag=survey&tag=winter');
      expect(status).toBe(200);
      expect(body.routes).toHaveLength(1);
      const { totals, ...entry } = body.routes[0];
      expect(entry).toMatchObject({ id: routeId, ...ends, start_name: 'Hier & dort', status: 'SUCCESS' });
      expect(entry.route_url).toBe(`${service.stack.apiUrl}/api/route/${routeId}`);
      const { body: document } = await service.get(`/api/route/${routeId}`);
      for (const { type, path } of document.routes) {
        expect(totals[type].days).toBe(path.features[0].properties.total_traveltime);
      }
      expect((await service.get('/api/recent_routes?tag=summer')).body).toEqual({
        routes: [],
        message: 'No recent routes found for last 24 hours.',
      });
    });

    const asFile = (query: string) => fetched(`/api/route/${routeId}?${query}&departure=2026-11-21T10:00Z`);

    test.each([
      ['rtz', 'application/rtz+xml'],
      ['gpx', 'application/gpx+xml'],
      ['geojson', 'application/geo+json'],
    ])('is a file for the bridge: %s, which reads back to the same points', async (format, type) => {
      const file = await asFile(`format=${format}`);
      expect(file.headers.get('content-type')).toMatch(type);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
      const { waypoints } = readRouteFile(await file.text()).routes[0]!;
      const { body } = await service.get(`/api/route/${routeId}`);
      const { points } = body.routes[0].waypoints.sailing;
      expect(waypoints).toHaveLength(points.length);
      waypoints.forEach(({ lat, lon }, i) => {
        expect(Math.hypot(lat - points[i].lat, lon - points[i].lon)).toBeLessThan(1e-6);
      });
    });

    test.each([
      ['csv', /^[^\n]*Latitude/i],
      ['charttrack', /^Route Name:,/],
      ['kml', /<LineString>/],
      ['svg', /^<svg /],
      ['csv&part=schedule', /^name,what,.*,departure,.*,arrival,/s],
      ['ics', /^BEGIN:VCALENDAR.*DTSTART:20261121T100000Z/s],
    ])('is a file to look at: %s', async (query, content) => {
      const file = await asFile(`format=${query}`);
      expect(file.status).toBe(200);
      expect(await file.text()).toMatch(content);
    });
  });

  describe.skipIf(!hasReference)(`a route of one's own${skipped}`, () => {
    let meshId: number;
    beforeAll(async () => {
      const gzip = await reference('meshes/weddell-sea-8k.vessel.json.gz');
      meshId = await service.addMesh('weddell', gunzipSync(gzip!).toString());
    });
    const evaluate = (coordinates: unknown) =>
      service.post('/api/evaluate_route', {
        route: { type: 'LineString', coordinates },
        custom_mesh_id: meshId,
      });

    test('a published route has its published cost', async () => {
      const routes = referenceRoutes('weddell-sea-8k');
      for (const objective of ['traveltime', 'fuel'] as const) {
        const { smoothed } = routes.find((route) => route.objective === objective)!.published;
        const { status, body } = await evaluate(smoothed!.coordinates);
        expect(status).toBe(200);
        const cost = objective === 'traveltime' ? body.time_days : body.fuel_tonnes;
        expect(Math.abs(cost / smoothed!.cost - 1)).toBeLessThan(1e-6);
        expect(body.mesh_id).toBe(meshId);
      }
    });

    test('one through land is refused, and the leg is named', async () => {
      // east of the Antarctic Peninsula, then across it
      const { status, body } = await evaluate([
        [-52, -62],
        [-54, -64],
        [-67, -66],
      ]);
      expect(status).toBe(422);
      expect(body.error).toMatch(/^Route evaluation not possible: /);
      expect(body.details).toEqual(
        expect.arrayContaining([expect.objectContaining({ leg: 2, reason: 'closed cell: land' })]),
      );
      expect(body.details.map(({ leg }: { leg: number }) => leg)).not.toContain(1);
    });
  });

  test('the named places are one table', async () => {
    const { body } = await service.get('/api/locations/');
    const names = body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted());
    const halley = body.find(({ name }: { name: string }) => name === 'Halley');
    expect(halley).toEqual({ id: 3, name: 'Halley', lat: -75.059, lon: -25.84 });
    expect((await service.get('/api/locations/3/')).body).toEqual(halley);
    expect((await service.get('/api/locations/99/')).status).toBe(404);
  });
}
