/** Where a route is inside an area, by many places along it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MercatorLine } from '../../lib/engine/geometry/mercator-line.ts';
import {
  haversineNm,
  type LatLon,
  METRES_PER_NM,
  type Point,
  rhumb,
} from '../../lib/engine/geometry/sphere.ts';
import { timeInside } from '../../lib/zones/entered.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { between } from '../between.ts';
import { boxPolygon, starPolygon } from './areas.ts';

const STEPS = 1000;
const FEW = 5;
const KNOTS = 10;

const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
const coverageOf = (geometry: Parameters<typeof polygonsOf>[0]) => new Coverage(polygonsOf(geometry));

/** At ten knots, with the hours that it stays where a point is there twice. */
function trackOf(points: readonly Point[], stay = 0) {
  const [timeDays, distanceM] = [[0], [0]];
  for (const [k, [lon, lat]] of points.slice(1).entries()) {
    const [x, y] = points[k]!;
    const { lengthM } = rhumb({ lon: x, lat: y }, { lon, lat });
    distanceM.push(distanceM[k]! + lengthM);
    timeDays.push(timeDays[k]! + (lengthM === 0 ? stay : lengthM / METRES_PER_NM / KNOTS) / 24);
  }
  return { coordinates: points, timeDays, distanceM };
}

