import { expect, test } from 'vitest';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';

/** A voyage that is watched, through the whole service. */
export function testWatches(): void {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const ends = { start_lat: -62.5, start_lon: -58.5, end_lat: -61.5, end_lon: -52.5 };

  test('a voyage is watched, reported, turned to another route, and ended', async () => {
    const mesh_id = await service.addMesh('watched-sea', gridMesh({ speedKmh: 17 }), '20240602T000000');
    const planned = async (fields: object) => {
      const { body } = await service.post('/api/route', {
        ...ends,
        mesh_id,
        force_new_route: true,
        ...fields,
      });
      const job = await service.call('GET', `/api/job/${body.id}`, undefined, { prefer: 'wait=20' });
      return job.body.route_id as number;
    };
    const [undated, route_id, next] = [
      await planned({}),
      await planned({ departure: hours(-6) }),
      await planned({ departure: hours(-3) }),
    ];
    const refused = await service.post('/api/watch', { route_id: undated });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'route_id']);

    const made = await service.post('/api/watch', { route_id, name: 'Relief' });
    expect(made.status).toBe(201);
    const path = `/api/watch/${made.body.id}`;
    expect(made.body['watch-url']).toBe(service.stack.apiUrl + path);
    const { body: watch } = await service.get(path);
    expect(watch).toMatchObject({ name: 'Relief', route_id, position: { from: 'plan' }, made_good: null });
    const { routes } = (await service.get(`/api/route/${route_id}`)).body;
    const { coordinates } = routes[0].path.features[0].geometry;
    const { time } = routes[0].path.features[0].properties;
    expect(watch.planned_arrival).toBe(time.at(-1));

    const [lon, lat] = coordinates[1];
    const [first, second, third] = [hours(-5), hours(-1), hours(-0.9)];
    await service.post(`${path}/position`, { lat: coordinates[0][1], lon: coordinates[0][0], time: first });
    const track = `lat,lon,eta\n${lat},${lon},${second}\n`;
    const answer = await fetch(`${service.stack.apiUrl}${path}/position`, {
      method: 'POST',
      body: `${track}${lat},${lon},${third}\n`,
      headers: { 'Content-Type': 'text/csv' },
    });
    expect([answer.status, ((await answer.json()) as { position: object }).position]).toMatchObject([
      200,
      { lat, lon, from: 'report' },
    ]);
    expect((await service.get(path)).body.made_good.hours).toBeCloseTo(
      (Date.parse(third) - Date.parse(first)) / 3_600_000,
    );

    const followed = await service.post(`${path}/follow`, { route_id: next });
    expect([followed.status, followed.body.route_id]).toEqual([200, next]);
    expect((await service.get('/api/watch?limit=1')).body.watches).toMatchObject([{ id: made.body.id }]);
    expect((await service.delete(path)).status).toBe(204);
    expect((await service.get(path)).body.ended.why).toBe('deleted');
    expect((await service.post(`${path}/follow`, { route_id })).status).toBe(409);
  });
}
