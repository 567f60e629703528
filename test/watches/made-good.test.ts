import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LatLon, wrapLongitude } from '../../lib/engine/geometry/sphere.ts';
import { nearestOn } from '../../lib/routes/nearest-on.ts';
import { type PlannedWay, placeAt } from '../../lib/routes/planned-way.ts';
import { MadeGoodSum } from '../../lib/watches/made-good.ts';
import { madeGoodOf } from '../../lib/watches/vehicle-made-good.ts';
import type { Position, Watch } from '../../lib/watches/watch.ts';
import { between } from '../between.ts';

const HOUR = 3_600_000;
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * HOUR);
const at = (hours: number) => hour(hours).toISOString();

/** South along a meridian at 10 kn, 6 h at a stop half-way: open water, then half ice, then ice that is not known. */
const way: PlannedWay = {
  points: [
    [-57, -52],
    [-57, -53],
    [-57, -55],
    [-57, -55],
    [-57, -56],
    [-57, -58],
  ],
  times: [0, 6, 18, 24, 30, 42].map((hours) => hour(hours).getTime()),
  consumed: null,
  ice: [null, 0, 55, 55, 100, null],
  meshes: [3],
  vehicleType: 'SDA',
};
const positions = (each: [hours: number, lat: number, lon?: number][]): Position[] =>
  each.map(([hours, lat, lon = -57]) => ({ lat, lon, time: at(hours) }));
const sailed = (...each: [hours: number, lat: number, lon?: number][]) =>
  new MadeGoodSum().add(way, positions(each)).told();

describe('made good', () => {
  it('at half the predicted speed is 50 %, in each ice', () => {
    const half = sailed([0, -52], [6, -52.5], [14, -52 - 14 / 12], [24, -54])!;
    expect(half.hours).toBe(24);
    expect(half.of_predicted_percent).toBeCloseTo(50, 6);
    expect(half.by_ice.map(({ concentration }) => concentration)).toEqual([
      [0, 10],
      [50, 60],
    ]);
    const [open, icy] = half.by_ice;
    for (const { hours, predicted_hours } of [open!, icy!])
      expect(predicted_hours / hours).toBeCloseTo(0.5, 9);
    // a degree of latitude is 60.04 NM on this sphere
    expect([open!.nm, icy!.nm]).toEqual([expect.closeTo(60, 1), expect.closeTo(60, 1)]);
  });

  it('is of reports less than 12 h apart and near the way', () => {
    expect(sailed()).toBeNull();
    expect(sailed([1, -52.1])).toBeNull();
    expect(sailed([0, -52], [12, -54])).toBeNull();
    expect(sailed([0, -52], [6, -53], [9, -53.5, -50], [10, -53.6], [11, -53.7])!.hours).toBe(7);
  });

  it('says nothing of a stay at a stop, and by ice nothing where the ice is not known', () => {
    const stay = sailed([12, -54], [17, -54.8], [20, -55], [23, -55], [28, -55.6], [30, -55.8])!;
    expect(stay.hours).toBe(7);
    const unknown = sailed([30, -56], [34, -57])!;
    expect(unknown).toMatchObject({ hours: 4, of_predicted_percent: expect.closeTo(150, 6), by_ice: [] });
    // full ice is in the last entry
    expect(sailed([26, -55.2], [28, -55.6])!.by_ice).toMatchObject([{ concentration: [90, 100], hours: 2 }]);
  });

  it('counts the time of a ship that lies still or goes back', () => {
    expect(sailed([1, -52.5], [3, -52.5])).toMatchObject({
      of_predicted_percent: expect.closeTo(0, 6),
      by_ice: [{ concentration: [0, 10], hours: 2, nm: expect.closeTo(0, 6) }],
    });
    expect(sailed([1, -52.5], [2, -52.25], [3, -52.5], [4, -52.75])).toMatchObject({
      hours: 3,
      of_predicted_percent: expect.closeTo(50, 6),
      by_ice: [{ concentration: [0, 10], hours: 3, predicted_hours: expect.closeTo(1.5, 6) }],
    });
  });

  it('by ice is the whole, whatever the reports', () => {
    const known = { ...way, ice: [null, 0, 55, 55, 100, 12] };
    const report = fc.record({ lat: between(-58, -52), apart: between(0.1, 13) });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        const each: [number, number][] = [];
        for (const { lat, apart } of reports) each.push([(each.at(-1)?.[0] ?? 0) + apart, lat]);
        const told = new MadeGoodSum().add(known, positions(each)).told();
        if (!told) return;
        const sum = (of: 'hours' | 'predicted_hours') => told.by_ice.reduce((all, ice) => all + ice[of], 0);
        expect(sum('hours')).toBeCloseTo(told.hours, 6);
        expect(sum('predicted_hours')).toBeCloseTo((told.hours * told.of_predicted_percent) / 100, 6);
      }),
    );
  });

  it('of a vehicle is the sum over the voyages of it that a caller watches', async () => {
    const watch = (id: string, vehicleType: string, isReported = true) =>
      ({ id, way: { ...way, vehicleType }, position: isReported ? {} : null }) as Watch;
    const pages: Record<string, Watch[]> = {
      '': [watch('a', 'SDA'), watch('b', 'other'), watch('c', 'SDA', false)],
      more: [watch('d', 'SDA')],
    };
    const reports: Record<string, Position[]> = {
      a: positions([
        [0, -52],
        [4, -52.5],
      ] as const as [number, number][]),
      d: positions([
        [0, -52],
        [2, -52.5],
      ] as const as [number, number][]),
    };
    const asked: (string | null)[] = [];
    const store = {
      list: async (requester: string | null, _limit: number, after: string | null) => {
        asked.push(requester);
        return { watches: pages[after ?? '']!, next: after === null ? 'more' : null };
      },
      positions: async (id: string) => reports[id]!,
    };
    expect(await madeGoodOf(store, 'SDA', 'key')).toEqual({
      watches: 2,
      made_good: {
        hours: 6,
        of_predicted_percent: expect.closeTo(100, 6),
        by_ice: [
          {
            concentration: [0, 10],
            nm: expect.closeTo(60, 1),
            hours: 6,
            predicted_hours: expect.closeTo(6, 6),
          },
        ],
      },
    });
    expect(asked).toEqual(['key', 'key']);
    expect((await madeGoodOf(store, 'none', 'key')).made_good).toBeNull();
  });
});

