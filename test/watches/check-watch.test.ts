import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClaimTable, SORTED } from '../../lib/aws/claim-table.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { readXml } from '../../lib/files/xml.ts';
import { NoMeshAvailable } from '../../lib/routes/errors.ts';
import type { DatedEntry, PlannedRoute, PlannedWay } from '../../lib/routes/planned-way.ts';
import type { RouteRequest } from '../../lib/routes/route-request.ts';
import { type CheckPorts, checkWatch, noteFailure, requestFor } from '../../lib/watches/check-watch.ts';
import { describeWatch } from '../../lib/watches/describe-watch.ts';
import { writeFeed } from '../../lib/watches/feed.ts';
import { isNews, judgeRest, type RestFigures, sentenceOf } from '../../lib/watches/judge-rest.ts';
import type { PricedRest } from '../../lib/watches/price-rest.ts';
import { fuelAt, restOf, touches } from '../../lib/watches/rest-of-way.ts';
import type { Watch } from '../../lib/watches/watch.ts';
import { watchRequest } from '../../lib/watches/watch-fields.ts';
import { createWatch, endWatch, followRoute } from '../../lib/watches/watches.ts';
import { startTables } from '../aws/local-tables.ts';
import { request } from '../routes/world.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000);
const failedFrom = (hours: number) => ({ reason: 'It failed.', began: hour(hours) });
const at = (hours: number) => hour(hours).toISOString();

/** South along a meridian, 10 kn; six hours at a stop half-way. */
const way: PlannedWay = {
  points: [
    [-57, -52],
    [-57, -55],
    [-57, -55],
    [-57, -58],
  ],
  times: [0, 18, 24, 42].map((hours) => hour(hours).getTime()),
  consumed: [0, 9, 10, 19],
  meshes: [3],
  vehicleType: null,
};

