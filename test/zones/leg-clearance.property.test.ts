/** The room of a leg, by its definition: at each of many places along it the nearest of all that is closed, on either side of its course. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MercatorLine } from '../../lib/engine/geometry/mercator-line.ts';
import {
  haversineNm,
  isometricLatitude,
  type LatLon,
  type Point,
  RADIANS,
  shortWayDegrees,
} from '../../lib/engine/geometry/sphere.ts';
import { Coverage } from '../../lib/zones/geometry/coverage.ts';
import { legClearances } from '../../lib/zones/leg-clearance.ts';
import { openSea } from './open-sea.ts';

const STEPS = 150;
/** Degrees between places along the sides of cells and of zones. */
const APART = 0.01;
const SIZE = 10;

const mercator = (lat: number) => isometricLatitude(lat * RADIANS) / RADIANS;

/** Places on the sides of what is closed, those of each straight side together. */
function shoreOf(corners: readonly Point[]): LatLon[] {
  return corners.flatMap(([x1, y1], k) => {
    const [x2, y2] = corners[(k + 1) % corners.length]!;
    const parts = Math.ceil(Math.hypot(0.3 * (x2 - x1), y2 - y1) / APART);
    return Array.from({ length: parts }, (_, i) => ({
      lon: x1 + (i / parts) * (x2 - x1),
      lat: y1 + (i / parts) * (y2 - y1),
    }));
  });
}

function byDefinition(from: Point, to: Point, shore: readonly LatLon[]): [number, number] {
  const line = new MercatorLine(from, to);
  const [east, north] = [line.Δlon, mercator(to[1]) - mercator(from[1])];
  const sides: [number, number] = [20, 20];
  const ordinates = shore.map(({ lat }) => mercator(lat));
  for (let k = 0; k <= STEPS; k++) {
    const [lon, lat] = line.at(k / STEPS);
    const ordinate = mercator(lat);
    for (const [i, place] of shore.entries()) {
      if (Math.abs(place.lat - lat) > 0.34) continue;
      const right = shortWayDegrees(place.lon - lon) * north - (ordinates[i]! - ordinate) * east;
      const side = right < 0 ? 1 : 0;
      sides[1 - side] = Math.min(sides[1 - side]!, haversineNm({ lat, lon }, place));
    }
  }
  return sides;
}

/** Of the sea; no end is exactly in line with a corner, where the side is a matter of rounding. */
const part = (beside: number) => fc.nat(999).map((n) => (n + beside) / 1000);
const island = fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1));

test('is that of its definition, beside any islands and zones, at any latitude and on the antimeridian', () => {
  const scenes = fc.record({
    islands: fc.array(island, { minLength: 1, maxLength: 4 }),
    zone: fc.array(fc.tuple(part(0.71), part(0.71)), { minLength: 3, maxLength: 5 }),
    corner: fc.constantFrom([-60, -65], [175, -78], [-179, 72], [10, -84], [20, 0]),
    ends: fc.tuple(part(0.37), part(0.37), part(0.37), part(0.37)),
    height: fc.constantFrom(0.1, 0.25),
  });
  fc.assert(
    fc.property(scenes, ({ islands, zone, corner: [west, south], ends: [a, b, c, d], height }) => {
      const isLand = (x: number, y: number) => islands.some(([i, j]) => i === x && j === y);
      const mesh = openSea({ west: west!, south: south!, columns: SIZE, rows: SIZE, height, isLand });
      const at = (x: number, y: number): Point => [west! + 2 * height * x, south! + height * y];
      const ring = zone.map(([x, y]) => at(SIZE * x, SIZE * y));
      const [lons, lats] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      const bounds = {
        west: Math.min(...lons),
        east: Math.max(...lons),
        south: Math.min(...lats),
        north: Math.max(...lats),
      };
      const areas = [new Coverage([{ rings: [Float64Array.from(ring.flat())], bounds }])];
      const [from, to] = [at(SIZE * a, SIZE * b), at(SIZE * c, SIZE * d)];
      const shore = [
        ...islands.flatMap(([x, y]) => shoreOf([at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)])),
        ...shoreOf(ring),
      ];
      const [port, starboard] = byDefinition(from, to, shore);
      // a leg over what is closed is none, and one of no length has no sides
      fc.pre(Math.min(port, starboard) > 1 && Math.hypot(c - a, d - b) > 0.01);
      const wrapped = ([lon, lat]: Point): Point => [lon > 180 ? lon - 360 : lon, lat];
      const [leg] = legClearances({ mesh, areas }, [wrapped(from), wrapped(to)]);
      // by its definition, places are looked at that are up to a mile apart
      expect(Math.abs(leg!.portNm - port)).toBeLessThan(0.6);
      expect(Math.abs(leg!.starboardNm - starboard)).toBeLessThan(0.6);
      expect(leg!.nm).toBe(Math.min(leg!.portNm, leg!.starboardNm));
    }),
    { numRuns: 40, seed: 1, endOnFailure: true },
  );
});
