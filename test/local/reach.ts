import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { gridMesh, md5, metadataGzip } from './grid-mesh.ts';
import { service } from './served.ts';

/** Where a vessel can be, asked of the whole service. */
export function testReach(): void {
  beforeAll(async () => {
    // every second cell of every second row is an island
    const isOpen = (lat: number, lon: number) =>
      Math.floor(5 * lat) % 2 === 0 || Math.floor(5 * lon) % 2 === 0;
    await service.drop('islands', gridMesh({ columns: 40, rows: 40, side: 0.2, isOpen }), '20240501T000000');
    const [result] = await service.importMeshes();
    expect(result?.outcome).toBe('inserted');
  });

  const origin = { lat: -65.1, lon: -55.1, name: 'Ship' };

  test('the areas come as GeoJSON, the largest first, or as a chart', async () => {
    const { status, body } = await service.post('/api/reach', {
      origins: [origin],
      contours: [{ hours: 2 }, { hours: 5 }],
    });
    expect(status).toBe(200);
    expect(body.features.map(({ properties }: { properties: object }) => properties)).toMatchObject([
      { metric: 'hours', contour: 5, origin: 0, name: 'Ship', moved_nm: 0, touches_edge: false },
      { contour: 2 },
    ]);
    const [large, small] = body.features;
    expect(large.geometry.type).toBe('MultiPolygon');
    expect(large.geometry.coordinates[0].length).toBeGreaterThan(small.geometry.coordinates[0].length);
    expect(large.properties.area_km2).toBeGreaterThan(small.properties.area_km2);

    const lines = await service.post('/api/reach', {
      origins: [origin],
      contours: [{ nm: 20 }],
      polygons: false,
    });
    expect(lines.body.features[0].geometry.type).toBe('MultiLineString');

    const chart = await fetch(`${service.stack.apiUrl}/api/reach`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'image/svg+xml' },
      body: JSON.stringify({ origins: [origin], contours: [{ hours: 5 }] }),
    });
    expect(chart.headers.get('content-type')).toBe('image/svg+xml');
    expect(await chart.text()).toMatch(/^<svg .*Ship.*5 h: [\d\u202f]+ km²/s);
  });

  test('what is wrong is said in a sentence', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await service.post('/api/reach', body);
      return [
        status,
        ...(answer.details ?? [{ message: answer.error }]).map((each: object) =>
          Object.values(each).join(' '),
        ),
      ];
    };
    const contours = [{ hours: 5 }];
    expect(await refused({ origins: [], contours })).toEqual([400, 'origins must have at least one place']);
    expect(await refused({ origins: [origin], contours: [] })).toEqual([
      400,
      'contours must have at least one contour',
    ]);
    expect(await refused({ origins: [origin], contours: [{ hours: 5 }, { nm: 3 }] })).toEqual([
      400,
      expect.stringMatching(/contours.*must be hours like the first/),
    ]);
    expect(await refused({ origins: [origin], contours: [{ percent: 5 }] })).toEqual([
      400,
      'destination is required with contours in percent: they are of the best voyage to it',
    ]);
    const bear = { ...origin, lat: 74.5, name: 'Bear' };
    expect(await refused({ origins: [origin, bear, origin], contours })).toEqual([
      404,
      `No mesh available: none contains origin 2 "Bear" (latitude 74.5, longitude ${origin.lon}).`,
    ]);
    expect(await refused({ origins: [origin], contours: [{ battery: 5 }] })).toEqual([
      422,
      'This vessel consumes fuel, not battery: ask for that.',
    ]);
    expect(await refused({ origins: [origin], contours, vehicle_type: 'none' })).toEqual([
      404,
      expect.stringMatching(/none/),
    ]);
    expect(await refused({ origins: [origin], contours, zones: ['Ranch'] })).toEqual([
      404,
      expect.stringMatching(/Ranch/),
    ]);
  });

  test('while as many run as may, another one is told when to try again', async () => {
    service.stack.failNextInvocation(service.functionOf('routes/reach'), 'throttle');
    const ask = () => service.post('/api/reach', { origins: [origin], contours: [{ hours: 1 }] });
    const { status, headers, body } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ error: 'The service is busy; try again in 5 seconds.' });
    expect((await ask()).status).toBe(200);
  });

  test('a catalogue that is lost is made again by whoever needs it', async () => {
    const route = {
      type: 'LineString',
      coordinates: [
        [-55.1, -65.1],
        [-54.9, -65.1],
      ],
    };
    for (const ask of [
      () => service.post('/api/reach', { origins: [origin], contours: [{ hours: 1 }] }),
      () => service.post('/api/evaluate_route', { route }),
      () =>
        service.post('/api/route', {
          start_lat: -65.1,
          start_lon: -55.1,
          end_lat: -65.1,
          end_lon: -54.1,
          departure: '2026-11-21T10:00Z',
        }),
    ]) {
      await service.lose('catalogue/');
      expect((await ask()).status).toBeLessThan(300);
    }
  });

  test('a compiled mesh that is lost is made again, and one for a vehicle is made at first', async () => {
    const ask = (more: object) =>
      service.post('/api/reach', { origins: [origin], contours: [{ hours: 1 }], ...more });
    const json = JSON.stringify(environmentGrid());
    await service.put('meshes/sea.env.json.gz', gzipSync(json));
    const record = { filepath: 'outputs/sea.env.json', created: '20240102T000000', md5: md5(json) };
    await service.put('metadata/upload_metadata_20240102T000000_sea.yaml.gz', metadataGzip([record]));
    await service.importMeshes();
    await service.lose('compiled/');
    await service.post('/api/vehicle', sdaFields);
    const at = { lat: -59, lon: 1 };
    for (let again = 0; again < 2; again++) {
      expect((await ask({ origins: [at], vehicle_type: sdaFields.vessel_type })).status).toBe(200);
    }
  });
}
