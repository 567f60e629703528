/** Alternatives through a forecast, judged by ways of known length, and by the price of their paths. */
import { describe, expect, it } from 'vitest';
import { routeDocument } from '../../../lib/api/route-schema.ts';
import { haversineNm, type LatLon } from '../../../lib/engine/geometry/sphere.ts';
import type { Mesh } from '../../../lib/engine/mesh/mesh.ts';
import { totalOf } from '../../../lib/engine/path/track.ts';
import { planDated } from '../../../lib/engine/plan-dated.ts';
import { seaOf } from '../../../lib/engine/sea/sea.ts';
import { buildRouteDocument } from '../../../lib/routes/route-document.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { endsOn } from '../../../lib/voyage/alternatives/alternatives.ts';
import { Nearby } from '../../../lib/voyage/alternatives/shared.ts';
import { withAlternativesInTime } from '../../../lib/voyage/forecast/alternatives-in-time.ts';
import { priceForecast } from '../../../lib/voyage/forecast/plan-forecast.ts';
import type { Alternative, VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { legClearances } from '../../../lib/zones/leg-clearance.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { mesh } from '../../routes/world.ts';
import { ship } from '../../speed/seas.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a unit of length takes a day at 10 knots
const grid: Grid = { columns: 20, rows: 10, box: [0, 0, 4, 2], degrees: 4 };
const begin = Date.UTC(2026, 10, 20);
const KNOTS = 10;
/** Relative: what paths over cells take more than along the shortest line. */
const NEARLY = 3e-4;
const departure = '2026-11-20T06:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1.1)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin, departure });

/** As well, of a way that waits for a time: there the last cell before the dear ones is left a little too early or too late. */
const WITH_WAIT = 2e-3;
const hoursOf = (waits: readonly { readonly from: string; readonly to: string }[]) =>
  waits.reduce((hours, { from, to }) => hours + (Date.parse(to) - Date.parse(from)) / 3_600_000, 0);

/** Days from the departure to the day of a mesh. */
const untilMesh = (k: number) => k - 0.25;

/** A wall with two straits; the way through the northern one is 1 % longer. */
const straits =
  (isNorthOpen: (k: number) => boolean): CellAt =>
  (x, y, k) => {
    if (Math.abs(x - 1.9) > 0.1) return {};
    const isOpen = Math.abs(y - 0.7) < 0.1 || (Math.abs(y - 1.5) < 0.1 && isNorthOpen(k));
    return { closed: !isOpen };
  };

/** Days through a strait with its nearer side at a height: until it, and from there on. */
const legsBy = (y: number) => {
  const [west, east] = [placeAt(grid, 1.8, y), placeAt(grid, 2, y)];
  const days = (from: LatLon, to: LatLon) => haversineNm(from, to) / KNOTS / 24;
  return [days(start, west), days(west, east) + days(east, end)] as const;
};
const sum = ([before, after]: readonly [number, number]) => before + after;
const daysOf = ({ track }: Pick<Alternative, 'track'>) => track.timeDays.at(-1)!;
const routes = (...args: Parameters<typeof planned>) => planned(...args).routes as [VoyageRoute, VoyageRoute];

describe('two straits', () => {
  it('give both ways, as on one mesh where nothing changes', () => {
    const sea = forecast(straits(() => true));
    const own = routes(sea, { alternatives: 3 });
    routes(sea, { alternatives: 3 }, { isOne: true }).forEach((other, k) => {
      expect(own[k]!.alternatives).toHaveLength(1);
      const [one, two] = [own[k]!.alternatives![0]!, other.alternatives![0]!];
      expect(daysOf(one)).toBeCloseTo(daysOf(two), 5);
      expect(one.sharedPercent).toBeCloseTo(two.sharedPercent, 1);
      expect(Math.abs(daysOf(one) / sum(legsBy(1.4)) - 1)).toBeLessThan(NEARLY);
    });
  });

  it('that opens later is waited for, and costs the wait', () => {
    const sea = forecast(straits((k) => k >= 2));
    const [fastest] = routes(sea, { alternatives: 3 });
    expect(Math.abs(daysOf(fastest) / sum(legsBy(0.8)) - 1)).toBeLessThan(NEARLY);
    const [other] = fastest.alternatives as [Alternative];
    const [before, after] = legsBy(1.4);
    expect(before).toBeLessThan(untilMesh(2));
    expect(Math.abs(daysOf(other) / (untilMesh(2) + after) - 1)).toBeLessThan(NEARLY);
    expect(other.dearerPercent).toBeCloseTo(100 * (daysOf(other) / daysOf(fastest) - 1), 9);
    expect(other.dated!.waits).toEqual([
      expect.objectContaining({ to: '2026-11-22T00:00:00.000Z', reason: expect.stringMatching(/closed/) }),
    ]);
    expect(other.dated!.meshes.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(other.dated!.meshAlong).toHaveLength(other.track.coordinates.length);
  });

  it('that opens too late, or has closed by then, is no way', () => {
    const late = forecast(straits((k) => k >= 3));
    const [fastest, thrifty] = routes(late, { alternatives: 3 }, { idle: 1 });
    expect([fastest.alternatives, thrifty.alternatives]).toEqual([[], []]);
    const sea = forecast(straits((k) => k < 1));
    for (const { alternatives } of routes(sea, { alternatives: 3 })) expect(alternatives).toEqual([]);
    // on the mesh of the departure it is one
    expect(routes(sea, { alternatives: 3 }, { isOne: true })[0].alternatives).toHaveLength(1);
  });

  it('of least fuel does not wait for one that opens later for longer than it may', () => {
    const sea = forecast(straits((k) => k >= 2));
    const hours = 24 * (untilMesh(2) - legsBy(1.4)[0]);
    const counted = (max_wait_hours: number) =>
      routes(sea, { alternatives: 1, max_wait_hours }, { idle: 0.1 })[1].alternatives!.length;
    expect([0, hours - 0.2, hours + 0.2].map(counted)).toEqual([0, 0, 1]);
  });

  it('are waited on alike where that saves: the other way costs its length and its wait', () => {
    // behind the wall it is dear until the third day
    const sea = forecast((x, y, k) => ({ ...straits(() => true)(x, y, k), rate: x > 2 && k < 3 ? 6 : 1 }), 6);
    const idle = 0.25;
    const fields = { alternatives: 3, max_wait_hours: 48 };
    const { track, alternatives } = routes(sea, fields, { idle })[1];
    const strait = 0.2;
    const costOf = (legs: readonly [number, number]) => sum(legs) + idle * (untilMesh(3) - legs[0] - strait);
    expect(Math.abs(track.consumption!.at(-1)! / costOf(legsBy(0.8)) - 1)).toBeLessThan(WITH_WAIT);
    const [other] = alternatives as [Alternative];
    expect(Math.abs(other.track.consumption!.at(-1)! / costOf(legsBy(1.4)) - 1)).toBeLessThan(WITH_WAIT);
    const [wait] = other.dated!.waits;
    expect(wait).toMatchObject({ to: '2026-11-23T00:00:00.000Z' });
    expect(other.dated!.waits).toHaveLength(1);
    // nor is it waited for longer than it may
    expect(routes(sea, { ...fields, max_wait_hours: 12 }, { idle })[1].alternatives).toSatisfy(
      (all: readonly Alternative[]) => all.every(({ dated }) => hoursOf(dated!.waits) <= 12.001),
    );
  });

  it('that would not count as the route is none', () => {
    const sea = forecast(
      straits((k) => k >= 2),
      4,
    );
    const [fastest] = routes(sea, { alternatives: 1 });
    const [, last] = [fastest, fastest.alternatives![0]!].map((one) => daysOf(one)) as [number, number];
    const counted = (days: number) => {
      const ends = new Date(Date.parse(departure) + days * 86_400_000).toISOString();
      const asked = { from: departure, to: departure, step_hours: 1 };
      const fields = { departures: asked, arrival_window: { from: departure, to: ends }, alternatives: 1 };
      return routes(sea, fields)[0].alternatives!.length;
    };
    expect([counted(last - 0.01), counted(last + 0.01)]).toEqual([0, 1]);
  });
});

describe('among what is closed', () => {
  const sea = forecast(straits(() => true));

  it('they keep the clearance', () => {
    const clearance_nm = 6;
    for (const { alternatives } of routes(sea, { alternatives: 1, clearance_nm, clearance_of: 'all' })) {
      expect(alternatives).toHaveLength(1);
      const { coordinates } = alternatives![0]!.track;
      const rooms = legClearances({ mesh: sea[0]!.mesh, areas: [] }, coordinates).map(({ nm }) => nm);
      expect(Math.min(...rooms)).toBeGreaterThan(0.98 * clearance_nm);
    }
  });

  it('they keep out of a zone on the days of its season', () => {
    const among = (to: string) => {
      const season = { from: '11-20', to };
      const zone = { name: 'North', kind: 'closed', geometry: boxPolygon(7, 5, 8.2, 7), season };
      return routes(sea, { alternatives: 1, zones: [zone] })[0].alternatives!;
    };
    expect(among('11-30')).toEqual([]);
    expect(among('11-20')).toHaveLength(1);
  });
});

describe('in a sea that changes everywhere', () => {
  const waves: CellAt = (x, y, k) => {
    const isLand = (Math.abs(x - 1.9) < 0.3 && Math.abs(y - 1.1) < 0.3) || Math.abs(x - 3.1) + y < 0.6;
    const speed = 1 - 0.2 * Math.sin(3 * x + 2 * y + 1.3 * k) ** 2;
    return {
      closed: isLand,
      speed,
      rate: speed * (1 + 0.3 * Math.cos(2 * x - y + k)),
      u: 0.1 * Math.cos(y + k),
    };
  };
  const sea = forecast(waves, 6);
  const plan = planned(sea, { alternatives: 3 }, { certificate: true });

  it('each is really different, at most 10 % dearer, and priced as a route of one’s own', () => {
    expect(plan.routes.flatMap(({ alternatives }) => alternatives!).length).toBeGreaterThan(1);
    const { voyage } = routeRequest.parse({
      ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon, departure },
    });
    const request = { start, end, vehicle: ship({}), voyage };
    for (const { objective, track, optimality, alternatives } of plan.routes) {
      const before = [track];
      for (const { track: own, dearerPercent, sharedPercent } of alternatives!) {
        const cost = totalOf(own, objective as 'fuel');
        expect(100 * (cost / totalOf(track, objective as 'fuel') - 1)).toBeCloseTo(dearerPercent, 9);
        expect(dearerPercent).toBeGreaterThanOrEqual(0);
        expect(dearerPercent).toBeLessThanOrEqual(10);
        expect(cost).toBeGreaterThanOrEqual(optimality!.least);
        const shared = Math.max(...before.map((one) => new Nearby(one).sharedBy(own)));
        expect(100 * shared).toBeCloseTo(sharedPercent, 9);
        expect(shared).toBeLessThanOrEqual(0.6);
        before.push(own);
        const priced = priceForecast(sea, request, own.coordinates).track;
        expect(totalOf(priced, objective as 'fuel') / cost).toBeCloseTo(1, 4);
      }
    }
  });

  it('the document tells on which meshes each is sailed', () => {
    const asked = routeRequest.parse({
      ...{ start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon },
      ...{ departure, alternatives: 3 },
    }).voyage;
    const document = buildRouteDocument({
      plan,
      mesh: { ...mesh(1), consumption: 'fuel' },
      planned: { vehicle: null, mesh: plan.mesh as Mesh },
      id: 7,
      job: { requestedAt: departure, calculatedAt: departure },
      asked,
      now: new Date(begin),
    });
    const checked = routeDocument.parse({ ...JSON.parse(JSON.stringify(document)), tags: [] });
    const others = checked.routes.flatMap(({ alternatives }) => alternatives!);
    for (const { path, meshes, waits } of others) {
      const { time, mesh: along, traveltime } = path.features[0]!.properties;
      expect(time).toHaveLength(traveltime.length);
      expect(new Set(along)).toEqual(new Set(meshes!.keys()));
      expect(waits).toEqual([]);
    }
    expect(others[0]!.meshes!.length).toBeGreaterThan(3);
  });

  it('of several departures, they are of the best one', () => {
    const departures = { from: '2026-11-20T00:00Z', to: '2026-11-21T00:00Z', step_hours: 12 };
    const table = planned(sea, { departures, alternatives: 1 });
    const best = table.routes[0]!.dated!.departure;
    const alone = planned(sea, { departure: best, alternatives: 1 });
    expect(table.routes[0]!.alternatives!.map(daysOf)).toEqual(alone.routes[0]!.alternatives!.map(daysOf));
    expect(table.departures!.find((row) => row.departure === best)!.days).toBe(daysOf(table.routes[0]!));
  });
});

it('one that is cheaper than the route takes its place, and what was proved stays', () => {
  const only: CellAt = (x, y) => ({ closed: Math.abs(x - 1.9) < 0.1 && Math.abs(y - 1.5) > 0.1 });
  const seaIn = (cellAt: CellAt) => {
    const meshes = forecast(cellAt).map((one) => one.mesh);
    return seaOf(
      meshes,
      meshes.map((_, k) => ({ from: k === 0 ? -Infinity : untilMesh(k), mesh: k })),
    );
  };
  // its speed differs on the last day, so that it is not one mesh; what it burns does not matter
  const later =
    (cellAt: CellAt): CellAt =>
    (x, y, k) => ({ ...cellAt(x, y, k), speed: k === 3 ? 0.9 : 1, rate: 1 + y });
  const both = seaIn(later(straits(() => true)));
  const missed = planDated(seaIn(later(only)), start, end);
  const [known] = planDated(both, start, end).routes;
  const [dear] = missed.routes;
  const least = 0.999 * daysOf(known!);
  const route = {
    ...dear!,
    objective: 'traveltime',
    optimality: { least, gapPercent: 10, endedBy: null },
  } as const;
  const options = { count: 3, leaves: 0, mostWait: 0, idleRate: 0, isOver: () => false, counts: () => true };
  const best = withAlternativesInTime(both, endsOn(both.mesh, missed), route, options);
  expect(Math.abs(daysOf(best) / daysOf(known!) - 1)).toBeLessThan(NEARLY);
  expect(best.sailing.coordinates.some(([, lat]) => lat < 4 * 0.81)).toBe(true);
  expect(best.optimality).toMatchObject({
    least,
    gapPercent: expect.closeTo(100 * (daysOf(best) / least - 1), 9),
  });
  expect(best.alternatives!.map(daysOf)).toEqual([expect.closeTo(daysOf(dear!), 2)]);
});
