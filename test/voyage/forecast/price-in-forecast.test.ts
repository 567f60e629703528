/** The voyage that costs least money in a sea that changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalCost } from '../../../lib/voyage/money/total-cost.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { isThorough, runs } from '../../thorough.ts';
import { permutations } from '../order/permutations.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const departure = '2026-11-20T06:00:00.000Z';
const { forecast, planned } = gridVoyages(grid, {
  start,
  end,
  begin: Date.UTC(2026, 10, 20),
  departure,
});
const afterDays = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
const certificate = true;
const stops = [
  { name: 'A', ...placeAt(grid, 1.2, 0.4), stay_hours: 6 },
  { name: 'B', ...placeAt(grid, 2.6, 1.7), stay_hours: 3 },
];
const tow = [placeAt(grid, 1, 1), placeAt(grid, 2, 0.6)].map(({ lat, lon }) => [lat, lon]);
const priceOf = (perDay: number, per_tonne = 600) => ({ per_day: perDay * per_tonne, per_tonne });
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const costOf = (route: VoyageRoute, perDay: number) => fuelOf(route) + perDay * daysOf(route);
const typesOf = (routes: readonly VoyageRoute[]) => routes.map(({ objective }) => objective);

/** By seed: currents, speeds and rates of four days. The quick cells of a day burn more. */
const changing =
  (seed: number): CellAt =>
  (x, y, k) => {
    const wave = (a: number, b: number, c: number) => Math.sin(a * x + b * y + c * k + seed);
    const speed = 0.9 + 0.3 * wave(2.1, -1.2, 2.9);
    return { u: 0.15 * wave(1.1, 0.7, 2.3), v: 0.15 * wave(-0.6, 1.3, 1.7), speed, rate: 2 * speed ** 3 };
  };

describe.each([
  ['directly', {}],
  ['through stops', { stops }],
  [
    'in the best order, with a window',
    {
      stops: [stops[1]!, { ...stops[0]!, not_before: afterDays(2) }],
      stop_order: 'best',
    },
  ],
  [
    'with a line that is towed, from either end',
    { stops: [{ name: 'Tow', line: tow, consumption_factor: 2, stay_hours: 2 }, stops[1]!] },
  ],
])('the least cost through a forecast, %s', (_, fields) => {
  it('is that of one mesh where all meshes say the same', () => {
    const meshes = forecast((_x, y) => ({ u: 0.3 * y, speed: 1 - y / 5, rate: 3 - y }), 3);
    const [ten, one] = [true, false].map(
      (isOne) =>
        planned(meshes, { ...fields, price: priceOf(1.5) }, { idle: 0.3, isOne: !isOne, certificate }).routes,
    );
    expect(typesOf(ten!)).toEqual(['traveltime', 'fuel', 'cost']);
    for (const [k, route] of ten!.entries()) {
      expect(daysOf(route) / daysOf(one![k]!)).toBeCloseTo(1, 6);
      expect(fuelOf(route) / fuelOf(one![k]!)).toBeCloseTo(1, 6);
      // waits for windows count only in the bound of one mesh, and what is consumed in another way is bounded less tightly on several
      if (!/stop_order|Tow/.test(JSON.stringify(fields)))
        expect(route.optimality!.gapPercent).toBeCloseTo(one![k]!.optimality!.gapPercent, 4);
    }
  });

  it('is between the fastest and the least fuel, no dearer than either, and bounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (seed) => {
        const meshes = forecast(changing(seed));
        let [last, days] = [null as VoyageRoute | null, Infinity];
        for (const perDay of isThorough ? [0, 1, 4, 1e6] : [0, 2, 1e6]) {
          const price = priceOf(perDay);
          const { routes } = planned(meshes, { ...fields, price }, { idle: 0.3, certificate });
          const [fastest, thrifty, cheapest] = routes as [VoyageRoute, VoyageRoute, VoyageRoute];
          const cost = costOf(cheapest, perDay);
          expect(600 * cost).toBeCloseTo(totalCost(price, cheapest.track), 6);
          expect(cost).toBeLessThanOrEqual(Math.min(costOf(fastest, perDay), costOf(thrifty, perDay)));
          expect(cheapest.optimality!.least).toBeLessThanOrEqual(cost);
          expect(cheapest.optimality!.gapPercent).toBeCloseTo(
            100 * (cost / cheapest.optimality!.least - 1),
            9,
          );
          // what was found at another price is one of the voyages that the bound is of
          if (last) expect(cheapest.optimality!.least).toBeLessThanOrEqual(costOf(last, perDay) * (1 + 1e-9));
          // a dearer day is no reason to be longer under way, but as far as either is not the best
          const slack = perDay > 0 && last ? (costOf(last, perDay) * 0.01) / perDay : 0;
          expect(daysOf(cheapest)).toBeLessThanOrEqual(days + slack);
          [last, days] = [cheapest, daysOf(cheapest)];
          if (perDay === 0) expect(fuelOf(cheapest) / fuelOf(thrifty)).toBeCloseTo(1, 6);
          if (perDay === 1e6) expect(daysOf(cheapest) / daysOf(fastest)).toBeCloseTo(1, 3);
        }
      }),
      { numRuns: runs(1, 2), seed: 3 },
    );
  });
});

