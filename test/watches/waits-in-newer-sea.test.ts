/** The waits of a plan, where the rest of it is priced in a newer sea: for the weather at a stop, for daylight, for what is closed. */
import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../lib/engine/mesh/mesh.ts';
import { type DatedEntry, plannedWayOf } from '../../lib/routes/planned-way.ts';
import type { ZonePorts } from '../../lib/routes/seas.ts';
import { timesAlong } from '../../lib/routes/track-geojson.ts';
import { alongForecast, voyageParts } from '../../lib/routes/voyage-parts.ts';
import { daysAt } from '../../lib/time/daylight.ts';
import type { ForecastMesh } from '../../lib/voyage/forecast/timeline.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { priceRest } from '../../lib/watches/price-rest.ts';
import { restOf } from '../../lib/watches/rest-of-way.ts';
import type { Position } from '../../lib/watches/watch.ts';
import { type Grid, gridMesh, placeAt } from '../engine/sea/grid-sea.ts';
import { request } from '../routes/world.ts';
import { ship } from '../speed/seas.ts';

/** A row of cells along the equator; a unit of length takes a day. */
const grid: Grid = { columns: 16, rows: 1, box: [0, 0, 4, 0.25], degrees: 4 };
const [start, end] = [placeAt(grid, 0.3, 0.1), placeAt(grid, 3.7, 0.1)];
const begin = Date.UTC(2026, 10, 20);
const HOUR_MS = 3_600_000;
const departure = new Date(begin).toISOString();
const hour = (hours: number) => new Date(begin + hours * HOUR_MS);
const METRES_PER_SECOND_PER_KNOT = 1852 / 3600;
const vehicle = ship({ idle_rate: 1 });

/** The sea of a day. */
interface Day {
  readonly windKn?: number;
  readonly waveM?: number;
  readonly icePercent?: number;
  /** The cells beyond so many units of length are closed, up to half a unit on. */
  readonly closedFrom?: number;
  /** Of 10 knots. */
  readonly speed?: number;
}

const isWithin = (x: number, from: number | undefined) => from !== undefined && x > from && x < from + 0.5;

function meshOf({ windKn, waveM, icePercent, closedFrom, speed }: Day): Mesh {
  const mesh = gridMesh(grid, (x) => ({ closed: isWithin(x, closedFrom), ...(speed && { speed }) }));
  const all = (value: number | undefined) =>
    value === undefined ? null : new Float64Array(mesh.cellCount).fill(value);
  const columns = {
    ...mesh.environment.columns,
    windEast: all(windKn && windKn * METRES_PER_SECOND_PER_KNOT),
    windNorth: all(windKn && 0),
    waveHeight: all(waveM),
    iceConcentration: all(icePercent),
  };
  return { ...mesh, environment: { ...mesh.environment, columns } };
}

const forecastOf = (days: readonly Day[]): ForecastMesh[] =>
  days.map((day, k) => ({
    ...{ id: k + 1, name: `day-${k}.json`, mesh: meshOf(day), rank: '' },
    ...{ from: hour(24 * k).getTime(), to: hour(24 * (k + 1)).getTime() },
  }));

