import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { polygonsOf } from '../../lib/zones/geometry/polygon.ts';
import { metresOf } from '../../lib/zones/mesh/divide-box.ts';
import { CoveredArea } from '../../lib/zones/mesh/divide-mesh.ts';
import { OPEN_BORDERS } from '../../lib/zones/zoned-mesh.ts';
import { between } from '../between.ts';
import { randomNumbers } from '../engine/random-mesh.ts';
import { runs } from '../thorough.ts';
import { boxPolygon, starPolygon } from './areas.ts';

const star = fc.record({
  lat: between(-75, 75),
  lon: between(-180, 180),
  radii: fc.array(between(0.1, 2), { minLength: 3, maxLength: 12 }),
});

/** By the angles at which a point sees the edges, which sum up to a turn inside: another method than that of the code. */
function isInside(ring: readonly number[][], lon: number, lat: number): boolean {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!].map(([x, y]) => Math.atan2(y! - lat, x! - lon));
    const turn = b! - a!;
    sum += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  }
  return Math.abs(sum) > Math.PI;
}

/** Whether a point is within a tenth of a millimetre of a ring. */
function isOnBorder(ring: readonly number[][], lon: number, lat: number): boolean {
  return ring.slice(1).some(([x1 = 0, y1 = 0], i) => {
    const [x0 = 0, y0 = 0] = ring[i]!;
    const [dx, dy] = [x1 - x0, y1 - y0];
    const part = Math.min(1, Math.max(0, ((lon - x0) * dx + (lat - y0) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(lon - x0 - part * dx, lat - y0 - part * dy) < 1e-9;
  });
}

test('a point is inside where the border winds round it, on either side of the antimeridian', () => {
  fc.assert(
    fc.property(star, between(-2, 2), between(-2, 2), (s, x, y) => {
      const { ring, geometry } = starPolygon(s);
      const coverage = new Coverage(polygonsOf(geometry));
      const [lon, lat] = [s.lon + x, s.lat + y];
      fc.pre(!isOnBorder(ring, lon, lat)); // neither in nor out
      const turned = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
      expect(coverage.contains(turned, lat)).toBe(isInside(ring, lon, lat));
    }),
  );
});

test('a point is inside several polygons together where it is in any of them, however they overlap', () => {
  const offsets = fc.array(fc.tuple(between(-1, 1), between(-1, 1)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(star, offsets, between(-2, 2), between(-2, 2), (s, offsets, x, y) => {
      const places = offsets.map(([dx, dy]) => ({ ...s, lon: s.lon / 2 + dx, lat: s.lat + dy }));
      const stars = places.map(starPolygon);
      const coverage = new Coverage(stars.flatMap(({ geometry }) => polygonsOf(geometry)));
      const [lon, lat] = [s.lon / 2 + x, s.lat + y];
      fc.pre(!stars.some(({ ring }) => isOnBorder(ring, lon, lat)));
      expect(coverage.contains(lon, lat)).toBe(stars.some(({ ring }) => isInside(ring, lon, lat)));
    }),
  );
});

test('the pieces of a box tile it; open ones are outside, and closed ones reach at most 300 m beyond the border', () => {
  fc.assert(
    fc.property(star, between(0.3, 1.5), fc.infiniteStream(between(0.001, 0.999)), (s, size, parts) => {
      const { ring, geometry } = starPolygon({ ...s, lon: s.lon / 2 });
      const area = new CoveredArea(new Coverage(polygonsOf(geometry)));
      const box = {
        west: s.lon / 2 - size,
        east: s.lon / 2 + 0.7 * size,
        south: s.lat - 0.4 * size,
        north: s.lat + 0.5 * size,
      };
      const pieces = area.divide(box);
      if (!pieces) return;
      const sum = pieces.reduce(
        (total, { west, south, east, north }) => total + (east - west) * (north - south),
        0,
      );
      expect(sum).toBeCloseTo((box.east - box.west) * (box.north - box.south), 9);
      const part = parts[Symbol.iterator]();
      for (const piece of pieces) {
        const lon = piece.west + part.next().value! * (piece.east - piece.west);
        const lat = piece.south + part.next().value! * (piece.north - piece.south);
        if (!piece.isClosed) expect(isInside(ring, lon, lat)).toBe(false);
        else if (!isInside(ring, lon, lat)) expect(metresFrom(ring, lon, lat)).toBeLessThan(300);
      }
    }),
    { numRuns: runs(8, 20) },
  );
});

function metresFrom(ring: readonly number[][], lon: number, lat: number): number {
  const scale = Math.cos((lat * Math.PI) / 180);
  let least = Infinity;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = [(ring[i]![0]! - lon) * scale, ring[i]![1]! - lat];
    const [x2, y2] = [(ring[i + 1]![0]! - lon) * scale, ring[i + 1]![1]! - lat];
    const along = Math.max(
      0,
      Math.min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
    );
    least = Math.min(least, Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1)));
  }
  return least * 111_195;
}

test('far from the routes few boxes close most of the inside, and none of the outside', () => {
  const box = { west: -60, south: -62, east: -58, north: -61 };
  let [inside, closed, open] = [0, 0, 0];
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed);
    const radii = Array.from({ length: 12 }, () => 0.2 + 0.5 * random());
    const { ring, geometry } = starPolygon({ lat: -62 + 2 * random(), lon: -60.5 + 3 * random(), radii });
    const pieces = new CoveredArea(new Coverage(polygonsOf(geometry)), OPEN_BORDERS).divide(box) ?? [];
    for (let n = 0; pieces.length > 0 && n < 100; n++) {
      const [lon, lat] = [box.west + 2 * random(), box.south + random()];
      const own = pieces.filter(
        ({ west, south, east, north }) => west < lon && lon < east && south < lat && lat < north,
      );
      expect(own).toHaveLength(1);
      const isIn = isInside(ring, lon, lat);
      if (own[0]!.isClosed) expect(isIn).toBe(true);
      inside += isIn ? 1 : 0;
      closed += own[0]!.isClosed ? 1 : 0;
    }
    open += pieces.filter(({ isClosed }) => !isClosed).length;
  }
  expect(closed / inside).toBeGreaterThan(0.7);
  expect(open / 30).toBeLessThan(8);
});

test('where the border stays open, no open piece along it is a thin strip', () => {
  const area = new CoveredArea(new Coverage(polygonsOf(boxPolygon(1.6, -59, 2.4, -58))), OPEN_BORDERS);
  const pieces = area.divide({ west: 1, south: -59.3, east: 2, north: -58 })!;
  const open = pieces.filter(({ isClosed }) => !isClosed).map(metresOf);
  expect(open.length).toBeGreaterThan(0);
  for (const { width, height } of open) expect(Math.min(width, height)).toBeGreaterThan(3000);
  const closed = pieces.filter(({ isClosed }) => isClosed);
  expect(closed).not.toHaveLength(0);
  for (const { west, south } of closed) expect([west >= 1.6, south >= -59]).toEqual([true, true]);
});
