/** Rings and polygons by their definitions: what is on the left of stretches, its area, and which hole lies in which polygon. */
import { geoArea } from 'd3-geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EARTH_RADIUS_M, haversineNm } from '../../../lib/engine/geometry/sphere.ts';
import type { Position } from '../../../lib/voyage/reach/position.ts';
import {
  coordinatesOf,
  polygonsOf,
  type Ring,
  ringAreaKm2,
  ringsOf,
  simplified,
} from '../../../lib/voyage/reach/rings.ts';
import { between } from '../../between.ts';

const ringOf = (line: readonly Position[], isContour = false): Ring => [
  { line: [...line, line[0]!], isContour },
];
const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];

describe('a ring', () => {
  it('is joined of stretches in whatever order they are, each once', () => {
    const [a, b, c, d] = square(0, 0, 1) as [Position, Position, Position, Position];
    const stretches = [
      [c, d],
      [a, b],
      [d, a],
      [b, c],
    ].map((line) => ({ line, isContour: false }));
    const island = ringOf(square(5, 5, 1))[0]!;
    const rings = ringsOf([...stretches, island]);
    expect(rings.map((ring) => ring.map(({ line }) => line))).toEqual([
      [
        [c, d],
        [d, a],
        [a, b],
        [b, c],
      ],
      [island.line],
    ]);
  });

  it('is two where it would be at a place twice', () => {
    const eight: Position[] = [
      [0, 0],
      [1, 1],
      [2, 2],
      [1, 2],
      [1, 1],
      [0, 1],
    ];
    const stretches = eight.map((from, k) => ({
      line: [from, eight[(k + 1) % eight.length]!],
      isContour: false,
    }));
    const areas = ringsOf(stretches).map((ring) => Math.sign(ringAreaKm2(ring)));
    expect(areas).toEqual([1, 1]);
  });

  it('has the area on its left, on the sphere', () => {
    fc.assert(
      fc.property(between(-80, 70), between(-170, 160), between(0.1, 9), (south, west, size) => {
        const line = square(west, south, size);
        const [φ0, φ1] = [south, south + size].map((lat) => (lat * Math.PI) / 180);
        const km2 =
          (((EARTH_RADIUS_M / 1000) ** 2 * (size * Math.PI)) / 180) * (Math.sin(φ1!) - Math.sin(φ0!));
        expect(ringAreaKm2(ringOf(line)) / km2).toBeCloseTo(1, 9);
        expect(ringAreaKm2(ringOf(line.toReversed())) / km2).toBeCloseTo(-1, 9);
      }),
    );
    // a small one whose sides are no parallels, by another implementation, which wants it the other way round
    const triangle: Position[] = [
      [10, -60],
      [10.03, -60.01],
      [10.02, -59.98],
    ];
    const ring = [...triangle, triangle[0]!].toReversed().map((place) => [...place]);
    const km2 = (geoArea({ type: 'Polygon', coordinates: [ring] }) * EARTH_RADIUS_M ** 2) / 1e6;
    expect(ringAreaKm2(ringOf(triangle)) / km2).toBeCloseTo(1, 3);
  });

  it('has a point every half degree along parallels that are no contour, and is closed', () => {
    const line: Position[] = [
      [0, -60],
      [1.6, -60],
      [1.6, -59],
    ];
    expect(coordinatesOf(ringOf(line))).toEqual([
      [0, -60],
      [0.4, -60],
      [0.8, expect.closeTo(-60, 12)],
      [expect.closeTo(1.2, 12), -60],
      [1.6, -60],
      [1.6, -59],
      ...[1.2, 0.8, 0.4].map((lon) => [expect.closeTo(lon, 12), expect.closeTo(-60 + lon / 1.6, 12)]),
      [0, -60],
    ]);
    expect(coordinatesOf(ringOf(line, true))).toEqual([...line, line[0]]);
    expect(coordinatesOf([])).toEqual([]);
  });
});

