/** Chosen speeds between stops that can be done at some times only, on one mesh and through meshes of a day each. */
import { describe, expect, it, vi } from 'vitest';
import { SeaCurves } from '../../../lib/speed/in-time/sea-curves.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { BEGIN, burnt, changing, days, forecast, planned, vehicle, withinOf } from './daily-meshes.ts';

const at = (hours: number) => new Date(BEGIN + 3_600_000 * hours).toISOString();
const A = { name: 'A', lat: -63, lon: 3, stay_hours: 3 };
const B = { name: 'B', lat: -60.5, lon: 2, stay_hours: 2 };
const section = {
  name: 'L',
  line: [
    [-63, 3],
    [-62.5, 2],
  ],
  speed_kn: 5,
};
const called = ({ stops }: VoyageRoute, name: string) => stops!.find((stop) => stop.name === name)!;
const arrives = (route: VoyageRoute, name: string) => 24 * called(route, name).arrivesDays;

/** Of all of it, waits and stays included, from leg to leg. */
function legSpeeds({ stops, legs }: VoyageRoute): number[] {
  return legs!.map(({ metres }, k) => {
    const hours = 24 * (stops![k + 1]!.arrivesDays - stops![k]!.leavesDays);
    return metres / 1000 / hours;
  });
}

describe('in still water that stays as it is', () => {
  const still = forecast(() => ({}), 1);
  const plan = (stops: object[], fields: object) => planned(still, { stops, ...fields }, true);
  const free = withinOf(plan([A, B], { within_hours: 60 }));

  it('windows that it meets by itself change nothing', () => {
    const open = { from: at(arrives(free, 'A') - 1), to: at(arrives(free, 'A') + 5) };
    const own = withinOf(plan([{ ...A, windows: [open] }, B], { within_hours: 60 }));
    expect(burnt(own)).toBeCloseTo(burnt(free), 4);
    expect(own.optimality!.gapPercent).toBeLessThan(0.5);
  });

  it('is one speed before a stop that it just comes to in time, and a lower one after it', () => {
    const own = withinOf(plan([A, { ...B, not_after: at(34) }], { within_hours: 60 }));
    const speeds = legSpeeds(own);
    expect(arrives(own, 'B')).toBeLessThanOrEqual(34);
    expect(arrives(own, 'B')).toBeGreaterThan(33.999);
    expect(speeds[1]! / speeds[0]!).toBeCloseTo(1, 3);
    expect(speeds[2]).toBeLessThan(0.9 * speeds[0]!);
    expect(own.optimality!.gapPercent).toBeLessThan(0.5);
    expect(burnt(own)).toBeGreaterThan(burnt(free));
  });

  it('does not wait for a stop that opens later, but is slower before it', () => {
    const own = withinOf(plan([A, { ...B, not_before: at(48) }], { within_hours: 60 }));
    const speeds = legSpeeds(own);
    expect(called(own, 'B').waitDays).toBeLessThan(1e-6);
    expect(arrives(own, 'B')).toBeCloseTo(48, 4);
    expect(speeds[1]! / speeds[0]!).toBeCloseTo(1, 3);
    expect(speeds[2]).toBeGreaterThan(1.1 * speeds[0]!);
    expect(own.optimality!.gapPercent).toBeLessThan(0.5);
  });

  it('waits where slower would consume more than waiting', () => {
    const own = withinOf(plan([{ ...A, not_before: at(100) }, B], { within_hours: 150 }));
    expect(called(own, 'A').waitDays).toBeGreaterThan(1);
    expect(called(own, 'A').waitsFor).toBe('window');
  });

  it('of two openings takes the one that costs less in all', () => {
    const early = { from: at(8), to: at(16) };
    const late = (from: number) => ({ from: at(from), to: at(from + 4) });
    const of = (windows: object[]) => withinOf(plan([{ ...A, windows }, B], { within_hours: 60 }));
    for (const from of [24, 27, 30, 33]) {
      const [both, first, second] = [[early, late(from)], [early], [late(from)]].map(of);
      expect(burnt(both!)).toBeLessThan(Math.min(burnt(first!), burnt(second!)) * (1 + 1e-4));
      expect(burnt(both!)).toBeGreaterThan(Math.min(burnt(first!), burnt(second!)) * (1 - 1e-4));
    }
  });

  it('with so much fuel, at a price and as a trade-off it is the same voyages', () => {
    const stops = [A, { ...B, not_after: at(34) }];
    const within = withinOf(plan(stops, { within_hours: 50 }));
    const tonnes = withinOf(plan(stops, { within_tonnes: burnt(within) }));
    expect(days(tonnes)).toBeCloseTo(days(within), 3);
    const priced = plan(stops, { price: { per_day: 20_000, per_tonne: 800 } }).routes.find(
      ({ objective }) => objective === 'cost',
    )!;
    const cost = (route: VoyageRoute) => 20_000 * days(route) + 800 * burnt(route);
    expect(cost(priced)).toBeLessThan(cost(within));
    expect(cost(priced)).toBeLessThanOrEqual(cost(plan(stops, {}).routes[0]!));
    expect(priced.optimality!.gapPercent).toBeLessThan(1);
    const curve = plan(stops, { trade_off: 4 }).tradeOff!;
    expect(curve).toHaveLength(4);
    for (const [k, point] of curve.entries()) {
      expect(point.track.timeDays.at(-1)).toBeCloseTo(point.days, 6);
      if (k > 0) expect(point.consumption).toBeLessThan(curve[k - 1]!.consumption);
    }
  });

  it('at full speed it is as near to the best as one whose speeds are not chosen, also among zones', () => {
    const C = { name: 'C', lat: -62, lon: 4.5, stay_hours: 1 };
    const stops = [{ ...A, not_before: at(20) }, B, C];
    const zone = { name: 'Z', kind: 'closed', geometry: boxPolygon(1, -62.5, 2.5, -61.5) };
    const limit = { name: 'L', kind: 'speed_limit', max_speed_kn: 5, geometry: boxPolygon(3, -62.5, 4, -61) };
    for (const zones of [null, [zone, limit]]) {
      const fields = { stop_order: 'best', zones };
      const known = plan(stops, fields).routes.map(({ track, optimality }) => [
        ...[track.timeDays.at(-1), track.consumption!.at(-1), optimality!.least],
      ]);
      const { routes } = plan(stops, { ...fields, within_hours: 90 });
      for (const [k, { track, optimality }] of routes.slice(0, 2).entries()) {
        const own = [track.timeDays.at(-1), track.consumption!.at(-1), optimality!.least];
        for (const [i, each] of own.entries()) expect(each! / known[k]![i]!).toBeCloseTo(1, 6);
      }
    }
  });

  it('idling counts where it waits', () => {
    expect(vehicle.idle_rate).toBe(2);
    const own = withinOf(plan([{ ...A, not_before: at(100) }, B], { within_hours: 150 }));
    const { waitDays, stayDays } = called(own, 'A');
    const sailed = own.legs!.reduce((sum, { consumption }) => sum + consumption!, 0);
    const stays = waitDays + stayDays + called(own, 'B').stayDays;
    expect(burnt(own)).toBeCloseTo(sailed + 2 * stays, 6);
  });
});