describe('the rest of a way', () => {
  it('begins where the plan has the ship, or where it was reported', () => {
    const rest = restOf({ way, done: [], position: null }, hour(9))!;
    expect(rest.waypoints.map(({ lat }) => Number(lat.toFixed(6)))).toEqual([-53.5, -55, -58]);
    expect(rest.planned).toEqual([9, 18, 42].map((hours) => hour(hours).getTime()));
    expect([rest.leaves, rest.stays.map((ms) => ms / 3_600_000)]).toEqual([hour(9).getTime(), [0, 6, 0]]);
    expect(rest.consumption).toBeCloseTo(14.5, 9);
    const reported = restOf({ way, done: [], position: { lat: -56.5, lon: -57.5, time: at(35) } }, hour(36))!;
    expect(reported.waypoints).toEqual([
      { lat: -56.5, lon: -57.5 },
      { lat: -58, lon: -57 },
    ]);
    expect(reported.leaves).toBe(hour(35).getTime());
    expect(reported.consumption).toBeCloseTo(4.5, 2);
  });

  it('leaves out the stays at stops that are done, and what is left of one where the ship is', () => {
    const stop = { name: 'Half', arrives: hour(18).getTime(), leaves: hour(24).getTime() };
    const hoursOf = (done: string[], position: Watch['position'], now: number, times = {}) => {
      const rest = restOf({ way: { ...way, stops: [{ ...stop, ...times }] }, done, position }, hour(now))!;
      const stays = rest.stays.reduce((sum, ms) => sum + ms);
      return [rest.plannedMs, stays].map((ms) => ms / 3_600_000).concat(rest.consumption!);
    };
    expect(hoursOf([], null, 9)).toEqual([33, 6, expect.closeTo(14.5)]);
    expect(hoursOf(['Half'], null, 9)).toEqual([27, 0, expect.closeTo(13.5)]);
    // the plan says when she calls to less than the millisecond that its way says
    expect(hoursOf(['Half'], null, 9, { arrives: stop.arrives + 0.6, leaves: stop.leaves + 0.6 })).toEqual([
      27,
      0,
      expect.closeTo(13.5),
    ]);
    // in the middle of the stay, by plan and as reported, where she lies beside its place
    const there = { lat: -55, lon: -57, time: at(21) };
    expect(hoursOf([], null, 21)).toEqual([21, 3, expect.closeTo(9.5)]);
    expect(hoursOf([], there, 21)).toEqual([21, 3, expect.closeTo(9.5)]);
    expect(hoursOf([], { ...there, lat: -55.001, lon: -57.001 }, 21)).toEqual([21, 3, expect.closeTo(9.5)]);
    expect(hoursOf(['Half'], there, 21)).toEqual([18, 0, expect.closeTo(9)]);
  });

  describe('with two stops at one place', () => {
    const stopAt = (name: string, [arrives, begins, leaves]: [number, number, number]) => ({
      name,
      arrives: hour(arrives).getTime(),
      begins: hour(begins).getTime(),
      leaves: hour(leaves).getTime(),
    });
    const [north, place, south] = [-52, -55, -58].map((lat) => [-57, lat] as const);
    const here = (hours: number) => ({ lat: -55, lon: -57, time: at(hours) });
    /** A for 6 h, then B, which is waited for 2 h and takes 4. */
    const twoStops: PlannedWay = {
      ...way,
      points: [north!, place!, place!, place!, south!],
      times: [0, 18, 24, 30, 48].map((hours) => hour(hours).getTime()),
      consumed: [0, 9, 12, 15, 24],
      stops: [stopAt('A', [18, 18, 24]), stopAt('B', [24, 26, 30])],
    };
    /** Out to Q and back, along the same line: the place is called at on both ways. */
    const twice: PlannedWay = {
      ...way,
      points: [north!, place!, place!, south!, south!, place!, place!, north!],
      times: [0, 18, 22, 40, 44, 62, 66, 84].map((hours) => hour(hours).getTime()),
      consumed: null,
      stops: [stopAt('P', [18, 18, 22]), stopAt('Q', [40, 40, 44]), stopAt('P again', [62, 62, 66])],
    };
    const restFrom = (way: PlannedWay, done: string[], position: Watch['position'], now: number) => {
      const { calls, ...rest } = restOf({ way, done, position }, hour(now))!;
      return {
        hours: rest.plannedMs / 3_600_000,
        stays: rest.stays.map((ms) => ms / 3_600_000),
        calls: calls.map(({ name, at, after }) => [name, at, after / 3_600_000]),
        from: (rest.planned[0]! - hour(0).getTime()) / 3_600_000,
        consumption: rest.consumption,
      };
    };

    it('has both ahead, with what is before the second at its place', () => {
      const calls = [
        ['A', 1, 0],
        ['B', 1, 6],
      ];
      expect(restFrom(twoStops, [], null, 8)).toMatchObject({ hours: 40, stays: [0, 12, 0], calls });
    });

    it.each<[string[], number, object]>([
      [[], 20, { hours: 28, stays: [10, 0], calls: [['B', 0, 4]], consumption: expect.closeTo(14) }],
      [['A'], 20, { hours: 24, stays: [6, 0], calls: [['B', 0, 0]], consumption: expect.closeTo(12) }],
      [['B'], 20, { hours: 22, stays: [4, 0], calls: [], consumption: expect.closeTo(11) }],
      [['A', 'B'], 20, { hours: 18, stays: [0, 0], calls: [], consumption: expect.closeTo(9) }],
      [['A'], 25, { hours: 23, stays: [5, 0], calls: [['B', 0, 0]] }],
      [['A'], 27, { hours: 21, stays: [3, 0], calls: [] }],
    ])('from there, with %j done after %i h, has what is left of their stays', (done, hours, rest) => {
      expect(restFrom(twoStops, done, here(hours), hours)).toMatchObject(rest);
      expect(restFrom(twoStops, done, null, hours)).toMatchObject(rest);
    });

    it('is planned anew without both, as the ship leaves after both', () => {
      const voyage = request({
        departure: at(0),
        stops: ['A', 'B', 'Later'].map((name) => ({ name, lat: -55, lon: -57 })),
      }).voyage!;
      const stops = [
        { name: 'A', arrives_days: 18 / 24, stay_hours: 6, leaves_days: 1 },
        { name: 'B', arrives_days: 1, stay_hours: 4, leaves_days: 30 / 24 },
        { name: 'Later', arrives_days: 36 / 24, stay_hours: 0, leaves_days: 36 / 24 },
      ];
      const asked = (done: string[], now: number) => {
        const watch = { objective: 'traveltime', way: twoStops, fuel: null, done };
        const rest = restOf({ way: twoStops, done, position: here(now) }, hour(now))!;
        return requestFor(watch, rest, { stops }, voyage).voyage!.stops!.map(({ name }) => name);
      };
      expect(asked([], 20)).toEqual(['Later']);
      expect(asked(['A'], 20)).toEqual(['Later']);
      expect(asked(['B'], 20)).toEqual(['Later']);
      expect(asked([], 8)).toEqual(['Later']); // reported there before the plan has her there
    });

    it.each<[string[], number, number, string[]]>([
      // nothing is said: where the plan has her next in time
      [[], 20, 20, ['Q', 'P again']],
      [[], 50, 62, ['P again']],
      // late or early, after what is done
      [['P'], 50, 22, ['Q', 'P again']],
      [['P', 'Q'], 30, 62, ['P again']],
      [['P', 'Q'], 64, 64, []],
      [['P', 'Q', 'P again'], 64, 66, []],
      // done in another order says nothing of where she is
      [['Q'], 20, 20, ['P again']],
    ])('that the ship comes to twice, with %j done after %i h, is from hour %i of the plan', (...of) => {
      const [done, hours, from, ahead] = of;
      const { calls, ...rest } = restFrom(twice, done, here(hours), hours);
      expect([rest.from, calls.map(([name]) => name)]).toEqual([from, ahead]);
    });

    it('that she passes between them is on the way that is not done', () => {
      const between = { lat: -56.5, lon: -57, time: at(55) };
      expect(restFrom(twice, [], between, 55).from).toBeCloseTo(53, 1);
      expect(restFrom(twice, ['P'], between, 55).from).toBeCloseTo(31, 1);
      expect(restFrom(twice, ['P', 'Q'], { ...between, time: at(33) }, 33).from).toBeCloseTo(53, 1);
    });
  });

  it('has the fuel that was reported, less what the plan burns since', () => {
    const burning = { ...way, unit: 't' as const };
    const fuel = { lat: -53, lon: -57, time: at(7), tonnes: 100 };
    expect(fuelAt({ way: burning, fuel }, hour(42).getTime())).toBeCloseTo(84, 6);
    expect(fuelAt({ way: burning, fuel }, hour(1).getTime())).toBe(100);
    expect(fuelAt({ way: burning, fuel: null }, hour(42).getTime())).toBeNull();
    expect(fuelAt({ way: { ...way, unit: 'Ah' }, fuel }, hour(42).getTime())).toBeNull();
  });

  it('is all of it before the departure, and nothing after the arrival', () => {
    expect(restOf({ way, done: [], position: null }, hour(-5))).toMatchObject({
      leaves: hour(0).getTime(),
      consumption: 19,
    });
    expect(restOf({ way, done: [], position: null }, hour(42))).toBeNull();
    expect(restOf({ way, done: [], position: { lat: -58, lon: -57, time: at(41) } }, hour(41))).toBeNull();
  });

  it('touches a sea that it crosses between two waypoints, across the antimeridian too', () => {
    const rest = restOf({ way, done: [], position: null }, hour(0))!;
    expect(touches(rest, ({ lat }) => lat < -53 && lat > -54)).toBe(true);
    expect(touches(rest, ({ lat }) => lat > -51)).toBe(false);
    const across = { waypoints: [170, -170].map((lon) => ({ lat: -60, lon })) };
    expect(touches(across, ({ lon }) => lon > 175 || lon < -175)).toBe(true);
    expect(touches(across, ({ lon }) => Math.abs(lon) < 165)).toBe(false);
  });
});

