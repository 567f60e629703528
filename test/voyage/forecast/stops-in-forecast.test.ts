import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../../lib/api/route-schema.ts';
import { planProvable } from '../../../lib/engine/plan-dated.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { Impossible, ImpossibleOnMesh } from '../../../lib/request/impossible.ts';
import { buildRouteDocument } from '../../../lib/routes/route-document.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { mesh } from '../../routes/world.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 8, rows: 4, box: [0, 0, 4, 2], degrees: 4 };
const begin = Date.UTC(2026, 10, 20);
const day = 86_400_000;
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
/** Days after the departure, as a request says it. */
const afterDays = (days: number) => new Date(Date.parse(departure) + days * day).toISOString();

const { forecast, planned } = gridVoyages(grid, { start, end, begin, departure });
const certificate = true;

const drifting: CellAt = (_x, _y, k) => ({ u: [0.2, -0.3, 0.4, 0][k]!, v: 0.1 * k });
const stops = [
  { name: 'A', ...placeAt(grid, 1.2, 0.4), stay_hours: 6 },
  { name: 'B', ...placeAt(grid, 2.6, 1.7), stay_hours: 3 },
];
const totalsOf = ({ track, stops, legs }: VoyageRoute) => [
  track.timeDays.at(-1)!,
  track.consumption!.at(-1)!,
  ...stops!.flatMap(({ arrivesDays, leavesDays }) => [arrivesDays, leavesDays]),
  ...legs!.flatMap(({ days, consumption, metres }) => [days, consumption!, metres]),
];