describe('through meshes of a day each', () => {
  const plan = (stops: object[], fields: object) => planned(changing, { stops, ...fields });

  it('is in time everywhere, and slower than at full speed', () => {
    const stops = [
      { ...A, not_before: at(20) },
      { ...B, not_after: at(34) },
    ];
    const all = plan(stops, { within_hours: 55 });
    const own = withinOf(all);
    expect(arrives(own, 'A')).toBeGreaterThan(19.9);
    expect(arrives(own, 'B')).toBeLessThanOrEqual(34);
    expect(24 * days(own)).toBeLessThan(55.001);
    expect(burnt(own)).toBeLessThan(0.9 * burnt(all.routes[0]!));
    expect(own.optimality!.least).toBeLessThan(burnt(own));
    expect(own.optimality!.gapPercent).toBeLessThan(3);
    // what the bridge sails, and what the coarse search found, are sailed at the same times
    for (const other of [own.sailing, own.unsmoothed]) {
      expect(other.timeDays.at(-1)! / days(own)).toBeCloseTo(1, 9);
      expect(Math.abs(other.consumption!.at(-1)! / burnt(own) - 1)).toBeLessThan(0.05);
    }
    expect(called(own, 'A').arrivesDays).toBeGreaterThanOrEqual(20 / 24);
  });

  it('where nothing changes is the answer on one mesh', () => {
    const same = forecast(
      (column) => ({
        u: 0.2,
        columns: { iceConcentration: 10 * column, iceThickness: 0.4, iceDensity: 900 },
      }),
      3,
    );
    const fields = { stops: [{ ...A, daylight: 'civil' }, B], within_hours: 60 };
    const [many, one] = [planned(same, fields), planned(same, fields, true)].map(withinOf);
    expect(burnt(many!)).toBe(burnt(one!));
    expect(days(many!)).toBe(days(one!));
  });

  it('lines and areas are sailed at the speeds of their times, and the rest at chosen ones', () => {
    const L = { ...section, stay_hours: 1 };
    const all = plan([L, B], { within_hours: 65 });
    const own = withinOf(all);
    const work = called(own, 'L').work!;
    // currents of less than a knot
    expect(Math.abs(work.track.distanceM.at(-1)! / 1852 / (24 * work.days) - 5)).toBeLessThan(1);
    expect(24 * days(own)).toBeLessThan(65.001);
    expect(burnt(own)).toBeLessThan(0.9 * burnt(all.routes[0]!));
    const [fastest] = all.routes as [VoyageRoute];
    expect(own.optimality!.least).toBeLessThan(burnt(own));
    expect(called(fastest, 'L').work!.days).toBeGreaterThan(0);
    const { coordinates } = own.track;
    const end = coordinates.findIndex(([lon, lat]) => Math.hypot(lon - 2, lat + 62.5) < 1e-6);
    const begin = coordinates.findIndex(([lon, lat]) => Math.hypot(lon - 3, lat + 63) < 1e-6);
    expect(begin).toBeGreaterThan(0);
    expect(end).toBeGreaterThan(0);
  });

  it('a line by day only, at a price', () => {
    const L = { ...section, daylight: 'sun', may_pause: true };
    const { routes } = plan([L, B], { price: { per_day: 20_000, per_tonne: 800 } });
    const cost = (route: VoyageRoute) => 20_000 * days(route) + 800 * burnt(route);
    const priced = routes.find(({ objective }) => objective === 'cost')!;
    for (const route of routes) expect(cost(priced)).toBeLessThanOrEqual(cost(route));
    expect(priced.optimality!.least).toBeLessThanOrEqual(cost(priced) / 800);
  });
});

it('of the voyages in one of its openings nothing is proved again at the prices at which it was of all', () => {
  const proofs = vi.spyOn(SeaCurves.prototype, 'costsAt');
  const windows = [
    { from: at(10), to: at(45) },
    { from: at(90), to: at(100) },
  ];
  const own = withinOf(planned(changing, { stops: [A, { ...B, windows }], within_hours: 110 }));
  const prices = proofs.mock.calls.map(([all]) => all.map((price) => price.toPrecision(6)).join());
  proofs.mockRestore();
  // its two openings were told apart
  expect(prices.length).toBeGreaterThan(2);
  expect(new Set(prices).size).toBe(prices.length);
  expect(own.optimality!.gapPercent).toBeLessThan(14);
});