const cost = (hours: number) => ({ hours, consumption: null, money: null });
const figures = (changes: Partial<RestFigures> = {}): RestFigures => ({
  by: 'hours',
  unit: 't',
  planned: cost(100),
  now: cost(100),
  closed: null,
  late: null,
  beyond: null,
  best: cost(100),
  fuelLeft: null,
  ...changes,
});
const closed = { leg: 2, lat: -60, lon: -50, reason: 'cell 7 is closed' };

describe('the status', () => {
  it.each<[Partial<RestFigures>, string, number]>([
    [{}, 'holds', 0],
    [{ now: cost(101.9) }, 'holds', 0],
    [{ now: cost(102) }, 'dearer', 2],
    [{ best: cost(98) }, 'better', 2],
    [{ best: cost(98.1) }, 'holds', 0],
    [{ now: cost(96), best: cost(95) }, 'holds', 0],
    [{ beyond: { from: at(0), hours: 5 } }, 'beyond', 0],
    [{ now: cost(110), best: cost(90), beyond: { from: at(0), hours: 5 } }, 'dearer', 10],
    [{ late: { what: 'The arrival', hours: 3 }, now: cost(110) }, 'late', 3],
    [{ closed, now: null, late: { what: 'The arrival', hours: 3 } }, 'closed', 0],
    [
      {
        by: 'consumption',
        planned: { ...cost(1), consumption: 50 },
        now: { ...cost(1), consumption: 60 },
      },
      'dearer',
      20,
    ],
    [{ best: null }, 'holds', 0],
  ])('of %j is %s', (changes, status, percent) => {
    const judged = judgeRest(figures(changes), 2);
    expect(judged.status).toBe(status);
    expect(judged.percent).toBeCloseTo(percent, 6);
  });

  it('is news when it, its figure or its place changes', () => {
    const dearer = { status: 'dearer', percent: 5, place: null } as const;
    const shut = { status: 'closed', percent: 0, place: { lat: -60, lon: -50 } } as const;
    expect(isNews({ status: 'holds', percent: 0, place: null }, null, 2)).toBe(false);
    expect(isNews(dearer, null, 2)).toBe(true);
    expect(isNews({ ...dearer, percent: 6.9 }, dearer, 2)).toBe(false);
    expect(isNews({ ...dearer, percent: 3 }, dearer, 2)).toBe(true);
    expect(isNews({ ...shut, place: { lat: -60.02, lon: -50 } }, shut, 2)).toBe(false);
    expect(isNews({ ...shut, place: { lat: -60.05, lon: -50 } }, shut, 2)).toBe(true);
    expect(isNews({ ...dearer, isShort: true }, dearer, 2)).toBe(true);
    expect(isNews({ ...dearer, isShort: true }, { ...dearer, isShort: true }, 2)).toBe(false);
  });

  it('is told in sentences', () => {
    expect(sentenceOf('closed', figures({ closed, now: null, best: null }), null)).toBe(
      'Leg 2 of the rest is closed near 60.00° S 50.00° W: cell 7 is closed. No other way leads to the end from here.',
    );
    expect(sentenceOf('dearer', figures({ now: cost(120), best: cost(110) }), 9)).toBe(
      'The rest takes 120.0 h; 100.0 h were planned. The best way from here takes 110.0 h: route 9.',
    );
    expect(sentenceOf('holds', figures({ fuelLeft: 12.34 }), null)).toBe(
      'The rest is as planned. The rest takes 100.0 h; 100.0 h were planned. 12.3 t of fuel are then left.',
    );
    expect(sentenceOf('dearer', figures({ now: cost(120), fuelLeft: -2 }), null)).toMatch(
      /planned\. The fuel aboard is 2\.0 t too little for it\.$/,
    );
    expect(sentenceOf('late', figures({ late: { what: 'The arrival', hours: 3 } }), null)).toBe(
      'The arrival is missed by 3.0 h.',
    );
  });
});

