import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertIceChartCommand } from '../../lib/cli/insert-ice-chart.ts';
import { runInProcess } from '../cli/run-in-process.ts';
import { zipped } from '../files/write-shapefile.ts';
import { environmentGrid } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { addEnvironment, totalOf } from './environment-mesh.ts';
import { service } from './served.ts';

/** Heavy ice over the middle of the mesh, by the hour of a day. */
const chart = (hour: string) =>
  zipped(`cis_20231231T${hour}00Z`, [
    {
      rings: [
        [
          [1.2, -59.8],
          [1.2, -58.1],
          [1.8, -58.1],
          [1.8, -59.8],
          [1.2, -59.8],
        ],
      ],
      attributes: { CT: '90', CA: '60', SA: '91', CB: '30', SB: '87', POLY_TYPE: 'I' },
    },
    {
      rings: [
        [
          [0, -57.2],
          [0, -57],
          [1, -57],
          [1, -57.2],
          [0, -57.2],
        ],
      ],
      attributes: { CT: '99', POLY_TYPE: 'I' },
    },
  ]);

/** An ice chart from the file to the route, through the whole service. */
export function testCharts(): void {
  const ends = { start_lat: -59.5, start_lon: 0.5, end_lat: -59.5, end_lon: 2.5 };
  const ship = { ...sdaFields, vessel_type: 'Charted', ice_class: 'PC5', max_ice_conc: 95 };

  const send = async (path: string, bytes: Uint8Array) => {
    const answer = await fetch(service.stack.apiUrl + path, {
      method: 'POST',
      body: Buffer.from(bytes),
      headers: { 'Content-Type': 'application/zip' },
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    const body = (await answer.json()) as any;
    return { status: answer.status, body, location: answer.headers.get('location') };
  };

  test('a chart is stored, listed and read, corrects the sea of a route, and is deleted', async () => {
    const mesh = environmentGrid();
    for (const cell of mesh.cellboxes) Object.assign(cell, { SIC: 0, thickness: 0, density: 900 });
    const mesh_id = await addEnvironment(service, 'charted', JSON.stringify(mesh), '20240301T000000');
    await service.post('/api/vehicle', ship);

    expect((await service.get('/api/ice_chart')).body.charts).toEqual([]);
    const stored = await send('/api/ice_chart', chart('06'));
    expect(stored).toMatchObject({
      status: 201,
      body: { areas: 2, reference_time: '2023-12-31T06:00:00.000Z' },
    });
    const { id } = stored.body;
    expect(stored.location).toBe(`${service.stack.apiUrl}/api/ice_chart/${id}`);
    expect((await send('/api/ice_chart', chart('06'))).status).toBe(200);
    expect((await service.get('/api/ice_chart')).body.charts).toEqual([stored.body]);
    const { features } = (await service.get(`/api/ice_chart/${id}`)).body;
    expect(features[0].properties).toMatchObject({ concentration: 90, egg: { total: '90' } });

    const request = { ...ends, vehicle_type: 'Charted' };
    const [free, newest] = [
      await service.route(request),
      await service.route({ ...request, ice_chart: 'newest' }),
    ].map(({ route }) => route);
    const [open, iced] = [free.routes[0], newest.routes[0]];
    expect(totalOf(iced, 'total_traveltime')).toBeGreaterThan(1.05 * totalOf(open, 'total_traveltime'));
    expect(newest.voyage).toEqual({ ice_chart: id });
    expect(iced.info.info).toContain(`The ice is that of the chart ${id} (2023-12-31 06:00 UTC, `);
    expect(iced.risk.from).toMatch(/chart|mesh/);
    expect((await service.post('/api/route', { ...request, ice_chart: id })).status).toBe(200);

    const around = {
      origins: [{ lat: -59.5, lon: 0.5 }],
      contours: [{ hours: 1 }],
      vehicle_type: 'Charted',
      ice_chart: id,
    };
    const reach = await service.post('/api/reach', around);
    expect(reach.body.info.info).toContain(`The ice is that of the chart ${id}`);
    expect((await service.post('/api/reach', { ...around, ice_chart: null })).body.info).toBeUndefined();
    const sources = [
      { lat: -59.5, lon: 0.5 },
      { lat: -59.5, lon: 2.5 },
    ];
    const matrix = await service.post('/api/matrix', { sources, vehicle_type: 'Charted', ice_chart: id });
    expect(matrix.body.traveltime_days[0][1]).toBeCloseTo(totalOf(iced, 'total_traveltime'), 2);
    expect(matrix.body.info.info).toContain(`The ice is that of the chart ${id}`);
    const line = {
      type: 'LineString',
      coordinates: [
        [0.5, -59.5],
        [2.5, -59.5],
      ],
    };
    const evaluated = await service.post('/api/evaluate_route', {
      route: line,
      vehicle_type: 'Charted',
      ice_chart: 'newest',
    });
    expect(evaluated.body.time_days).toBeGreaterThan(totalOf(iced, 'total_traveltime') * 0.999);
    expect(evaluated.body.info.info).toContain(`The ice is that of the chart ${id} (2023-12-31 06:00 UTC, `);

    expect(evaluated.body.risk).toMatchObject({ ice_class: 'PC5', from: 'chart and mesh' });
    expect(evaluated.body.info.info).toContain('The risk index (RIO)');

    // through several meshes: all but those whose data end before the chart was drawn
    const days: number[] = [];
    for (const day of ['2023-12-28', '2023-12-29', '2023-12-31', '2024-01-01']) {
      const own = structuredClone(mesh);
      Object.assign(own.config.mesh_info.region, { start_time: day, end_time: day });
      days.push(await addEnvironment(service, `charted-${day}`, JSON.stringify(own), '20240301T000000'));
    }
    const through = async (mesh_ids: number[], departure: string, ice_chart: string | null) => {
      const { route } = await service.route({ ...request, mesh_ids, departure, ice_chart });
      return route.routes[0];
    };
    const evening = '2023-12-31T22:00:00Z';
    const charted = await through(days.slice(2), evening, 'newest');
    expect(charted.meshes.map(({ id }: { id: number }) => id)).toEqual(days.slice(2));
    expect(totalOf(charted, 'total_traveltime')).toBeCloseTo(totalOf(iced, 'total_traveltime'), 6);
    expect(charted.info.info).toContain(`The ice is that of the chart ${id}`);
    const along = await service.post('/api/evaluate_route', {
      ...{ route: line, vehicle_type: 'Charted', ice_chart: id, departure: evening, mesh_ids: days.slice(2) },
    });
    expect(along.body.time_days).toBeCloseTo(evaluated.body.time_days, 6);
    expect(along.body.info.info).toContain(`The ice is that of the chart ${id}`);
    const before = await through(days.slice(0, 2), '2023-12-28T22:00:00Z', id);
    expect(totalOf(before, 'total_traveltime')).toBeCloseTo(totalOf(open, 'total_traveltime'), 6);

    const compiled = await fetch(
      `${service.stack.apiUrl}/api/mesh/${mesh_id}/compiled?vehicle_type=Charted&ice_chart=${id}`,
    );
    expect(compiled.status).toBe(200);

    expect((await service.delete(`/api/ice_chart/${id}`)).status).toBe(204);
    expect((await service.get(`/api/ice_chart/${id}`)).status).toBe(404);
    expect((await service.post('/api/route', { ...request, ice_chart: id })).status).toBe(404);
    expect((await service.post('/api/route', { ...request, ice_chart: 'newest' })).status).toBe(404);
  });

  test('a chart without a vehicle, and a file that is no chart, are refused in a sentence', async () => {
    const refused = await service.post('/api/route', { ...ends, ice_chart: 'newest' });
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ field }: { field: string }) => field)).toEqual([
      'ice_chart',
      'vehicle_type',
    ]);
    const aws = ['--aws-port', new URL(service.stack.awsUrl).port];
    const file = join(service.dataFolder, 'chart_20231230T0600Z.zip');
    await writeFile(file, chart('06').subarray(0, 300));
    expect(await runInProcess(insertIceChartCommand(), [file, ...aws])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/refused: .*cut off/),
    });
    const cut = await send('/api/ice_chart', chart('07').subarray(0, 300));
    expect(cut).toMatchObject({ status: 400, body: { error: expect.stringMatching(/cut off/) } });
    expect((await service.get('/api/ice_chart')).body.charts).toEqual([]);

    await writeFile(file, chart('06'));
    const inserted = await runInProcess(insertIceChartCommand(), [file, ...aws]);
    expect(inserted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/stored as 20231231T0600Z-[0-9a-f]{12}, 2 areas/),
    });
    expect((await service.get('/api/ice_chart')).body.charts).toHaveLength(1);
  });

  test('a chart that is dropped under charts/ is imported with the meshes, a bad one is refused', async () => {
    await service.put('charts/cis_20231229T0600Z.zip', chart('05'));
    await service.put('charts/cut.zip', chart('05').subarray(0, 300));
    const results = (await service.importMeshes()).filter(({ file }) => file.endsWith('.zip'));
    expect(results).toEqual([
      {
        file: 'cis_20231229T0600Z.zip',
        outcome: 'chart stored',
        id: expect.stringMatching(/^20231231T0500Z-/), // that of the chart itself
      },
      { file: 'cut.zip', outcome: 'refused', reason: expect.stringMatching(/cut off/) },
    ]);
    const { charts } = (await service.get('/api/ice_chart')).body;
    expect(charts.map(({ id }: { id: string }) => id)).toContain('id' in results[0]! && results[0].id);
  });
}
