import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRoute } from '../../lib/api/example-route.ts';
import { planCruiseCommand } from '../../lib/cli/plan-cruise.ts';
import { gridMesh as seaMesh } from '../local/grid-mesh.ts';
import { bytesOf, environmentGrid, gridMesh } from '../meshes/mesh-files.ts';
import { sdaFields } from '../vessel/vehicles.ts';
import { runInProcess } from './run-in-process.ts';

let folder: string;
const path = (name: string) => join(folder, name);

const PLAN = `
ports:
  - {name: home, latitude: -59.5, longitude: 0.5}
  - {name: base, latitude: -59.5, longitude: 3.5}
points:
  - {name: near, latitude: -59.5, longitude: 1.5, duration: 60}
  - {name: far, latitude: -58.5, longitude: 2.5, duration: 120}
  - {name: cast, latitude: -59, longitude: 2.5, action: profile}
legs:
  - {name: Out, departure_port: home, arrival_port: base, buffer_time: 180, activities: [far, near, lost]}
  - {name: Back, departure_port: base, arrival_port: home, activities: []}
  - {name: Cast, departure_port: home, arrival_port: base, vessel_speed: 10, activities: [near, cast]}
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polynya-'));
  writeFileSync(path('plan.yaml'), PLAN);
  writeFileSync(path('mesh.json'), bytesOf(gridMesh({ columns: 4 })));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (plan: string, ...args: string[]) => runInProcess(planCruiseCommand(), [plan, ...args]);

it('sails on a mesh, each leg as planned beside the best order', async () => {
  const flags = ['--mesh', path('mesh.json'), '-o', path('out.json')];
  const { code, stdout } = await run(path('plan.yaml'), ...flags);
  expect(code).toBe(0);
  expect(stdout).not.toContain('great circles');
  expect(stdout).toContain('left out: "lost", which names no point, no line and no area');
  const [out, back] = JSON.parse(readFileSync(path('out.json'), 'utf8'));
  expect(out).toMatchObject({
    leg: 'Out',
    planned: { order: ['far', 'near'] },
    best: { order: ['near', 'far'] },
    left_out: ['lost'],
  });
  for (const amount of ['nm', 'hours', 'tonnes']) {
    expect(out.best[amount]).toBeLessThan(out.planned[amount]);
    expect(out.best[amount]).toBeGreaterThan(0);
  }
  expect(back.planned).toEqual(back.best);
  const [nm, hours] = [out.best.nm / back.best.nm, (out.best.hours - 6) / back.best.hours];
  expect(hours / nm).toBeCloseTo(1, 1);
});

it('names the stops that take no time in the plan', async () => {
  const { stdout } = await run(path('plan.yaml'), '--leg', 'Cast');
  expect(stdout).toContain('  no duration in the plan: cast\n');
  expect((await run(path('plan.yaml'), '--leg', 'Out', '--mesh', path('mesh.json'))).stdout).not.toContain(
    'no duration',
  );
});

it.each([
  [['--leg', 'Away'], /plan\.yaml: has no leg "Away", only "Out", "Back", "Cast"\n$/],
  [['--port', 'home'], /Give NAME=LAT,LON, such as /],
  [['--vehicle', 'x'], /--vehicle needs --mesh\n$/],
  [['--mesh', 'x', '-u', 'http://127.0.0.1'], /--mesh and --url exclude each other\n$/],
  [['-u', 'here'], /"here" is no URL/],
])('says what is wrong in one line: %j', async (flags, message) => {
  const { code, stderr } = await run(path('plan.yaml'), ...flags);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

it('sails for a vehicle on an environment mesh; in port it idles, and its fuel is carbon dioxide', async () => {
  writeFileSync(path('sea.json'), bytesOf(environmentGrid({ columns: 4 })));
  const best = async (vehicle: object) => {
    writeFileSync(path('ship.json'), JSON.stringify(vehicle));
    const flags = ['--mesh', path('sea.json'), '--vehicle', path('ship.json'), '-o', path('out.json')];
    const { code, stdout } = await run(path('plan.yaml'), ...flags, '--leg', 'Out');
    expect(code).toBe(0);
    return { ...JSON.parse(readFileSync(path('out.json'), 'utf8'))[0].best, stdout };
  };
  const idle = await best({ ...sdaFields, idle_rate: 8, fuel_type: 'LNG' });
  const plain = await best(sdaFields);
  // three hours at stops, three of buffer
  expect(idle.tonnes - plain.tonnes).toBeCloseTo((6 * 8) / 24, 6);
  expect(idle).toMatchObject({ co2_tonnes: 2.75 * idle.tonnes, in_ice_nm: 0 });
  expect(idle.stdout).toMatch(/planned .* t, [\d.]+ t of CO₂, 0\.0 NM in ice: far, near\n/);
  expect(plain).not.toHaveProperty('co2_tonnes');
});

describe('with a service', () => {
  let server: Server;
  let url: string;
  const asked: { stops: { name: string }[]; stop_order: string }[] = [];
  let failure: object | null = null;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const text = (await request.toArray()).join('');
      const reply = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
      if (request.method === 'POST') {
        asked.push(JSON.parse(text));
        return reply(202, { id: `job-${asked.length}` });
      }
      const number = Number(request.url!.match(/\d+$/)![0]);
      if (request.url!.includes('/job/')) {
        return reply(200, failure ?? { status: 'SUCCESS', route_id: number });
      }
      const { stops, stop_order } = asked[number - 1]!;
      const called = stop_order === 'best' ? stops.toReversed() : stops;
      const [entry] = exampleRoute.routes;
      const all = [{ name: 'home' }, ...called, { name: 'base' }];
      return reply(200, { routes: [{ ...entry, vehicle: { idle_rate: 8 }, stops: all }], tags: [] });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('each leg is requested as planned and in the best order', async () => {
    const { code } = await run(path('plan.yaml'), '-u', url, '--leg', 'Out', '-o', path('out.json'));
    expect(code).toBe(0);
    expect(asked).toMatchObject([
      {
        start_lat: -59.5,
        end_name: 'base',
        stop_order: 'given',
        stops: [{ name: 'far', stay_hours: 2 }, {}],
      },
      { stop_order: 'best' },
    ]);
    const [{ planned, best }] = JSON.parse(readFileSync(path('out.json'), 'utf8'));
    expect([planned.order, best.order]).toEqual([
      ['far', 'near'],
      ['near', 'far'],
    ]);
    const { time, distance, fuelConsumption } = exampleRoute.routes[0]!.optimisation.metrics;
    expect(best.nm).toBeCloseTo(distance.value / 1852, 9);
    expect(best.hours).toBeCloseTo(24 * Number(time.duration) + 3, 9);
    expect(best.tonnes).toBeCloseTo(fuelConsumption!.value + 1, 9);
  });

  it('a voyage that fails is an exit with 2, naming the leg', async () => {
    failure = {
      status: 'FAILURE',
      info: { error: 'No way.', attempts: [{ mesh_id: 1, outcome: 'inaccessible' }] },
    };
    const { code, stderr } = await run(path('plan.yaml'), '-u', url, '--leg', 'Out');
    expect([code, stderr.split('\n').at(-2)]).toEqual([2, 'plan_cruise: leg "Out": No way.']);
  });
});

it('exits with 2 where a mesh has no such voyage', async () => {
  writeFileSync(path('away.yaml'), PLAN.replace('longitude: 3.5', 'longitude: 9.5'));
  const { code, stderr } = await run(path('away.yaml'), '--mesh', path('mesh.json'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/plan_cruise: leg "Out": /);
});

const ARAON = join(import.meta.dirname, '../../../shared/reference/voyages/araon-2026.yaml');

describe.skipIf(!existsSync(ARAON))('the plan of a real cruise', () => {
  const legsBy = async (...flags: string[]) => {
    const { code, stdout } = await run(ARAON, '-o', path('araon.json'), ...flags);
    expect(code).toBe(0);
    expect(stdout).toContain("Without a mesh: on great circles, at the plan's speed.");
    return JSON.parse(readFileSync(path('araon.json'), 'utf8'));
  };

  it('keeps its order as it says', async () => {
    const legs = await legsBy();
    expect(legs.map(({ left_out }: { left_out: string[] }) => left_out)).toEqual([[], [], []]);
    for (const { planned, best } of legs) expect(best).toEqual(planned);
    const [leg1, leg2, leg3] = legs;
    expect(leg1.planned.order).toEqual(['Option_AD', 'Option_C', 'SouthCapeAdair']);
    expect(leg2.planned.order).toHaveLength(10);
    expect(leg3.planned.order).toEqual(['SouthCapeAdair', 'Pycnogen_inner1', 'Option_AD']);
  });

  it('surveys its three boxes in their 18 hours at 10 knots', async () => {
    const { stdout } = await run(ARAON);
    const surveys = [...stdout.matchAll(/area "(\w+)": (\d+) lines, ([\d.]+) NM apart: ([\d.]+) NM/g)].map(
      ([, name, ...numbers]) => [name, ...numbers.map(Number)] as [string, number, number, number],
    );
    expect(surveys.map(([name]) => name)).toEqual(['Option_C', 'Option_AD', 'Option_E', 'Option_AD']);
    for (const [, lines, apart, nm] of surveys) {
      // 24 minutes of latitude are the longer side of the northern boxes, of Option_E too
      expect(nm).toBeCloseTo(24 * lines + apart * (lines - 1), -1);
      // a further line would be too long
      expect(nm).toBeLessThanOrEqual(180);
      expect(24 * (lines + 1) + (apart * lines ** 2) / (lines + 1)).toBeGreaterThan(180);
    }
    const [leg1, leg2] = await legsBy();
    const within = surveys.map(([, , , nm]) => nm);
    // 18 h + 18 h + 10 min, and 6 h of buffer; miles in the boxes are part of their hours
    const miles1 = leg1.planned.nm - within[0]! - within[1]!;
    expect(leg1.planned.hours).toBeCloseTo(miles1 / 10 + 36 + 10 / 60 + 6, 1);
    // seventeen actions at moorings of 2 h
    expect(leg2.planned.hours).toBeCloseTo((leg2.planned.nm - within[2]!) / 10 + 17 * 2 + 18 + 6, 1);
  });

  it('is sailed on a mesh that covers it, a little further than on great circles', async () => {
    const sea = seaMesh({ latMin: -78, lonMin: 160, columns: 10, rows: 18, side: 2, speedKmh: 18.52 });
    writeFileSync(path('ross-sea.json'), JSON.stringify(sea));
    const straight = await legsBy('--best-order');
    const flags = ['--mesh', path('ross-sea.json'), '--best-order', '-o', path('araon.json')];
    expect((await run(ARAON, ...flags)).code).toBe(0);
    const legs = JSON.parse(readFileSync(path('araon.json'), 'utf8'));
    for (const [k, { planned, best }] of legs.entries()) {
      expect(planned.order).toEqual(straight[k].planned.order);
      expect(planned.nm / straight[k].planned.nm).toBeCloseTo(1, 3);
      expect(best.nm / straight[k].best.nm).toBeCloseTo(1, 3);
      expect(best.hours).toBeCloseTo(best.nm / 10 + straight[k].best.hours - straight[k].best.nm / 10, 1);
    }
  });

  it('is sailed in the best order between the fixed activities where that is asked for', async () => {
    const [leg2] = await legsBy('--best-order', '--leg', 'Leg2');
    expect(leg2.best.order.toSorted()).toEqual(leg2.planned.order.toSorted());
    expect([leg2.best.order[0], leg2.best.order.at(-1)]).toEqual(['NISS', 'NIWA_WBAT']);
    expect(leg2.best.nm).toBeLessThan(leg2.planned.nm);
    expect(leg2.planned.hours - leg2.best.hours).toBeCloseTo((leg2.planned.nm - leg2.best.nm) / 10, 6);
  });
});
