/** The legs of a voyage on a mesh of a few cells, each planned once, and what is asked for at its places. */
import { describe, expect, it } from 'vitest';
import { planRoute } from '../../../lib/engine/plan-route.ts';
import { RouteInaccessible } from '../../../lib/engine/waypoints/errors.ts';
import { routeRequest } from '../../../lib/routes/route-request.ts';
import { costsOfWork, firstAtPlaceOf, itineraryOf, sailOn } from '../../../lib/voyage/stops/itinerary.ts';
import { SailedLegs } from '../../../lib/voyage/stops/sailed-legs.ts';
import type { Stop } from '../../../lib/voyage/stops/stop-fields.ts';
import { StopInaccessible } from '../../../lib/voyage/stops/stop-inaccessible.ts';
import { openedAt } from '../../../lib/voyage/stops/stop-openings.ts';
import { isWorthProof, joined, type StopsPlan, staysIn } from '../../../lib/voyage/stops/stops-plan.ts';
import { type Grid, type GridCell, gridMesh, placeAt } from '../../engine/sea/grid-sea.ts';

const grid: Grid = { columns: 4, rows: 2, box: [0, 0, 4, 2], degrees: 1 };
const mesh = gridMesh(grid, (_x, y) => ({ rate: 3 - y }));
const at = (x: number, y: number) => {
  const { lat, lon } = placeAt(grid, x, y);
  return [lat, lon] as [number, number];
};
const [start, end] = [placeAt(grid, 0.3, 1), placeAt(grid, 3.7, 1)];
const requestOf = (stops: readonly object[], fields: object = {}) => {
  const ends = { start_lat: start.lat, start_lon: start.lon, end_lat: end.lat, end_lon: end.lon };
  return { start, end, vehicle: null, voyage: routeRequest.parse({ ...ends, stops, ...fields }).voyage };
};
const place = (name: string, x: number, y: number, more: object = {}) => ({
  name,
  ...placeAt(grid, x, y),
  ...more,
});
const itinerary = itineraryOf(mesh, requestOf([place('A', 1.5, 0.5), place('B', 2.5, 1.5)]), 0);