describe('the request for the rest', () => {
  const sailed = { objective: 'traveltime', way, fuel: null };
  const asked = request({
    departure: at(0),
    within_hours: 60,
    stops: [
      { name: 'Half', lat: -55, lon: -57, stay_hours: 6 },
      { name: 'Later', lat: -57, lon: -57, after: ['Half'] },
    ],
  }).voyage!;
  const stops = [
    { name: 'Half', arrives_days: 0.75, stay_hours: 6, leaves_days: 1 },
    { name: 'Later', arrives_days: 1.5, stay_hours: 0, leaves_days: 1.5 },
  ];

  it('is that of the route from here and now, without the stops that are behind', () => {
    const rest = restOf({ way, done: [], position: null }, hour(30))!;
    const { voyage, ...others } = requestFor({ ...sailed, done: [] }, rest, { stops }, asked);
    expect(others).toMatchObject({ start_lon: -57, end_lat: -58, mesh_id: null, force_new_route: true });
    expect(voyage).toMatchObject({
      departure: at(30),
      within_hours: 30,
      stops: [{ name: 'Later', after: [] }],
    });
    const all = restOf({ way, done: [], position: null }, hour(3))!;
    const before = requestFor({ ...sailed, done: [] }, all, { stops }, asked);
    expect(before.voyage!.stops).toHaveLength(2);
    const done = requestFor({ ...sailed, done: ['Half'] }, all, { stops }, asked);
    expect(done.voyage!.stops).toMatchObject([{ name: 'Later', after: [] }]);
  });

  it('is without a stop where the ship is, though the plan comes there a part of a millisecond later', () => {
    const there = { lat: -55, lon: -57, time: at(17) };
    const rest = restOf({ way, done: [], position: there }, hour(17))!;
    const [half, later] = [{ ...stops[0]!, arrives_days: 0.75 + 0.6 / 86_400_000 }, stops[1]!];
    const { voyage } = requestFor({ ...sailed, done: [] }, rest, { stops: [half, later] }, asked);
    expect(voyage!.stops).toMatchObject([{ name: 'Later' }]);
  });

  it('asks for the fastest route alone where it is compared by its time, which is not chosen', () => {
    const rest = restOf({ way, done: [], position: null }, hour(3))!;
    const asks = (objective: string, fields: object) =>
      requestFor(
        { ...sailed, objective, done: [] },
        rest,
        {},
        request({ departure: at(0), ...fields }).voyage,
      ).objectives;
    expect(asks('traveltime', {})).toEqual(['traveltime']);
    expect(asks('traveltime', { within_hours: 60 })).toBeUndefined();
    expect(asks('fuel', {})).toBeUndefined();
  });

  it('may burn what is left of the fuel that the voyage may', () => {
    const rest = restOf({ way, done: [], position: null }, hour(24))!;
    const thrifty = request({ departure: at(0), within_tonnes: 20 }).voyage;
    const { voyage } = requestFor({ ...sailed, done: [] }, rest, {}, thrifty);
    expect(voyage!.within_tonnes).toBeCloseTo(10, 9);
  });
});

let client: DynamoDBDocumentClient;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ client, stop } = await startTables());
});
afterAll(() => stop());

