/** Stops that may be left out in a sea that changes: judged by all sets in all orders, each leg a single request for its time. */
import { describe, expect, it } from 'vitest';
import { computed } from '../../../lib/engine/computed.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { planDated } from '../../../lib/engine/plan-dated.ts';
import { type Sea, seaOf } from '../../../lib/engine/sea/sea.ts';
import { Impossible } from '../../../lib/request/impossible.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { isThorough, some } from '../../thorough.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 6, rows: 6, box: [0, 0, 3, 3], degrees: 4 };
const begin = Date.UTC(2026, 10, 20);
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.2, 1.5), placeAt(grid, 2.8, 1.4)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin, departure });
const afterDays = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
const certificate = true;
const stop_order = 'best';

const all = [
  { name: 'A', ...placeAt(grid, 1.3, 0.6), stay_hours: 6, value: 5 },
  { name: 'B', ...placeAt(grid, 2.4, 2.4), stay_hours: 3, value: 3 },
  { name: 'C', ...placeAt(grid, 0.9, 2.3), stay_hours: 0, value: 4 },
  { name: 'D', ...placeAt(grid, 1.8, 1.4), stay_hours: 1, value: 1 },
  { name: 'E', ...placeAt(grid, 2.6, 0.4), stay_hours: 2, value: 2 },
];
const places = isThorough ? all : all.slice(0, 4);
type Place = LatLon & { name: string; stay_hours: number; value?: number };

const daysOf = ({ track }: VoyageRoute) => track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const namesOf = ({ stops }: VoyageRoute) => stops!.slice(1, -1).map(({ name }) => name);

/** A gate in the middle of the sea that opens on the third day, but for its southern end. */
const gate: CellAt = (x, y, k) => ({ closed: k < 2 && x > 1.5 && x < 2 && y > 0.5, rate: 1 + x / 3 });
/** A current that turns. */
const turning: CellAt = (_x, y, k) => ({ u: (k < 2 ? 0.35 : -0.35) * (y < 1.5 ? 1 : -1), v: 0.1 * k });

const known = new WeakMap<Sea, Map<string, number>>();

/** All voyages in time: what is done, and when they end. */
function* voyages(sea: Sea, stops: readonly Place[], limit: number) {
  const legs = computed(known, sea, () => new Map<string, number>());
  const leg = (from: LatLon, to: LatLon, leaves: number): number => {
    const key = JSON.stringify([from.lat, from.lon, to.lat, to.lon, leaves]);
    if (!legs.has(key)) {
      const [{ track }] = planDated(sea, from, to, { leaves, objectives: ['traveltime'] }).routes as [
        ReturnType<typeof planDated>['routes'][number],
      ];
      legs.set(key, leaves + track.timeDays.at(-1)!);
    }
    return legs.get(key)!;
  };
  function* from(
    done: readonly Place[],
    at: LatLon,
    now: number,
  ): Generator<{ done: readonly Place[]; days: number }> {
    const days = leg(at, end, now);
    if (days <= limit) yield { done, days };
    for (const place of stops) {
      if (done.includes(place)) continue;
      const arrives = leg(at, place, now);
      if (arrives <= limit) yield* from([...done, place], place, arrives + place.stay_hours / 24);
    }
  }
  yield* from([], start, 0);
}

/** The greatest sum of values in time, and the least days that it takes. */
function best(sea: Sea, stops: readonly Place[], limit: number) {
  let [value, days] = [-1, Infinity];
  for (const one of voyages(sea, stops, limit)) {
    if (!stops.every((stop) => stop.value !== undefined || one.done.includes(stop))) continue;
    const sum = one.done.reduce((total, place) => total + (place.value ?? 0), 0);
    if (sum > value || (sum === value && one.days < days)) [value, days] = [sum, one.days];
  }
  return { value, days };
}

function seaThrough(cellAt: CellAt) {
  const meshes = forecast(cellAt);
  const day = 86_400_000;
  const spans = meshes.map(({ from }, mesh) => ({ from: (from - Date.parse(departure)) / day, mesh }));
  return {
    meshes,
    sea: seaOf(
      meshes.map(({ mesh }) => mesh),
      spans,
    ),
  };
}