describe('legs', () => {
  it('are planned once, by all objectives or by one', () => {
    const legs = new SailedLegs(mesh, itinerary, { certificate: true });
    expect([legs.count, legs.has(0, 1, 'fuel'), legs.pairs()]).toEqual([0, false, []]);
    legs.prove(0, 1, 'fuel');
    const { cost } = legs.costOf(0, 1, 'fuel');
    expect([legs.has(0, 1, 'fuel'), legs.has(0, 1, 'traveltime'), legs.has(1, 0, 'fuel')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([legs.pairs(), legs.pairs('fuel'), legs.pairs('traveltime')]).toEqual([[], [[0, 1]], []]);
    legs.prove(0, 1, 'traveltime');
    expect(legs.costOf(0, 1, 'fuel').cost).toBe(cost);
    const days = legs.costOf(0, 1, 'traveltime').cost;
    expect([legs.count, legs.pairs('traveltime')]).toEqual([1, [[0, 1]]]);
    const route = legs.route(2, 3, 'fuel');
    expect(route.objective).toBe('fuel');
    expect(legs.route(2, 3, 'traveltime').objective).toBe('traveltime');
    expect(legs.route(2, 3, 'fuel')).toBe(route);
    expect([legs.count, legs.pairs(), legs.pairs('fuel').length]).toEqual([2, [[2, 3]], 2]);
    expect(legs.costOf(0, 1, 'fuel').cost).toBe(cost);
    expect(legs.route(0, 1, 'traveltime').track.timeDays.at(-1)).toBeCloseTo(days, 9);
    const { least, cost: ofLeg } = legs.costOf(2, 3, 'fuel');
    expect(ofLeg).toBe(route.track.consumption!.at(-1));
    expect(least).toBeGreaterThan(0.9 * ofLeg);
    expect(least).toBeLessThanOrEqual(ofLeg);
    expect(new SailedLegs(mesh, itinerary, {}).costOf(2, 3, 'fuel').least).toBe(0);
  });

  it('that were planned without a proof are proved on their way', () => {
    const proved = new SailedLegs(mesh, itinerary, { certificate: true });
    const legs = new SailedLegs(mesh, itinerary, { certificate: () => false });
    const known = legs.route(0, 1, 'fuel');
    const isProved = () =>
      (['traveltime', 'fuel'] as const).map((objective) => legs.isProved(0, 1, objective));
    expect([isProved(), legs.costOf(0, 1, 'fuel').least]).toEqual([[false, false], 0]);
    legs.prove(0, 1, 'fuel');
    expect(isProved()).toEqual([false, true]);
    const { track, optimality } = legs.route(0, 1, 'fuel');
    expect(track).toBe(known.track);
    expect(optimality!.least).toBe(proved.costOf(0, 1, 'fuel').least);
    expect(legs.route(0, 1, 'traveltime').optimality).toBeUndefined();
    expect(legs.count).toBe(1);
  });

  it('that were planned without a proof stay as they are where time is up before a way is found again', () => {
    const wall = gridMesh(grid, (x): GridCell => ({ closed: x > 2 && x < 3 }));
    const known = planRoute(mesh, placeAt(grid, 1.5, 0.5), end);
    let time = 0;
    const legs = new SailedLegs(wall, itineraryOf(mesh, requestOf([place('A', 1.5, 0.5)]), 0), {
      ...{ certificate: true, timeBudgetMs: 1, now: () => time, legs: { leg: () => known } },
    });
    const { track } = legs.route(1, 2, 'fuel');
    expect(() => legs.prove(1, 2, 'fuel')).toThrow(StopInaccessible);
    time = 1;
    legs.prove(1, 2, 'fuel');
    expect([legs.isProved(1, 2, 'fuel'), legs.costOf(1, 2, 'fuel').least]).toEqual([true, 0]);
    expect(legs.route(1, 2, 'fuel').track).toBe(track);
  });

  it('have the time that is left', () => {
    let time = 100;
    const legs = new SailedLegs(mesh, itinerary, { timeBudgetMs: 50, now: () => time });
    expect([legs.isOver(), legs.optionsLeft().timeBudgetMs]).toEqual([false, 50]);
    time = 149;
    expect([legs.isOver(), legs.optionsLeft().timeBudgetMs]).toEqual([false, 1]);
    time = 150;
    expect(legs.isOver()).toBe(true);
    time = 170;
    expect([legs.isOver(), legs.optionsLeft().timeBudgetMs]).toEqual([true, 0]);
    const options = { certificate: true };
    const free = new SailedLegs(mesh, itinerary, options);
    expect([free.isOver(), free.optionsLeft()]).toEqual([false, options]);
    expect(free.provedOn('fuel')).toBe(mesh);
    const wider = gridMesh(grid, () => ({}));
    expect(new SailedLegs(mesh, itinerary, { provedOn: () => wider }).provedOn('fuel')).toBe(wider);
  });

  it('that have no way name their ends, unless time was up before one was found', () => {
    const wall = gridMesh(grid, (x): GridCell => ({ closed: x > 2 && x < 3 }));
    const own = { ...itineraryOf(mesh, requestOf([place('A', 1.5, 0.5)]), 0) };
    const legs = new SailedLegs(wall, own, {});
    expect(() => legs.route(1, 2, 'fuel')).toThrow(
      new StopInaccessible('No way leads from A to End that can be sailed.'),
    );
    let time = 0;
    const late = new SailedLegs(wall, own, { timeBudgetMs: 1, now: () => time++ });
    const thrown = () => late.route(1, 2, 'fuel');
    expect(thrown).toThrow(RouteInaccessible);
    expect(thrown).not.toThrow(StopInaccessible);
  });
});

describe('an itinerary', () => {
  const line = { name: 'Line', line: [at(1.2, 0.5), at(2.2, 0.5)], stay_hours: 6, stay_after_hours: 3 };

  it('numbers the start, the ways of the stops and the end, each where it is come to and left', () => {
    const request = requestOf(
      [place('A', 1.5, 1.5, { stay_hours: 12, value: 1 }), { ...line, either_way: true }],
      {
        within_hours: 240,
      },
    );
    const { count, names, stay, comes, goes, works, limitDays, latest, stops } = itineraryOf(
      mesh,
      request,
      0,
    );
    expect([count, names, limitDays, latest.at(-1)]).toEqual([
      3,
      ['Start', 'A', 'Line', 'Line', 'End'],
      expect.closeTo(10, 6),
      expect.closeTo(10, 6),
    ]);
    expect([...stops.of]).toEqual([-1, 0, 1, 1, -1]);
    expect([comes[2]!.used, goes[2]!.used]).toEqual([goes[3]!.used, comes[3]!.used]);
    expect([comes[1], comes[4]]).toEqual([goes[1], goes[4]]);
    const { track, days, kind, stayBefore, stayAfter } = works[2]!;
    expect([kind, stayBefore, stayAfter, days]).toEqual(['line', 0.25, 0.125, track.timeDays.at(-1)]);
    expect([...stay]).toEqual([0, 0.5, 0.375 + days, 0.375 + works[3]!.days, 0]);
    expect([...costsOfWork({ works }, 'fuel', 2)]).toEqual(
      works.map((work) => (work ? work.track.consumption!.at(-1)! - 2 * work.days : 0)),
    );
    expect(Math.max(...costsOfWork({ works }, 'traveltime', 2))).toBe(0);
    const named = itineraryOf(mesh, { ...request, startName: 'Home', endName: 'Base' } as never, 0).names;
    expect([named[0], named.at(-1)]).toEqual(['Home', 'Base']);
    expect(itineraryOf(mesh, { start, end, voyage: null }, 0)).toMatchObject({
      count: 0,
      limitDays: Infinity,
    });
  });

  it('knows which stops are at one place', () => {
    const twice = itineraryOf(
      mesh,
      requestOf([
        place('A', 1.5, 0.5),
        { ...line, either_way: false },
        place('B', 1.5, 0.5),
        place('C', 1.2, 0.5),
      ]),
      0,
    );
    expect([0, 1, 2, 3, 4, 5].map((point) => firstAtPlaceOf(twice, point))).toEqual([0, 1, 2, 1, 4, 5]);
    expect(firstAtPlaceOf(twice, 3, 2)).toBe(3);
  });

  it('has days that cost as much more as they are priced', () => {
    const request = requestOf([{ ...line, either_way: false }]);
    const speed = { knots: 5, consumptionFactor: 2 };
    const points = [
      [1.2, 0.5],
      [2.2, 0.5],
    ] as [number, number][];
    const [plain, priced] = [0, 3].map((perDay) => sailOn(mesh, request, perDay)('Line', points, speed));
    for (const what of ['track', 'sailing'] as const) {
      const [one, other] = [plain![what], priced![what]];
      expect(other.consumption!.at(-1)! - one.consumption!.at(-1)!).toBeCloseTo(3 * one.timeDays.at(-1)!, 9);
    }
  });
});

describe('a plan of stops', () => {
  const legs = new SailedLegs(mesh, itinerary, {});
  const stays = { ...itinerary, stay: Float64Array.of(0, 0.5, 1, 0) };
  const plan = (certificate: StopsPlan['certificate'] = true) =>
    ({
      mesh,
      itinerary: stays,
      legs,
      idleRate: 2,
      certificate,
      objectives: ['traveltime', 'fuel'],
    }) as unknown as StopsPlan;
  const size = 4;
  const ways = [2, 1].map((days) => ({
    days: new Float64Array(size * size).fill(days),
    cost: new Float64Array(size * size).fill(3 - days),
  }));
  const choice = (latest: number) => ({
    order: [2, 1],
    problem: {
      ...{ ...stays, ways, idle: 0, leastValue: 0, work: new Float64Array(size) },
      latest: stays.latest.with(2, latest),
    },
  });

  it('sails its legs by what is the best, and fast where windows ask for it', () => {
    const objectivesOf = (latest: number) =>
      joined(plan(), 'fuel', choice(latest)).routes.map(({ objective }) => objective);
    expect(objectivesOf(9)).toEqual(['fuel', 'fuel', 'fuel']);
    expect(objectivesOf(1.5)).toEqual(['traveltime', 'fuel', 'fuel']);
    expect(joined(plan(), 'fuel', choice(9)).points).toEqual([0, 2, 1, 3]);
  });

  it('is proved where it is asked for, or its route is worth it', () => {
    expect([true, false].map((asked) => isWorthProof(plan(asked), 'fuel', choice(9)))).toEqual([true, false]);
    const seen: number[] = [];
    const asked = (routes: readonly { track: { coordinates: readonly unknown[] } }[]) => {
      seen.push(routes.length);
      return routes[0]!.track.coordinates.length > 3;
    };
    expect(isWorthProof(plan(asked as never), 'fuel', choice(9))).toBe(true);
    expect(seen).toEqual([1]);
  });

  it('takes and consumes what its stops do', () => {
    expect(staysIn(plan(), [1, 2])).toEqual({ days: 1.5, consumption: 3 });
    expect(staysIn(plan(), [2])).toEqual({ days: 1, consumption: 2 });
  });
});

describe('a stop is open', () => {
  const departure = '2026-11-20T00:00:00.000Z';
  const day = (days: number) => new Date(Date.parse(departure) + days * 86_400_000).toISOString();
  const weather = {
    reason: 'wind' as const,
    stretches: [
      { from: 2, to: 3 },
      { from: 4, to: 9 },
    ],
  };
  const opened = (fields: Partial<Stop>, stay = 1, isWindy = false) => {
    const stop = { not_before: null, not_after: null, ...fields } as Stop;
    return openedAt(departure, () => (isWindy ? [weather] : []))(stop, stay);
  };

  it('always, or from a time on and until another', () => {
    const always = { earliest: -Infinity, latest: Infinity, openings: null, decidedBy: [] };
    expect(opened({})).toEqual(always);
    expect(opened({ not_before: day(2), not_after: day(3.5) })).toEqual({
      ...always,
      earliest: 2,
      latest: 3.5,
    });
    const stop = { not_before: null, not_after: null } as Stop;
    expect(openedAt(null, () => [])(stop, 1)).toEqual(always);
  });

  it('in its windows and weather, while there is time for its work', () => {
    const windows = [
      { from: day(1), to: day(2.5) },
      { from: day(5), to: day(7) },
    ];
    const both = opened({ windows } as Partial<Stop>, 1, true);
    expect(both.openings).toEqual({
      from: Float64Array.of(2, 5),
      to: Float64Array.of(2.5, 7),
      mayPause: false,
    });
    expect([both.earliest, both.latest, both.decidedBy.map(({ reason }) => reason)]).toEqual([
      5,
      6,
      ['window', 'wind'],
    ]);
    const paused = opened({ windows, may_pause: true } as Partial<Stop>, 1, true);
    expect([paused.earliest, paused.latest, paused.openings!.mayPause]).toEqual([2, 6, true]);
    expect(opened({ windows, not_after: day(5.5) } as Partial<Stop>, 1, true).latest).toBe(5.5);
    expect(opened({ windows, not_before: day(5.5) } as Partial<Stop>, 1, true).earliest).toBe(5.5);
    expect(opened({ windows } as Partial<Stop>, 3, true)).toMatchObject({
      earliest: -Infinity,
      latest: -Infinity,
    });
  });

  it('by day', () => {
    const { earliest, openings } = opened({ lat: -50, lon: 0, daylight: 'sun' } as Partial<Stop>, 0.25);
    expect(openings!.from.length).toBeGreaterThan(300);
    expect(earliest).toBeGreaterThanOrEqual(0);
    const midsummer = opened({ lat: -85, lon: 0, daylight: 'sun' } as Partial<Stop>, 0.25).openings!;
    expect(midsummer.from[0]).toBe(0);
  });
});
