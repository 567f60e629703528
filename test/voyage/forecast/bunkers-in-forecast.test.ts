/** The best order of stops with what is in the bunkers in view, in a sea that changes, against all orders as they are given. */
import { describe, expect, it } from 'vitest';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { permutations } from '../order/permutations.ts';
import {
  changing as changingSea,
  forecast as forecastByDay,
  planned as plannedByDay,
} from './daily-meshes.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 6, rows: 6, box: [0, 0, 3, 3], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1.5), placeAt(grid, 2.8, 1.4)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const how = { idle: 0.4 };
const stops = [
  { name: 'A', ...placeAt(grid, 1.3, 0.6), stay_hours: 6 },
  { name: 'B', ...placeAt(grid, 2.4, 2.4), stay_hours: 3 },
  { name: 'C', ...placeAt(grid, 0.9, 2.3) },
  { name: 'D', ...placeAt(grid, 1.8, 1.4), stay_hours: 1, refuel: 'full' },
];

/** Currents, speeds and rates of three days, and cells that are closed on one of them. */
const changing: CellAt = (x, y, k) => {
  const wave = (a: number, b: number, c: number) => Math.sin(a * x + b * y + c * k + 1);
  return {
    u: 0.15 * wave(1.1, 0.7, 2.3),
    v: 0.15 * wave(-0.6, 1.3, 1.7),
    speed: 0.9 + 0.15 * wave(2.1, -1.2, 2.9),
    rate: 1.3 + 0.5 * wave(0.4, 2.2, 3.1),
    closed: k === 1 && x > 1 && x < 2 && y > 1.5 && y < 2,
  };
};
const meshes = forecast(changing, 3);

const orderOf = ({ stops }: VoyageRoute) =>
  stops!
    .slice(1, -1)
    .map(({ name }) => name)
    .join('');
const costOf = ({ objective, track }: VoyageRoute) =>
  (objective === 'traveltime' ? track.timeDays : track.consumption!).at(-1)!;

const fuel = (aboard: number) => ({ fuel_aboard_tonnes: aboard, reserve_tonnes: 0.2, capacity_tonnes: 20 });

describe('the best order in a sea that changes', () => {
  it('keeps the reserve where the best without fuel does not, and is hardly dearer than the best of all that do', () => {
    const asked = fuel(3);
    const best = new Map<string, number>();
    for (const order of permutations(stops)) {
      try {
        for (const route of planned(meshes, { ...asked, stops: order }, how).routes) {
          best.set(route.objective, Math.min(best.get(route.objective) ?? Infinity, costOf(route)));
        }
      } catch (error) {
        expect((error as Error).message).toMatch(/^The fuel aboard does not last/);
      }
    }
    const free = planned(meshes, { ...fuel(20), stops, stop_order: 'best' }, how).routes;
    const { routes } = planned(
      meshes,
      { ...asked, stops, stop_order: 'best' },
      { ...how, certificate: true },
    );
    expect(routes.map(({ objective }) => objective)).toEqual(['traveltime', 'fuel']);
    for (const [k, route] of routes.entries()) {
      expect(orderOf(free[k]!)).toBe('CADB');
      expect(orderOf(route)).not.toBe('CADB');
      expect(Math.min(...route.fuel!.left)).toBeGreaterThan(0.2);
      const least = best.get(route.objective)!;
      expect(costOf(route) / least).toBeLessThan(1.01);
      expect(route.optimality!.least).toBeLessThanOrEqual(least * (1 + 1e-9));
    }
  });

  it('comes near to the reserve where none was found that keeps it', () => {
    expect(() => planned(meshes, { ...fuel(2), stops, stop_order: 'best' }, how)).toThrow(
      /comes down to its reserve of 0\.2 t between Start and D, .* t on leaving D\. No order of its stops was found that keeps the reserve/,
    );
  });
});

describe('where the fuel does not last, whether slower would do', () => {
  const refusal = (sea: typeof changingSea, fields: object, isOne = false) => {
    try {
      plannedByDay(sea, fields, isOne);
      return 'none';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const [, thrifty] = plannedByDay(changingSea, {}).routes as [VoyageRoute, VoyageRoute];
  const aboard = (part: number) => ({ fuel_aboard_tonnes: part * costOf(thrifty) });

  it('is told, of the sea that the way meets at full speed', () => {
    expect(refusal(changingSea, aboard(0.95))).toMatch(
      /Slower would do: at the speeds that take least, this way keeps the reserve in the sea that it meets at full speed: send "choose_speed": true\.$/,
    );
    expect(refusal(changingSea, aboard(0.3))).toMatch(
      /Slower would not do either: at the speeds that take least, this way would still lack [\d.]+ t at the end in the sea that it meets at full speed\.$/,
    );
  });

  it('is what one mesh says, where nothing changes', () => {
    const same = forecastByDay(() => ({ u: 0.3 }), 3);
    const lacks = (isOne: boolean) => /still lack ([\d.]+) t/.exec(refusal(same, aboard(0.3), isOne))![1];
    expect(lacks(false)).toBe(lacks(true));
  });
});

describe('of several departures', () => {
  const departures = { from: departure, to: '2026-11-21T06:00:00.000Z', step_hours: 12 };
  const both = [0, 1, 2].map((k) => new Date(Date.parse(departure) + k * 43_200_000).toISOString());
  const alone = both.map((one) => planned(meshes, { departure: one }, how).routes);
  const burnt = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
  const thriftiest = alone.map(([, fuel]) => burnt(fuel!));

  it('those count of which a route keeps the reserve', () => {
    // the one that burns most keeps it by no route
    const aboard = [...thriftiest].sort((a, b) => b - a)[1]! + 1e-6;
    const { departures: table, routes } = planned(
      meshes,
      { departures, fuel_aboard_tonnes: aboard, reserve_tonnes: 0 },
      how,
    );
    for (const [k, { status, reason, days }] of table!.entries()) {
      const kept = alone[k]!.find((route) => burnt(route) <= aboard);
      expect(status).toBe(kept ? 'SUCCESS' : 'FAILURE');
      if (kept) expect(days).toBeCloseTo(kept.track.timeDays.at(-1)!, 9);
      else expect(reason).toMatch(/^The fuel aboard does not last: the voyage comes down to nothing/);
    }
    expect(table!.filter(({ status }) => status === 'FAILURE')).toHaveLength(1);
    for (const { fuel } of routes) expect(fuel!.left.at(-1)).toBeGreaterThanOrEqual(0);
    expect(burnt(routes.at(-1)!)).toBeCloseTo(Math.min(...thriftiest), 9);
  });

  it('none counts where none keeps it', () => {
    const few = { departures, fuel_aboard_tonnes: 0.5 * Math.min(...thriftiest), reserve_tonnes: 0 };
    expect(() => planned(meshes, few, how)).toThrow(/^The fuel aboard does not last/);
  });
});