describe.each([
  ['a gate that opens', gate],
  ['a current that turns', turning],
])('stops that may be left out, in a sea with %s', (_, cellAt) => {
  const { meshes, sea } = seaThrough(cellAt);

  it.each(some(1, [84, 120, 96]))('within %d hours are those that are worth most', (hours) => {
    const truth = best(sea, places, hours / 24);
    const fields = { stops: places, stop_order, within_hours: hours };
    const { routes } = planned(meshes, fields, { idle: 0.3, certificate });
    for (const [k, route] of routes.entries()) {
      const { value, bound, leftOut } = route.worth!;
      expect(value).toBe(truth.value);
      expect(bound).toBeGreaterThanOrEqual(truth.value);
      expect(daysOf(route)).toBeLessThanOrEqual(hours / 24);
      if (k === 0) expect(daysOf(route) / truth.days).toBeCloseTo(1, 6);
      expect([...namesOf(route), ...leftOut.map(({ name }) => name)].sort()).toEqual(
        places.map(({ name }) => name),
      );
      for (const { needsHours, reason } of leftOut) {
        expect(reason).toBe('time');
        expect(24 * daysOf(route) + needsHours!).toBeGreaterThan(
          hours - (k === 0 ? 0 : 24 * (daysOf(route) - truth.days)),
        );
      }
    }
    const [fastest, thrifty] = routes as [VoyageRoute, VoyageRoute];
    // what legs take at least is less than what they take, by little
    expect(fastest.worth!.bound).toBeLessThanOrEqual(best(sea, places, (1.1 * hours) / 24).value);
    expect(fastest.optimality!.least).toBeLessThanOrEqual(truth.days * (1 + 1e-9));
    expect(fuelOf(thrifty)).toBeLessThanOrEqual(fuelOf(fastest));
    expect(thrifty.optimality!.least).toBeLessThanOrEqual(fuelOf(thrifty) * (1 + 1e-9));
  });

  it('beside those that must be done, for which there has to be time', () => {
    const stops: Place[] = places.map(({ value, ...stop }, k) => (k === 1 ? stop : { ...stop, value }));
    const truth = best(sea, stops, 4.2);
    const [route] = planned(meshes, { stops, stop_order, within_hours: 24 * 4.2 }).routes;
    expect(route!.worth!.value).toBe(truth.value);
    expect(namesOf(route!)).toContain('B');
    const must = stops.filter(({ value }) => value === undefined);
    const least = 24 * best(sea, must, Infinity).days;
    const short = () => planned(meshes, { stops, stop_order, within_hours: 20 });
    expect(short).toThrow(Impossible);
    expect(short).toThrow(
      `What has to be done takes ${least.toFixed(2)} hours at least, the voyage may take 20.00 hours`,
    );
  });
});