describe('the planned way', () => {
  const steps = (most: number) =>
    fc.array(fc.tuple(between(-1, 1), between(-1, 1)), { minLength: 1, maxLength: most });
  /** A way of such steps, an hour each, that may turn back and run round the world. */
  const wayOf = (lon0: number, legs: readonly (readonly [number, number])[], size: number): PlannedWay => {
    const points: [number, number][] = [[lon0, -62]];
    for (const [Δlon, Δlat] of legs) {
      const [lon, lat] = points.at(-1)!;
      points.push([wrapLongitude(lon + size * Δlon), Math.max(-88, Math.min(80, lat + (size * Δlat) / 4))]);
    }
    return { ...way, points, times: points.map((_, i) => i * HOUR) };
  };

  it('finds the time of each of its own places, across the antimeridian and along parallels too', () => {
    fc.assert(
      fc.property(steps(6), fc.constantFrom(-57, 179.5), between(0, 1), (legs, lon0, part) => {
        const eastward = legs.map(([Δlon, Δlat]) => [0.1 + Math.abs(Δlon), Δlat] as const);
        const own = wayOf(lon0, eastward, 1);
        const time = part * own.times.at(-1)!;
        expect(nearestOn(own, placeAt(own, time), time).offNm).toBeLessThan(0.05);
      }),
    );
  });

  it('has the nearest place of all its legs, and of those as near the one next in time', () => {
    const place = fc.record({ lat: between(-89, 80), lon: between(-180, 180) });
    const ofEachLeg = (own: PlannedWay, to: LatLon, time: number) =>
      own.points.slice(1).map((point, i) => {
        const leg = { ...own, points: [own.points[i]!, point], times: [own.times[i]!, own.times[i + 1]!] };
        return nearestOn(leg, to, time);
      });
    fc.assert(
      fc.property(
        steps(40),
        between(-180, 180),
        fc.constantFrom(0.5, 20),
        place,
        between(0, 40 * HOUR),
        (...all) => {
          const [legs, lon0, size, to, time] = all;
          const own = wayOf(lon0, legs, size);
          const each = ofEachLeg(own, to, time);
          const least = Math.min(...each.map(({ offNm }) => offNm));
          const soonest = each
            .filter(({ offNm }) => offNm <= least + 1)
            .map((one) => Math.abs(one.time - time))
            .reduce((a, b) => Math.min(a, b));
          const found = nearestOn(own, to, time);
          expect(found.offNm).toBeLessThanOrEqual(least + 1);
          expect(Math.abs(found.time - time)).toBe(soonest);
        },
      ),
    );
  });

  it('of 5,000 legs is compared with 5,000 reports in a moment', () => {
    const legs = Array.from({ length: 5000 }, (_, i) => [0.01, 0.02 * Math.sin(i / 40)] as const);
    const long = wayOf(-60, legs, 1);
    const reports = long.points.map(([lon, lat], i) => ({
      lat: lat + 0.01,
      lon,
      time: new Date(2 * i * HOUR).toISOString(),
    }));
    const before = process.cpuUsage().user;
    const told = new MadeGoodSum().add(long, reports).told()!;
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5);
    expect(told.hours).toBe(2 * 5000);
    expect(told.of_predicted_percent).toBeCloseTo(50, 0);
  });
});
