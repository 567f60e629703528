import { describe, expect, it } from 'vitest';
import { Impossible } from '../../../lib/request/impossible.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { some } from '../../thorough.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 6, rows: 6, box: [0, 0, 3, 3], degrees: 4 };
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1.5), placeAt(grid, 2.8, 1.4)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.UTC(2026, 10, 20), departure });
const afterDays = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
const certificate = true;
const idle = 0.4;
const stop_order = 'best';

const stops = [
  { name: 'A', ...placeAt(grid, 1.3, 0.6), stay_hours: 6 },
  { name: 'B', ...placeAt(grid, 2.4, 2.4), stay_hours: 3 },
  { name: 'C', ...placeAt(grid, 0.9, 2.3) },
  { name: 'D', ...placeAt(grid, 1.8, 1.4), stay_hours: 1 },
];
type Asked = (typeof stops)[number] & { after?: string[]; not_before?: string; not_after?: string };

const orderOf = ({ stops }: VoyageRoute) => stops!.slice(1, -1).map(({ name }) => name);
const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;

function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield [];
  for (const [k, one] of list.entries())
    for (const others of permutations(list.toSpliced(k, 1))) yield [one, ...others];
}

/** Whether an order of the stops has each after those that it is to come after. */
const isKept = (order: readonly Asked[]) =>
  order.every(({ after = [] }, k) => after.every((name) => order.findIndex((one) => one.name === name) < k));

/** The voyages in every order that keeps to what the stops ask, each planned by itself. */
function inAllOrders(meshes: ReturnType<typeof forecast>, asked: readonly Asked[]) {
  return [...permutations(asked)].filter(isKept).flatMap((order) => {
    try {
      return [
        { names: order.map(({ name }) => name), routes: planned(meshes, { stops: order }, { idle }).routes },
      ];
    } catch (error) {
      if (error instanceof Impossible) return [];
      throw error;
    }
  });
}

/** By seed: currents, speeds and rates of three days, and cells that are closed on one of them. */
const changing =
  (seed: number): CellAt =>
  (x, y, k) => {
    const wave = (a: number, b: number, c: number) => Math.sin(a * x + b * y + c * k + seed);
    return {
      u: 0.15 * wave(1.1, 0.7, 2.3),
      v: 0.15 * wave(-0.6, 1.3, 1.7),
      speed: 0.9 + 0.15 * wave(2.1, -1.2, 2.9),
      rate: 1.3 + 0.5 * wave(0.4, 2.2, 3.1),
      closed: k === seed % 3 && x > 1 && x < 2 && y > 1.5 && y < 2,
    };
  };

