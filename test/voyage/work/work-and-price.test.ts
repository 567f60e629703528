/** Lines and areas on the voyage that costs least money, judged by closed forms on an open sea and by all orders and ways among currents. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalCost } from '../../../lib/voyage/money/total-cost.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { lengthNm, workWays } from '../../../lib/voyage/work/work-ways.ts';
import { request } from '../../routes/world.ts';
import { runs } from '../../thorough.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { permutations } from '../order/permutations.ts';
import { flowing, IDLE, open, planned as plan, start } from './work-seas.ts';

const SLOWER = 0.9;
/** The same with speeds that are none of our models': speeds can not be chosen, and a slower ship consumes as much a day. */
const readyMade = (mesh: Mesh): Mesh => ({
  ...mesh,
  motion: mesh.motion.map((value, k) => (k % 4 === 0 ? SLOWER * value : value)),
  profiles: mesh.profiles.map((value, k) => (k % 16 < 8 ? SLOWER * value : value)),
});

const priceOf = (perDay: number, per_tonne = 600) => ({ per_day: perDay * per_tonne, per_tonne });
const named = (routes: readonly VoyageRoute[], type: string) =>
  routes.find(({ objective }) => objective === type)!;
const hoursOf = ({ track }: VoyageRoute) => 24 * track.timeDays.at(-1)!;
const nmOf = ({ track }: VoyageRoute) => track.distanceM.at(-1)! / 1852;

/** Tonnes an hour in open water at km/h: the Attenborough's published fit. */
const [a, b, c] = [0.00137247, -0.0029601, 0.25290433];
const rate = (v: number) => a * v ** 2 + b * v + c;
const FULL = 26.5;
const TOW = 4 * 1.852;

/** There and back: from the start to a place and to the start again. */
const line = [
  [start.lat, start.lon],
  [start.lat + 1, start.lon + 1],
  [start.lat, start.lon],
] as const;
const tow = { name: 'Tow', line, either_way: false, speed_kn: 4, consumption_factor: 1.5 };
const stays = { stay_hours: 2, stay_after_hours: 3 };
const lineNm = lengthNm(line.map(([lat, lon]) => [lon, lat]));
const direct = nmOf(plan(open, {}).routes[0]!);

describe('a line there and back in an open sea', () => {
  it.each([
    ['at any time', {}],
    // it is there long before, and waits for nothing
    ['in a window', { not_after: '2026-12-10T00:00Z' }],
  ])('costs its hours at its own speed, and leaves the speed of least cost to the rest, %s', (_, window) => {
    for (const perDay of [0, 4, 1e3]) {
      const price = priceOf(perDay);
      const fields = { stops: [{ ...tow, ...stays, ...window }], price, departure: '2026-11-20T00:00Z' };
      const route = named(plan(open, fields).routes, 'cost');
      const v = Math.min(FULL, Math.sqrt((c + perDay / 24) / a));
      const [sailed, towed] = [(direct * 1.852) / v, lineNm / 4];
      expect(hoursOf(route) / (sailed + towed + 5)).toBeCloseTo(1, 4);
      const tonnes = sailed * rate(v) + 1.5 * towed * rate(TOW) + (5 / 24) * IDLE;
      const cost = 600 * (tonnes + (perDay / 24) * (sailed + towed + 5));
      expect(totalCost(price, route.track) / cost).toBeCloseTo(1, 5);
      expect(600 * route.optimality!.least).toBeLessThanOrEqual(cost * (1 + 1e-9));
      expect(route.optimality!.gapPercent).toBeLessThan(0.3);
      expect(route.remarks ?? []).toEqual([]);
    }
  });

  it('costs its hours and what it consumes in them at the speeds of a mesh that is none of our models', () => {
    const [mesh, v, towing] = [readyMade(open), SLOWER * FULL, rate(FULL)];
    for (const perDay of [0, 4, 1e3]) {
      const price = priceOf(perDay);
      const fields = { stops: [{ ...tow, ...stays }], price, departure: '2026-11-20T00:00Z' };
      const route = named(plan(mesh, fields).routes, 'cost');
      const [sailed, towed] = [(direct * 1.852) / v, lineNm / 4];
      expect(hoursOf(route) / (sailed + towed + 5)).toBeCloseTo(1, 6);
      const ofWork = 1.5 * towed * towing;
      const tonnes = sailed * rate(FULL) + ofWork + (5 / 24) * IDLE;
      const cost = 600 * (tonnes + (perDay / 24) * (sailed + towed + 5));
      expect(totalCost(price, route.track) / cost).toBeCloseTo(1, 6);
      expect(600 * route.optimality!.least).toBeLessThanOrEqual(cost * (1 + 1e-9));
      // what is told of the work is what it consumes
      const { track, sailing } = route.stops![1]!.work!;
      expect(track.consumption!.at(-1)! / ofWork).toBeCloseTo(1, 6);
      expect(sailing.consumption!.at(-1)! / ofWork).toBeCloseTo(1, 6);
      expect(route.remarks!.join()).toMatch(/speeds of the mesh/);
    }
  });

  it('of all the voyage costs the same at any speed of the rest', () => {
    const end = [-60.5, 3.5];
    const all = { line: [line[0], end], speed_kn: 6, either_way: false };
    const price = priceOf(5);
    for (const mesh of [open, readyMade(open)]) {
      const { routes } = plan(mesh, { stops: [all], price });
      const costs = routes.map(({ track }) => totalCost(price, track));
      for (const cost of costs) expect(cost / costs[0]!).toBeCloseTo(1, 9);
      const { least, gapPercent } = named(routes, 'cost').optimality!;
      expect((600 * least) / costs[0]!).toBeCloseTo(1, 9);
      expect(gapPercent).toBeCloseTo(0, 9);
    }
  });
});