describe('stops that may be left out in a sea that changes', () => {
  it.each(['given', 'best'])(
    'are not left out where what must be done comes after them, in the %s order',
    (order) => {
      const [first, second] = all as [Place, Place];
      const windows = [{ from: '2026-11-01T00:00Z', to: '2026-11-02T00:00Z' }];
      const stops = [
        { ...first, windows },
        { ...second, value: undefined, after: [first.name] },
      ];
      expect(() => planned(forecast(gate), { stops, stop_order: order })).toThrow(
        /the end of the last window would be missed: A by/,
      );
    },
  );

  it('are done in the very time that they were told to take, whatever rounding makes of it', () => {
    const meshes = forecast(turning);
    const stops = all.slice(0, 2);
    const days = daysOf(planned(meshes, { stops, stop_order }).routes[0]!);
    const [route] = planned(meshes, { stops, stop_order, within_hours: 24 * days * (1 - 1e-15) }).routes;
    expect(route!.worth!.leftOut).toEqual([]);
  });

  it('are those of one mesh where all meshes say the same', () => {
    const meshes = forecast((x, y) => ({ u: 0.2 * y, rate: 1 + x / 4 }), 3);
    for (const stop_order of ['best', 'given']) {
      const fields = { stops: places, stop_order, within_hours: 100 };
      const [ten, one] = [false, true].map(
        (isOne) => planned(meshes, fields, { idle: 0.3, isOne, certificate }).routes,
      );
      for (const [k, route] of ten!.entries()) {
        expect(route.worth!.value).toBe(one![k]!.worth!.value);
        expect(route.worth!.bound).toBe(one![k]!.worth!.bound);
        expect(daysOf(route) / daysOf(one![k]!)).toBeCloseTo(1, 6);
        expect(fuelOf(route) / fuelOf(one![k]!)).toBeCloseTo(1, 6);
        route.worth!.leftOut.forEach(({ name, needsHours, reason }, i) => {
          const other = one![k]!.worth!.leftOut[i]!;
          expect([name, reason]).toEqual([other.name, other.reason]);
          // on one mesh it is estimated
          expect(needsHours! / other.needsHours!).toBeCloseTo(1, 1);
        });
      }
    }
  });

  it('are all done where there is time, and take their followers with them where not', () => {
    const { meshes } = seaThrough(turning);
    const sum = places.reduce((total, { value }) => total + value, 0);
    const [whole] = planned(
      meshes,
      { stops: places, stop_order, within_hours: 10_000 },
      { certificate },
    ).routes;
    expect(whole!.worth).toEqual({ value: sum, bound: sum, leftOut: [] });
    const stops = places.map((stop) => (stop.name === 'A' ? { ...stop, after: ['B'] } : stop));
    const [part] = planned(meshes, { stops, stop_order, within_hours: 80 }).routes;
    const names = namesOf(part!);
    expect(names.includes('A') && !names.includes('B')).toBe(false);
    if (!names.includes('B')) {
      expect(part!.worth!.leftOut.find(({ name }) => name === 'A')!.reason).toBe('after');
    }
  });

  it('make the best of a table of departures that of which most is done', () => {
    const { meshes } = seaThrough((_x, _y, k) => ({ speed: k < 2 ? 0.5 : 1 }));
    const departures = { from: departure, to: afterDays(2), step_hours: 48 };
    const fields = { stops: places, stop_order, within_hours: 84 };
    const [fastest] = planned(meshes, { ...fields, departures }).routes;
    const alone = [0, 2].map(
      (days) => planned(meshes, { ...fields, departure: afterDays(days) }).routes[0]!.worth!.value,
    );
    // two slow days later there is time for more
    expect(alone[0]).toBeLessThan(alone[1]!);
    expect(fastest!.worth!.value).toBe(alone[1]);
  });

  it('are chosen for the price of a day too', () => {
    const { meshes } = seaThrough(turning);
    const price = { per_day: 900, per_tonne: 600 };
    const fields = { stops: places, stop_order, within_hours: 100, price };
    const [fastest, thrifty, cheapest] = planned(meshes, fields, { idle: 0.3, certificate }).routes as [
      VoyageRoute,
      ...VoyageRoute[],
    ] as [VoyageRoute, VoyageRoute, VoyageRoute];
    const costOf = (route: VoyageRoute) => fuelOf(route) + 1.5 * daysOf(route);
    expect(cheapest.worth!.value).toBe(fastest.worth!.value);
    expect(costOf(cheapest)).toBeLessThanOrEqual(Math.min(costOf(fastest), costOf(thrifty)));
    expect(daysOf(cheapest)).toBeLessThanOrEqual(100 / 24);
  });

  it('of which there are too many to look at all sets are good ones, with a bound', () => {
    const many = Array.from({ length: 14 }, (_, k) => ({
      name: `S${k}`,
      ...placeAt(grid, 0.3 + (k % 4) * 0.75, 0.4 + Math.floor(k / 4) * 0.7),
      value: 1 + (k % 3),
    }));
    const fields = { stops: many, stop_order, within_hours: 120 };
    const [fastest] = planned(seaThrough(turning).meshes, fields, { certificate }).routes;
    const { value, bound, leftOut } = fastest!.worth!;
    expect(daysOf(fastest!)).toBeLessThanOrEqual(5);
    expect(value).toBeGreaterThan(10);
    expect(bound).toBeGreaterThanOrEqual(value);
    expect(bound).toBeLessThan(1.6 * value);
    expect(namesOf(fastest!).length + leftOut.length).toBe(14);
  });
});
