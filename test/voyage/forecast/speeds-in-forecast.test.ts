/** Voyages at chosen speeds through meshes of a day each. */
import { describe, expect, it } from 'vitest';
import { Impossible } from '../../../lib/request/impossible.ts';
import { planVoyage } from '../../../lib/voyage/plan-voyage.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { request } from '../../routes/world.ts';
import { boxPolygon } from '../../zones/areas.ts';
import {
  BEGIN,
  burnt,
  changing,
  days,
  departure,
  drifting,
  forecast,
  MS_PER_DAY,
  planned,
  start,
  vehicle,
  withinOf,
} from './daily-meshes.ts';

const full = planned(changing, {});
const [fastest, thrifty] = full.routes as [VoyageRoute, VoyageRoute];
const hours = (times: number) => 24 * times * days(fastest);

describe('where nothing changes', () => {
  const same = forecast(
    (column) => ({ u: 0.2, columns: { iceConcentration: 10 * column, iceThickness: 0.4, iceDensity: 900 } }),
    3,
  );
  it.each([
    { within_hours: 60 },
    { within_tonnes: 75 },
    { trade_off: 3 },
    { within_hours: 66, stops: [{ lat: -62.5, lon: 4.5, stay_hours: 5 }] },
  ])('%j is answered as on one mesh', (fields) => {
    const [all, one] = [planned(same, fields), planned(same, fields, true)];
    expect(all.routes.map(days)).toEqual(one.routes.map(days));
    expect(all.routes.map(burnt)).toEqual(one.routes.map(burnt));
    expect(all.routes.map(({ optimality }) => optimality)).toEqual(
      one.routes.map(({ optimality }) => optimality),
    );
    expect(all.tradeOff?.map(({ consumption }) => consumption)).toEqual(
      one.tradeOff?.map(({ consumption }) => consumption),
    );
    expect(all.routes[0]!.dated!.meshes.length).toBeGreaterThan(1);
  });
});

describe('within a time', () => {
  const found = planned(changing, { within_hours: hours(1.2) });
  const within = withinOf(found);

  it('takes all of it, and consumes less than at full speed, as far as that is possible', () => {
    expect(Math.abs(24 * days(within) - hours(1.2)) * 3600).toBeLessThan(1);
    expect(burnt(within)).toBeLessThan(0.95 * burnt(thrifty));
    const { least, gapPercent } = within.optimality!;
    expect(least).toBeLessThan(burnt(within));
    expect(gapPercent).toBeLessThan(3);
    expect(within.saves!.hours).toBeCloseTo(0.2 * 24 * days(fastest), 3);
    expect(within.dated!.meshes.map(({ id }) => id).length).toBeGreaterThan(1);
    expect(within.dated!.meshAlong).toHaveLength(within.track.coordinates.length);
    const blind = within.dated!.blind!;
    expect(blind.days).toBeLessThan(days(within) + 1e-5);
    expect(blind.consumption!).toBeGreaterThan(burnt(within) * (1 - 1e-6));
    expect(blind.worse_percent).toBeCloseTo(100 * (blind.consumption! / burnt(within) - 1), 3);
  });

  it('is the same as to arrive by then, and in the shortest time that of the fastest', () => {
    const by = planned(changing, {
      arrive_by: new Date(BEGIN + 1.2 * days(fastest) * MS_PER_DAY).toISOString(),
    });
    expect(burnt(withinOf(by)) / burnt(within)).toBeCloseTo(1, 4);
    const shortest = withinOf(planned(changing, { within_hours: hours(1 + 1e-8) }));
    expect(burnt(shortest)).toBeLessThan(burnt(fastest) * (1 + 1e-6));
    expect(() => planned(changing, { within_hours: hours(0.99) })).toThrow(/fastest route takes/);
  });

  it('in more of it never consumes more', () => {
    const longer = withinOf(planned(changing, { within_hours: hours(1.6) }));
    expect(burnt(longer)).toBeLessThan(burnt(within));
    expect(longer.optimality!.least).toBeLessThan(burnt(longer));
  });

  it('in more of it hardly consumes more where ice drifts, though other paths are in time', () => {
    const [first] = planned(drifting, {}, false, { certificate: false }).routes;
    const burntIn = (times: number) => {
      const within_hours = 24 * times * days(first!);
      return burnt(withinOf(planned(drifting, { within_hours }, false, { certificate: false })));
    };
    const tonnes = [1.04, 1.07, 1.1, 1.16].map(burntIn);
    for (const [k, more] of tonnes.entries())
      expect(more / Math.min(...tonnes.slice(0, k + 1))).toBeLessThan(1.005);
  });

  it('keeps out of a zone in its season, and counts the season of each mesh', () => {
    const zone = (from: string, to: string) => ({
      zones: [
        { name: 'Reserve', kind: 'closed', geometry: boxPolygon(0, -62.5, 3, -60.5), season: { from, to } },
      ],
      within_hours: hours(1.4),
    });
    const always = withinOf(planned(changing, zone('11-01', '12-31')));
    const gone = withinOf(planned(changing, zone('11-01', '11-19')));
    expect(burnt(always)).toBeGreaterThan(burnt(gone));
    const inside = always.track.coordinates.filter(
      ([lon, lat]) => lat > -62.49 && lat < -60.51 && lon > 0.01 && lon < 2.99,
    );
    expect(inside).toEqual([]);
  });
});