describe('a route among areas', () => {
  it.each([-60, 180, -179])('is inside as long as places along it are, at %d', (middle) => {
    const made = fc.record({
      radii: fc.array(between(0.3, 2), { minLength: 3, maxLength: 7 }),
      ends: fc.array(fc.tuple(between(-3, 3), between(-3, 3)), { minLength: 2, maxLength: 4 }),
    });
    fc.assert(
      fc.property(made, ({ radii, ends }) => {
        const { geometry } = starPolygon({ lat: -65, lon: middle, radii });
        const coverage = coverageOf(geometry);
        const points = ends.map(([x, y]): Point => [wrapped(middle + x), -65 + y]);
        const track = trackOf(points);
        const { entered, nmInside, hoursInside } = timeInside(coverage, track);
        // what is shorter than a few steps may be missed, as pieces of a leg are taken to be straight
        let [inside, same] = [0, 0];
        const entries: { nm: number; place: LatLon }[] = [];
        for (let leg = 1; leg < points.length; leg++) {
          const line = new MercatorLine(points[leg - 1]!, points[leg]!);
          const metres = track.distanceM[leg]! - track.distanceM[leg - 1]!;
          for (let k = 0; k < STEPS; k++) {
            const part = (k + 0.5) / STEPS;
            const [lon, lat] = line.at(part);
            const isInside = coverage.contains(lon, lat);
            if (isInside) inside += metres / STEPS / METRES_PER_NM;
            same = isInside ? same + 1 : 0;
            const nm = (track.distanceM[leg - 1]! + part * metres) / METRES_PER_NM;
            if (same === FEW && k >= FEW) entries.push({ nm, place: { lat, lon } });
          }
        }
        const step = (track.distanceM.at(-1)! / METRES_PER_NM / STEPS) * (2 * points.length + FEW);
        expect(Math.abs(nmInside - inside)).toBeLessThan(step);
        expect(hoursInside).toBeCloseTo(nmInside / KNOTS, 6);
        for (const { nm, place } of entries) {
          const nearest = entered.reduce((a, b) => (Math.abs(a.nm - nm) < Math.abs(b.nm - nm) ? a : b));
          expect(Math.abs(nearest.nm - nm)).toBeLessThan(step);
          expect(24 * nearest.days).toBeCloseTo(nearest.nm / KNOTS, 6);
          expect(haversineNm(nearest, place)).toBeLessThan(2 * step);
        }
      }),
      { numRuns: 40, seed: 1, endOnFailure: true },
    );
  });

  it('is entered once where its legs meet inside, and anew where it was left', () => {
    const coverage = coverageOf(boxPolygon(10, -61, 12, -60));
    const points: Point[] = [
      [9, -60.5],
      [11, -60.5],
      [11.5, -60.5],
      [13, -60.5],
      [13, -50],
      [14, -50],
      [11, -60.9],
    ];
    const { entered } = timeInside(coverage, trackOf(points));
    expect(entered).toHaveLength(2);
    expect(entered[0]).toMatchObject({ lat: expect.closeTo(-60.5, 9), lon: expect.closeTo(10, 9) });
    expect(entered[1]!.nm).toBeGreaterThan(entered[0]!.nm);
    expect(haversineNm(entered[1]!, { lat: -60, lon: entered[1]!.lon })).toBeLessThan(0.01);
  });

  it('is cut where it crosses a side or a corner, and nowhere else', () => {
    const lozenge = (lon: number, lat: number) => starPolygon({ lat, lon, radii: [1, 0.5, 1, 0.5] }).geometry;
    const [lon, lat] = [11, -60.5];
    for (const coverage of [boxPolygon(10, -61, 12, -60), lozenge(lon, lat)].map(coverageOf)) {
      for (const line of [
        [
          [lon, -62.03],
          [lon, -58.97],
        ],
        [
          [8.97, lat],
          [13.03, lat],
        ],
      ] as Point[][]) {
        const isNorth = line[0]![0] === lon;
        for (const each of [line, line.toReversed()]) {
          const { entered, nmInside } = timeInside(coverage, trackOf(each));
          expect(entered).toHaveLength(1);
          const degrees = isNorth ? 1 : 2 * Math.cos((lat * Math.PI) / 180);
          // latitude is nearly, not exactly, a part of a leg in Mercator's projection
          expect(Math.abs(nmInside / (60.04 * degrees) - 1)).toBeLessThan(2e-3);
        }
      }
    }
  });

  it('is inside on either side of the antimeridian, whichever way it crosses that', () => {
    const [west, east] = [boxPolygon(179.96, -61, 180, -60), boxPolygon(-180, -61, -179.96, -60)];
    const far = [boxPolygon(178.6, -61, 178.9, -60), boxPolygon(-178.9, -61, -178.6, -60)];
    const there: Point[] = [
      [178.43, -60.5],
      [-178.44, -60.5],
    ];
    const inside = (degrees: number) => expect.closeTo(degrees * 60.04 * Math.cos((60.5 * Math.PI) / 180), 2);
    for (const line of [there, there.toReversed()]) {
      for (const [area, degrees] of [
        [west, 0.04],
        [east, 0.04],
        [far[0]!, 0.3],
        [far[1]!, 0.3],
      ] as const) {
        const { entered, nmInside } = timeInside(coverageOf(area), trackOf(line));
        expect(entered).toHaveLength(1);
        expect(nmInside).toEqual(inside(degrees));
      }
    }
  });

  it('along a border is outside, on either side', () => {
    const coverage = coverageOf(boxPolygon(10, -61, 12, -60));
    for (const line of [
      [
        [9, -60],
        [13, -60],
      ],
      [
        [12, -62],
        [12, -59],
      ],
      [
        [10, -62],
        [10, -59],
      ],
      [
        [9, -61],
        [13, -61],
      ],
    ] as Point[][])
      expect(timeInside(coverage, trackOf(line))).toEqual({ entered: [], nmInside: 0, hoursInside: 0 });
  });

  it('counts the hours of a stay that count, and not those elsewhere', () => {
    const coverage = coverageOf(boxPolygon(10, -61, 12, -60));
    const at = (place: Point) => trackOf([place, place], 5.5);
    const inside = at([11, -60.5]);
    expect(timeInside(coverage, inside)).toEqual({
      entered: [{ lat: -60.5, lon: 11, days: 0, nm: 0 }],
      nmInside: 0,
      hoursInside: expect.closeTo(5.5, 9),
    });
    // from three hours on, by the middles of hours
    const late = timeInside(coverage, inside, (days) => 24 * days > 3);
    expect(late.hoursInside).toBeCloseTo(2.5, 9);
    expect(late.entered).toEqual([{ lat: -60.5, lon: 11, days: expect.closeTo(3 / 24, 9), nm: 0 }]);
    expect(timeInside(coverage, at([13, -60.5]))).toEqual({ entered: [], nmInside: 0, hoursInside: 0 });
  });

  it('along a parallel is inside exactly where areas are, however many there are and wherever the antimeridian is', () => {
    const LAT = -60.5;
    const nmPerDegree = 60.04 * Math.cos((LAT * Math.PI) / 180);
    const made = fc.record({
      middle: fc.constantFrom(-60, 180, 179.7, -179.8),
      leave: between(0.6, 3),
      arrive: between(0.6, 3),
      // areas one after the other, by their sides
      sides: fc.array(between(-0.5, 0.5), { minLength: 2, maxLength: 8 }),
      isWestward: fc.boolean(),
    });
    fc.assert(
      fc.property(made, ({ middle, leave, arrive, sides, isWestward }) => {
        const sorted = [...sides].sort((a, b) => a - b);
        const areas = sorted.flatMap((from, k) =>
          k % 2 === 0 && k + 1 < sorted.length ? [[from, sorted[k + 1]!] as const] : [],
        );
        fc.pre(sorted.every((x, k) => k === 0 || x - sorted[k - 1]! > 1e-4));
        const box = ([from, to]: readonly [number, number]) =>
          boxPolygon(middle + from, -61, middle + to, -60).coordinates;
        const coverage = coverageOf({ type: 'MultiPolygon', coordinates: areas.map(box) });
        const ends: Point[] = [
          [wrapped(middle - leave), LAT],
          [wrapped(middle + arrive), LAT],
        ];
        // beyond both ends there is nothing, and it is entered again when it comes back
        const away: Point[] = isWestward ? ends.toReversed() : ends;
        const [first, last] = away as [Point, Point];
        const { entered, nmInside } = timeInside(
          coverage,
          trackOf([first, last, [last[0], -50], [first[0], -50], first, last]),
        );
        const length = areas.reduce((sum, [from, to]) => sum + to - from, 0);
        expect(nmInside).toBeCloseTo(2 * length * nmPerDegree, 2);
        const at = areas.map(([from, to]) => (isWestward ? to : from));
        const lons = (isWestward ? at.toReversed() : at).map((x) => expect.closeTo(x, 6));
        expect(entered.map(({ lon }) => wrapped(lon - middle))).toEqual([...lons, ...lons]);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
