/** The engine's worker, as the page speaks to it. */
import { expect, test } from 'vitest';
import type { AnswerOf, EngineAnswer, EngineRequest } from '../../lib/console/engine/protocol.ts';
import { fromEntry } from '../../lib/console/state/shown-route.ts';
import { meshOfVehicle, seaUnder } from '../../lib/console/vehicles/mesh-of-vehicle.ts';
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../lib/engine/mesh/mesh.ts';
import type { IceChart } from '../../lib/ice-charts/ice-chart.ts';
import { chartedSource } from '../../lib/ice-charts/overlay/charted-source.ts';
import { vesselOf } from '../../lib/vehicles/vessel-of.ts';
import { compileEnvironment } from '../../lib/vessel/compile-environment.ts';
import { meshForVessel } from '../../lib/vessel/mesh-for-vessel.ts';
import { closedRing } from '../../lib/zones/geometry/polygon.ts';
import { request } from '../routes/world.ts';
import { seaOf, ship, spaced } from '../speed/seas.ts';

const NO_REACH = {
  contours: [12, 6].map((value) => ({ metric: 'hours' as const, value })),
  of: null,
  reverse: false,
  polygons: true,
  vehicle_type: null,
  mesh_id: null,
  departure: null,
};

const answers: EngineAnswer[] = [];
const scope = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => Promise<void>;
  postMessage: (answer: EngineAnswer) => void;
};
scope.postMessage = (answer) => answers.push(answer);
await import('../../lib/console/engine/worker.ts');

async function ask<K extends 'open' | 'plan' | 'reach'>(
  data: EngineRequest & { kind: K },
): Promise<AnswerOf[K]> {
  await scope.onmessage({ data });
  return answers.at(-1)! as AnswerOf[K];
}

const vehicle = ship();
const open = (bytes: ArrayBuffer, chart: Pick<IceChart, 'areas'> | null = null) =>
  ask({ kind: 'open', bytes, vehicle: vehicle as never, chart });
const planned = (fields: object) =>
  ask({
    kind: 'plan',
    start: { lat: -64.5, lon: 0.5, name: 'Halley' },
    end: { lat: -62.5, lon: 0.5 },
    vehicle: vehicle as never,
    voyage: request(fields).voyage,
    mesh: {
      name: 'sea',
      validDateStart: null,
      validDateEnd: null,
      bounds: { latMin: -66, latMax: -58, lonMin: -4, lonMax: 4 },
      consumption: 'fuel',
      missingDataSources: [],
    },
    adjustmentLimitNm: 300,
    zones: [],
    isMoving: false,
  });

test("a voyage's greatest speed holds for all its routes, and for no other voyage", async () => {
  const bytes = compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2))).slice().buffer;
  expect(await open(bytes)).toMatchObject({ kind: 'opened' });
  const fastestOf = async (fields: object) => {
    const { routes } = await planned(fields);
    return routes.map(({ path }) => Math.max(...path.features[0]!.properties.speed) / 1.852);
  };
  expect(await fastestOf({ max_speed_kn: 9 })).toEqual([expect.closeTo(9, 9), expect.closeTo(9, 9)]);
  expect(await fastestOf({ max_speed_kn: 8, within_hours: 20 })).toEqual([
    expect.closeTo(8, 9),
    expect.closeTo(8, 9),
    expect.closeTo(7.327, 2),
  ]);
  expect(await fastestOf({})).toEqual([expect.closeTo(26.5 / 1.852, 9), expect.closeTo(26.5 / 1.852, 9)]);
});

test('where the fuel aboard does not last, the routes are shown with the reason; where it does, with what is left', async () => {
  const bytes = compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2))).slice().buffer;
  await open(bytes);
  const lasting = await planned({ fuel_aboard_tonnes: 100, reserve_tonnes: 20 });
  expect(lasting.unmet).toBeNull();
  for (const { path, fuel_left_tonnes } of lasting.routes) {
    expect(fuel_left_tonnes).toBeCloseTo(100 - path.features[0]!.properties.fuel!.at(-1)!, 9);
  }
  const short = await planned({ fuel_aboard_tonnes: 21, reserve_tonnes: 20 });
  expect(short.unmet).toMatch(/^The fuel aboard does not last: .* its reserve of 20 t .*Slower would/);
  expect(short.routes.map(({ type }) => type)).toEqual(lasting.routes.map(({ type }) => type));
  expect(short.routes[0]).not.toHaveProperty('fuel_left_tonnes');
});

