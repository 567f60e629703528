/** The voyage that costs least money: at chosen speeds, or at those of the mesh. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { KeptLegs, keptVoyages } from '../../../lib/voyage/kept.ts';
import { cheapestOf } from '../../../lib/voyage/money/cheapest-of.ts';
import { pricesSpeed } from '../../../lib/voyage/money/least-cost.ts';
import { totalCost } from '../../../lib/voyage/money/total-cost.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { runs, some } from '../../thorough.ts';
import { permutations } from '../order/permutations.ts';

const idleRate = 3;
const vehicle = ship({ idle_rate: idleRate });
const meshOf = (source: Parameters<typeof meshForVessel>[1]) =>
  openMesh(compileMesh(meshForVessel(vesselOf(vehicle), source)));
const open = meshOf(seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), () => ({ columns: { elevation: -500 } })));
const ice = { elevation: -500, iceConcentration: 30, iceThickness: 0.5, iceDensity: 900 };
const icy = meshOf(
  seaOf(spaced(-4, 4, 4), spaced(-66, -58, 4), (column, line) => ({
    u: column === 1 ? 1 : 0,
    columns: column === 2 && line < 2 ? ice : { elevation: -500 },
  })),
);
/** The same with rates that are none of our models': no speed can be chosen. */
const readyMade: Mesh = {
  ...icy,
  motion: icy.motion.map((value, k) => (k % 4 === 0 ? 0.9 * value : value)),
  profiles: icy.profiles.map((value, k) => (k % 16 < 8 ? 0.9 * value : value)),
};
const [start, end] = [-3, 3].map((lon) => ({ lat: -62.3, lon })) as [
  { lat: number; lon: number },
  { lat: number; lon: number },
];
const plan = (mesh: Mesh, fields: object, options: object = {}) =>
  planVoyage(mesh, { start, end, vehicle, voyage: request(fields).voyage }, options).routes;
const types = (routes: readonly VoyageRoute[]) => routes.map(({ objective }) => objective);
const of = (routes: readonly VoyageRoute[], type: string) =>
  routes.find(({ objective }) => objective === type)!;
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;

describe('at chosen speeds', () => {
  // t/h at v km/h: f(v) = a v² + b v + c; least money a mile is at f′(v) v = f(v) + λ, so that v² = (c + λ) / a
  const [a, b, c] = [0.00137247, -0.0029601, 0.25290433];

  it('in open water it sails at the speed at which a mile costs least', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 12, noNaN: true }), (perDay) => {
        const price = { per_day: 500 * perDay, per_tonne: 500 };
        const cheapest = of(plan(open, { price }), 'cost');
        const v = Math.min(26.5, Math.sqrt((c + perDay / 24) / a));
        const hours = cheapest.track.distanceM.at(-1)! / 1000 / v;
        expect(24 * daysOf(cheapest)).toBeCloseTo(hours, 3);
        expect(
          totalCost(price, cheapest.track) / (500 * hours * (a * v * v + b * v + c + perDay / 24)),
        ).toBeCloseTo(1, 6);
      }),
      { numRuns: runs(2, 40) },
    );
  });

  it('is no dearer than the voyage of any time, and its gap holds', () => {
    const price = { per_day: 9000, per_tonne: 700 };
    const voyages = keptVoyages();
    const routes = plan(icy, { price }, { certificate: true });
    expect(types(routes)).toEqual(['traveltime', 'fuel', 'cost']);
    const cheapest = of(routes, 'cost');
    const cost = totalCost(price, cheapest.track);
    for (const times of some(1, [1.2, 1.05, 1.5, 1, 2])) {
      const within_hours = 24 * times * daysOf(routes[0]!) * (1 + 1e-9);
      const other = of(plan(icy, { within_hours }, { voyages }), 'within');
      const dearer = totalCost(price, other.track) / cost - 1;
      expect(dearer).toBeGreaterThan(-1e-4);
      // in tonnes of fuel, as the price is
      expect(totalCost(price, other.track)).toBeGreaterThan(700 * cheapest.optimality!.least);
    }
    expect(cheapest.optimality!.gapPercent).toBeLessThan(1);
    expect(cheapest.optimality!.gapPercent).toBeCloseTo(
      100 * (cost / 700 / cheapest.optimality!.least - 1),
      9,
    );
  });

  it('has stays in its cost, and the order that is best at this price', () => {
    const price = { per_day: 3000, per_tonne: 700 };
    const stops = [-61, -63.5].map((lat, k) => ({ lat, lon: 2 * k - 1, stay_hours: 10 }));
    const cheapest = of(plan(icy, { price, stops, stop_order: 'best' }, { certificate: true }), 'cost');
    const legs = cheapest.legs!.reduce((sum, { consumption }) => sum + consumption!, 0);
    expect(fuelOf(cheapest)).toBeCloseTo(legs + (idleRate * 20) / 24, 6);
    const given = [stops, stops.toReversed()].map((order) =>
      totalCost(price, of(plan(icy, { price, stops: order }), 'cost').track),
    );
    expect(totalCost(price, cheapest.track) / Math.min(...given)).toBeCloseTo(1, 4);
    expect(700 * cheapest.optimality!.least).toBeLessThanOrEqual(Math.min(...given));
  });
});

