import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DATA_VERSION } from '../../lib/local-mode/start.ts';
import { unpack } from './published/packed.ts';
import { requests, ship, zone } from './published/state.ts';
import { type Answer, type Service, startService } from './service.ts';

/** The data folders that published states made (published/README.md), opened by today's service. */

const published = join(import.meta.dirname, 'published');
const days = readdirSync(published).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name));

const [atSea, amongZones] = requests as [(typeof requests)[0], (typeof requests)[1]];

const XML = { 'content-type': 'application/xml' };

const daysOf = ({ path }: Answer['body']): number => path.features[0].properties.traveltime.at(-1);

/** A data folder as that state left it, a moment ago: a workflow that is under way for half a day has timed out. */
function folderOf(day: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'polynya-published-'));
  unpack(readFileSync(join(published, day, 'data.zip')), folder);
  const executions = join(folder, 'executions');
  for (const name of readdirSync(executions, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    const execution = JSON.parse(readFileSync(join(executions, name), 'utf8'));
    if (execution.status !== 'RUNNING') continue;
    writeFileSync(join(executions, name), JSON.stringify({ ...execution, startDate: Date.now() }));
  }
  return folder;
}

/** What that state answered, by path. */
const answersOf = (day: string): Record<string, Answer['body']> =>
  JSON.parse(gunzipSync(readFileSync(join(published, day, 'answers.json.gz'))).toString());

test('there are states of three days', () => {
  expect(days.length).toBeGreaterThanOrEqual(3);
});

test.each(days)('the data of %s is read as it was answered then, and is used', async (day) => {
  const notices: string[] = [];
  const service = await startService(folderOf(day), undefined, {
    dataVersion: DATA_VERSION,
    onNotice: (sentence) => notices.push(sentence),
  });
  try {
    expect(notices).toEqual([]);
    const then = answersOf(day);
    for (const [path, answer] of Object.entries(then)) {
      const response = await fetch(service.stack.apiUrl + path);
      expect([path, response.status]).toEqual([path, 200]);
      const now = JSON.parse((await response.text()).replaceAll(service.stack.apiUrl, ''));
      if (path.includes('format=geojson')) expect(lines(now)).toEqual(lines(answer));
      else expect(now).toMatchObject(answer);
    }
    const jobs = Object.keys(then).flatMap((path) => path.match(/(?<=^\/api\/job\/).+/) ?? []);
    expect(jobs).toHaveLength(requests.length + 1); // that of the last was stopped with the state
    for (const id of jobs) expect((await service.follow(id)).job.status).toBe('SUCCESS');
    await useRoutes(service, then);
    await useVehicle(service);
    await useZones(service);
    expect(await service.importMeshes()).toEqual([]);
    expect(notices).toEqual([]);
  } finally {
    await service.end();
  }
});

const lines = ({ features }: Answer['body']) =>
  features
    .filter(({ geometry }: Answer['body']) => geometry.type === 'LineString')
    .map(({ geometry }: Answer['body']) => geometry.coordinates);

/** Routes of then are reused, continued and exported, and those planned now on the meshes of then are no worse. */
async function useRoutes(service: Service, then: Record<string, Answer['body']>): Promise<void> {
  const again = await service.post('/api/route', atSea);
  expect(again).toMatchObject({ status: 200, body: { route_url: `${service.stack.apiUrl}/api/route/1` } });
  for (const [index, request] of requests.entries()) {
    const path = `/api/route/${index + 1}`;
    const [old] = then[path].routes;
    const { job, route } = await service.route({ ...request, force_new_route: true });
    expect(job.status).toBe('SUCCESS');
    expect(job.route_id).toBeGreaterThan(requests.length + 1);
    expect(route.routes[0].mesh).toMatchObject({ id: old.mesh.id, name: old.mesh.name });
    expect(daysOf(route.routes[0]) / daysOf(old)).toBeLessThan(1.001);

    const at = { lat: request.start_lat, lon: request.start_lon + 0.5, time: new Date().toISOString() };
    const rest = await service.post(`${path}/continue`, at);
    expect(rest.status).toBe(202);
    expect((await service.follow(rest.body.id)).job.status).toBe('SUCCESS');

    const rtz = await fetch(`${service.stack.apiUrl}${path}?format=rtz`);
    expect(rtz.status).toBe(200);
    const query = `custom_mesh_id=${old.mesh.id}${old.vehicle ? `&vehicle_type=${ship.vessel_type}` : ''}`;
    const priced = await service.call('POST', `/api/evaluate_route?${query}`, await rtz.text(), XML);
    expect(priced.status).toBe(200);
    // the waypoints of a file keep the cost within 0.1 %
    expect(daysOf({ path: priced.body.route }) / daysOf(old)).toBeCloseTo(1, 2);
  }
}

/** The meshes that the vehicle can use are found, one is made into its own, and it is replaced. */
async function useVehicle(service: Service): Promise<void> {
  const { meshes } = (await service.get(`/api/mesh?vehicle_type=${ship.vessel_type}`)).body;
  expect(meshes.map(({ name }: { name: string }) => name)).toEqual(['sea.env.json']);
  const changed = { ...ship, max_speed: ship.max_speed / 2 };
  expect((await service.post('/api/vehicle', changed)).status).toBe(409);
  expect((await service.post('/api/vehicle', { ...changed, force_properties: true })).status).toBe(200);
  const { route } = await service.route(atSea);
  expect(route.routes[0].vehicle).toEqual(changed);
  expect((await service.delete(`/api/vehicle/${ship.vessel_type}`)).status).toBe(204);
}

/** Both zones hold for a request; the stored one is replaced and deleted. */
async function useZones(service: Service): Promise<void> {
  const newly = { ...amongZones, force_new_route: true };
  const all = (await service.route(newly)).route.routes[0];
  expect(all.zones).toMatchObject([{ name: 'Bay, Reserve', kind: 'closed' }]);
  const one = (await service.route({ ...newly, standing_zones: false })).route.routes[0];
  expect(one.zones).toMatchObject([{ name: zone.name, kind: 'closed' }]);
  expect(daysOf(one)).toBeLessThan(daysOf(all));
  expect((await service.post('/api/zone', { ...zone, kind: 'report', force_properties: true })).status).toBe(
    200,
  );
  expect((await service.delete(`/api/zone/${zone.name}`)).status).toBe(204);
  expect((await service.delete('/api/zone/Bay')).status).toBe(403);
}
