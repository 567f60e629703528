/** Lines and areas on voyages whose speeds are chosen, judged by the closed form of an open sea and by full speed. */
import { describe, expect, it } from 'vitest';
import { throughLines } from '../../../lib/speed/cut-at-places.ts';
import type { VoyageRoute } from '../../../lib/voyage/voyage-route.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { boxPolygon } from '../../zones/areas.ts';
import { end, flowing, IDLE, meshOf, open, planned as plan, start } from './work-seas.ts';

const hoursOf = ({ track }: VoyageRoute) => 24 * track.timeDays.at(-1)!;
const fuelOf = ({ track }: VoyageRoute) => track.consumption!.at(-1)!;
const named = (routes: readonly VoyageRoute[], type: string) =>
  routes.find(({ objective }) => objective === type)!;

const tow = {
  name: 'Tow',
  line: [
    [-63, -1],
    [-62, 0],
    [-62.5, 1.5],
  ],
  speed_kn: 4,
  stay_hours: 2,
  stay_after_hours: 3,
  either_way: false,
};
const box = {
  name: 'Box',
  area: boxPolygon(-3, -62.5, -2, -62),
  spacing_nm: 10,
  speed_kn: 6,
};

/** Tonnes an hour in open water at km/h: the Attenborough's published fit. */
const rate = (v: number) => 0.00137247 * v ** 2 - 0.0029601 * v + 0.25290433;
const FULL = 26.5;
const TOW = 4 * 1.852;

