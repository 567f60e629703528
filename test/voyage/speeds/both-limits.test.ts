/** A limit of time and one of fuel together: judged by voyages with one of them. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { FuelTooLittle } from '../../../lib/speed/choose-speeds.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyagePlan } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { type SeaCell, seaOf, ship, spaced } from '../../speed/seas.ts';
import { runs, some } from '../../thorough.ts';
import { burnt, changing, days, departure, planned, withinOf } from '../forecast/daily-meshes.ts';

const vehicle = ship({ idle_rate: 3 });
const [start, end] = [
  { lat: -64.5, lon: -3.5 },
  { lat: -60.5, lon: 3.5 },
];

function onRandomSea(seed: number) {
  const random = randomNumbers(seed);
  const cellAt = (): SeaCell => ({
    columns: {
      elevation: -500,
      iceConcentration: random() < 0.3 ? 80 * random() : 0,
      iceThickness: random(),
      iceDensity: 900,
    },
    u: random() - 0.5,
    v: random() - 0.5,
  });
  const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), cellAt);
  const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
  return (fields: object) =>
    planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, { certificate: true });
}

const stops = [
  { name: 'A', lat: -61, lon: -1, stay_hours: 6 },
  { name: 'B', lat: -65, lon: 2, stay_hours: 3 },
];
const line = [
  [-63, 0],
  [-62.5, 0],
];
const work = [...stops, { name: 'Line', line, speed_kn: 6 }];
const through = (fields: object) => planned(changing, fields);

describe.each([
  ...Array.from({ length: runs(1, 3) }, (_, k) => [`on sea ${k + 1}`, onRandomSea(k + 1), {}] as const),
  ...Array.from(
    { length: runs(1, 3) },
    (_, k) => [`on sea ${k + 1} with stops`, onRandomSea(k + 1), { stops, stop_order: 'best' }] as const,
  ),
  ['through a forecast with a stop', through, { stops: stops.slice(0, 1) }],
  ...some(1, [
    ['with work', onRandomSea(3), { stops: work, stop_order: 'best' }],
    ['by day', onRandomSea(2), { departure, stops: stops.map((stop) => ({ ...stop, daylight: 'sun' })) }],
  ] as const),
] as const)('%s', (_, plan: (fields: object) => VoyagePlan, way) => {
  const shortest = 24 * days(plan(way).routes[0]!);
  const within_hours = 1.2 * shortest;
  const inTime = withinOf(plan({ ...way, within_hours }));

  it('the voyage is that of least fuel in its time, where that is enough', () => {
    const both = withinOf(plan({ ...way, within_hours, within_tonnes: burnt(inTime) * (1 + 1e-9) }));
    expect(days(both)).toBeLessThanOrEqual((within_hours / 24) * (1 + 1e-6));
    expect(burnt(both)).toBeCloseTo(burnt(inTime), 6);
    expect(both.optimality).toEqual(inTime.optimality);
    expect(both.objective).toBe('within');
  });

  it('fails where it is not, and tells by how much each is missed', () => {
    const within_tonnes = 0.99 * burnt(inTime);
    const alone = withinOf(plan({ ...way, within_tonnes }));
    const refused = (() => {
      try {
        return plan({ ...way, within_hours, within_tonnes });
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(FuelTooLittle);
    const figures =
      /^The voyage can't be made within (\S+) hours with (\S+) t of fuel: within that time it needs (\S+) t, with that fuel (\S+) hours\.$/;
    const [hours, tonnes, needed, longer] = figures
      .exec((refused as Error).message)!
      .slice(1)
      .map(Number) as number[];
    expect(hours).toBeCloseTo(within_hours, 1);
    expect(tonnes).toBeCloseTo(within_tonnes, 1);
    expect(needed! / burnt(inTime)).toBeCloseTo(1, 3);
    expect(longer! / (24 * days(alone))).toBeCloseTo(1, 3);
    expect(longer).toBeGreaterThan(within_hours);
  });

  it('of which one alone is too little fails as with that alone', () => {
    const most = { within_tonnes: 1e6, within_hours: 1e6 };
    expect(() => plan({ ...way, ...most, within_hours: 0.9 * shortest })).toThrow(/fastest route takes/);
    expect(() => plan({ ...way, ...most, within_tonnes: 1 })).toThrow(/at the speeds that take least/);
  });
});

it('what is aboard is a limit, too, where the fastest does not keep the reserve', () => {
  const plan = onRandomSea(1);
  const [fastest] = plan({}).routes;
  const within_hours = 1.2 * 24 * days(fastest!);
  const inTime = burnt(withinOf(plan({ within_hours })));
  const aboard = (tonnes: number) => ({
    fuel_aboard_tonnes: tonnes + 5,
    reserve_tonnes: 5,
    choose_speed: true,
  });
  const { routes } = plan({ within_hours, ...aboard(1.01 * inTime) });
  expect(routes.map(({ objective }) => objective)).toEqual(['within']);
  expect(burnt(routes[0]!)).toBeCloseTo(inTime, 6);
  expect(() => plan({ within_hours, ...aboard(0.98 * inTime) })).toThrow(/within that time it needs/);
  const plenty = plan({ within_hours, ...aboard(1e4) }).routes;
  expect(plenty.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel', 'within']);
});