const box = { name: 'Box', area: boxPolygon(-3, -62.5, -2, -62), spacing_nm: 15, speed_kn: 6 };
const survey = {
  name: 'Line',
  line: [
    [-63, -1],
    [-62, 0],
    [-62.5, 1.5],
  ],
  speed_kn: 5,
  consumption_factor: 2,
};
const point = { name: 'Point', lat: -64, lon: 2, stay_hours: 4 };

describe.each([
  ['at chosen speeds', flowing, { within_hours: 200 }],
  ['at the speeds of the mesh', readyMade(flowing), {}],
])('work among currents, %s', (_, mesh, limit) => {
  const costsAt = (fields: object, perDay: number, certificate = true) => {
    const price = priceOf(perDay);
    const { routes } = plan(mesh, { ...fields, price }, certificate);
    return { routes, costOf: ({ track }: VoyageRoute) => totalCost(price, track) / 600 };
  };

  it('costs no more than the other voyages, and no less than is proved', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 40, noNaN: true }),
        fc.constantFrom('given', 'best'),
        fc.subarray([box, survey, point], { minLength: 2 }).filter((some) => some.join() !== point.name),
        (perDay, stop_order, stops) => {
          const { routes, costOf } = costsAt({ stops, stop_order, ...limit }, perDay);
          const cheapest = named(routes, 'cost');
          const cost = costOf(cheapest);
          for (const other of routes) expect(cost).toBeLessThanOrEqual(costOf(other) * (1 + 1e-9));
          const { least, gapPercent } = cheapest.optimality!;
          expect(least).toBeLessThanOrEqual(cost);
          expect(gapPercent).toBeCloseTo(100 * (cost / least - 1), 6);
          expect(gapPercent).toBeLessThan(1);
          // the sum of its parts
          const work = cheapest.stops!.flatMap(({ work }) => (work ? [work] : []));
          const tonnes = [
            ...cheapest.legs!.map(({ consumption }) => consumption!),
            ...work.map(({ track }) => track.consumption!.at(-1)!),
          ];
          const idle = stops.includes(point) ? (4 / 24) * IDLE : 0;
          expect(cheapest.track.consumption!.at(-1)).toBeCloseTo(
            tonnes.reduce((sum, own) => sum + own, idle),
            6,
          );
        },
      ),
      { numRuns: runs(4, 8), seed: 5 },
    );
  });

  it('is done in the order and the ways that cost least of all', () => {
    const several = [survey, point];
    const waysOf = (stop: (typeof several)[number]) =>
      'line' in stop
        ? workWays(request({ stops: [stop] }).voyage!.stops![0]!).map((way) => ({
            name: stop.name,
            line: way.map(([lon, lat]) => [lat, lon]),
            speed_kn: stop.speed_kn,
            consumption_factor: stop.consumption_factor,
            either_way: false,
          }))
        : [stop];
    for (const perDay of [0.5, 20]) {
      const { routes, costOf } = costsAt({ stops: several, stop_order: 'best' }, perDay);
      const all = [...permutations(several)].flatMap((order) =>
        order
          .reduce<object[][]>(
            (lists, stop) => lists.flatMap((some) => waysOf(stop).map((way) => [...some, way])),
            [[]],
          )
          .map((stops) => costOf(named(costsAt({ stops }, perDay, false).routes, 'cost'))),
      );
      const cheapest = named(routes, 'cost');
      expect(costOf(cheapest) / Math.min(...all)).toBeLessThan(1 + 1e-4);
      expect(cheapest.optimality!.least).toBeLessThanOrEqual(Math.min(...all) * (1 + 1e-9));
    }
  });
});

it('a line among currents is begun from the end that costs less, not from the one that takes less time', () => {
  const ends = [
    [-62.58, -0.58],
    [-63.17, -0.75],
  ];
  const price = priceOf(5);
  const ask = (fields: object) =>
    plan(flowing, { stops: [{ line: ends, speed_kn: 4, ...fields }], price }).routes;
  const routes = ask({});
  const [fastest, cheapest] = ['traveltime', 'cost'].map((type) => named(routes, type));
  const beginOf = ({ stops }: VoyageRoute) => stops![1]!.work!.track.coordinates[0]!.toReversed();
  expect([beginOf(fastest!), beginOf(cheapest!)]).toEqual(ends);
  const asFastest = named(ask({ either_way: false }), 'cost');
  expect(totalCost(price, cheapest!.track)).toBeLessThan(0.95 * totalCost(price, asFastest.track));
});