/** A plan with the stop "Net", which is a day from the start, and perhaps others at its place; null: without a stop. */
function planned(stop: object | readonly object[] | null, days: readonly Day[]) {
  const stops = [stop ?? []].flat().map((each) => ({ name: 'Net', ...placeAt(grid, 1.3, 0.1), ...each }));
  const { voyage } = request({ departure, stops });
  const forecast = forecastOf(days);
  const { routes } = planVoyage(forecast[0]!.mesh, { start, end, vehicle, voyage }, { forecast });
  const [route] = routes as [(typeof routes)[number]];
  const { coordinates, timeDays, consumption } = route.track;
  const time = timesAlong(route.track, departure);
  const properties = { traveltime: timeDays, time, fuel: consumption! };
  const entry: DatedEntry = {
    ...{ type: 'traveltime', name: 'East', mesh: { id: 1 } },
    path: { features: [{ geometry: { coordinates }, properties }] },
    ...voyageParts(route),
    ...alongForecast(route.dated!),
  };
  const way = plannedWayOf(entry)!;
  /** The rest in a sea: hours and consumption, beside those planned. */
  const pricedIn = async (days: readonly Day[], hours = 0, position: Position | null = null) => {
    const sea = forecastOf(days);
    const best = { meshId: 1, mesh: sea[0]!.mesh, vehicle, chart: null };
    const seas = {
      best: async () => (sea.length > 1 ? { ...best, forecast: sea } : best),
      zonesFor: async () => [],
    };
    const rest = restOf({ way, position, done: [] }, hour(hours))!;
    const priced = await priceRest(seas, {} as ZonePorts, rest, { vehicleType: null, voyage }, 300);
    const { times, closed } = priced;
    return {
      closed,
      takes: times && (times.at(-1)! - rest.leaves) / HOUR_MS,
      planned: rest.plannedMs / HOUR_MS,
      consumes: [priced.consumption!, rest.consumption!],
      begins: (priced.leaves - begin) / HOUR_MS,
      comes: priced.comes?.map((time) => (time - begin) / HOUR_MS),
    };
  };
  const later = async (days: readonly Day[], hours = 0) => {
    const { takes, planned } = await pricedIn(days, hours);
    return takes! - planned;
  };
  return { route, way, pricedIn, later, stop: route.stops?.[1], waits: route.dated!.waits };
}

const wind = (...knots: number[]): Day[] => knots.map((windKn) => ({ windKn }));
/** A wall half-way between the stop's place and the end, on so many days. */
const shut = (days: number, of = 6): Day[] =>
  Array.from({ length: of }, (_, k) => (k < days ? { closedFrom: 2 } : {}));

const CALM = { most_wind_kn: 20, stay_hours: 6 };
const PAUSING = { most_wind_kn: 20, stay_hours: 36, may_pause: true };
const BY_DAY = { daylight: 'sun', stay_hours: 6 };
const BY_DAYS = { daylight: 'sun', stay_hours: 20, may_pause: true };

const kinds: [string, object | null, readonly Day[]][] = [
  ['wind', CALM, wind(10, 25, 25, 19, 10)],
  ['waves', { most_wave_m: 2, stay_hours: 6 }, [0, 3, 3, 2, 0].map((waveM) => ({ waveM }))],
  ['ice', { most_ice_percent: 30, stay_hours: 6 }, [0, 60, 60, 30, 0].map((icePercent) => ({ icePercent }))],
  ['wind, with pauses', PAUSING, wind(10, 10, 40, 10, 10)],
  ['wind first, and pauses then', PAUSING, wind(10, 40, 10, 40, 10, 10)],
  ['daylight', BY_DAY, wind(1, 1, 1, 1)],
  ['daylight, with pauses', BY_DAYS, wind(1, 1, 1, 1, 1)],
  [
    'windows and wind',
    { ...CALM, windows: [{ from: hour(20).toISOString(), to: hour(60).toISOString() }] },
    wind(10, 25, 10, 10),
  ],
  ['cells that open', null, shut(3)],
  [
    'the wind, then cells that open',
    CALM,
    shut(5, 8).map((day, k) => ({ ...day, windKn: k === 1 ? 25 : 5 })),
  ],
];

describe('in a sea that is equal', () => {
  it.each(kinds)('the rest takes as long as planned, from wherever it is left: %s', async (_, stop, days) => {
    const { pricedIn, way, stop: net, waits } = planned(stop, days);
    expect(Number(net?.waitDays ?? 0) + Number(net?.pauses?.length ?? 0) + waits.length).toBeGreaterThan(0);
    const stays = way.points.flatMap((point, k) =>
      String(point) === String(way.points[k - 1]) ? [(way.times[k - 1]! + way.times[k]!) / 2] : [],
    );
    for (const time of [begin, begin + 5.5 * HOUR_MS, ...stays, way.times.at(-1)! - 5 * HOUR_MS]) {
      const { takes, planned, consumes } = await pricedIn(days, (time - begin) / HOUR_MS);
      expect(Math.abs(takes! / planned - 1)).toBeLessThan(1e-7);
      expect(Math.abs(consumes[0]! / consumes[1]! - 1)).toBeLessThan(1e-7);
    }
  });
});

