/** Stops that may be left out: what is chosen is judged by all sets and orders, priced by single requests. */
import { describe, expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import type { LatLon } from '../../../lib/engine/geometry/sphere.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { vesselOf } from '../../../lib/vehicles/vessel-of.ts';
import { meshForVessel } from '../../../lib/vessel/mesh-for-vessel.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { request } from '../../routes/world.ts';
import { seaOf, ship, spaced } from '../../speed/seas.ts';
import { permutations } from '../order/permutations.ts';

const start = { lat: -64.5, lon: -3.5 };
const end = { lat: -60.5, lon: 3.5 };
const mesh = openMesh(
  compileMesh(
    meshForVessel(
      vesselOf(ship()),
      seaOf(spaced(-4, 4, 8), spaced(-66, -58, 8), () => ({ columns: { elevation: -500 } })),
    ),
  ),
);
const random = randomNumbers(5);
const places: (LatLon & { name: string; stay_hours: number })[] = Array.from({ length: 8 }, (_, k) => ({
  name: `P${k}`,
  lat: -65.5 + 7 * random(),
  lon: -3.8 + 7.6 * random(),
  stay_hours: Math.round(6 * random()),
}));

function plan(fields: object, certificate = true) {
  const { voyage } = request(fields);
  return planVoyage(mesh, { start, end, vehicle: ship(), voyage }, { certificate }).routes;
}

const legs = new Map<string, number>();
function days(from: LatLon, to: LatLon): number {
  const key = JSON.stringify([from.lat, from.lon, to.lat, to.lon]);
  if (!legs.has(key)) legs.set(key, totalOf(planRoute(mesh, from, to).routes[0]!.track, 'traveltime'));
  return legs.get(key)!;
}

/** The greatest sum of values within a limit, and the least days that it takes, of all sets in all orders. */
function best(values: readonly number[], limit: number, musts: readonly number[] = []) {
  const found = { value: -1, days: Infinity };
  const sail = (done: readonly number[], at: LatLon, time: number) => {
    const whole = time + days(at, end);
    const value = done.reduce((sum, k) => sum + values[k]!, 0);
    const isBetter = value > found.value || (value === found.value && whole < found.days);
    if (whole <= limit && musts.every((k) => done.includes(k)) && isBetter) {
      Object.assign(found, { value, days: whole });
    }
    if (time > limit) return;
    for (const [k, place] of places.entries()) {
      if (!done.includes(k)) sail([...done, k], place, time + days(at, place) + place.stay_hours / 24);
    }
  };
  sail([], start, 0);
  return found;
}

/** The least days of a voyage that calls at some places, and no others. */
function shortestOf(names: readonly string[]): number {
  const called = places.filter(({ name }) => names.includes(name));
  const daysOf = (order: readonly (typeof places)[number][]) =>
    [...order, end].reduce((sum, to, k) => sum + days(order[k - 1] ?? start, to), 0);
  const stays = called.reduce((sum, { stay_hours }) => sum + stay_hours / 24, 0);
  return stays + Math.min(...[...permutations(called)].map(daysOf));
}

describe('eight optional stops', () => {
  const values = [5, 3, 4, 7, 2, 6, 1, 4];
  const stops = places.map((place, k) => ({ ...place, value: values[k] }));

  it.each([30, 36, 48, 60, 72])('within %d hours are those of all sets and orders', (hours) => {
    const truth = best(values, hours / 24);
    for (const [k, route] of plan({ stops, stop_order: 'best', within_hours: hours }).entries()) {
      const { value, bound, leftOut } = route.worth!;
      expect(value).toBe(truth.value);
      expect(bound).toBe(truth.value);
      expect(route.track.timeDays.at(-1)!).toBeLessThanOrEqual(hours / 24);
      if (k === 0) expect(route.track.timeDays.at(-1)!).toBeCloseTo(truth.days, 6);
      const names = route.stops!.map(({ name }) => name);
      expect([...names.slice(1, -1), ...leftOut.map(({ name }) => name)].sort()).toEqual(
        places.map(({ name }) => name),
      );
      for (const { needsHours, reason } of leftOut) {
        expect(reason).toBe('time');
        expect(24 * truth.days + needsHours!).toBeGreaterThan(hours);
      }
      const done = names.slice(1, -1);
      if (k === 0 && leftOut.length > 0) {
        const [{ name, needsHours }] = leftOut as [(typeof leftOut)[number]];
        const whole = 24 * shortestOf([...done, name]);
        const longer = whole - 24 * shortestOf(done);
        // legs that were not planned are estimated, never too low
        expect(needsHours!).toBeGreaterThan(longer - 0.01);
        expect(needsHours!).toBeLessThan(longer + 0.03 * whole);
      }
      expect(route.optimality!.gapPercent).toBeLessThan(0.3);
    }
  });

  it('are all done where nothing limits them, or a limit that is far away', () => {
    for (const limit of [{}, { within_hours: 10_000 }]) {
      const [route] = plan({ stops, stop_order: 'best', ...limit });
      expect(route!.worth).toEqual({ value: 32, bound: 32, leftOut: [] });
    }
  });

  it('beside those that must be done, which may be too many', () => {
    const some = stops.map(({ value, ...stop }, k) => (k < 2 ? stop : { ...stop, value }));
    const truth = best(values.with(0, 0).with(1, 0), 2, [0, 1]);
    const [route] = plan({ stops: some, stop_order: 'best', within_hours: 48 });
    expect(route!.worth!.value).toBe(truth.value);
    expect(route!.stops!.map(({ name }) => name)).toEqual(expect.arrayContaining(['P0', 'P1']));
    const least =
      best(
        values
          .with(0, 0)
          .with(1, 0)
          .map(() => 0),
        5,
        [0, 1],
      ).days * 24;
    const short = () => plan({ stops: some, stop_order: 'best', within_hours: 10 });
    expect(short).toThrow(
      `What has to be done takes ${least.toFixed(2)} hours at least, the voyage may take 10.00 hours`,
    );
  });

  it('that come after one that is left out are left out too, unless that is not asked', () => {
    const last = (different: object) =>
      stops.map((stop, k) =>
        k === 7 ? { ...stop, after: ['P6'], ...different } : { ...stop, value: k === 6 ? 0.001 : 5 },
      );
    const hours = {
      stop_order: 'best',
      within_hours: 24 * best([5, 5, 5, 5, 5, 5, 0.001, 4], 2.4).days + 0.01,
    };
    const [strict] = plan({ stops: last({}), ...hours });
    const [loose] = plan({ stops: last({ after_if_done: true }), ...hours });
    expect(loose!.worth!.value).toBeGreaterThanOrEqual(strict!.worth!.value);
    const names = strict!.stops!.map(({ name }) => name);
    expect(names.includes('P7') && !names.includes('P6')).toBe(false);
  });

  it('stay in the order given, where that is kept', () => {
    const [route] = plan({ stops, within_hours: 48 });
    const names = route!.stops!.slice(1, -1).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort());
    expect(route!.worth!.value).toBe(route!.worth!.bound);
  });
});

