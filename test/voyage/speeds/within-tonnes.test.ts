/** The least time for so much fuel: the mirror of the least fuel for a time. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { slowTest, some } from '../../thorough.ts';

const idleRate = 3;
const vehicle = ship({ idle_rate: idleRate });
const ice = { elevation: -500, iceConcentration: 40, iceThickness: 0.5, iceDensity: 900 };
const mesh = openMesh(
  compileMesh(
    meshForVessel(
      vesselOf(vehicle),
      seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (column, line) => ({
        u: column === 1 ? 1 : 0,
        columns: column === 2 && line < 2 ? ice : { elevation: -500 },
      })),
    ),
  ),
);
const [start, end] = [-3, 3].map((lon) => ({ lat: -62.6, lon })) as [
  { lat: number; lon: number },
  { lat: number; lon: number },
];
const plan = (fields: object, options: object = {}) =>
  planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, options).routes;
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const stops = [{ name: 'Mid', lat: -61, lon: 0, stay_hours: 12 }];

it('is refused for a vehicle that consumes no fuel', () => {
  const { voyage } = request({ within_tonnes: 5 });
  const sail = () => planVoyage({ ...mesh, consumption: 'battery' }, { start, end, vehicle, voyage }, {});
  expect(sail).toThrow('The vehicle consumes no fuel: leave out within_tonnes.');
});

describe.each([
  ['a way', {}],
  ['a voyage with a stop', { stops, stop_order: 'best' }],
])('%s with so much fuel', (_, way) => {
  const [fastest] = plan(way) as [VoyageRoute];

  it.each(some(1, [1.2, 1.08, 1.5]))(
    'takes the time in which that is the least fuel: %f times the shortest',
    (times) => {
      const within_hours = 24 * times * daysOf(fastest);
      const inTime = plan({ ...way, within_hours }, { certificate: true }).at(-1)!;
      const within_tonnes = fuelOf(inTime);
      const [, , within] = plan({ ...way, within_tonnes }, { certificate: true }) as VoyageRoute[];
      expect(within!.objective).toBe('within');
      expect(fuelOf(within!)).toBeLessThanOrEqual(within_tonnes * (1 + 1e-9));
      expect(daysOf(within!) / daysOf(inTime)).toBeCloseTo(1, 4);
      // the gap is of the time: no voyage is faster by more
      const { least, gapPercent } = within!.optimality!;
      expect(least).toBeLessThanOrEqual(daysOf(inTime));
      expect(gapPercent).toBeLessThan(2);
      expect(gapPercent).toBeCloseTo(100 * (daysOf(within!) / least - 1), 9);
      expect(within!.saves!.consumption).toBeCloseTo(fuelOf(fastest) - fuelOf(within!), 9);
      expect(within!.saves!.hours).toBeCloseTo(24 * (daysOf(within!) - daysOf(fastest)), 9);
    },
  );

  const also = 'stops' in way ? slowTest : it;

  also('takes the shortest where there is more than enough', () => {
    const within = plan({ ...way, within_tonnes: 1e6 }, { certificate: true }).at(-1)!;
    expect(daysOf(within) / daysOf(fastest)).toBeCloseTo(1, 9);
    expect(within.optimality!.least).toBeLessThanOrEqual(daysOf(within));
  });

  also('fails with too little, naming the least', () => {
    const message = (tonnes: number) => {
      try {
        plan({ ...way, within_tonnes: tonnes });
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const told = message(1)!;
    expect(told).toMatch(/^The voyage can't be made with 1\.00 t of fuel: .* it needs \d+\.\d\d t\.$/);
    const least = Number(/needs (\d+\.\d\d) t/.exec(told)![1]);
    expect(message(least - 0.02)).toMatch(/can't be made/);
    expect(message(least)).toBeNull();
  });
});

describe('a voyage that may sail more slowly to keep its reserve', () => {
  const [fastest, thrifty] = plan({ stops }) as [VoyageRoute, VoyageRoute];

  it('does so where the fastest would not keep it, in the least time', () => {
    const aboard = 0.9 * Math.min(fuelOf(fastest), fuelOf(thrifty)) + 20;
    const bunkers = { fuel_aboard_tonnes: aboard, reserve_tonnes: 20 };
    expect(() => plan({ stops, ...bunkers })).toThrow(/Slower would do: .* send "choose_speed": true/);
    const [within, ...others] = plan({ stops, ...bunkers, choose_speed: true }) as [VoyageRoute];
    expect([within.objective, others]).toEqual(['within', []]);
    expect(within.fuel!.left.at(-1)).toBeCloseTo(20, 6);
    const same = plan({ stops, within_tonnes: aboard - 20 }).at(-1)!;
    expect(daysOf(within) / daysOf(same)).toBeCloseTo(1, 6);
  });

  it('does not where it need not, and fails where nothing would keep it', () => {
    const routes = plan({ stops, fuel_aboard_tonnes: 1e4, choose_speed: true });
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    expect(() => plan({ stops, fuel_aboard_tonnes: 2, choose_speed: true })).toThrow(/can't be made with/);
  });
});

it.each([
  [{ within_tonnes: 0 }, /must be greater than 0/],
  [{ choose_speed: true }, /choose_speed.*needs fuel_aboard_tonnes/s],
  [{ choose_speed: true, fuel_aboard_tonnes: 9, within_tonnes: 5 }, /must not be sent with within_tonnes/],
  [{ within_tonnes: 5, alternatives: 1 }, /alternatives.*within_tonnes yet/s],
])('%j is a 400', (fields, message) => {
  expect(() => request(fields)).toThrow(message);
});
