/** What is left in the bunkers: at each stop, and where it does not suffice. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { reckon } from '../../../lib/voyage/fuel/fuel-aboard.ts';
import type { RefuelStop } from '../../../lib/voyage/fuel/fuel-fields.ts';
import { KeptLegs } from '../../../lib/voyage/kept.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyagePlan, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { runs } from '../../thorough.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { refusalOf } from './bunkers-at-sea.ts';

const sea = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (column) => ({
  u: column === 1 ? 1 : 0,
  columns: { elevation: -500, iceConcentration: column === 2 ? 20 : 0, iceThickness: 0.4, iceDensity: 900 },
}));
const idleRate = 3;
const vehicle = ship({ idle_rate: idleRate });
const mesh = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), sea)));
const [start, end] = [
  { lat: -64.5, lon: -3 },
  { lat: -60.5, lon: 3 },
];
const legs = new KeptLegs();
const places = [-63.2, -62, -61.1].map((lat, k) => ({ name: `S${k}`, lat, lon: 2 * k - 2 }));

const plan = (fields: object): VoyagePlan =>
  planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, { legs });
const burntBy = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const [needed] = plan({ stops: places }).routes.map(burntBy) as [number];
const refusal = (fields: object): string => refusalOf(() => plan(fields));

describe('what is left at each stop', () => {
  const work = { line: [[-62, -3] as const, [-62, -1] as const], speed_kn: 6, consumption_factor: 1.5 };
  const stop = fc.record({
    stay_hours: fc.constantFrom(0, 6.5),
    refuel: fc.constantFrom({}, { refuel: 'full' }, { refuel_tonnes: 20 }, { refuel_tonnes: 1e4 }),
    isWork: fc.boolean(),
  });

  it('is what was aboard less each leg, stay and work, and what was taken, to 1e-9', () => {
    fc.assert(
      fc.property(
        fc.array(stop, { minLength: 0, maxLength: 3 }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (sent, spare) => {
          const stops = sent.map(({ stay_hours, refuel, isWork }, k) => {
            const { name, ...place } = places[k]!;
            return { name, stay_hours, ...refuel, ...(isWork && k === 1 ? work : place) };
          });
          const aboard = 2 * needed + spare;
          const capacity = aboard + 5;
          const { routes } = plan({
            stops,
            stop_order: 'best',
            fuel_aboard_tonnes: aboard,
            capacity_tonnes: capacity,
          });
          expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
          for (const route of routes) {
            const { left, refuelled } = route.fuel!;
            let now = aboard;
            if (!route.stops) {
              expect([left, refuelled]).toEqual([
                [aboard, aboard - burntBy(route)],
                [0, 0],
              ]);
              continue;
            }
            for (const [k, { name, waitDays, stayDays, work }] of route.stops.entries()) {
              if (k > 0) now -= route.legs![k - 1]!.consumption!;
              expect(Math.abs(left[k]! - now)).toBeLessThan(1e-9);
              now -= idleRate * (waitDays + stayDays + (work?.stayAfter ?? 0));
              now -= work?.track.consumption?.at(-1) ?? 0;
              const asked = stops.find((one) => one.name === name) as {
                refuel?: string;
                refuel_tonnes?: number;
              };
              const taken = asked?.refuel ? capacity - now : (asked?.refuel_tonnes ?? 0);
              expect(refuelled[k]).toBeCloseTo(Math.min(taken, capacity - now), 9);
              now += refuelled[k]!;
            }
          }
        },
      ),
      { numRuns: runs(12, 200) },
    );
  });
});

describe('a voyage that would go below the reserve', () => {
  it('is told where: after what was taken at a stop, and nothing is taken at an end of the same name', () => {
    const calls = [
      ['Home', 0],
      ['A', 2],
      ['Home', 4],
    ] as const;
    const stops = calls.map(([name, vertex]) => ({ name, vertex, leavesDays: vertex })) as never;
    const coordinates = [0, 1, 2, 3, 4].map((lon) => [lon, 0] as const);
    const track = { coordinates, timeDays: [0, 1, 2, 3, 4] };
    const taken = new Map<string, RefuelStop>([
      ['Home', { name: 'Home', refuel_tonnes: 100 }],
      ['A', { name: 'A', refuel_tonnes: 10 }],
    ]);
    const bunkers = { aboard: 30, reserve: 5, capacity: 50, taken };
    expect(reckon({ track, stops }, [0, 10, 20, 30, 40], bunkers)).toEqual({
      left: [30, 10, 0],
      refuelled: [0, 10, 0],
      shortfall: { tonnes: 5, where: 'between A and Home, at 0.0000, 3.5000', when: 'at the end' },
    });
    // what just keeps the reserve has none
    expect(reckon({ track, stops }, [0, 10, 20, 30, 35], bunkers).shortfall).toBeNull();
  });

  it('is told where most is lacking, which may be after bunkers that are come to with too little', () => {
    const calls = [
      ['Home', 0],
      ['A', 2],
      ['B', 4],
    ] as const;
    const stops = calls.map(([name, vertex]) => ({ name, vertex, leavesDays: vertex })) as never;
    const coordinates = [0, 1, 2, 3, 4].map((lon) => [lon, 0] as const);
    const track = { coordinates, timeDays: [0, 1, 2, 3, 4] };
    const consumed = [0, 10, 20, 30, 40];
    const bunkers = (tonnes: number) => ({
      aboard: 18,
      reserve: 5,
      capacity: 50,
      taken: new Map<string, RefuelStop>([['A', { name: 'A', refuel_tonnes: tonnes }]]),
    });
    expect(reckon({ track, stops }, consumed, bunkers(10)).shortfall).toEqual({
      tonnes: 17,
      where: 'between A and B, at 0.0000, 2.3000',
      when: 'at the end',
    });
    expect(reckon({ track, stops }, consumed, bunkers(25)).shortfall).toEqual({
      tonnes: 7,
      where: 'between Home and A, at 0.0000, 1.3000',
      when: 'on leaving A',
    });
  });

  const fields = (lacking: number, more = {}) => ({
    stops: places,
    fuel_aboard_tonnes: needed - lacking + 30,
    reserve_tonnes: 30,
    ...more,
  });

  it('fails, naming where and by how much', () => {
    const thrifty = burntBy(plan({ stops: places }).routes[1]!);
    const text = refusal(fields(needed - thrifty + 2.004));
    expect(text).toMatch(
      /^The fuel aboard does not last: the voyage comes down to its reserve of 30 t between S2 and End, at -6\d\.\d{4}, \d\.\d{4}, and would lack 2\.01 t at the end\. /,
    );
    expect(text).toMatch(
      /Slower would do: at the speeds that take least, this way keeps the reserve: send "choose_speed": true\.$/,
    );
  });

  it('may not do slower either', () => {
    expect(refusal(fields(0.9 * needed))).toMatch(
      /between Start and S0, .* Slower would not do either: .* would still lack \d+\.\d\d t at the end\.$/,
    );
    const still = refusal({
      stops: places.slice(0, 1).map((one) => ({ ...one, stay_hours: 9000 })),
      fuel_aboard_tonnes: needed,
    });
    expect(still).toMatch(/comes down to nothing at S0, .* Slower would not do either/);
  });

  it('may do slower under a speed limit', () => {
    const limit = { kind: 'speed_limit', max_speed_kn: 9, geometry: boxPolygon(-2, -64, 2, -61) };
    const zones = [{ name: 'Slow', ...limit }];
    const thrifty = burntBy(plan({ stops: places, zones }).routes[1]!);
    expect(refusal({ stops: places, zones, fuel_aboard_tonnes: 0.99 * thrifty })).toMatch(
      /Slower would do: /,
    );
  });

  it('is told what it would lack at slower speeds, at which work takes what it takes', () => {
    const line = [[-62, -3] as const, [-62, -1] as const];
    const [before, , after] = places;
    const sail = (consumption_factor: number) => {
      const work = { name: 'Work', line, speed_kn: 6, consumption_factor };
      const fields = { stops: [before, work, after] };
      const [fastest] = plan(fields).routes;
      const text = refusal({ ...fields, fuel_aboard_tonnes: 1 });
      return {
        ofWork: fastest!.stops![2]!.work!.track.consumption!.at(-1)!,
        lacks: Number(/Slower would not do either: .* still lack ([\d.]+) t at the end/.exec(text)![1]),
      };
    };
    const [usual, towing] = [sail(1), sail(3)];
    expect(towing.lacks - usual.lacks).toBeCloseTo(towing.ofWork - usual.ofWork, 1);
  });

  it('is told where bunkers are reached too late, or not', () => {
    const stops = places.map((one, k) => (k === 1 ? { ...one, refuel_tonnes: 100 } : one));
    expect(refusal({ stops, fuel_aboard_tonnes: 0.2 * needed })).toMatch(
      / and would lack .* t on leaving S1\./,
    );
    expect(plan({ stops, fuel_aboard_tonnes: 0.8 * needed }).routes[0]!.fuel!.left.at(-1)).toBeCloseTo(
      100 - 0.2 * needed,
      9,
    );
  });

  it('on a mesh that has one speed says what would tell whether slower would do', () => {
    const { environment } = mesh;
    const vesselMesh = {
      ...mesh,
      motion: mesh.motion.map((value, i) => (i % 4 === 0 ? 0.9 * value : value)),
      environment,
    };
    const sail = () =>
      planVoyage(vesselMesh, { start, end, vehicle, voyage: request({ fuel_aboard_tonnes: 1 }).voyage }, {});
    expect(sail).toThrow(
      /comes down to nothing at -6.* Whether slower would do can be told on an environment mesh/,
    );
  });

  it('is left out beside another that keeps it, which tells it', () => {
    // round the ice takes longer and less
    const ice = { elevation: -500, iceConcentration: 30, iceThickness: 0.5, iceDensity: 900 };
    const icy = seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (column, line) => ({
      columns: column === 2 && line < 2 ? ice : { elevation: -500 },
    }));
    const on = openMesh(compileMesh(meshForVessel(vesselOf(vehicle), icy)));
    const [from, to] = [-3, 3].map((lon) => ({ lat: -62.3, lon }));
    const sail = (fields: object) =>
      planVoyage(on, { start: from!, end: to!, vehicle, voyage: request(fields).voyage }, {});
    const [fast, thrifty] = sail({}).routes.map(burntBy) as [number, number];
    expect(fast - thrifty).toBeGreaterThan(0.1);
    const { routes, notes } = sail({ fuel_aboard_tonnes: (fast + thrifty) / 2 });
    expect(routes.map(({ objective, fuel }) => [objective, fuel!.left.length])).toEqual([['fuel', 2]]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The route of type traveltime is left out: it comes down to nothing at -62\.\d+, [12]\.\d+, and would lack/,
      ),
    ]);
  });
});

describe('fields that contradict each other are a 400', () => {
  const fuel = { fuel_aboard_tonnes: 100 };
  const stop = (more: object) => ({ stops: [{ ...places[0], ...more }] });
  it.each([
    [{ reserve_tonnes: 5 }, /"reserve_tonnes".*needs fuel_aboard_tonnes/s],
    [{ capacity_tonnes: 5 }, /"capacity_tonnes".*needs fuel_aboard_tonnes/s],
    [{ choose_speed: true }, /"choose_speed".*needs fuel_aboard_tonnes/s],
    [{ ...fuel, reserve_tonnes: 101 }, /"reserve_tonnes".*must not be above fuel_aboard_tonnes/s],
    [{ ...fuel, capacity_tonnes: 99 }, /"fuel_aboard_tonnes".*must not be above capacity_tonnes/s],
    [
      stop({ refuel_tonnes: 5 }),
      /"stops",\s*0,\s*"refuel_tonnes".*of stop \\"S0\\" needs fuel_aboard_tonnes/s,
    ],
    [
      { ...fuel, ...stop({ refuel: 'full' }) },
      /"stops",\s*0,\s*"refuel".*of stop \\"S0\\" needs capacity_tonnes/s,
    ],
    [
      { ...fuel, capacity_tonnes: 100, ...stop({ refuel: 'full', refuel_tonnes: 5 }) },
      /"stops",\s*0,\s*"refuel".*can not be combined with its refuel_tonnes/s,
    ],
    [
      { ...fuel, choose_speed: true, ...stop({ refuel_tonnes: 5, value: 2 }) },
      /"choose_speed".*can not be combined with refuel_tonnes of stop \\"S0\\" and value yet/s,
    ],
    [{ ...fuel, ...stop({ refuel: 'half' }) }, /must be \\"full\\"/],
    [{ fuel_aboard_tonnes: -1 }, /must not be negative/],
  ])('%j', (fields, message) => {
    expect(() => request(fields)).toThrow(message);
  });

  it('and bunkers that are full at the departure, all of it the reserve, are none', () => {
    const full = { fuel_aboard_tonnes: 100, reserve_tonnes: 100, capacity_tonnes: 100 };
    expect(request({ ...full, choose_speed: true }).voyage).toMatchObject(full);
  });
});