describe('stops in a given order, in a sea that changes', () => {
  it('cost what they cost on one mesh where all meshes say the same', () => {
    const meshes = forecast((x, y) => ({ u: 0.3 * y, rate: 1 + x / 4 }), 2);
    const fields = { stops: [stops[0], { ...stops[1], not_before: afterDays(3.5) }] };
    const [ten, one] = [true, false].map(
      (isOne) => planned(meshes, fields, { idle: 0.3, isOne, certificate }).routes,
    );
    for (const [k, route] of ten!.entries()) {
      totalsOf(route).forEach((total, i) => {
        expect(total / (totalsOf(one![k]!)[i]! || 1)).toBeCloseTo(total === 0 ? 0 : 1, 7);
      });
      expect(route.optimality!.gapPercent).toBeCloseTo(one![k]!.optimality!.gapPercent, 5);
    }
  });

  it('take as long as the ways at the speeds of their times: half as fast from a time on', () => {
    const still = forecast(() => ({}), 2);
    const halved = forecast((_x, _y, k) => ({ speed: k === 0 ? 1 : 0.5 }), 2);
    const [plain] = planned(still, { stops }, { isOne: true }).routes;
    const [fastest] = planned(halved, { stops }).routes;
    let now = 0;
    const half = 0.75;
    fastest!.stops!.slice(1).forEach(({ arrivesDays, leavesDays }, k) => {
      const { days } = plain!.legs![k]!;
      const before = Math.min(days, Math.max(0, half - now));
      now += before + 2 * (days - before);
      expect(arrivesDays / now).toBeCloseTo(1, 5);
      now += (stops[k]?.stay_hours ?? 0) / 24;
      expect(leavesDays / now).toBeCloseTo(1, 5);
    });
  });

  it('are told with their times, meshes and what knowing the forecast is worth, in one document', () => {
    const meshes = forecast(drifting);
    const plan = planned(meshes, { stops }, { idle: 0.2, certificate });
    const document = buildRouteDocument({
      plan,
      mesh: { ...mesh(1), consumption: 'fuel' },
      planned: { vehicle: null, mesh: plan.mesh! },
      id: 7,
      job: { requestedAt: departure, calculatedAt: departure },
      now: new Date(begin),
    });
    const { routes } = routeDocument.parse({ ...JSON.parse(JSON.stringify(document)), tags: [] });
    for (const [k, route] of routes.entries()) {
      const { time, mesh: along, total_traveltime } = route.path.features[0]!.properties;
      expect(route.stops!.map(({ name }) => name)).toEqual(['Start', 'A', 'B', 'End']);
      expect(Date.parse(time!.at(-1)!)).toBeCloseTo(
        Date.parse(afterDays(route.stops!.at(-1)!.arrives_days)),
        -1,
      );
      expect(along).toHaveLength(time!.length);
      expect(route.meshes!.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
      const legs = route.legs!.reduce((sum, leg) => sum + leg.days, 0);
      expect(total_traveltime).toBeCloseTo(legs + 9 / 24, 9);
      expect(route.planned_blind!.worse_percent).toBeGreaterThan(0);
      expect(route.optimality!.gap_percent).toBeGreaterThan(0);
      const { track, sailing, unsmoothed } = plan.routes[k]!;
      for (const other of [sailing, unsmoothed]) {
        expect(other.timeDays.at(-1)! / track.timeDays.at(-1)!).toBeGreaterThan(1 - 1e-9);
        expect(other.coordinates.at(-1)).toEqual(track.coordinates.at(-1));
      }
    }
  });

  it('wait for what opens later, and for the time of a stop; both are consumed', () => {
    const meshes = forecast((x, _y, k) => ({ closed: k < 3 && Math.abs(x - 1.75) < 0.5 }));
    const fields = { stops: [stops[0], { ...stops[1], not_before: afterDays(4.5) }] };
    const [route] = planned(meshes, fields, { idle: 0.5 }).routes;
    expect(route!.dated!.waits).toEqual([
      expect.objectContaining({ to: '2026-11-23T00:00:00.000Z', reason: expect.stringMatching(/closed/) }),
    ]);
    expect(route!.stops![2]!.waitDays).toBeGreaterThan(0.1);
    expect(route!.dated!.blind).toBeNull();
    const [wait] = route!.dated!.waits;
    const waited = (Date.parse(wait!.to) - Date.parse(wait!.from)) / day;
    const idle = 9 / 24 + route!.stops![2]!.waitDays + waited;
    const { track } = route!;
    expect(track.consumption!.at(-1)).toBeCloseTo(track.timeDays.at(-1)! - idle + 0.5 * idle, 6);
  });

  it('are done within their windows, which is proved too', () => {
    const windows = [
      { from: afterDays(1), to: afterDays(1.1) },
      { from: afterDays(4), to: afterDays(5) },
    ];
    const meshes = forecast(drifting);
    const [fastest, thrifty] = planned(
      meshes,
      { stops: [stops[0], { ...stops[1], windows }] },
      { idle: 0.2, certificate },
    ).routes;
    for (const { stops, optimality } of [fastest!, thrifty!]) {
      expect(stops![2]!.arrivesDays + stops![2]!.waitDays).toBeCloseTo(4, 9);
      expect(stops![2]!.leavesDays).toBeCloseTo(4 + 3 / 24, 9);
      expect(optimality!.least).toBeGreaterThan(1);
    }
    // until the window nothing is lost
    const { track, legs, optimality } = fastest!;
    const after = (legs![2]!.days * legs![2]!.gapPercent!) / (100 + legs![2]!.gapPercent!);
    expect(track.timeDays.at(-1)! - optimality!.least).toBeCloseTo(after, 6);
  });

  it('that can not be called at in time are a failure that names them', () => {
    const late = (name: string, not_after: string) =>
      expect(() =>
        planned(forecast(drifting), {
          stops: stops.map((stop) => (stop.name === name ? { ...stop, not_after } : stop)),
        }),
      );
    late('A', afterDays(0.5)).toThrow(Impossible);
    late('A', afterDays(0.5)).toThrow(/Even sailing there directly.*A by/);
    late('B', afterDays(2.7)).toThrow(/best attempt misses B by/);
  });

  it('that no way leads to are told on each mesh of a list', () => {
    const meshes = forecast((x) => ({ closed: Math.abs(x - 1.75) < 0.5 }), 2);
    expect(() => planned(meshes, { stops })).toThrow(ImpossibleOnMesh);
  });

  it('are sailed at least consumption as far as their windows allow', () => {
    // straight on it is fast and dear, round it cheap
    const meshes = forecast((_x, y, k) => ({ rate: y > 0.5 && y < 1.5 ? 3 : 1, speed: k === 0 ? 1 : 0.98 }));
    const middle = { name: 'A', ...placeAt(grid, 2, 0.9) };
    const routesOf = (not_after: string | null) =>
      planned(meshes, { stops: [{ ...middle, not_after }] }, { certificate }).routes as [
        VoyageRoute,
        VoyageRoute,
      ];
    const [fastest, cheap] = routesOf(null);
    const [soonest, latest] = [fastest, cheap].map(({ stops }) => stops![1]!.arrivesDays) as [number, number];
    expect(latest).toBeGreaterThan(soonest + 0.1);
    const [, mixed] = routesOf(afterDays(0.5 * (soonest + latest)));
    const consumed = [fastest, mixed, cheap].map(({ track }) => track.consumption!.at(-1)!);
    expect(consumed).toEqual(consumed.toSorted((a, b) => b - a));
    expect(new Set(consumed).size).toBe(3);
    expect(mixed.stops![1]!.arrivesDays).toBe(soonest);
    expect(mixed.optimality!.least).toBeLessThanOrEqual(cheap.track.consumption!.at(-1)!);
  });

  it('have a table of departures too, with windows', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-21T00:00Z', step_hours: 24 };
    const { departures: table, routes } = planned(forecast(drifting, 4), {
      departures,
      stops: [{ ...stops[0], not_after: afterDays(1.5) }, stops[1]],
    });
    expect(table!.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILURE']);
    expect(table![1]!.reason).toMatch(/A by/);
    expect(routes[0]!.track.timeDays.at(-1)).toBe(table![0]!.days);
  });
});

describe('what is proved of a leg', () => {
  const meshes = forecast((x, y, k) => ({
    u: 0.4 * Math.sin(x + k),
    v: 0.3 * Math.cos(y + 2 * k),
    rate: 1 + 0.2 * k,
  }));
  const sea = seaOf(
    meshes.map(({ mesh }) => mesh),
    meshes.map((_, k) => ({ from: 0.4 * k, mesh: k })),
  );
  const leg = (leaves: number) => planProvable(sea, start, placeAt(grid, 1.8, 1.6), { leaves }).routes;
  const [earliest, until] = [0.2, 3];
  const proved = leg(0.5).map(({ prove }) => prove({ earliest, until })!.least);

  it('holds whenever it is left from its earliest time on', () => {
    expect(proved[0]).toBeGreaterThan(0.5);
    fc.assert(
      fc.property(fc.double({ min: earliest, max: 2.5, noNaN: true }), (leaves) => {
        const [fastest, thrifty] = leg(leaves).map(({ route }) => route.track);
        expect(leaves + fastest!.timeDays.at(-1)!).toBeGreaterThanOrEqual(earliest + proved[0]!);
        if (leaves + thrifty!.timeDays.at(-1)! <= until)
          expect(thrifty!.consumption!.at(-1)).toBeGreaterThanOrEqual(proved[1]!);
      }),
      { numRuns: 10, seed: 1 },
    );
  });
});
