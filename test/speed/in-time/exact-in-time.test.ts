/** Cases with a closed form, each by a calculation of its own. */
import { describe, expect, it } from 'vitest';
import { rhumb } from '../../../lib/engine/geometry/sphere.ts';
import type { DatedRoute } from '../../../lib/engine/plan-dated.ts';
import { spaced } from '../seas.ts';
import { changingSea, voyagesOn } from './seas-in-time.ts';

/** Tonnes an hour of RRS Sir David Attenborough in open water, v in km/h. */
const f = (v: number) => 0.00137247 * v * v - 0.0029601 * v + 0.25290433;
const FULL = 26.5;
const [lons, lats] = [spaced(-2, 3, 5), spaced(-66, -54, 12)];
const meridian = [
  { lat: -65.5, lon: 0.5 },
  { lat: -54.5, lon: 0.5 },
] as const;
const km = rhumb(...meridian).lengthM / 1000;

describe('a current that is another each day', () => {
  const kmh = [3, -2, 4];
  const sea = changingSea(lons, lats, 3, (_column, _line, day) => ({ v: kmh[day]! / 3.6 }));
  const { voyages, days } = voyagesOn(sea, meridian);

  it.each([1.1, 1.3])('is sailed through at one speed in %d times the shortest time', (times) => {
    const hours = 24 * times * days;
    const drift = 24 * (kmh[0]! + kmh[1]!) + (hours - 48) * kmh[2]!;
    const v = (km - drift) / hours;
    const { routes, optimality, consumption } = voyages.within(times * days)!;
    const [{ track }] = routes as [DatedRoute];
    expect(consumption / (hours * f(v))).toBeCloseTo(1, 5);
    for (const speed of track.speedKmh.slice(1)) expect(speed).toBeCloseTo(v, 3);
    expect(Math.abs(track.timeDays.at(-1)! - times * days) * 86_400).toBeLessThan(1);
    expect(optimality!.least).toBeLessThan(consumption * (1 + 1e-9));
    expect(optimality!.gapPercent).toBeLessThan(1);
  });

  it('with time enough arrives when it consumes least', () => {
    // the last day lasts: there a metre costs least where f′(v) (v + c) = f(v), and all of it is worth that much
    const { consumption, days: taken, routes } = voyages.leisurely()!;
    const [{ track }] = routes as [DatedRoute];
    const v = track.speedKmh.at(-1)!;
    const slope = 2 * 0.00137247 * v - 0.0029601;
    expect(slope * (v + kmh[2]!)).toBeCloseTo(f(v), 4);
    expect(taken).toBeGreaterThan(days);
    expect(consumption).toBeLessThan(voyages.within(1.01 * taken)!.consumption * (1 + 1e-6));
    expect(voyages.within(2 * taken)!.days).toBeCloseTo(taken, 6);
  });
});

describe('a wall that opens on the second day', () => {
  const sea = changingSea(lons, lats, 3, (_column, line, day) =>
    line === 3 && day === 0 ? { columns: { iceConcentration: 100, elevation: 10 } } : {},
  );
  const { voyages, plan, days } = voyagesOn(sea, meridian);
  const first = 24 * FULL;
  const toWall = rhumb(meridian[0], { lat: -63, lon: 0.5 }).lengthM / 1000;

  it('is come to when it opens, and not before', () => {
    expect(toWall).toBeLessThan(first);
    expect(plan.routes[0]!.track.waits).toHaveLength(1);
    const { routes, consumption, optimality } = voyages.within(days)!;
    const [{ track }] = routes as [DatedRoute];
    const slow = Math.max(toWall / 24, 13.57);
    const before = (toWall / slow) * f(slow);
    expect(consumption / (before + ((km - toWall) / FULL) * f(FULL))).toBeCloseTo(1, 3);
    expect(track.timeDays.at(-1)!).toBeCloseTo(days, 7);
    expect(optimality!.least).toBeLessThan(consumption);
  });
});