describe('with so much fuel', () => {
  const tonnes = 0.5 * (burnt(thrifty) + burnt(withinOf(planned(changing, { within_hours: hours(1.6) }))));

  it('is the fastest that it suffices for', () => {
    const within = withinOf(planned(changing, { within_tonnes: tonnes }));
    expect(burnt(within)).toBeLessThan(tonnes * (1 + 1e-9));
    expect(burnt(within)).toBeGreaterThan(tonnes * (1 - 1e-4));
    expect(within.optimality!.least).toBeLessThan(days(within));
    expect(within.remarks).toContain('The gap is of the time');
    const sooner = withinOf(planned(changing, { within_hours: 24 * 0.995 * days(within) }));
    expect(burnt(sooner)).toBeGreaterThan(tonnes);
  });

  it('along the edge of ice burns what is burnt beside it', () => {
    const end = { lat: -63, lon: 0.5 };
    const routesTo = (fields: object) => {
      const { voyage } = request({ departure, ...fields });
      const how = { certificate: true, forecast: changing };
      return planVoyage(changing[0]!.mesh, { start, end, vehicle, voyage }, how).routes;
    };
    const within = withinOf({ routes: routesTo({ within_tonnes: 22 }) });
    const [fast, slow] = routesTo({}) as [VoyageRoute, VoyageRoute];
    // the thrifty route goes along the edge, and takes less than it may
    expect(burnt(slow)).toBeLessThan(22);
    expect(burnt(fast)).toBeGreaterThan(22);
    expect(days(within)).toBeLessThan(days(slow));
    expect(within.optimality!.gapPercent).toBeLessThan(10);
  });

  it('that suffices for none is refused with what is needed', () => {
    expect(() => planned(changing, { within_tonnes: 5 })).toThrow(Impossible);
    expect(() => planned(changing, { within_tonnes: 5 })).toThrow(/it needs \d+\.\d\d t/);
  });
});

describe('with stops', () => {
  const stops = [
    { name: 'A', lat: -63.5, lon: 4.5, stay_hours: 6 },
    { name: 'B', lat: -61.5, lon: -0.5, stay_hours: 3 },
  ];
  const atFull = planned(changing, { stops });
  const most = 24 * 1.15 * days(atFull.routes[0]!);
  const within = withinOf(planned(changing, { stops, within_hours: most }));

  it('stays as long as it has to, and is in time', () => {
    expect(Math.abs(24 * days(within) - most) * 3600).toBeLessThan(1);
    expect(within.stops!.map(({ name, stayDays }) => [name, Math.round(24 * stayDays)])).toEqual([
      ['Start', 0],
      ['A', 6],
      ['B', 3],
      ['End', 0],
    ]);
    expect(burnt(within)).toBeLessThan(burnt(atFull.routes[1]!));
    expect(within.optimality!.least).toBeLessThan(burnt(within));
    const legs = within.legs!.reduce((sum, { days: own }) => sum + own, 0);
    expect(legs + 9 / 24).toBeCloseTo(days(within), 9);
  });

  it('in their best order consumes no more than in the one given', () => {
    const best = withinOf(planned(changing, { stops, stop_order: 'best', within_hours: most }));
    expect(burnt(best)).toBeLessThan(burnt(within) * (1 + 1e-3));
    expect(best.remarks!.join()).toMatch(/in the order of/);
  });
});

it('a trade-off goes from the fastest to the one that consumes least', () => {
  const { tradeOff, routes } = planned(changing, { trade_off: 4 });
  const points = tradeOff!;
  expect(points).toHaveLength(4);
  expect(points[0]!.days).toBeCloseTo(days(routes[0]!), 6);
  for (let i = 1; i < 4; i++) {
    expect(points[i]!.days).toBeGreaterThan(points[i - 1]!.days);
    expect(points[i]!.consumption).toBeLessThan(points[i - 1]!.consumption);
    expect(points[i]!.gapPercent).toBeLessThan(10);
  }
  const asked = withinOf(planned(changing, { within_hours: 24 * points[2]!.days }));
  expect(points[2]!.consumption / burnt(asked)).toBeCloseTo(1, 3);
});