test('another way tells what is left on it', async () => {
  const island = seaOf(spaced(-4, 4, 16), spaced(-66, -58, 32), (column, line) => ({
    columns: { elevation: [8, 9, 10].includes(column) && [9, 10].includes(line) ? 10 : -500 },
  }));
  await open(compileEnvironment(island).slice().buffer);
  const { routes } = await planned({ fuel_aboard_tonnes: 100, alternatives: 1 });
  for (const route of routes.map((entry) => fromEntry(entry))) {
    const [other] = route.others;
    for (const { entry, consumption } of [route, other!])
      expect(entry.fuel_left_tonnes).toBeCloseTo(100 - consumption!.at(-1)!, 9);
    expect(other!.entry.fuel_left_tonnes).not.toBe(route.entry.fuel_left_tonnes);
  }
});

test('where the fuel aboard lasts at slower speeds, these are shown; where at none, the routes at full speed with the reason', async () => {
  const bytes = compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2))).slice().buffer;
  await open(bytes);
  const free = await planned({});
  const [fastest, least] = free.routes.map(({ path }) => path.features[0]!.properties.fuel!.at(-1)!);
  const slower = { reserve_tonnes: 20, choose_speed: true };
  const chosen = await planned({ ...slower, fuel_aboard_tonnes: 20 + 0.95 * Math.min(fastest!, least!) });
  expect(chosen.unmet).toBeNull();
  expect(chosen.routes.map(({ type }) => type)).toEqual(['within']);
  expect(chosen.routes[0]!.fuel_left_tonnes).toBeCloseTo(20, 6);
  const short = await planned({ ...slower, fuel_aboard_tonnes: 21 });
  expect(short.unmet).toMatch(/can't be made with 1\.00 t of fuel/);
  expect(short.routes.map(({ path }) => path)).toEqual(free.routes.map(({ path }) => path));
});

test('a voyage with stops leaves from the place by its name', async () => {
  await open(compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2))).slice().buffer);
  const { routes } = await planned({ stops: [{ name: 'CTD', lat: -63.5, lon: 0.5 }] });
  expect(routes[0]!.stops!.map(({ name }) => name)).toEqual(['Halley', 'CTD', 'End']);
});

test('data that were made for one vessel show the routes at its full speed, and say why they are not at another', async () => {
  const environment = compileEnvironment(seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2)));
  const bytes = meshOfVehicle(seaUnder(openMesh(environment), null), vehicle as never).slice().buffer;
  expect(await open(bytes)).toEqual({ kind: 'opened', made: null });
  const { unmet, routes } = await planned({ within_hours: 40 });
  expect(unmet).toMatch(/^These ice data were made for one vessel at full speed/);
  const free = await planned({});
  expect(free.unmet).toBeNull();
  expect(routes.map(({ path }) => path)).toEqual(free.routes.map(({ path }) => path));
});

test('under an ice chart, the mesh and the routes are those of the sea that the service plans on', async () => {
  const sea = seaOf(spaced(-4, 4, 2), spaced(-66, -58, 2), () => ({
    columns: { iceConcentration: 0, iceThickness: 0, iceDensity: 900 },
  }));
  const bytes = () => compileEnvironment(sea).slice().buffer;
  const ice = { coding: 'SIGRID-3', total: '60', parts: [{ concentration: '60', stage: '87' }] } as const;
  const ring = [[-4, -64], [4, -64], [4, -63], [-4, -63], [-4, -64]]; // biome-ignore format: a box
  const chart = { areas: [{ egg: ice, polygons: [[closedRing(ring)]] }] };
  const { made } = await open(bytes(), chart);
  const service = compileMesh(meshForVessel(vesselOf(vehicle), chartedSource(sea, chart)));
  expect(Buffer.from(made!).equals(service)).toBe(true);
  const daysOf = async () => {
    const { routes } = await planned({});
    return routes[0]!.path.features[0]!.properties.traveltime.at(-1)!;
  };
  const slowed = await daysOf();
  await open(bytes());
  expect(slowed).toBeGreaterThan(1.01 * (await daysOf()));
});

test('there and back, each of several ships has areas of its own', async () => {
  const back = (...lons: number[]) =>
    ask({
      kind: 'reach',
      requests: lons.map((lon) => {
        const place = { lat: -62, lon };
        const origin = { ...place, name: null, delay_hours: null };
        return { ...NO_REACH, origins: [origin], destination: place };
      }),
      adjustmentLimitNm: 300,
      isMoving: false,
    });
  const { areas } = await back(-1, 1);
  expect(areas.features.map(({ properties: { contour, origin } }) => [contour, origin])).toEqual([
    [12, 0],
    [12, 1],
    [6, 0],
    [6, 1],
  ]);
  const [alone] = (await back(1)).areas.features;
  expect(areas.features[1]!.geometry).toEqual(alone!.geometry);
});