describe('the best order of stops in a sea that changes', () => {
  const cases: [string, Asked[]][] = [
    ['free', stops],
    ['one after another', stops.map((stop) => (stop.name === 'A' ? { ...stop, after: ['B'] } : stop))],
    [
      'with windows',
      stops.map((stop) => {
        if (stop.name === 'A') return { ...stop, not_before: afterDays(4) };
        return stop.name === 'B' ? { ...stop, not_after: afterDays(2.9) } : stop;
      }),
    ],
  ];
  const meshes = forecast(changing(7), 3);
  /** The voyages in all orders, planned once for every case in which nothing but the order is asked for. */
  let everyOrder: ReturnType<typeof inAllOrders> | undefined;
  const free = () => {
    everyOrder ??= inAllOrders(meshes, stops);
    return everyOrder;
  };
  const hasWindows = (asked: readonly Asked[]) => asked.some((stop) => stop.not_before ?? stop.not_after);

  it.each(some(1, cases))('is the best of all orders, each planned by itself: stops %s', (_, asked) => {
    const byName = (name: string) => asked.find((stop) => stop.name === name)!;
    const all = hasWindows(asked)
      ? inAllOrders(meshes, asked)
      : free().filter(({ names }) => isKept(names.map(byName)));
    const [fastest, thrifty] = planned(meshes, { stops: asked, stop_order }, { idle, certificate })
      .routes as [VoyageRoute, VoyageRoute];
    const [days, fuel] = [daysOf, fuelOf].map((of, k) =>
      Math.min(...all.map(({ routes }) => of(routes[k]!))),
    ) as [number, number];
    // what the proof leaves open is not looked at further
    expect(daysOf(fastest) / days).toBeCloseTo(1, 3);
    expect(fastest.optimality!.least).toBeLessThanOrEqual(days * (1 + 1e-9));
    expect(fastest.optimality!.gapPercent).toBeLessThan(6);
    expect(thrifty.optimality!.least).toBeLessThanOrEqual(fuel * (1 + 1e-9));
    expect(thrifty.optimality!.gapPercent).toBeCloseTo(
      100 * (fuelOf(thrifty) / thrifty.optimality!.least - 1),
      6,
    );
    expect(fuelOf(thrifty) / fuel).toBeLessThan(1.03);
    expect(fuelOf(thrifty)).toBeLessThanOrEqual(fuelOf(fastest));
  });

  it('is not that of the sea of the departure: what opens later is called at last', () => {
    // on the first two days a wall stands round B, which is the nearest
    const near = [{ name: 'B', ...placeAt(grid, 0.7, 1.5) }, stops[0]!, stops[2]!];
    const meshes = forecast((x, y, k) => ({ closed: k < 2 && x < 1 && x > 0.5 && y > 1 && y < 2 }), 3);
    const { routes } = planned(meshes, { stops: near, stop_order }, { certificate });
    expect(orderOf(routes[0]!)[0]).not.toBe('B');
    expect(orderOf(routes[0]!)).toHaveLength(3);
    const inTurn = planned(meshes, { stops: near }).routes;
    expect(daysOf(routes[0]!)).toBeLessThan(daysOf(inTurn[0]!) - 0.5);
  });

  it('is that of one mesh where all say the same', () => {
    const meshes = forecast((x, y) => ({ u: 0.3 * y, rate: 1 + x / 4 }), 3);
    const [ten, one] = [true, false].map((isOne) =>
      planned(meshes, { stops, stop_order }, { isOne, certificate }),
    );
    for (const [k, route] of ten!.routes.entries()) {
      expect(orderOf(route)).toEqual(orderOf(one!.routes[k]!));
      expect(daysOf(route)).toBeCloseTo(daysOf(one!.routes[k]!), 6);
    }
  });

  it('of a round trip with two stops at one place is found and proved', () => {
    const round = gridVoyages(grid, { start, end: start, begin: Date.UTC(2026, 10, 20), departure });
    const twice = [...stops.slice(0, 3), { ...stops[1]!, name: 'B again' }];
    const [fastest] = round.planned(
      round.forecast(changing(3), 3),
      { stops: twice, stop_order },
      { certificate },
    ).routes;
    const order = orderOf(fastest!);
    expect(Math.abs(order.indexOf('B') - order.indexOf('B again'))).toBe(1);
    expect(fastest!.optimality!.gapPercent).toBeLessThan(3);
  });

  it('is found for each departure of a table', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-21T00:00Z', step_hours: 24 };
    const { departures: table, routes } = planned(forecast(changing(1), 3), {
      departures,
      stops,
      stop_order,
    });
    expect(table!.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(daysOf(routes[0]!)).toBe(Math.min(...table!.map(({ days }) => days!)));
  });

  it('that meets no windows is a failure that names a stop', () => {
    const asked = stops.map((stop) => ({
      ...stop,
      not_after: afterDays(stop.name === 'A' || stop.name === 'B' ? 2 : 9),
    }));
    expect(() => planned(forecast(changing(1), 3), { stops: asked, stop_order })).toThrow(Impossible);
  });

  it('of more stops than all sets are looked at of is a good one, with its proved gap', () => {
    const many = Array.from({ length: 13 }, (_, k) => ({
      name: `S${k}`,
      ...placeAt(grid, 0.3 + (k % 4) * 0.75, 0.4 + Math.floor(k / 4) * 0.7),
    }));
    const [fastest] = planned(forecast(changing(4), 3), { stops: many, stop_order }, { certificate }).routes;
    const [inTurn] = planned(forecast(changing(4), 3), { stops: many }).routes;
    expect(daysOf(fastest!)).toBeLessThan(0.9 * daysOf(inTurn!));
    expect(fastest!.optimality!.least).toBeGreaterThan(0.5 * daysOf(fastest!));
    expect(new Set(orderOf(fastest!)).size).toBe(13);
  });
});