describe('in a newer sea', () => {
  const near = (hours: number) => expect.closeTo(hours, 5);

  it('a ship waits less for weather that comes sooner, or not at all, and longer for one that comes later', async () => {
    const { later, stop } = planned(CALM, wind(10, 25, 25, 10, 10, 10));
    const waited = 24 * stop!.waitDays;
    expect(waited).toBeCloseTo(48, 0);
    expect(await later(wind(10, 10, 10, 10, 10, 10))).toEqual(near(-waited));
    expect(await later(wind(10, 25, 10, 10, 10, 10))).toEqual(near(-24));
    expect(await later(wind(10, 25, 25, 25, 10, 10))).toEqual(near(24));
    // one mesh for all days
    expect(await later(wind(10))).toEqual(near(-waited));
  });

  it('a ship that was not to wait does where the weather is worse', async () => {
    const { later, way } = planned(CALM, wind(10, 10, 10));
    const arrives = (way.stops![0]!.arrives - begin) / HOUR_MS;
    expect(await later(wind(10, 30, 10))).toEqual(near(48 - arrives));
  });

  it('a ship that is at the stop goes on with its work as soon as the weather is good, and leaves then', async () => {
    const { pricedIn } = planned(CALM, wind(10, 25, 25, 10, 10, 10));
    expect((await pricedIn(wind(10, 25, 25, 10, 10), 30)).begins).toEqual(near(78));
    expect((await pricedIn(wind(10, 25, 10, 10, 10), 30)).begins).toEqual(near(54));
    expect((await pricedIn(wind(10, 10, 10, 10, 10), 30)).begins).toEqual(near(36));
    // what is begun goes on as planned
    expect((await pricedIn(wind(10, 25, 25, 25, 10), 74)).begins).toEqual(near(78));
  });

  it('what is done is laid down as the weather and the days of then ask for', async () => {
    const { later, stop } = planned(PAUSING, wind(10, 10, 40, 10, 10, 10));
    expect(stop!.pauses).toHaveLength(1);
    expect(await later(wind(10, 10, 10, 10, 10, 10))).toEqual(near(-24));
    expect(await later(wind(10, 10, 40, 40, 10, 10))).toEqual(near(24));
    // a ship that comes in the second night begins in the next morning, and ends on the day after
    const byDay = planned(BY_DAYS, wind(1, 1, 1, 1));
    const here = placeAt(grid, 1.3, 0.1);
    const position = { ...here, lon: here.lon - 1, time: hour(40).toISOString() };
    const { takes } = await byDay.pricedIn(wind(1, 1, 1, 1), 40, position);
    const days = daysAt(here, 'sun', { from: begin, to: begin + 6 * 24 * HOUR_MS });
    const first = days.findIndex(({ from }) => from > hour(46).getTime());
    const [one, next] = [days[first]!, days[first + 1]!];
    const leaves = next.from + 20 * HOUR_MS - (one.to - one.from);
    const after = byDay.way.times.at(-1)! - byDay.way.stops![0]!.leaves;
    expect(takes).toEqual(near((leaves + after - hour(40).getTime()) / HOUR_MS));
  });

  it('of two stops at one place the second waits from the end of the first on', async () => {
    const second = { name: 'Ice', stay_hours: 4, not_before: hour(60).toISOString() };
    const { pricedIn, way } = planned([CALM, second], wind(10, 25, 10, 10, 10));
    const [net, ice] = way.stops!.map(({ arrives, begins, leaves }) =>
      [arrives, begins!, leaves].map((time) => (time - begin) / HOUR_MS),
    );
    expect([net, ice]).toEqual([
      [near(net![0]!), near(48), near(54)],
      [near(54), near(60), near(64)],
    ]);
    const calm = await pricedIn(wind(10, 10, 10, 10, 10));
    expect([calm.comes, calm.takes! - calm.planned]).toEqual([[near(net![0]!), near(net![0]! + 6)], near(0)]);
    const rough = await pricedIn(wind(10, 25, 25, 10, 10));
    expect([rough.comes, rough.takes! - rough.planned]).toEqual([[near(net![0]!), near(78)], near(18)]);
    // from there, in the first wait
    expect((await pricedIn(wind(10, 10, 10, 10, 10), 30)).comes).toEqual([near(30), near(36)]);
  });

  it('a stop at which the weather is never good again is closed, and one of which the sea does not tell is as planned', async () => {
    const { pricedIn, later } = planned(CALM, wind(10, 25, 10));
    const reason = 'the weather does not allow what is done at stop "Net" after the ship has come';
    expect((await pricedIn(wind(10, 25, 25))).closed).toMatchObject({
      lat: near(0.4),
      lon: near(5.2),
      reason,
    });
    expect((await pricedIn(wind(30, 25, 25))).closed).toMatchObject({ reason });
    expect((await pricedIn(wind(25), 30)).closed).toMatchObject({ leg: 1, reason });
    expect(await later([{}, {}, {}])).toEqual(near(0));
  });

  it('a ship goes on as soon as the cells ahead are open', async () => {
    const { later, pricedIn, waits } = planned(null, shut(3));
    const waited = (Date.parse(waits[0]!.to) - Date.parse(waits[0]!.from)) / HOUR_MS;
    expect(waited).toBeGreaterThan(24);
    expect(await later(shut(0))).toEqual(near(-waited));
    expect(await later(shut(2))).toEqual(near(Math.max(-24, -waited)));
    expect(await later(shut(4))).toEqual(near(24));
    expect(await later([{}])).toEqual(near(-waited));
    // from the wait itself
    expect(await later(shut(2), 50)).toEqual(near(-22));
    // another way is planned from there and then
    expect((await pricedIn(shut(4), 50)).begins).toEqual(near(50));
    expect((await pricedIn(shut(6))).closed).toMatchObject({ lon: near(8.5) });
  });

  it('a ship waits less on its way the longer it waits before', async () => {
    const both = (rough: number, closed: number) =>
      shut(closed, 8).map((day, k) => ({ ...day, windKn: k >= 1 && k <= rough ? 25 : 5 }));
    const { later } = planned(CALM, both(1, 5));
    expect(await later(both(2, 5))).toEqual(near(0));
    expect(await later(both(2, 6))).toEqual(near(24));
  });
});

