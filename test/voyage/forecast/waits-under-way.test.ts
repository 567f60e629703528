/** Routes of least consumption that wait on their way. */
import { describe, expect, it } from 'vitest';
import type { SailedTrack } from '../../../lib/engine/plan-dated.ts';
import { randomNumbers } from '../../engine/random-mesh.ts';
import { type Grid, placeAt } from '../../engine/sea/grid-sea.ts';
import { type CellAt, gridVoyages } from './grid-voyages.ts';

// a row of cells; a unit of length takes a day at 10 knots
const grid: Grid = { columns: 40, rows: 1, box: [0, 0, 4, 0.1], degrees: 4 };
const departure = '2026-11-20T00:00:00.000Z';
const [start, end] = [placeAt(grid, 0.3, 0.05), placeAt(grid, 3.7, 0.05)];
const { forecast, planned } = gridVoyages(grid, { start, end, begin: Date.parse(departure), departure });
const idle = 0.25;

/** On the first half it gets worse after two days; on the second, better after four. */
const changing: CellAt = (x, _, k) => ({ rate: x < 1.5 ? (k < 2 ? 1 : 3) : x < 2 || k >= 4 ? 1 : 6 });

function thriftiest(cellAt: CellAt, days: number, hours: number, fields: object = {}) {
  const request = { max_wait_hours: hours, ...fields };
  const route = planned(forecast(cellAt, days), request, { idle, certificate: true }).routes.at(-1)!;
  const { coordinates, consumption, timeDays, waits } = route.track as SailedTrack;
  return {
    ...route,
    burnt: consumption!.at(-1)!,
    days: timeDays.at(-1)!,
    waits: waits.map(({ vertex, from, until }) => ({
      x: coordinates[vertex]![0] / grid.degrees!,
      days: until - from,
      until,
    })),
  };
}

describe('a route of least consumption', () => {
  it('goes before it gets worse, and waits where it gets better', () => {
    const { burnt, days, waits, optimality } = thriftiest(changing, 6, 72);
    // it comes to the second half after 1.7 days, and waits there for the begin of the fifth
    expect(burnt).toBeCloseTo(3.4 + 2.3 * idle, 2);
    expect(days).toBeCloseTo(3.4 + 2.3, 2);
    expect(waits).toHaveLength(1);
    expect(waits[0]!.days).toBeCloseTo(2.3, 2);
    expect(waits[0]!.until).toBe(4);
    expect(waits[0]!.x).toBeGreaterThan(1.5);
    expect(waits[0]!.x).toBeLessThan(2.01);
    expect(optimality!.least).toBeLessThanOrEqual(burnt);
    expect(optimality!.gapPercent).toBeCloseTo(100 * (burnt / optimality!.least - 1), 9);
  });

  it('waits no longer in all than it may', () => {
    const { burnt, waits } = thriftiest(changing, 6, 40);
    const allowed = 40 / 24;
    expect(waits.reduce((sum, { days }) => sum + days, 0)).toBeLessThanOrEqual(allowed + 1e-6);
    // it is in the ice for as long as the hours were too few
    const tooEarly = 2.3 - allowed;
    expect(burnt).toBeCloseTo(3.4 + allowed * idle + 5 * tooEarly, 2);
  });

  it('waits at several places', () => {
    // a storm on [1, 2] until the third day, ice on [2.5, 3] from the fourth to the fifth
    const twice: CellAt = (x, _, k) => ({
      rate: x < 1 ? (k < 1 ? 1 : 3) : x < 2 ? (k < 2 ? 6 : 1) : x > 2.5 && x < 3 && k >= 3 && k < 5 ? 8 : 1,
    });
    const { burnt, waits } = thriftiest(twice, 7, 96);
    // at 1 after 0.7 days, on from there at 2, at 2.5 after 3.5 days: until 5
    expect(burnt).toBeCloseTo(3.4 + (1.3 + 1.5) * idle, 2);
    expect(waits).toHaveLength(2);
    expect(waits[1]!.days).toBeCloseTo(1.5, 2);
  });

  it('does not wait where a current would carry it away', () => {
    // it would be best to wait at 1.7, but the current there is faster than the vessel
    const carried: CellAt = (x, _, k) => ({
      rate: x < 1.7 ? (k < 2 ? 1 : 3) : k < 4 ? 6 : 1,
      ...(x > 1.5 && x < 2 && { u: 1.1 }),
    });
    const { burnt, waits } = thriftiest(carried, 6, 72);
    // so it waits from 1.2 days on at 1.5, and goes on at 2.1 times its speed
    expect(waits.map(({ x }) => x)).toEqual([expect.closeTo(1.5, 3)]);
    expect(burnt).toBeCloseTo(1.2 + 2.8 * idle + (3 * 0.2 + 0.3) / 2.1 + 1.7, 2);
  });

  it('costs no more than one that waits for less, in random seas', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = randomNumbers(seed);
      const rates = Array.from({ length: 6 * 8 }, () => 1 + 6 * random());
      const sea: CellAt = (x, _, k) => ({ rate: rates[8 * k + Math.floor(2 * x)]! });
      const burnt = [0, 30, 96].map((hours) => thriftiest(sea, 6, hours));
      for (const [k, { burnt: own, optimality, waits }] of burnt.entries()) {
        expect(optimality!.least).toBeLessThanOrEqual(own * (1 + 1e-9));
        expect(waits.reduce((sum, { days }) => sum + days, 0)).toBeLessThanOrEqual(4 + 1e-6);
        // what may wait longer is found by other searches: it may cost a little more
        if (k > 0) expect(own).toBeLessThanOrEqual(burnt[0]!.burnt * (1 + 1e-9));
      }
    }
  });

  it('nor than one that does not wait, where it may go round', () => {
    const wide: Grid = { columns: 6, rows: 4, box: [0, 0, 3, 2], degrees: 2 };
    const ends = { start: placeAt(wide, 0.2, 0.9), end: placeAt(wide, 2.8, 1.3) };
    const voyages = gridVoyages(wide, { ...ends, begin: Date.parse(departure), departure });
    const random = randomNumbers(9);
    const current = () => 0.6 * (random() - 0.5);
    const cells = Array.from({ length: 4 * 24 }, () => ({
      ...{ rate: 1 + 5 * random(), u: current(), v: current() },
      ...{ speed: 0.4 + 0.6 * random(), closed: random() < 0.1 },
    }));
    const meshes = voyages.forecast((x, y, k) => cells[24 * k + 6 * Math.floor(2 * y) + Math.floor(2 * x)]!);
    const [without, ...others] = [0, 12, 24, 36].map((hours) => {
      const { routes } = voyages.planned(meshes, { max_wait_hours: hours }, { idle: 0.3 });
      return routes[1]!.track.consumption!.at(-1)!;
    });
    for (const own of others) expect(own).toBeLessThanOrEqual(without! * (1 + 1e-9));
  });

  it('does not wait until it is best if what comes later is closed by then', () => {
    const closes: CellAt = (x, _, k) => ({
      rate: x < 2 || x > 3 || k >= 5 ? 1 : k < 4 ? 6 : 2,
      closed: x > 3.2 && k >= 6,
    });
    const { burnt } = thriftiest(closes, 8, 96);
    // at best it goes on at 2 from the fourth day on, and at 2.2 from the fifth: so it comes to 3.2 just before the sixth
    expect(burnt).toBeGreaterThan(3.6 + 3.1 * idle - 1e-3);
    const waitingOnce = 3.4 + 1 + 2.3 * idle;
    expect(burnt).toBeLessThan(waitingOnce - 0.1);
  });

  it('has the same times, places and meshes in all its tracks', () => {
    const { track, sailing } = thriftiest(changing, 6, 72);
    for (const one of [track, sailing] as SailedTrack[]) {
      const { length } = one.coordinates;
      for (const column of [
        one.timeDays,
        one.distanceM,
        one.consumption!,
        one.cells,
        one.meshes,
        one.speedKmh,
      ])
        expect(column).toHaveLength(length);
      expect(one.timeDays.every((days, k) => k === 0 || days >= one.timeDays[k - 1]!)).toBe(true);
      for (const { vertex, from, until } of one.waits) {
        expect(one.coordinates[vertex + 1]).toEqual(one.coordinates[vertex]);
        expect(one.timeDays[vertex]).toBeCloseTo(from, 6);
        expect(one.timeDays[vertex + 1]).toBeCloseTo(until, 6);
      }
      expect(one.distanceM.at(-1)! / 1852).toBeCloseTo(3.4 * 240, -1);
    }
    expect(sailing.consumption!.at(-1)!).toBeCloseTo(track.consumption!.at(-1)!, 2);
  });
});