describe('a simplified line', () => {
  it('keeps points that are far from its chords, and is nowhere off by more than 50 m', () => {
    const wave = (metres: number): Position[] =>
      Array.from({ length: 101 }, (_, k) => [
        20 + 0.02 * k,
        -60 + (metres / 111_195) * Math.sin((k * Math.PI) / 10),
      ]);
    expect(simplified(wave(45))).toHaveLength(2);
    const [line, kept] = [wave(1000), simplified(wave(1000))];
    expect(kept.length).toBeLessThan(line.length);
    expect([kept[0], kept.at(-1)]).toEqual([line[0], line.at(-1)]);
    for (const [lon, lat] of line) {
      const next = kept.findIndex(([east]) => east >= lon);
      const [[lon0, lat0], [lon1, lat1]] = [kept[Math.max(0, next - 1)]!, kept[next]!];
      const on = lat0 + (lon1 === lon0 ? 0 : ((lon - lon0) / (lon1 - lon0)) * (lat1 - lat0));
      // to the chord it is no farther than along the meridian, and these waves are flat
      expect(1852 * haversineNm({ lat, lon }, { lat: on, lon })).toBeLessThan(80);
    }
  });

  it('measures distances on the sphere, also beyond the ends of a chord', () => {
    // 60 m to the east of a meridian at 60° S
    const off = 60 / 111_195 / Math.cos((60 * Math.PI) / 180);
    const line = (lon: number): Position[] => [
      [0, -60.01],
      [lon, -60],
      [0, -59.99],
    ];
    expect(simplified(line(off))).toHaveLength(3);
    expect(simplified(line(off / 2))).toHaveLength(2);
    const back: Position[] = [
      [0, -60],
      [0, -59.9],
      [0, -59.99],
    ];
    expect(simplified(back)).toHaveLength(3);
    const round: Position[] = [
      [0, -60],
      [0.1, -60],
      [0, -60],
    ];
    expect(simplified(round)).toHaveLength(3);
  });
});

describe('polygons', () => {
  it('have the holes that lie in them, the smallest polygon round each', () => {
    const lozenge = (lon: number, size: number): Position[] => [
      [lon + size, 0],
      [lon, size],
      [lon - size, 0],
      [lon, -size],
    ];
    fc.assert(
      fc.property(between(-1, 1), between(-1, 1), between(0.05, 0.3), (x, y, size) => {
        // in the corner beside one lozenge, or in it; both are in a larger one with a hole round them
        fc.pre(Math.abs(Math.abs(x) + Math.abs(y) - 1) > 2 * size);
        const isIn = Math.abs(x) + Math.abs(y) < 1;
        const hole = ringOf(
          square(x, y, size)
            .map(([lon, lat]): Position => [lon - size / 2, lat - size / 2])
            .toReversed(),
        );
        const [inner, outer, other] = [lozenge(0, 1), lozenge(0, 9), lozenge(40, 1)].map((line) =>
          ringOf(line),
        );
        const polygons = polygonsOf([hole, outer!, other!, inner!]);
        expect(polygons).toHaveLength(3);
        const [small, same, large] = polygons
          .toSorted((a, b) => a.areaKm2 - b.areaKm2)
          .map((each) => each.coordinates.length);
        expect([small, same].toSorted()).toEqual(isIn ? [1, 2] : [1, 1]);
        expect(large).toBe(isIn ? 1 : 2);
        const sum = polygons.reduce((km2, { areaKm2 }) => km2 + areaKm2, 0);
        const all = [hole, inner!, outer!, other!].reduce((km2, ring) => km2 + ringAreaKm2(ring), 0);
        expect(sum / all).toBeCloseTo(1, 9);
      }),
    );
  });

  it.each([-70, 0, 70])('have the hole in a narrow one at %d degrees north', (lat) => {
    const [around, hole] = [square(8, lat, 0.02), square(8.005, lat + 0.005, 0.01)];
    const [polygon] = polygonsOf([ringOf(around), ringOf(hole.toReversed())]);
    expect(polygon!.coordinates).toHaveLength(2);
    expect(polygon!.areaKm2 / ringAreaKm2(ringOf(around))).toBeCloseTo(0.75, 3);
  });

  it('are none of rings without area, nor of holes in nothing', () => {
    const line: Position[] = [
      [0, 0],
      [1, 0],
    ];
    expect(polygonsOf([ringOf(line), ringOf(square(0, 0, 1).toReversed())])).toEqual([]);
    // smaller than what is simplified
    const tiny = ringOf(square(2, 2, 1e-5).toReversed(), true);
    const [one, ...others] = polygonsOf([tiny, ringOf(square(0, 0, 5)), ringOf(square(9, 9, 1e-5), true)]);
    expect(others).toEqual([]);
    expect(one!.coordinates).toHaveLength(1);
  });
});