describe('at the speeds of the mesh', () => {
  it('is between the fastest and the least fuel, is told, and is never dearer than either', () => {
    for (const [per_day, per_tonne] of [
      [1, 1000],
      [1000, 1],
      [9000, 700],
    ] as const) {
      const price = { per_day, per_tonne };
      const routes = plan(readyMade, { price }, { certificate: true });
      expect(types(routes)).toEqual(['traveltime', 'fuel', 'cost']);
      const [fastest, thrifty, cheapest] = routes as [VoyageRoute, VoyageRoute, VoyageRoute];
      const least = Math.min(...[fastest, thrifty].map(({ track }) => totalCost(price, track)));
      expect(totalCost(price, cheapest.track) / least).toBeLessThan(1 + 1e-6);
      expect(per_tonne * cheapest.optimality!.least).toBeLessThanOrEqual(totalCost(price, cheapest.track));
      expect(cheapest.optimality!.gapPercent).toBeLessThan(1);
      expect(cheapest.remarks!.at(-1)).toMatch(/^It is sailed at the speeds of the mesh/);
    }
    const thrifty = plan(readyMade, { price: { per_day: 1e-9, per_tonne: 1 } });
    expect(fuelOf(thrifty[2]!)).toBeCloseTo(fuelOf(thrifty[1]!), 6);
    const fast = plan(readyMade, { price: { per_day: 1e9, per_tonne: 1 } });
    expect(daysOf(fast[2]!)).toBeCloseTo(daysOf(fast[0]!), 6);
  });

  it('waits for windows at the price of a day, in the order that costs least of all', () => {
    const departure = '2026-11-21T00:00Z';
    const price = { per_day: 2000, per_tonne: 700 };
    const stops = [
      { name: 'A', lat: -61, lon: -1, stay_hours: 4, not_before: '2026-11-22T00:00Z' },
      { name: 'B', lat: -63.5, lon: 1 },
    ];
    const legs = new KeptLegs();
    const asked = { price, stops, departure };
    const cheapest = of(plan(icy, { ...asked, stop_order: 'best' }, { certificate: true }), 'cost');
    expect(cheapest.stops!.reduce((sum, { waitDays }) => sum + waitDays, 0)).toBeGreaterThan(0);
    expect(fuelOf(cheapest)).toBeCloseTo(
      cheapest.legs!.reduce((sum, { consumption }) => sum + consumption!, 0) +
        idleRate * cheapest.stops!.reduce((sum, { waitDays, stayDays }) => sum + waitDays + stayDays, 0),
      6,
    );
    const all = [...permutations(stops)].map((order) =>
      totalCost(price, of(plan(icy, { ...asked, stops: order }, { legs }), 'cost').track),
    );
    expect(totalCost(price, cheapest.track) / Math.min(...all)).toBeCloseTo(1, 6);
    expect(700 * cheapest.optimality!.least).toBeLessThanOrEqual(Math.min(...all) * (1 + 1e-9));
  });

  it('calls at the stops, in the order that is best at this price', () => {
    const price = { per_day: 3000, per_tonne: 700 };
    const stops = [-61, -63.5].map((lat, k) => ({ name: 'AB'[k], lat, lon: 2 * k - 1, stay_hours: 10 }));
    for (const fields of [{}, { within_hours: 99 }]) {
      const [fastest, thrifty, ...others] = plan(readyMade, { price, stops, stop_order: 'best', ...fields });
      const cheapest = of(others, 'cost');
      const namesOf = (route: VoyageRoute) => route.stops!.map(({ name }) => name).sort();
      expect(namesOf(cheapest)).toEqual(namesOf(fastest!));
      expect(namesOf(cheapest)).toEqual(expect.arrayContaining(['A', 'B']));
      const least = Math.min(...[fastest!, thrifty!].map(({ track }) => totalCost(price, track)));
      expect(totalCost(price, cheapest.track) / least).toBeLessThan(1 + 1e-6);
      const legs = cheapest.legs!.reduce((sum, { consumption }) => sum + consumption!, 0);
      expect(fuelOf(cheapest)).toBeCloseTo(legs + (idleRate * 20) / 24, 6);
    }
  });

  it('is as the others at those speeds, and in the time that stops with values are chosen for', () => {
    const place = (lat: number, lon: number) => ({ lat, lon, value: 1, stay_hours: 30 });
    const stops = [place(-61, -1), place(-63.5, 1)];
    // a day at sea is all but free
    const price = { per_day: 1e-6, per_tonne: 700 };
    const [fastest, thrifty, ...others] = plan(readyMade, { price, within_hours: 200 });
    const cheapest = of(others, 'cost');
    expect(daysOf(cheapest)).toBeLessThan(2 * daysOf(fastest!));
    expect(fuelOf(cheapest)).toBeCloseTo(fuelOf(thrifty!), 6);
    const within_hours = 24 * daysOf(fastest!) + 40;
    const chosen = plan(readyMade, { price, stops, stop_order: 'best', within_hours });
    expect(types(chosen)).toEqual(['traveltime', 'fuel', 'cost']);
    for (const route of chosen) {
      expect(route.worth!.value).toBe(1);
      expect(24 * daysOf(route)).toBeLessThanOrEqual(within_hours);
    }
  });

  it('keeps out of closed zones, as the others do', () => {
    const zone = {
      name: 'Closed',
      kind: 'closed',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-0.5, -62.8],
            [0.5, -62.8],
            [0.5, -61.9],
            [-0.5, -61.9],
            [-0.5, -62.8],
          ],
        ],
      },
    };
    const price = { per_day: 9000, per_tonne: 700 };
    const routes = plan(readyMade, { price, zones: [zone] });
    expect(types(routes)).toEqual(['traveltime', 'fuel', 'cost']);
    for (const { track } of routes) {
      const isInside = ([lon, lat]: readonly number[]) =>
        Math.abs(lon!) < 0.49 && lat! > -62.79 && lat! < -61.91;
      expect(track.coordinates.some(isInside)).toBe(false);
    }
    expect(fuelOf(routes[2]!)).toBeGreaterThan(0);
  });

  it('is where nothing says what another speed consumes', () => {
    const { voyage } = request({ price: { per_day: 1, per_tonne: 1 } });
    const asked = { start, end, vehicle, voyage };
    expect(pricesSpeed(open, asked)).toBe(true);
    expect(pricesSpeed(open, { ...asked, voyage: null })).toBe(false);
    expect(pricesSpeed(readyMade, asked)).toBe(false);
    const constant = ship({ consumption_model: { type: 'constant_consumption', params: { rate: 20 } } });
    expect(pricesSpeed(open, { ...asked, vehicle: constant })).toBe(false);
  });

  it('can not be told where the mesh has no fuel', () => {
    expect(() => plan({ ...icy, consumption: null }, { price: { per_day: 1, per_tonne: 1 } })).toThrow(
      /no consumption of fuel: leave out price/,
    );
  });
});