it('a route of least money waits on its way, too', () => {
  const price = { per_tonne: 100, per_day: 10 };
  const route = planned(forecast(changing, 6), { max_wait_hours: 72, price }, { idle }).routes.at(-1)!;
  expect(route.objective).toBe('cost');
  // a day costs a tenth of a tonne
  expect(route.track.consumption!.at(-1)!).toBeCloseTo(3.4 + 2.3 * idle, 2);
});

it('through stops, its waypoints are left and waited at as its legs are', () => {
  const wide: Grid = { columns: 12, rows: 6, box: [0, 0, 4, 2], degrees: 4 };
  const ends = { start: placeAt(wide, 0.2, 1), end: placeAt(wide, 3.8, 1) };
  const voyages = gridVoyages(wide, { ...ends, begin: Date.parse(departure), departure });
  for (const seed of [5, 6]) {
    const random = randomNumbers(seed);
    const drawn = Array.from({ length: 72 }, () => random());
    const sea: CellAt = (x, y, k) => {
      const cell = Math.floor(3 * x) + 12 * Math.floor(3 * y);
      const rate = x > 2 && k < 4 ? 5 : x < 1.5 && k >= 2 ? 3 : 1;
      return { speed: 0.6 + 0.4 * drawn[cell]!, u: 0.2 * drawn[(cell + 7) % 72]! - 0.1, rate };
    };
    const fields = { max_wait_hours: 72, stops: [placeAt(wide, 0.9, 1.3)] };
    const { track, sailing } = voyages.planned(voyages.forecast(sea, 7), fields, { idle }).routes.at(-1)!;
    const [own, few] = [track, sailing].map((one) => ({
      burnt: one.consumption!.at(-1)!,
      ends: (one as SailedTrack).waits.map(({ until }) => until),
    }));
    expect(few!.burnt).toBeCloseTo(own!.burnt, 2);
    expect(own!.ends).toHaveLength(1);
    expect(few!.ends).toHaveLength(1);
    expect(few!.ends[0]).toBeCloseTo(own!.ends[0]!, 3);
  }
});
