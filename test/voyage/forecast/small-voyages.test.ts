/** Voyages through a sea of eight cells that is half as fast from the third day on, against all others with the same stops. */
import { describe, expect, it } from 'vitest';
import { Impossible } from '../../../lib/request/impossible.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { permutations } from '../order/permutations.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 4, rows: 2, box: [0, 0, 4, 2], degrees: 4 };
const departure = '2026-11-20T00:00:00.000Z';
const begin = Date.parse(departure);
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin, departure });
const afterDays = (days: number) => new Date(begin + days * 86_400_000).toISOString();
const certificate = true;
const idle = 0.25;

/** What is quick burns most. */
const slowing: CellAt = (_x, y, k) => (k < 2 ? { rate: 3 - y } : { speed: 0.5, rate: 0.5 });
const meshes = forecast(slowing, 3);
const stops = [
  { name: 'A', ...placeAt(grid, 1.2, 0.4), stay_hours: 6 },
  { name: 'B', ...placeAt(grid, 2.6, 1.7), stay_hours: 3 },
  { name: 'C', ...placeAt(grid, 0.9, 1.6) },
];
const daysOf = ({ track }: Pick<VoyageRoute, 'track'>) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: Pick<VoyageRoute, 'track'>) => track.consumption!.at(-1)!;
const namesOf = ({ stops }: VoyageRoute) => (stops ?? []).slice(1, -1).map(({ name }) => name);
const routes = (fields: object, how = {}) =>
  planned(meshes, fields, { idle, ...how }).routes as [VoyageRoute, VoyageRoute];

/** By order of the names: its voyages, where it can be sailed. */
const inOrders = (all: readonly object[] = stops) =>
  [...permutations(all as (typeof stops)[number][])].flatMap((order) => {
    try {
      return [routes({ stops: order })];
    } catch (error) {
      expect(error).toBeInstanceOf(Impossible);
      return [];
    }
  });

describe('the best order', () => {
  it.each([
    ['of stops', stops],
    ['with a window', [{ ...stops[0]!, not_after: afterDays(2) }, ...stops.slice(1)]],
    ['with one that is waited for', [{ ...stops[0]!, not_before: afterDays(5) }, ...stops.slice(1)]],
  ])('%s is the best of all, and nearly proved', (_, all) => {
    const [fastest, thrifty] = routes({ stops: all, stop_order: 'best' }, { certificate });
    const orders = inOrders(all);
    const [days, fuel] = [daysOf, fuelOf].map((of, k) => Math.min(...orders.map((own) => of(own[k]!))));
    expect(daysOf(fastest) / days!).toBeCloseTo(1, 6);
    expect(fuelOf(thrifty) / fuel!).toBeLessThan(1 + 1e-4);
    expect(fastest.optimality!.least).toBeLessThanOrEqual(days! * (1 + 1e-9));
    expect(fastest.optimality!.gapPercent).toBeLessThan(8);
    expect(thrifty.optimality!.least).toBeLessThanOrEqual(fuel! * (1 + 1e-9));
    expect(thrifty.optimality!.gapPercent).toBeLessThan(70);
    expect(thrifty.optimality!.least).toBeGreaterThan(0);
    expect([fastest, thrifty].map(({ belowReserve }) => belowReserve)).toEqual([undefined, undefined]);
    for (const { gapPercent } of fastest.legs!) expect(gapPercent).toBeLessThan(50);
  });

  it('of one stop is proved as well as that in the given order', () => {
    const one = stops.slice(0, 1);
    const [given, best] = ['given', 'best'].map(
      (stop_order) => routes({ stops: one, stop_order }, { certificate })[0].optimality!,
    );
    expect(best!.gapPercent).toBeLessThan(given!.gapPercent + 0.05);
  });
});

describe('stops that may be left out', () => {
  const valued = stops.map((stop, k) => ({ ...stop, value: 3 - k }));
  const some = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((set) => set.map((k) => stops[k]!));
  const all = some.flatMap((set) => inOrders(set)).map(([fastest]) => fastest);
  const worthOf = (route: VoyageRoute) =>
    namesOf(route).reduce((sum, name) => sum + valued.find((stop) => stop.name === name)!.value, 0);

  it.each([5, 7, 12])('within %d days are those that are worth most, and the rest is told', (limit) => {
    const inTime = all.filter((route) => daysOf(route) <= limit);
    const most = Math.max(...inTime.map(worthOf));
    const fields = { stops: valued, stop_order: 'best', within_hours: 24 * limit };
    const [fastest] = routes(fields, { certificate });
    expect(fastest.worth!.value).toBe(most);
    expect(fastest.worth!.bound).toBeGreaterThanOrEqual(most);
    // what legs take at least is less than what they take, by little
    const nearly = all.filter((route) => daysOf(route) <= 1.1 * limit);
    expect(fastest.worth!.bound).toBeLessThanOrEqual(Math.max(...nearly.map(worthOf)));
    const days = Math.min(...inTime.filter((route) => worthOf(route) === most).map(daysOf));
    expect(daysOf(fastest) / days).toBeCloseTo(1, 6);
    expect(fastest.optimality!.gapPercent).toBeLessThan(18);
    expect(
      fastest
        .worth!.leftOut.map(({ name }) => name)
        .concat(namesOf(fastest))
        .sort(),
    ).toEqual(['A', 'B', 'C']);
  });

  it('of one is done where there is time', () => {
    const fields = { stops: valued.slice(0, 1), within_hours: 24 * 9 };
    expect(routes(fields, { certificate })[0].worth).toEqual({ value: 3, bound: 3, leftOut: [] });
  });
});