it.each([
  [{ price: { per_day: -1, per_tonne: 1 } }, /must not be negative/],
  [{ price: { per_day: 1, per_tonne: 0 } }, /must be greater than 0/],
  [{ price: { per_day: 1 } }, /per_tonne/],
  [{ price: { per_day: 1, per_tonne: 1 }, alternatives: 1 }, /alternatives.*price yet/s],
])('%j is a 400', (fields, message) => {
  expect(() => request(fields)).toThrow(message);
});

describe('the cheapest of what was planned', () => {
  const voyage = (days: number, tonnes: number, value = 0) =>
    ({
      objective: 'fuel',
      track: { timeDays: [0, days], consumption: [0, tonnes] },
      legs: [{ from: 'Start', to: 'End', days, consumption: tonnes, metres: 1, gapPercent: 0.1 }],
      worth: { value, bound: value, leftOut: [] },
    }) as unknown as VoyageRoute;
  // at 2 t a day 30 t
  const optimality = { least: 29, gapPercent: 100 * (30 / 29 - 1), endedBy: null };
  const own = { ...voyage(10, 10, 5), optimality };
  const best = (...others: VoyageRoute[]) => cheapestOf<VoyageRoute>(own, others, 2);

  it('is the one that was planned for it, with its proof, where no other costs less', () => {
    expect(best(voyage(9, 12, 5), voyage(10, 10, 5))).toEqual({ ...own, objective: 'cost' });
  });

  it('is another that costs less and does as much, of whose legs nothing is proved', () => {
    const cheaper = voyage(9, 11.5, 5);
    expect(best(cheaper, voyage(5, 1, 4))).toEqual({
      ...cheaper,
      objective: 'cost',
      legs: [{ ...cheaper.legs![0]!, gapPercent: null }],
      optimality: { ...optimality, gapPercent: expect.closeTo(100 * (29.5 / 29 - 1), 9) },
    });
    expect(best(voyage(9, 10, 6)).optimality).toMatchObject({ least: 28, gapPercent: 0 });
  });

  it('has no proof where none was asked for', () => {
    const { optimality: _, ...unproved } = own;
    expect(cheapestOf<VoyageRoute>(unproved, [], 2)).not.toHaveProperty('optimality');
  });
});