describe('a line in an open sea', () => {
  const [fastest] = plan(open, { stops: [tow] }).routes;
  const work = 24 * fastest!.stops![1]!.work!.days;
  const fixed = work + 5;
  const sailed = hoursOf(fastest!) - fixed;
  const ofStays = work * rate(TOW) + (5 / 24) * IDLE;

  it.each([1.1, 1.2, 1.5])('leaves %d of the time under way to what lies between', (times) => {
    const within_hours = fixed + times * sailed;
    const route = named(plan(open, { stops: [tow], within_hours }).routes, 'within');
    expect(hoursOf(route)).toBeCloseTo(within_hours, 4);
    expect(24 * route.stops![1]!.work!.days).toBeCloseTo(work, 9);
    const exact = times * sailed * rate(FULL / times) + ofStays;
    expect(Math.abs(fuelOf(route) / exact - 1)).toBeLessThan(1e-4);
    expect(route.optimality!.least).toBeLessThanOrEqual(exact * (1 + 1e-9));
    expect(route.optimality!.gapPercent).toBeLessThan(0.3);
    expect(route.remarks).toEqual([]);
  });

  it('is met with the fuel that it takes', () => {
    const hours = fixed + 1.2 * sailed;
    const within_tonnes = 1.2 * sailed * rate(FULL / 1.2) + ofStays;
    const route = named(plan(open, { stops: [tow], within_tonnes }).routes, 'within');
    expect(Math.abs(hoursOf(route) / hours - 1)).toBeLessThan(1e-3);
    expect(24 * route.optimality!.least).toBeLessThanOrEqual(hours * (1 + 1e-9));
  });

  it('may be all of the voyage, which then burns the same in any time', () => {
    const line = [start, end].map(({ lat, lon }) => [lat, lon]);
    const all = { line, speed_kn: 6, either_way: false };
    const [whole] = plan(open, { stops: [all] }).routes;
    const within_hours = 2 * hoursOf(whole!);
    const route = named(plan(open, { stops: [all], within_hours }).routes, 'within');
    expect(hoursOf(route)).toBeCloseTo(hoursOf(whole!), 6);
    expect(fuelOf(route)).toBeCloseTo(fuelOf(whole!), 6);
  });

  it('is too much for less time than it and full speed take', () => {
    const within_hours = hoursOf(fastest!) - 0.5;
    expect(() => plan(open, { stops: [tow], within_hours })).toThrow(/can't be made within/);
  });
});

it('work for which the fuel does not suffice in the order of the fastest route is done in that of the least-fuel one', () => {
  const random = randomNumbers(29);
  const wild = meshOf(() => {
    const [u, v] = [random(), random()].map((each) => 2.4 * (each - 0.5)) as [number, number];
    const iceConcentration = random() < 0.4 ? 60 * random() : 0;
    return { u, v, columns: { elevation: -500, iceConcentration, iceThickness: 0.6, iceDensity: 900 } };
  });
  const place = () => [-64.9 + 5 * random(), -3.5 + 7 * random()] as const;
  const line = { name: 'Line', line: [place(), place()], speed_kn: 5 };
  const [a, b] = [place(), place()].map(([lat, lon], k) => ({ name: 'AB'[k], lat, lon }));
  const asked = { stops: [line, a, b], stop_order: 'best' };
  const callsOf = ({ stops }: VoyageRoute) => stops!.map(({ name }) => name).join(' ');
  const aboard = 38;
  for (const fuel of [{ within_tonnes: aboard }, { fuel_aboard_tonnes: aboard, choose_speed: true }]) {
    const route = plan(wild, { ...asked, ...fuel }).routes.at(-1)!;
    expect(fuelOf(route)).toBeLessThanOrEqual(aboard);
    expect(callsOf(route)).toBe('Start B A Line End');
    expect(route.remarks!.join()).toMatch(/in that of the least-fuel route.*no third was tried/);
    expect(route.optimality!.least).toBeLessThanOrEqual(route.track.timeDays.at(-1)!);
  }
  const [fastest, thrifty] = plan(wild, asked).routes.map(callsOf);
  expect([fastest, thrifty]).toEqual(['Start A B Line End', 'Start B A Line End']);
  expect(() => plan(wild, { ...asked, within_tonnes: 36 })).toThrow(/can't be made with 36\.00 t of fuel/);
});

describe('work that can be done in several ways, among currents', () => {
  const asked = { stops: [box, { ...tow, either_way: true }], stop_order: 'best' };
  const { routes, tradeOff, tradeOffNote } = plan(flowing, { ...asked, trade_off: 5 });
  const [fastest] = routes;

  it('is done as on the fastest route, which is said', () => {
    const within_hours = 1.2 * hoursOf(fastest!);
    const route = named(plan(flowing, { ...asked, within_hours }).routes, 'within');
    expect(route.stops!.map(({ name }) => name)).toEqual(fastest!.stops!.map(({ name }) => name));
    expect(route.remarks!.join()).toMatch(/order of the fastest route.*gap is of this order/);
    expect(hoursOf(route)).toBeLessThanOrEqual(within_hours + 1e-6);
    expect(route.optimality!.least).toBeLessThanOrEqual(fuelOf(route));
    const works = (of: VoyageRoute) => of.stops!.map(({ work }) => work?.days ?? 0);
    expect(works(route)).toEqual(works(fastest!));
  });

  it('is in the path of each voyage of a trade-off, which ends where it is to', () => {
    const works = fastest!.stops!.flatMap(({ work }) => (work ? [work.track.coordinates] : []));
    expect(works).toHaveLength(2);
    for (const { path } of tradeOff!) {
      const text = JSON.stringify(path).slice(1, -1);
      for (const line of works) expect(text).toContain(JSON.stringify(line).slice(1, -1));
      expect([path![0], path!.at(-1)]).toEqual([
        fastest!.track.coordinates[0],
        fastest!.track.coordinates.at(-1),
      ]);
      expect(new Set(path!.map((point) => point.join())).size).toBe(path!.length);
    }
  });

  it('has a curve that says once that it is of the way and the order of the fastest', () => {
    expect(tradeOffNote).toMatch(/order of the fastest route.*gap is of this order/);
    for (const { note } of tradeOff!) expect(note ?? '').not.toMatch(/order of the fastest/);
    const { tradeOffNote: none } = plan(open, { stops: [tow], trade_off: 3 });
    expect(none).toBeUndefined();
  });

  it('burns no more in more time', () => {
    expect(tradeOff![0]!.days).toBeCloseTo(hoursOf(fastest!) / 24, 6);
    tradeOff!.forEach((point, k) => {
      if (k > 0) expect(point.consumption).toBeLessThanOrEqual(tradeOff![k - 1]!.consumption * (1 + 1e-9));
    });
  });
});

it('a line that begins where the one before has ended is in the path once, in its order', () => {
  const first = [
    [1, 0],
    [2, 1],
    [3, 0],
  ] as const;
  const second = [
    [3, 0],
    [4, 1],
    [5, 0],
  ] as const;
  const path = [[0, 0], first[0], second[0], second[2], [6, 0]] as [number, number][];
  const whole = throughLines(
    path,
    [first, second].map((line) => line.map(([lon, lat]) => [lon, lat] as const)),
  );
  expect(whole.map(([lon]) => lon)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
