import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readXml } from '../../lib/files/xml.ts';
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

    const ask = (name: string) =>
      service.call('POST', '/api/watch', { route_id, name }, { 'idempotency-key': `watch of ${route_id}` });
    const made = await ask('Relief');
    expect(made.status).toBe(201);
    expect(await ask('Relief')).toMatchObject({ status: 201, body: made.body });
    expect((await ask('Rescue')).status).toBe(422);
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
    const { made_good } = (await service.get(path)).body;
    expect(made_good.hours).toBeCloseTo((Date.parse(third) - Date.parse(first)) / 3_600_000);
    // the sea of the mesh has no ice
    expect(made_good.by_ice).toEqual([
      expect.objectContaining({ concentration: [0, 10], hours: expect.closeTo(made_good.hours) }),
    ]);
    expect((await service.get('/api/vehicle/no-such/made_good')).status).toBe(404);

    const followed = await service.post(`${path}/follow`, { route_id: next });
    expect([followed.status, followed.body.route_id]).toEqual([200, next]);
    expect((await service.get('/api/watch?limit=1')).body.watches).toMatchObject([{ id: made.body.id }]);
    expect((await service.delete(path)).status).toBe(204);
    expect((await service.get(path)).body.ended.why).toBe('deleted');
    expect((await service.post(`${path}/follow`, { route_id })).status).toBe(409);
  });

  describe('new data', () => {
    const bounds = { latMin: -64, lonMin: -100, columns: 8, rows: 4 };
    const way = { start_lat: -62.5, start_lon: -99.5, end_lat: -61.5, end_lon: -93.5 };
    let made = 0;
    /** A mesh of one sea, newer than those before. */
    const drop = (sea: object) => {
      made++;
      return service.addMesh(`news-${made}`, gridMesh({ ...bounds, ...sea }), `20240603T0000${10 + made}`);
    };
    /** What was published of a watch, oldest first. */
    const published = async (id: string) => {
      const name = service.stack.outputs.WatchTopicArn!.split(':').at(-1);
      const log = await readFile(join(service.dataFolder, 'logs', `${name}.log`), 'utf8');
      const messages = log
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      return messages
        .map(({ text, attributes }) => ({ ...JSON.parse(text), attributes }))
        .filter(({ watch_id }) => watch_id === id);
    };
    const events = async (path: string) => (await service.get(path)).body.events;
    /** When the check of the latest data is over, and so many events are told: a check is noted before its event is added. */
    const checked = async (path: string, mesh: number, told: number) => {
      for (let k = 0; k < 200; k++) {
        const { body } = await service.get(path);
        if (body.checked && body.meshes.includes(mesh) && body.events.length >= told) return body;
        await sleep(100);
      }
      throw new Error('the watch was not checked');
    };

    test('are told of once: a sea that is the same holds, a slower one is dearer, a closed one has another way', async () => {
      const first = await drop({ speedKmh: 17 });
      const { route } = await service.route({ ...way, departure: hours(1) });
      expect(route.routes[0].mesh.id).toBe(first);
      const { body } = await service.post('/api/watch', { route_id: Number(route.routes[0].id) });
      const path = `/api/watch/${body.id}`;
      expect(await checked(path, first, 0)).toMatchObject({ status: 'holds', events: [] });

      const same = await checked(path, await drop({ speedKmh: 17.000000001 }), 0);
      expect(same).toMatchObject({ status: 'holds', events: [] });
      const apart = Date.parse(same.arrives) - Date.parse(same.planned_arrival);
      expect(Math.abs(apart) / (Date.parse(same.planned_arrival) - Date.parse(same.departure))).toBeLessThan(
        1e-7,
      );

      const slower = await checked(path, await drop({ speedKmh: 8.5 }), 1);
      expect(slower).toMatchObject({ status: 'dearer', events: [{ status: 'dearer', was: 'holds' }] });
      const { rest } = slower.events[0];
      expect(Math.abs(rest.hours / rest.planned_hours - 2)).toBeLessThan(1e-6);
      expect(slower.events[0].sentence).toMatch(
        /^The rest takes .* h were planned\. The best way .* route \d+\.$/,
      );

      // the way leads through the middle: there is a wall, with a gap in the south
      const wall = await drop({
        speedKmh: 17,
        isOpen: (lat: number, lon: number) => lon !== -96.5 || lat < -63,
      });
      const closed = await checked(path, wall, 2);
      expect(closed).toMatchObject({ status: 'closed', events: [{ status: 'closed', was: 'dearer' }, {}] });
      const [{ place, route_id }] = closed.events;
      expect([place.lon, place.lat]).toEqual([expect.closeTo(-97, 0), expect.closeTo(-62, 0)]);
      const { body: offered } = await service.get(`/api/route/${route_id}`);
      expect([offered.objectives, offered.routes.length]).toEqual([['traveltime'], 1]);
      const refused = await service.post('/api/watch', { route_id, objective: 'fuel' });
      expect(refused.body.details[0].message).toContain(`continue it (POST /api/route/${route_id}/continue)`);
      const round = offered.routes[0];
      expect(round.path.features[0].geometry.coordinates.some(([, lat]: number[]) => lat! < -62.9)).toBe(
        true,
      );

      // the same data again, and news of elsewhere
      await service.stack.invoke(service.functionOf('meshes/import'), { scheduled: false });
      expect(await events(path)).toHaveLength(2);
      const told = closed.events.toReversed().map((event: { status: string }) => ({
        watch_id: body.id,
        name: closed.name,
        event,
        attributes: {
          status: { type: 'String', value: event.status },
          name: { type: 'String', value: closed.name },
        },
      }));
      await expect.poll(() => published(body.id)).toEqual(told);

      const feed = await fetch(`${service.stack.apiUrl}${path}/feed`);
      expect(feed.headers.get('content-type')).toBe('application/atom+xml');
      const { feed: atom } = readXml(await feed.text()) as {
        feed: { entry: { id: string; summary: string }[] };
      };
      expect(atom.entry.map(({ id }) => id)).toEqual(
        closed.events.map(({ time }: { time: string }) => `urn:uuid:${body.id}#${time}`),
      );
      expect((await service.post(`${path}/follow`, { route_id })).body).toMatchObject({
        status: 'holds',
        route_id,
      });
      const now = async () => (await service.get(path)).body;
      await expect.poll(now).toMatchObject({ status: 'holds', checked: expect.any(String) });
      // a route of an older sea is looked at in that of now, which no import brings again
      await service.post(`${path}/follow`, { route_id: Number(route.routes[0].id) });
      await expect
        .poll(now)
        .toMatchObject({ status: 'closed', events: [{ was: 'holds', route_id }, {}, {}] });
      await service.delete(path);
    });

    test('that came before a watch of an older route was made are told to it at once', async () => {
      await drop({ speedKmh: 15 });
      const { route } = await service.route({ ...way, departure: hours(3) });
      await drop({ speedKmh: 7.5 });
      const { body } = await service.post('/api/watch', { route_id: Number(route.routes[0].id) });
      const told = () => events(`/api/watch/${body.id}`);
      await expect.poll(told, { timeout: 15_000 }).toMatchObject([{ status: 'dearer', was: 'holds' }]);
      await service.delete(`/api/watch/${body.id}`);
    });

    test('leave less to wait where a ship comes later to a stop that opens at a time', async () => {
      await drop({ speedKmh: 14 });
      const calls = { name: 'Half', lat: -62.5, lon: -96.5, not_before: hours(48), stay_hours: 2 };
      const { route } = await service.route({ ...way, departure: hours(4), stops: [calls] });
      await drop({ speedKmh: 7 });
      const { body } = await service.post('/api/watch', { route_id: Number(route.routes[0].id) });
      const told = () => events(`/api/watch/${body.id}`);
      await expect.poll(told, { timeout: 15_000 }).toMatchObject([{ status: 'dearer' }]);
      const [{ rest }] = await told();
      // the leg after it takes twice as long
      const [, after] = route.routes[0].legs;
      expect(rest.hours - rest.planned_hours).toBeCloseTo(24 * after.days, 4);
      await service.delete(`/api/watch/${body.id}`);
    });

    test('are told once to the feed and again to the topic, where the function dies after it told them', async () => {
      await drop({ speedKmh: 16 });
      const { route } = await service.route({ ...way, departure: hours(2) });
      const { body } = await service.post('/api/watch', { route_id: Number(route.routes[0].id) });
      let deaths = 0;
      service.watch.fault = ({ service: called }) =>
        called === 'sns' && deaths++ === 0 ? { kind: 'killed', when: 'after' } : undefined;
      try {
        await drop({ speedKmh: 8 });
        await expect.poll(() => published(body.id), { timeout: 15_000 }).toHaveLength(2);
      } finally {
        service.watch.fault = undefined;
      }
      const [event, ...others] = await events(`/api/watch/${body.id}`);
      expect([event.status, others]).toEqual(['dearer', []]);
      expect((await published(body.id)).map((message) => message.event)).toEqual([event, event]);
    });
  });
}
