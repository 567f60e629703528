/** A stage where callers prove who they are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxPolygon } from '../zones/areas.ts';
import { closedStage } from './closed-stage.ts';
import { gridMesh } from './grid-mesh.ts';
import { type Service, startService } from './service.ts';

describe.each(['api-key', 'iam'] as const)('through an API that asks for %s', (auth) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(
      undefined,
      await closedStage(auth, { canary: '-69,-59,-61,-51', zonesPerRequester: 2 }),
    );
  });
  afterAll(() => service?.end());

  test('the canary has a route calculated, and fails where there is none', async () => {
    const run = () => service.stack.invoke(service.functionOf('canary'), {});
    await expect(run()).rejects.toThrow('POST /api/route answered 404');
    await service.addMesh('sea', gridMesh());
    await run();
    const unused = service.stack.unused().filter((each) => /Canary/.test(each));
    const acknowledged = /(logs:\w+|xray:\w+) on |NODE_OPTIONS$/;
    expect(unused.filter((each) => !acknowledged.test(each))).toEqual([]);
  });

  test.runIf(auth === 'api-key')(
    'everyone may use a stored zone, its creator alone replaces it, and has only so many of them',
    async () => {
      const keys = service.stack.apiKeys;
      expect(keys).toHaveLength(2);
      const [creator, other] = keys.map(
        ({ value }) =>
          (method: string, path: string, body?: object) =>
            service.call(method, path, body, { 'x-api-key': value, prefer: 'wait=20' }),
      ) as [typeof service.call, typeof service.call];
      const zone = { name: 'Bay', kind: 'closed', geometry: boxPolygon(-56, -66, -54, -64) };
      expect((await service.post('/api/zone', zone)).status).toBe(401);
      expect((await creator('POST', '/api/zone', zone)).status).toBe(201);

      expect((await other('GET', '/api/zone/Bay')).body).toEqual(zone);
      const across = { start_lat: -65, start_lon: -57.5, end_lat: -65, end_lon: -52.5, zones: ['Bay'] };
      const { id } = (await other('POST', '/api/route', across)).body;
      const { status, route_id } = (await other('GET', `/api/job/${id}`)).body;
      expect(status).toBe('SUCCESS');
      const { routes } = (await other('GET', `/api/route/${route_id}`)).body;
      expect(routes[0].zones).toMatchObject([{ name: 'Bay', kind: 'closed' }]);

      const error = 'Zone "Bay" was created by another caller: only that caller may replace or delete it.';
      const elsewhere = { ...zone, kind: 'report', force_properties: true };
      for (const refused of [
        await other('DELETE', '/api/zone/Bay'),
        await other('POST', '/api/zone', elsewhere),
      ]) {
        expect([refused.status, refused.body]).toEqual([403, { error }]);
      }
      expect((await creator('GET', '/api/zone/Bay')).body).toEqual(zone);

      const departure = new Date(Date.now() + 3_600_000).toISOString();
      const job = (await creator('POST', '/api/route', { ...across, departure })).body.id;
      const dated = (await creator('GET', `/api/job/${job}`)).body.route_id;
      const watch = (await creator('POST', '/api/watch', { route_id: dated })).body.id;
      const there = { lat: -65, lon: -57.5, time: departure };
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/feed', undefined],
        ['DELETE', '', undefined],
        ['POST', '/position', there],
        ['POST', '/follow', { route_id: dated }],
      ] as const) {
        const refused = await other(method, `/api/watch/${watch}${path}`, body);
        expect([refused.status, refused.body]).toEqual([404, { error: `There is no watch ${watch}.` }]);
      }
      expect((await other('GET', '/api/watch')).body.watches).toEqual([]);
      expect((await creator('GET', '/api/watch')).body.watches).toMatchObject([
        { id: watch, route_id: dated },
      ]);

      const further = (caller: typeof creator, names: string[]) =>
        Promise.all(names.map(async (name) => (await caller('POST', '/api/zone', { ...zone, name })).status));
      expect((await further(creator, ['1', '2', '3'])).toSorted()).toEqual([201, 409, 409]);
      expect(await further(other, ['4'])).toEqual([201]);
      expect((await creator('DELETE', '/api/zone/Bay')).status).toBe(204);
    },
  );
});