describe('at a price', () => {
  const price = { per_day: 3000, per_tonne: 600 };
  const moneyOf = (route: VoyageRoute) => price.per_day * days(route) + price.per_tonne * burnt(route);
  const costOf = ({ routes }: { routes: readonly VoyageRoute[] }) =>
    routes.find(({ objective }) => objective === 'cost')!;

  it('speeds are those that cost least: less than those of the meshes, and than any other time', () => {
    const { routes } = planned(changing, { price });
    const cheapest = costOf({ routes });
    for (const route of routes) expect(moneyOf(cheapest)).toBeLessThan(moneyOf(route) * (1 + 1e-9));
    expect(moneyOf(cheapest)).toBeLessThan(0.97 * Math.min(moneyOf(fastest), moneyOf(thrifty)));
    for (const times of [0.97, 1.03]) {
      const other = withinOf(planned(changing, { within_hours: 24 * times * days(cheapest) }));
      expect(moneyOf(other)).toBeGreaterThan(moneyOf(cheapest) * (1 - 1e-4));
    }
    const { least, gapPercent } = cheapest.optimality!;
    expect(price.per_tonne * least).toBeLessThan(moneyOf(cheapest));
    expect(gapPercent).toBeLessThan(10);
    expect(cheapest.remarks ?? []).toEqual([]);
  });

  it('with stops is no dearer than the others, and where nothing changes as on one mesh', () => {
    const stops = [{ lat: -62.5, lon: 4.5, stay_hours: 5 }];
    const { routes } = planned(changing, { price, stops });
    const cheapest = costOf({ routes });
    for (const route of routes) expect(moneyOf(cheapest)).toBeLessThan(moneyOf(route) * (1 + 1e-9));
    const still = forecast(() => ({ u: 0.2 }), 3);
    const [all, one] = [planned(still, { price, stops }), planned(still, { price, stops }, true)];
    expect(moneyOf(costOf(all))).toBe(moneyOf(costOf(one)));
  });
});

it('with a clearance speeds are chosen once voyages at full speed keep it, without their proofs and then with them', () => {
  let chosen = 0;
  const useOf = () => {
    chosen++;
    return 'answer' as const;
  };
  const zones = [{ name: 'Reserve', kind: 'closed', geometry: boxPolygon(0, -62.5, 3, -60.5) }];
  const fields = { zones, clearance_nm: 5, clearance_of: 'all', within_hours: hours(1.4) };
  const within = withinOf(planned(changing, fields, false, { useOf }));
  expect(within.optimality!.least).toBeGreaterThan(0);
  expect(chosen).toBe(2);
});

it('what is found until time is up is told as that', () => {
  const readings = { count: 0, allowed: Infinity };
  // time passes where it is looked at, and is up after so many looks
  const now = () => (readings.count++ < readings.allowed ? 0 : 1e6);
  const fields = { within_hours: hours(1.2) };
  const whole = withinOf(planned(changing, fields, false, { now, timeBudgetMs: 1000 }));
  expect(whole.complete).toBe(true);
  const all = readings.count;
  for (const part of [0.4, 0.6, 0.8]) {
    Object.assign(readings, { count: 0, allowed: Math.floor(part * all) });
    const cut = planned(changing, fields, false, { now, timeBudgetMs: 1000 }).routes;
    const within = cut.find(({ objective }) => objective === 'within')!;
    expect(24 * days(within)).toBeLessThan(hours(1.2) + 1e-4);
    expect(burnt(within)).toBeGreaterThan(burnt(whole) * (1 - 1e-3));
    expect(within.optimality?.least ?? 0).toBeLessThan(burnt(within));
  }
});

it('of several departures the one is taken that consumes least in its time', () => {
  const departures = {
    from: departure,
    to: new Date(BEGIN + 1.5 * MS_PER_DAY).toISOString(),
    step_hours: 18,
  };
  const { departures: table, routes } = planned(changing, { departures, within_hours: hours(1.3) });
  const found = withinOf({ routes });
  const each = table!.map((row) =>
    withinOf(planned(changing, { departure: row.departure, within_hours: hours(1.3) })),
  );
  expect(burnt(found)).toBeCloseTo(Math.min(...each.map(burnt)), 6);
  expect(new Set(each.map((route) => burnt(route).toFixed(2))).size).toBe(3);
});