describe('a wall that closes for good on the second day', () => {
  const closing = (isWide: boolean) =>
    changingSea(lons, lats, 2, (column, line, day) =>
      line === 4 && day === 1 && (isWide || column === 2)
        ? { columns: { iceConcentration: 100, elevation: 10 } }
        : {},
    );
  const { voyages } = voyagesOn(closing(true), meridian);
  const toWall = rhumb(meridian[0], { lat: -62, lon: 0.5 }).lengthM / 1000;
  /** At which a kilometre costs least. */
  const easy = Math.sqrt(0.25290433 / 0.00137247);

  it('is come to before that, however much time there is', () => {
    const before = toWall / 24;
    expect(before).toBeGreaterThan(easy);
    const { consumption, days } = voyages.leisurely()!;
    const least = 24 * f(before) + ((km - toWall) / easy) * f(easy);
    expect(consumption).toBeGreaterThan(least * (1 - 1e-6));
    expect(consumption).toBeLessThan((km / before) * f(before) * (1 + 1e-6));
    // near the speed that consumes least, a little less consumes as little
    expect(days).toBeLessThan((1 + (km - toWall) / easy / 24) * 1.01);
  });

  it('one that leaves a way is passed there at ease', () => {
    const { consumption } = voyagesOn(closing(false), meridian).voyages.leisurely()!;
    expect(consumption / ((km / easy) * f(easy))).toBeLessThan(1.005);
  });

  it('with so much fuel the vessel is as fast as that is enough for', () => {
    const { consumption: least, days: longest } = voyages.leisurely()!;
    const { consumption, days } = voyages.fastestWith(1.02 * least)!;
    expect(consumption / (1.02 * least)).toBeCloseTo(1, 5);
    expect(days).toBeLessThan(longest);
  });
});

describe('ice that goes after a day', () => {
  const sea = changingSea(lons, lats, 3, (_column, _line, day) => ({
    columns: { iceConcentration: day === 0 ? 30 : 0, iceThickness: 0.3, iceDensity: 900 },
  }));
  const { voyages, days, curves } = voyagesOn(sea, meridian);

  it('a kilometre costs as much the day before as after', () => {
    const [{ track }] = voyages.within(1.5 * days)!.routes as [DatedRoute];
    const isBefore = (k: number) => track.timeDays[k]! <= 1 + 1e-9;
    const speeds = [0, 1].map((day) => {
      const all = track.speedKmh.filter((_, k) => k > 0 && isBefore(k) === (day === 0));
      for (const speed of all) expect(speed).toBeCloseTo(all[0]!, 4);
      return all[0]!;
    });
    const slopes = speeds.map((v, day) => {
      const rate = (x: number) => curves.in(day, track.cells[1]!)!.curve.rate(x);
      return (rate(v + 1e-3) - rate(v - 1e-3)) / 2e-3;
    });
    // (F + λ) / v = F′
    expect(slopes[0]! / slopes[1]!).toBeCloseTo(1, 3);
    expect(speeds[0]!).toBeLessThan(speeds[1]!);
  });
});

describe('a storm on the first day, which a vessel may wait out', () => {
  const sea = changingSea(lons, lats, 4, (_column, _line, day) => ({
    columns: { iceConcentration: day === 0 ? 60 : 0, iceThickness: 0.6, iceDensity: 900 },
  }));
  const idleRate = 0.5;
  const options = { mostWait: 2, idleRate };
  const { voyages } = voyagesOn(sea, meridian, options);

  it('what the wait consumes is part of the voyage, and of its track', () => {
    const best = voyages.leisurely()!;
    const { track } = best.routes[0] as DatedRoute;
    expect(track.waits).toMatchObject([{ vertex: 0, from: 0, until: 1, why: 'cheaper' }]);
    expect(track.consumption!.at(-1)).toBeCloseTo(best.consumption, 9);
    expect(track.consumption![1]).toBeCloseTo(idleRate, 9);
    expect(track.timeDays.at(-1)).toBeCloseTo(best.days, 9);
    // at the speed at which a kilometre costs least
    const easy = Math.sqrt(0.25290433 / 0.00137247);
    expect(best.consumption / (idleRate + (km / easy) * f(easy))).toBeCloseTo(1, 4);
    expect(best.days).toBeCloseTo(1 + km / easy / 24, 3);
  });

  it('is not waited out where waiting consumes more than sailing through it', () => {
    const dear = voyagesOn(sea, meridian, { ...options, idleRate: 100 }).voyages.leisurely()!;
    expect((dear.routes[0] as DatedRoute).track.waits).toEqual([]);
    expect((dear.routes[0] as DatedRoute).track.consumption!.at(-1)).toBeCloseTo(dear.consumption, 9);
  });
});
