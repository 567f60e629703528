import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../../lib/engine/geometry/sphere.ts';
import { lineCount, surveyLines, surveyWays } from '../../../lib/voyage/work/survey-lines.ts';
import { lengthNm } from '../../../lib/voyage/work/work-ways.ts';
import { runs } from '../../thorough.ts';

/** One degree high and, at its middle, as many nautical miles wide; NM_PER_DEGREE is that of the engine's sphere. */
const NM_PER_DEGREE = (6_371_100 * Math.PI) / 180 / 1852;
const box = (wideNm: number, lon = 170, lat = -70) => {
  const wide = wideNm / NM_PER_DEGREE / Math.cos(((lat + 0.5) * Math.PI) / 180);
  const east = lon + wide > 180 ? lon + wide - 360 : lon + wide;
  return [
    [lon, lat],
    [east, lat],
    [east, lat + 1],
    [lon, lat + 1],
    [lon, lat],
  ];
};

const closeTo = (line: readonly Point[]) => line.map((at) => at.map((degrees) => expect.closeTo(degrees, 6)));

describe('the lines of an area', () => {
  it.each([
    [20, 2, 10],
    [20, 3, 7],
    [20, 20, 1],
    [20, 50, 1],
    [19.9, 2, 10],
  ])('%d NM wide, %d NM apart, are %d', (wide, spacingNm, count) => {
    const lines = surveyLines(box(wide), { spacingNm, bearing: null });
    expect(lines).toHaveLength(count);
    expect(lineCount(box(wide), { spacingNm, bearing: null })).toBe(count);
    for (const line of lines) expect(lengthNm(line)).toBeCloseTo(NM_PER_DEGREE, 6);
    // the first and the last are as far inside, and no further than half the spacing
    const lons = lines.map(([[lon]]) => (lon + 360) % 360);
    const [left, right] = [lons[0]! - 170, 170 + ((box(wide)[1]![0]! + 360 - 170) % 360) - lons.at(-1)!];
    expect(left).toBeCloseTo(right, 9);
    const perLon = NM_PER_DEGREE * Math.cos((69.5 * Math.PI) / 180);
    expect(left * perLon).toBeLessThanOrEqual(spacingNm / 2 + 1e-9 + (count === 1 ? wide : 0));
    if (count > 1) expect((lons[1]! - lons[0]!) * perLon).toBeCloseTo(spacingNm, 9);
  });

  it('run along parallels at bearing 90, and cross the antimeridian', () => {
    const lines = surveyLines(box(40, 179.5), { spacingNm: 10, bearing: 90 });
    expect(lines).toHaveLength(7);
    for (const [[, a], [, b]] of lines) expect(a).toBeCloseTo(b, 9);
    for (const line of lines) expect(lengthNm(line)).toBeGreaterThan(38);
    for (const [[from], [to]] of lines) expect([from > 0, to < 0]).toEqual([true, true]);
  });

  it('run along the longest side where no bearing is asked for', () => {
    const lines = surveyLines(box(90), { spacingNm: 10, bearing: null });
    expect(lines).toEqual(surveyLines(box(90), { spacingNm: 10, bearing: 90 }).map((line) => closeTo(line)));
    const slope = [
      [10, 60],
      [12, 61],
      [10, 60.2],
      [10, 60],
    ];
    const [[[lon1, lat1], [lon2, lat2]]] = surveyLines(slope, { spacingNm: 5, bearing: null }) as [
      [Point, Point],
    ];
    expect((lat2 - lat1) / (lon2 - lon1)).toBeCloseTo(1 / 2, 6);
  });

  it('cover every point of any area, at any bearing: none is farther from a line than half the spacing', () => {
    const made = fc.record({
      bearing: fc.double({ min: -360, max: 360, noNaN: true }),
      spacingNm: fc.double({ min: 1, max: 15, noNaN: true }),
      corners: fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
    });
    fc.assert(
      fc.property(made, ({ bearing, spacingNm, corners }) => {
        const ring = [...corners, corners[0]!].map(([x, y]) => [10 + x, 60 + y / 2]);
        const lines = surveyLines(ring, { spacingNm, bearing });
        const lats = ring.map(([, lat]) => lat!);
        const cos = Math.cos((((Math.min(...lats) + Math.max(...lats)) / 2) * Math.PI) / 180);
        const xy = ([lon, lat]: readonly number[]) =>
          [lon! * NM_PER_DEGREE * cos, lat! * NM_PER_DEGREE] as const;
        const along = [Math.sin((bearing * Math.PI) / 180), Math.cos((bearing * Math.PI) / 180)] as const;
        const across = (point: readonly number[]) => {
          const [x, y] = xy(point);
          return x * along[1] - y * along[0];
        };
        for (const corner of ring) {
          const nearest = Math.min(...lines.map(([from]) => Math.abs(across(corner) - across(from))));
          expect(nearest).toBeLessThanOrEqual(spacingNm / 2 + 1e-6);
        }
        for (const [from, to] of lines) expect(across(from)).toBeCloseTo(across(to), 6);
      }),
      { numRuns: runs(50, 500) },
    );
  });

  it('are sailed to and fro, from any of four corners', () => {
    const lines = surveyLines(box(20), { spacingNm: 5, bearing: null });
    const ways = surveyWays(lines);
    const corners = [lines[0]!, lines.at(-1)!].flat().map(String);
    expect(ways.map(([from]) => String(from)).sort()).toEqual(corners.sort());
    const lengths = ways.map((way) => lengthNm(way));
    for (const length of lengths) expect(length).toBeCloseTo(lengths[0]!, 0);
    expect(lengths[0]!).toBeCloseTo(4 * NM_PER_DEGREE + 3 * 5, 0);
    for (const way of ways) {
      const sailed = lines.map((line) => line.map(String).sort().join());
      const done = Array.from({ length: 4 }, (_, k) => way.slice(2 * k, 2 * k + 2));
      expect(done.map((line: Point[]) => line.map(String).sort().join()).sort()).toEqual(sailed.sort());
    }
    expect(surveyWays(lines.slice(0, 1))).toHaveLength(2);
  });
});