it.each([
  [
    [0.3, 0.2, 0.1],
    [3, 2, 1],
  ],
  [
    [0.2, 0.1, 0.7],
    [2, 3, 1],
  ],
])('of %j are summed alike in whatever order they are sailed', (values, quarter) => {
  const stops = values.map((value, k) => ({
    value,
    lat: start.lat + ((end.lat - start.lat) * quarter[k]!) / 4,
    lon: start.lon + ((end.lon - start.lon) * quarter[k]!) / 4,
  }));
  const whole = Number(values.reduce((sum, value) => sum + value, 0).toFixed(9));
  for (const { worth, optimality } of plan({ stops, stop_order: 'best', within_hours: 200 })) {
    expect(worth).toEqual({ value: whole, bound: whole, leftOut: [] });
    expect(optimality!.gapPercent).toBeLessThan(0.01);
  }
});

it('that would not count beside another are refused', () => {
  const stops = [1e12, 999, 1000].map((value, k) => ({ lat: -60 - k, lon: -60, value }));
  const ends = { start_lat: -51, start_lon: -57, end_lat: -67, end_lon: -68 };
  const parsed = routeRequest.safeParse({ ...ends, stops });
  expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'stops.1.value: of stop "Stop 2" is less than a billionth of the greatest, 1000000000000: it would not count in their sum',
  ]);
});

it('of more than twelve stops are those that are worth most, with a bound and hours for what is left out', () => {
  const strewn = randomNumbers(8);
  const stops = Array.from({ length: 14 }, (_, k) => ({
    name: `S${k}`,
    lat: -65.5 + 7 * strewn(),
    lon: -3.8 + 7.6 * strewn(),
    stay_hours: 3,
    value: 1 + (k % 5),
    ...(k === 13 && { after: ['S12'] }),
  }));
  for (const { worth, stops: called, track, optimality } of plan({
    stops,
    stop_order: 'best',
    within_hours: 60,
  })) {
    const { value, bound, leftOut } = worth!;
    const done = called!.slice(1, -1).map(({ name }) => name);
    expect(track.timeDays.at(-1)!).toBeLessThanOrEqual(60 / 24);
    expect(done.reduce((sum, name) => sum + stops.find((one) => one.name === name)!.value, 0)).toBe(value);
    expect([...done, ...leftOut.map(({ name }) => name)].sort()).toEqual(
      stops.map(({ name }) => name).sort(),
    );
    expect(leftOut.length).toBeGreaterThan(2);
    for (const { reason, needsHours } of leftOut) {
      if (reason === 'time')
        expect(24 * track.timeDays.at(-1)! + needsHours!).toBeGreaterThan(60 * (1 - 1e-6));
    }
    expect(bound).toBeGreaterThanOrEqual(value);
    expect(bound).toBeLessThanOrEqual(1.05 * value);
    expect(optimality!.gapPercent).toBeLessThan(10);
  }
});

it('of thirteen that have all to be done in too little time are told with the best order that was found', () => {
  const stops = Array.from({ length: 14 }, (_, k) => ({
    lat: -65 + 0.4 * k,
    lon: k % 2,
    value: k ? undefined : 1,
  }));
  expect(() => plan({ stops, stop_order: 'best', within_hours: 5 })).toThrow(
    /^What has to be done takes \d+\.\d\d hours in the best order that was found, the voyage may take 5\.00 hours/,
  );
});

it.each([
  [{ value: 0 }, 'stops.0.value: must be greater than 0'],
  [{ value: -1 }, 'stops.0.value: must be greater than 0'],
  [{ value: 1e308 }, 'stops.0.value: must be at most 1000000000000'],
  [{ value: '3' }, 'stops.0.value: must be a finite number'],
])('%j is refused', (different, message) => {
  const ends = { start_lat: -51, start_lon: -57, end_lat: -67, end_lon: -68 };
  const parsed = routeRequest.safeParse({ ...ends, stops: [{ lat: -60, lon: -60, ...different }] });
  expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([message]);
});