describe('a line', () => {
  const at = (x: number) => [0.4, 4 * x] as const;
  const line = { lat: undefined, lon: undefined, line: [at(1.3), at(1.6), at(1.9)], stay_hours: 1 };
  const towed = { ...line, speed_kn: 5, consumption_factor: 2, stay_after_hours: 2 };
  const days = [1, 0.9, 0.8, 1, 1].map((speed) => ({ speed }));

  it.each([
    ['at its own speed', towed],
    ['at that of the vehicle', { ...line, consumption_factor: 0.5 }],
  ])('is sailed %s in the rest, and consumes as planned, wherever the ship is', async (_, stop) => {
    for (const sea of [days, days.slice(0, 1)]) {
      const { pricedIn, way } = planned(stop, sea);
      const [{ arrives, leaves }] = way.stops as [(typeof way.stops & object)[number]];
      const all = [
        begin,
        arrives + 0.5 * HOUR_MS,
        (arrives + leaves) / 2,
        leaves - HOUR_MS,
        leaves + HOUR_MS,
      ];
      for (const time of all) {
        const { takes, planned, consumes } = await pricedIn(sea, (time - begin) / HOUR_MS);
        expect(Math.abs(takes! / planned - 1)).toBeLessThan(1e-7);
        expect(Math.abs(consumes[0]! / consumes[1]! - 1)).toBeLessThan(1e-7);
      }
    }
  });

  it('is sailed slower where the newer sea allows less', async () => {
    const { later, pricedIn } = planned(towed, [{}]);
    // 0.6 days at 10 knots: half as fast as planned in transit, as fast on the line
    expect((await later([{ speed: 0.5 }])) / (24 * (3.4 - 0.6))).toBeCloseTo(1, 2);
    expect((await later([{ speed: 0.25 }])) / (24 * (3 * (3.4 - 0.6) + 2 * 0.6))).toBeCloseTo(1, 2);
    const closed = await pricedIn([{ closedFrom: 1.5 }]);
    expect(closed.closed!.lon).toBeGreaterThan(4 * 1.3);
    expect(closed.closed!.leg).toBeGreaterThan(5);
  });
});
