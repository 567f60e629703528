import { describe, expect, test } from 'vitest';
import { gridMesh } from './grid-mesh.ts';
import { service } from './served.ts';

/** A voyage that is under way, through the whole service. */
export function testContinue(): void {
  describe('a route that is continued', () => {
    const mile = 1 / 60;
    const east = (lon: number) => ({ lat: -60.5, lon });
    const request = {
      start_lat: -60.5,
      start_lon: -119.5,
      end_lat: -60.5,
      end_lon: -113.5,
      end_name: 'Harbour',
      departure: '2026-11-20T00:00Z',
      stops: [
        { name: 'One', ...east(-117.5), stay_hours: 6 },
        { name: 'Two', ...east(-115.5) },
      ],
      tags: ['cruise'],
      fuel_aboard_tonnes: 500,
      reserve_tonnes: 50,
    };

    test('leads from where the ship is through what is not done, in the newest sea, beside what was planned', async () => {
      const sea = (speedKmh: number) =>
        gridMesh({ latMin: -64, lonMin: -120, columns: 8, rows: 5, speedKmh });
      await service.addMesh('begun-sea', sea(20), '20240604T000000');
      const { route } = await service.route(request);
      const id = Number(route.routes[0].id);
      const slower = await service.addMesh('later-sea', sea(10), '20240605T000000');
      const [, one, two] = route.routes[0].stops;
      const hours = 24 * one.leaves_days;
      const time = new Date(Date.parse('2026-11-20T00:00Z') + (hours + 1) * 3_600_000).toISOString();
      const at = { ...east(-117.2), time };
      const path = `/api/route/${id}/continue`;
      const sent = await service.call('POST', path, { ...at, done: ['One'] }, { 'idempotency-key': 'ship' });
      expect([sent.status, sent.body]).toEqual([
        202,
        { id: expect.any(String), 'status-url': `${service.stack.apiUrl}/api/job/${sent.body.id}` },
      ]);
      const { job } = await service.follow(sent.body.id);
      const rest = (await service.get(`/api/route/${job.route_id}`)).body;
      expect(rest.tags).toEqual(['cruise']);
      for (const [k, entry] of rest.routes.entries()) {
        expect(entry).toMatchObject({ departure: time, mesh: { id: slower } });
        expect(entry.stops.map(({ name }: { name: string }) => name)).toEqual(['Start', 'Two', 'Harbour']);
        const planned = route.routes[k];
        const { properties } = planned.path.features[0];
        const [vertex, next] = [one.vertex + 1, two.vertex];
        const part = 0.3 / 2;
        const left = (values: number[]) =>
          values.at(-1)! - values[vertex]! - part * (values[next]! - values[vertex]!);
        const { continues } = entry;
        expect(continues.route_id).toBe(id);
        expect(continues.planned_hours_left).toBeCloseTo(24 * left(properties.traveltime), 3);
        expect(continues.planned_tonnes_left).toBeCloseTo(left(properties.fuel), 3);
        // at half the speed
        expect(continues.hours_left / continues.planned_hours_left).toBeCloseTo(2, 3);
        expect(continues.tonnes_left).toBe(entry.path.features[0].properties.total_fuel);
        // what is aboard, the plan of the fastest route says
        const aboard = route.routes[0].fuel_left_tonnes + rest.routes[0].continues.planned_tonnes_left;
        expect(entry.stops[0].fuel_left_tonnes).toBeCloseTo(aboard, 9);
        expect(entry.fuel_left_tonnes).toBeCloseTo(aboard - continues.tonnes_left, 9);
      }
      const again = await service.call('POST', path, { ...at, done: ['One'] }, { 'idempotency-key': 'ship' });
      expect([again.status, again.body.route_id]).toEqual([200, job.route_id]);

      const far = { ...at, lat: -75, lon: -120, time: '2026-11-19T00:00Z', done: ['One', 'Three'] };
      const refused = await service.post(path, far);
      expect([refused.status, refused.body.details.map(({ field }: { field: string }) => field)]).toEqual([
        400,
        ['time', 'done.1', 'lat'],
      ]);
    });

    test('is none where it was not calculated', async () => {
      const inside = { ...request, start_lat: -60.5 + mile, stops: undefined };
      const wall = { latMin: -64, lonMin: -120, columns: 8, rows: 5 };
      const mesh_id = await service.addMesh(
        'walled-sea',
        gridMesh({ ...wall, isOpen: (_, lon) => lon !== -116.5 }),
        '20240603T000000',
      );
      const { job } = await service.route({ ...inside, mesh_id });
      expect(job.status).toBe('FAILURE');
      const { body } = await service.get('/api/recent_routes');
      const { id } = body.routes.find((each: { job_id?: string }) => each.job_id === job.id);
      const at = { ...east(-118), time: '2026-11-20T10:00Z' };
      const answer = await service.post(`/api/route/${id}/continue`, at);
      expect([answer.status, answer.body.error]).toEqual([404, expect.stringMatching(/ended as FAILURE/)]);
      expect((await service.get(`/api/route/1/continue`)).status).toBe(405);
    });
  });
}