describe('the least cost through a forecast', () => {
  const twoSeas: CellAt = (_x, _y, k) => ({ speed: k === 0 ? 0.5 : 1, rate: k === 0 ? 3 : 1 });

  it('waits for a better day only while that saves more than the time costs, and no longer than it may', () => {
    // three quarters of a day in which a mile burns six times as much
    const costsAt = (perDay: number, max_wait_hours: number) => {
      const fields = { price: priceOf(perDay), max_wait_hours };
      return planned(forecast(twoSeas, 2), fields, { idle: 0.5 }).routes[2]!;
    };
    const waited = (route: VoyageRoute) =>
      route.dated!.waits.reduce(
        (sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 86_400_000,
        0,
      );
    const free = costsAt(0, 24);
    expect(waited(free)).toBeCloseTo(0.75, 6);
    expect(waited(costsAt(0, 12))).toBeCloseTo(0.5, 6);
    // on the slow day three quarters make three eighths of a day's way: to wait costs 3/8 day more, and saves 0.75 × 2.5 − 3/8 tonnes
    const evens = (0.75 * 2.5 - 0.375) / 0.375;
    expect(waited(costsAt(0.95 * evens, 24))).toBeCloseTo(0.75, 6);
    expect(waited(costsAt(1.05 * evens, 24))).toBe(0);
  });

  it('has stays and waits for windows in it', () => {
    const fields = { stops: [stops[0], { ...stops[1], not_before: afterDays(4.5) }], price: priceOf(2) };
    const cheapest = planned(forecast(changing(5)), fields, { idle: 0.4, certificate }).routes[2]!;
    const idle = cheapest.stops!.reduce((sum, { waitDays, stayDays }) => sum + waitDays + stayDays, 0);
    const legs = cheapest.legs!.reduce((sum, { consumption }) => sum + consumption!, 0);
    expect(idle).toBeGreaterThan(9 / 24);
    expect(fuelOf(cheapest)).toBeCloseTo(legs + 0.4 * idle, 6);
    expect(cheapest.remarks!.join()).toContain('speeds are chosen for a price on an environment mesh');
  });

  it('is that of the best order of all', () => {
    const several = isThorough ? [...stops, { name: 'C', ...placeAt(grid, 1.9, 1.1) }] : stops;
    const meshes = forecast(changing(8));
    const ask = (fields: object) =>
      planned(meshes, { price: priceOf(2), ...fields }, { idle: 0.4, certificate: 'stop_order' in fields });
    const cheapest = ask({ stops: several, stop_order: 'best' }).routes[2]!;
    const all = [...permutations(several)].map((order) => costOf(ask({ stops: order }).routes[2]!, 2));
    expect(costOf(cheapest, 2) / Math.min(...all)).toBeLessThan(1.01);
    expect(cheapest.optimality!.least).toBeLessThanOrEqual(Math.min(...all) * (1 + 1e-9));
  });

  it('of a table is that of the departure whose voyage costs least', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-22T00:00Z', step_hours: 24 };
    const ask = (fields: object) =>
      planned(forecast(changing(2)), { price: priceOf(2), ...fields }).routes[2]!;
    const alone = ['20', '21', '22'].map((day) => costOf(ask({ departure: `2026-11-${day}T00:00Z` }), 2));
    expect(costOf(ask({ departures }), 2)).toBeCloseTo(Math.min(...alone), 9);
  });

  it('pays for the time that a line takes once, however much is towed', () => {
    const line = [placeAt(grid, 1, 1), placeAt(grid, 3, 1)].map(({ lat, lon }) => [lat, lon]);
    const fields = { stops: [{ name: 'Tow', line, consumption_factor: 3 }] };
    const meshes = forecast(changing(6));
    const plan = (price: object) => planned(meshes, { ...fields, price }, { idle: 0.2, certificate }).routes;
    const free = plan(priceOf(0));
    expect(fuelOf(free[2]!) / fuelOf(free[1]!)).toBeCloseTo(1, 6);
    const dear = plan(priceOf(1e5));
    expect(fuelOf(dear[2]!) / fuelOf(dear[0]!)).toBeCloseTo(1, 3);
    const { work } = dear[2]!.stops![1]!;
    expect(
      work!.track.consumption!.at(-1)! / dear[0]!.stops![1]!.work!.track.consumption!.at(-1)!,
    ).toBeCloseTo(1, 3);
  });

  it('of a line there and back is that of its days, and of what each of them burns', () => {
    // from the start a unit of length and back: two days at 10 knots, from the sixth hour of the first day on, after two hours of stay
    const there = [start, placeAt(grid, 1.3, 1), start].map(({ lat, lon }) => [lat, lon]);
    const stop = { name: 'Tow', line: there, either_way: false, stay_hours: 2, consumption_factor: 1.5 };
    const meshes = forecast((_x, _y, k) => ({ rate: 1 + k }), 6);
    for (const perDay of [0, 3, 1e4]) {
      const price = priceOf(perDay);
      const { routes } = planned(meshes, { stops: [stop], price }, { idle: 0.4, certificate });
      const cheapest = routes[2]!;
      const { work, leavesDays } = cheapest.stops![1]!;
      const length = work!.track.distanceM.at(-1)! / (10 * 1852 * 24);
      const begins = (6 + 2) / 24;
      expect(leavesDays).toBeCloseTo(2 / 24 + length, 9);
      // what a day burns is its number: so much until a time, days since midnight of the first
      const burnt = (until: number) => {
        const day = Math.floor(until);
        return (day * (day + 1)) / 2 + (until - day) * (day + 1);
      };
      const ofWork = 1.5 * (burnt(begins + length) - burnt(begins));
      expect(work!.track.consumption!.at(-1)).toBeCloseTo(ofWork, 6);
      const rest = burnt(6 / 24 + daysOf(cheapest)) - burnt(begins + length);
      const tonnes = (2 / 24) * 0.4 + ofWork + rest;
      expect(costOf(cheapest, perDay) / (tonnes + perDay * daysOf(cheapest))).toBeCloseTo(1, 9);
      expect(totalCost(price, cheapest.track)).toBeCloseTo(600 * costOf(cheapest, perDay), 3);
    }
  });

  it('can not be told where the meshes have no fuel', () => {
    const meshes = forecast(() => ({}), 2).map((one) => ({
      ...one,
      mesh: { ...one.mesh, consumption: null },
    }));
    expect(() => planned(meshes, { price: priceOf(1) })).toThrow(/leave out price/);
  });
});