describe('a check', () => {
  const entry: DatedEntry = {
    type: 'traveltime',
    name: 'South',
    path: {
      features: [
        {
          geometry: { coordinates: way.points },
          properties: {
            traveltime: [0, 0.75, 1, 1.75],
            time: way.times.map((time) => new Date(time).toISOString()),
            fuel: way.consumed!,
          },
        },
      ],
    },
    mesh: { id: 3 },
  };
  const route: PlannedRoute = { routes: [entry] };
  const everywhere = () => true;

  let owners = 0;
  /** A watch, and what a check of it asks for and tells; the rest takes so many times as long as planned. */
  async function watched(slower = 2, followed = route) {
    const owner = `owner-${++owners}`;
    const watches = new WatchTable(client, 'watches');
    const sea = { meshes: [5], slower, closed: null as PricedRest['closed'], movedNm: 0 };
    const [told, kept]: string[][] = [[], []];
    const ports: CheckPorts = {
      watches,
      routeOf: async () => followed,
      price: async ({ leaves, planned, calls }) => ({
        meshes: sea.meshes,
        leaves,
        times: sea.closed ? null : planned.map((time) => leaves + sea.slower * (time - planned[0]!)),
        comes: calls.map(({ at }) => leaves + sea.slower * (planned[at]! - planned[0]!)),
        consumption: null,
        closed: sea.closed,
        beyond: null,
        movedNm: sea.movedNm,
        idled: 0,
      }),
      plan: async () => {
        const track = { timeDays: [0, 3], consumption: null };
        return {
          plan: { routes: [{ objective: 'traveltime', track }] },
          mesh: {},
          meshId: 5,
          attempts: [],
        } as never;
      },
      keep: async (_request, _planned, _watch, key) => kept!.push(key) + 70,
      tell: async (_watch, { status }) => void told!.push(status),
    };
    const claims = new ClaimTable(client, 'watches', SORTED);
    const make = { watches, claims, routeOf: async () => followed, checkNow: async () => {} };
    const { id } = await createWatch(
      make,
      watchRequest.parse({ route_id: 1 }),
      { requester: owner, idempotencyKey: null },
      hour(-1),
    );
    const events = async () => (await watches.events(id, 10, null)).events;
    return { watches, ports, sea, told: told!, kept: kept!, id, events, make, owner };
  }

  /** A check that dies at one of its steps, before or after it is done. */
  function dyingAt(ports: CheckPorts, step: string, isDone = false): CheckPorts {
    const dying = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name) => {
          const own = target[name as keyof T] as unknown;
          const method = typeof own === 'function' ? own.bind(target) : own;
          if (name !== step) return method;
          return async (...given: unknown[]) => {
            if (isDone) await method(...given);
            throw new Error('died');
          };
        },
      });
    return { ...ports, watches: dying(ports.watches), tell: dying(ports).tell };
  }

  it('of a route that is not there any more is unknown, and says so once', async () => {
    const { ports, id, events, told, watches } = await watched();
    const without: CheckPorts = { ...ports, routeOf: async () => null };
    for (const time of [1, 2]) await checkWatch(without, id, everywhere, hour(time));
    const sentence = 'Route 1, which it follows, is not there any more. Watch another route.';
    expect(await events()).toMatchObject([{ status: 'unknown', was: 'holds', time: at(1), sentence }]);
    expect(told).toEqual(['unknown']);
    expect((await watches.find(id))!.check).toMatchObject({ status: 'unknown', reason: sentence });
  });

  it('tells a change once, of one sea', async () => {
    const { ports, id, events, told, kept, watches } = await watched();
    await checkWatch(ports, id, everywhere, hour(1));
    await checkWatch(ports, id, everywhere, hour(2));
    expect(await events()).toMatchObject([
      { status: 'dearer', was: 'holds', time: at(1), route_id: 71, rest: { hours: 82, planned_hours: 41 } },
    ]);
    expect([told, kept]).toEqual([['dearer'], ['1/5']]);
    const watch = (await watches.find(id))!;
    expect(describeWatch(watch, hour(3))).toMatchObject({
      status: 'dearer',
      checked: at(1),
      meshes: [5],
      arrives: at(83),
    });
    const feed = writeFeed(watch, await events(), { watch: 'w', feed: 'f', route: (each) => `r/${each}` });
    expect(readXml(feed)).toMatchObject({
      feed: { entry: { updated: at(1), category: { '@term': 'dearer' } } },
    });
  });

  it('knows nothing of a report that came after it, of whatever time', async () => {
    const { ports, id, watches } = await watched();
    const end = { endsAt: at(100), ends: 'until' } as const;
    await watches.moveTo(id, { lat: -52, lon: -57, time: at(0) }, end, hour(0.5));
    await checkWatch(ports, id, everywhere, hour(2));
    expect(describeWatch((await watches.find(id))!, hour(3)).arrives).toBe(at(84));
    const late = await watches.moveTo(id, { lat: -53, lon: -57, time: at(1) }, end, hour(3));
    expect(Date.parse(describeWatch(late!, hour(3)).arrives)).toBeCloseTo(hour(37).getTime(), -3);
  });

  it('tells nothing where the sea is the same, elsewhere, or the watch has ended', async () => {
    const { ports, sea, id, events } = await watched(1);
    await checkWatch(ports, id, everywhere, hour(1));
    sea.slower = 3;
    sea.meshes = [6];
    await checkWatch(ports, id, () => false, hour(2));
    await checkWatch(ports, id, everywhere, hour(50));
    expect(await events()).toEqual([]);
    await checkWatch(ports, id, everywhere, hour(3));
    expect(await events()).toHaveLength(1);
  });

  it('plans without the stops that are done, and tells once that the fuel aboard is too little', async () => {
    const { ports, sea, id, events, watches } = await watched(1);
    const stops = [
      { name: 'Start', arrives_days: 0, stay_hours: 0, leaves_days: 0 },
      { name: 'Half', arrives_days: 0.75, stay_hours: 6, leaves_days: 1 },
      { name: 'End', arrives_days: 1.75, stay_hours: 0, leaves_days: 1.75 },
    ];
    const voyage = { stops: [{ name: 'Half', lat: -55, lon: -57, after: [], stay_hours: 6 }] } as never;
    const planned: RouteRequest[] = [];
    const calling: CheckPorts = {
      ...ports,
      routeOf: async () => ({ routes: [{ ...entry, stops }], voyage }),
      price: async (...given) => ({ ...(await ports.price(...given)), consumption: 15 }),
      plan: (...asked) => {
        planned.push(asked[0]);
        return ports.plan(...asked);
      },
    };
    const stopsAsked = () => planned.at(-1)!.voyage!.stops?.map(({ name }) => name) ?? [];
    await checkWatch(calling, id, everywhere, hour(1));
    expect(stopsAsked()).toEqual(['Half']);
    await watches.addDone(id, ['Half'], hour(2));
    await watches.noteFuel(id, { lat: -52.5, lon: -57, time: at(3), tonnes: 14 }, hour(3));
    await watches.noteFuel(id, { lat: -52.25, lon: -57, time: at(2), tonnes: 90 }, hour(3));
    for (const [meshes, now] of [
      [[6], 3],
      [[7], 4],
    ] as const) {
      sea.meshes = [...meshes];
      await checkWatch(calling, id, everywhere, hour(now));
    }
    expect(stopsAsked()).toEqual([]);
    expect(await events()).toMatchObject([
      { time: at(3), status: 'holds', was: 'holds', rest: { fuel_left_tonnes: expect.closeTo(-1) } },
    ]);
    expect((await events())[0]!.sentence).toContain('The fuel aboard is 1.0 t too little for it.');
    const described = describeWatch((await watches.find(id))!, hour(5));
    expect(described).toMatchObject({
      done: ['Half'],
      fuel: { aboard_tonnes: 14, time: at(3), left_tonnes: expect.closeTo(-1.5) },
    });
  });

  it('plans only where its answer depends on it, and proves what it tells', async () => {
    const { ports, sea, id } = await watched(1);
    const asked: string[] = [];
    /** The best way takes so many hours, of 41 that are planned. */
    let best = 41;
    const plan: CheckPorts['plan'] = async (_request, isTold) => {
      asked.push(isTold ? 'proved' : 'plain');
      const optimality = isTold ? { optimality: null } : {};
      const track = { timeDays: [0, best / 24], consumption: null };
      return { plan: { routes: [{ objective: 'traveltime', track, ...optimality }] } } as never;
    };
    const askedWith = async (mesh: number, changes: { slower?: number; best?: number }, check = {}) => {
      Object.assign(sea, { meshes: [mesh], ...changes });
      best = changes.best ?? best;
      asked.length = 0;
      await checkWatch({ ...ports, plan, ...check }, id, everywhere, hour(1));
      return [...asked];
    };
    expect(await askedWith(5, {})).toEqual(['plain']);
    expect(await askedWith(6, { slower: 1.5 })).toEqual(['proved']);
    expect(await askedWith(7, { slower: 1.51 })).toEqual([]);
    expect(await askedWith(8, { slower: 1, best: 30 })).toEqual(['plain', 'proved']);
    expect(await askedWith(9, {})).toEqual(['plain']);
    // where the time is chosen, the new plan is what is sailed
    const voyage = { within_hours: 60 } as never;
    const chosen = { routeOf: async () => ({ ...route, voyage }) };
    expect(await askedWith(10, { slower: 1.5, best: 41 }, chosen)).toEqual(['plain', 'proved']);
    expect(await askedWith(11, {}, chosen)).toEqual(['plain']);
  });

  it('of a route at a price goes by money, not by fuel alone', async () => {
    // an hour costs as much as a tonne: 41 of them are planned, and 18.5 t
    const voyage = { price: { per_day: 2400, per_tonne: 100 } } as never;
    const route = { routes: [{ ...entry, type: 'cost' }], voyage };
    const { ports, sea, id, events, watches } = await watched(1, route);
    const checkedAt = async (mesh: number, hours: number, tonnes: number) => {
      sea.meshes = [mesh];
      const track = { timeDays: [0, hours / 24], consumption: [0, tonnes] };
      const plan = async () => ({ plan: { routes: [{ objective: 'cost', track }] } }) as never;
      await checkWatch({ ...ports, plan }, id, everywhere, hour(1));
      const { check } = (await watches.find(id))!;
      const [event] = await events();
      return [check!.status, event?.sentence, event?.rest];
    };
    expect(await checkedAt(5, 39, 20.5)).toEqual(['holds', undefined, undefined]);
    expect(await checkedAt(6, 46, 18.5)).toEqual([
      'dearer',
      'The rest costs 6450 in money; 5950 were planned. The best way from here costs 6450 in money: route 71.',
      expect.objectContaining({ cost: expect.closeTo(6450), planned_cost: expect.closeTo(5950) }),
    ]);
  });

  it.each(['fuel', 'battery', 'cost'])(
    'of the way of least %s goes by time where its sea says no fuel',
    async (type) => {
      const voyage = { price: { per_day: 2400, per_tonne: 100 } } as never;
      const { ports, sea, id, events } = await watched(1, { routes: [{ ...entry, type }], voyage });
      const unplanned: CheckPorts = { ...ports, plan: async () => null };
      sea.slower = 1.5;
      await checkWatch(unplanned, id, everywhere, hour(1));
      Object.assign(sea, { slower: 1, meshes: [6] });
      await checkWatch(unplanned, id, everywhere, hour(1.1));
      expect((await events()).map(({ status, sentence }) => [status, sentence])).toEqual([
        ['holds', 'The rest is as planned. The rest takes 40.9 h; 40.9 h were planned.'],
        ['dearer', 'The rest takes 61.5 h; 41.0 h were planned.'],
      ]);
    },
  );

  it('of a voyage whose time is chosen goes by the way planned, where the sea has no way that fits', async () => {
    const voyage = { within_hours: 60 } as never;
    const { ports, sea, id, events } = await watched(1.5, { routes: [entry], voyage });
    const unplanned: CheckPorts = { ...ports, plan: async () => null };
    await checkWatch(unplanned, id, everywhere, hour(1));
    Object.assign(sea, { slower: 1, meshes: [6] });
    await checkWatch(unplanned, id, everywhere, hour(2));
    expect((await events()).map(({ status, rest }) => [status, rest.hours])).toEqual([
      ['holds', expect.closeTo(40)],
      ['dearer', expect.closeTo(61.5)],
    ]);
  });

  const half = {
    name: 'Half',
    lat: -55,
    lon: -57,
    after: [],
    stay_hours: 6,
    not_before: null,
    not_after: null,
  };
  it.each<[string, object, string]>([
    ['arrive_by', { arrive_by: at(60) }, 'The arrival is missed by 2.5 h.'],
    [
      'not_after',
      { stops: [{ ...half, not_after: at(20) }] },
      'The window of stop "Half" is missed by 6.5 h.',
    ],
    [
      'the last of its windows',
      { arrive_by: at(62), stops: [{ ...half, windows: [12, 24].map((to) => ({ to: at(to) })) }] },
      'The window of stop "Half" is missed by 2.5 h.',
    ],
  ])('is late where it misses %s, and tells what it misses by most', async (_, voyage, sentence) => {
    const stops = [
      { name: 'Start', arrives_days: 0, stay_hours: 0, leaves_days: 0 },
      { name: 'Half', arrives_days: 0.75, stay_hours: 6, leaves_days: 1 },
      { name: 'End', arrives_days: 1.75, stay_hours: 0, leaves_days: 1.75 },
    ];
    const followed = { routes: [{ ...entry, stops }], voyage: voyage as never };
    const { ports, sea, id, events } = await watched(1, followed);
    const unplanned: CheckPorts = { ...ports, plan: async () => null };
    await checkWatch(unplanned, id, everywhere, hour(1));
    expect(await events()).toEqual([]);
    Object.assign(sea, { slower: 1.5, meshes: [6] });
    await checkWatch(unplanned, id, everywhere, hour(1));
    expect(await events()).toMatchObject([{ status: 'late', was: 'holds', sentence }]);
  });

  it('is not late for a stop that is done, whenever that was', async () => {
    const stops = ['Start', 'Half', 'End'].map((name, k) => ({
      ...{ name, arrives_days: [0, 0.75, 1.75][k]!, stay_hours: 0, leaves_days: [0, 1, 1.75][k]! },
    }));
    const voyage = { stops: [{ ...half, not_after: at(20) }] } as never;
    const { ports, id, events, watches } = await watched(1.5, { routes: [{ ...entry, stops }], voyage });
    await watches.addDone(id, ['Half'], hour(1));
    await checkWatch({ ...ports, plan: async () => null }, id, everywhere, hour(1));
    expect((await events()).map(({ status }) => status)).toEqual(['dearer']);
  });

  it('has no data for a part that had some, and tells nothing of one that had none', async () => {
    const beyond = { from: at(20), hours: 22 };
    const checkedOf = async (changes: object) => {
      const { ports, id, events } = await watched(1, { routes: [{ ...entry, ...changes }] });
      const price: CheckPorts['price'] = async (...given) => ({ ...(await ports.price(...given)), beyond });
      await checkWatch({ ...ports, price }, id, everywhere, hour(1));
      return (await events()).map(({ status, sentence }) => [status, sentence]);
    };
    const meshes = [{ id: 3 }, { id: 4 }];
    const sentence = `There are no data from ${at(20)} on: 22.0 h of the rest are priced on the last ones.`;
    expect(await checkedOf({ meshes })).toEqual([['beyond', expect.stringContaining(sentence)]]);
    expect(await checkedOf({ meshes, beyond_forecast: {} })).toEqual([]);
    expect(await checkedOf({})).toEqual([]);
  });

  it('tells that a way is closed, then open again', async () => {
    const { ports, sea, id, events } = await watched(1);
    sea.closed = closed;
    await checkWatch(ports, id, everywhere, hour(1));
    Object.assign(sea, { closed: null, meshes: [6] });
    await checkWatch(ports, id, everywhere, hour(2));
    expect((await events()).map(({ status, was }) => [status, was])).toEqual([
      ['holds', 'closed'],
      ['closed', 'holds'],
    ]);
  });

  it.each(['noteCheck', 'addEvent', 'markTold', 'tell'] as const)(
    'that dies at %s, before or after it is done, tells once in the feed and at least once beside it',
    async (step) => {
      for (const isDone of [false, true]) {
        const { ports, id, events, told } = await watched();
        const dying = dyingAt(ports, step, isDone);
        await expect(checkWatch(dying, id, everywhere, hour(1))).rejects.toThrow('died');
        await checkWatch(ports, id, everywhere, hour(2));
        await checkWatch(ports, id, everywhere, hour(3));
        expect(await events()).toHaveLength(1);
        expect(told.length).toBeGreaterThanOrEqual(1);
        expect(told.length).toBeLessThanOrEqual(2);
      }
    },
  );

  it('that meanwhile follows another route notes nothing of the old one, and checks the new', async () => {
    const { ports, make, owner, id, events, kept, watches } = await watched();
    let follows = 0;
    const price: CheckPorts['price'] = async (...given) => {
      if (follows++ === 0) await followRoute(make, id, 2, owner, hour(1));
      return ports.price(...given);
    };
    await checkWatch({ ...ports, price }, id, everywhere, hour(1));
    expect(((await watches.find(id)) as Watch).check!.key).toBe('2/5');
    expect([(await events()).length, kept]).toEqual([1, ['1/5', '2/5']]);
  });

  it.each(['addEvent', 'tell'] as const)(
    'that died at %s is told with the next, whatever the watch follows meanwhile, and where it has ended',
    async (step) => {
      const { ports, make, owner, id, events, told } = await watched();
      const dies = checkWatch(dyingAt(ports, step), id, everywhere, hour(1));
      await expect(dies).rejects.toThrow('died');
      await followRoute(make, id, 2, owner, hour(2));
      await checkWatch(ports, id, everywhere, hour(3));
      expect((await events()).map(({ time }) => time)).toEqual([at(3), at(1)]);
      expect(told).toEqual(['dearer', 'dearer']);

      const ended = await watched();
      const last = checkWatch(dyingAt(ended.ports, step), ended.id, everywhere, hour(1));
      await expect(last).rejects.toThrow('died');
      await endWatch(ended.watches, ended.id, ended.owner, hour(2));
      for (const time of [3, 4]) await checkWatch(ended.ports, ended.id, everywhere, hour(time));
      expect((await ended.events()).map(({ time }) => time)).toEqual([at(1)]);
      expect(ended.told).toEqual(['dearer']);
    },
  );

  it('that died before it told is told with data of elsewhere too', async () => {
    const { ports, id, events, told } = await watched();
    await expect(checkWatch(dyingAt(ports, 'addEvent'), id, everywhere, hour(1))).rejects.toThrow('died');
    await checkWatch(ports, id, () => false, hour(2));
    expect([(await events()).map(({ time }) => time), told]).toEqual([[at(1)], ['dearer']]);
  });

  it('beside another of another sea begins again where that was noted first, and each tells its change', async () => {
    const { ports, sea, id, events, told } = await watched();
    let others = 0;
    const price: CheckPorts['price'] = async (...given) => {
      const priced = await ports.price(...given);
      if (others++ > 0) return priced;
      // while this one plans, newer data come, and their check dies before it tells
      Object.assign(sea, { meshes: [6], slower: 4 });
      const dying = { ...ports, tell: () => Promise.reject(new Error('died')) };
      await expect(checkWatch(dying, id, everywhere, hour(2))).rejects.toThrow('died');
      return priced;
    };
    await checkWatch({ ...ports, price }, id, everywhere, hour(1));
    expect(await events()).toMatchObject([{ status: 'dearer', was: 'holds', meshes: [6] }]);
    expect(told).toEqual(['dearer']);
  });

  it('says that the ship is on land, or where no mesh is', async () => {
    const { ports, sea, id, events, watches } = await watched(1);
    await watches.moveTo(id, { lat: -53, lon: -57, time: at(1) }, { endsAt: at(99), ends: 'until' }, hour(1));
    sea.movedNm = 3.21;
    await checkWatch(ports, id, everywhere, hour(2));
    expect(describeWatch((await watches.find(id))!, hour(2)).info).toMatch(
      /^The ship was last reported on land .* begins 3\.2 NM from there/,
    );
    const outside = new NoMeshAvailable('the start point lies outside all meshes');
    const price = () => Promise.reject(outside);
    for (const now of [3, 4]) await checkWatch({ ...ports, price }, id, everywhere, hour(now));
    const told = 'The rest can not be priced. No mesh available: the start point lies outside all meshes.';
    expect(await events()).toMatchObject([{ time: at(3), status: 'unknown', sentence: told }]);
    expect(describeWatch((await watches.find(id))!, hour(4)).reason).toBe(told);
    const busy = Object.assign(new Error('busy'), { kind: 'busy' });
    await expect(
      checkWatch({ ...ports, price: () => Promise.reject(busy) }, id, everywhere, hour(5)),
    ).rejects.toThrow('busy');
  });

  it('that failed is not noted over one that began later, which has seen newer data', async () => {
    const { ports, id, events, watches } = await watched();
    await checkWatch(ports, id, everywhere, hour(3));
    await noteFailure(ports, id, failedFrom(2), hour(4));
    expect(describeWatch((await watches.find(id))!, hour(4)).status).toBe('dearer');
    await noteFailure(ports, id, failedFrom(3.5), hour(5));
    expect((await events()).map(({ status }) => status)).toEqual(['unknown', 'dearer']);
  });

  it('that keeps failing is told once, and made again with the next data', async () => {
    const { ports, id, events, watches } = await watched();
    await noteFailure(ports, id, failedFrom(1), hour(1));
    await noteFailure(ports, id, failedFrom(2), hour(2));
    expect(await events()).toMatchObject([{ status: 'unknown', was: 'holds', sentence: 'It failed.' }]);
    expect(describeWatch((await watches.find(id))!, hour(2))).toMatchObject({
      status: 'unknown',
      reason: 'It failed.',
    });
    await checkWatch(ports, id, everywhere, hour(3));
    expect((await events())[0]).toMatchObject({ status: 'dearer', was: 'unknown' });
    await noteFailure(ports, id, failedFrom(4), hour(4));
    await checkWatch(ports, id, everywhere, hour(5));
    expect((await events()).map(({ status, was }) => `${was} → ${status}`)).toEqual([
      'unknown → dearer',
      'dearer → unknown',
      'unknown → dearer',
      'holds → unknown',
    ]);
  });
});
