/** Edges near a box, judged by many points along them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Edges, endsOf } from '../../lib/zones/geometry/edges.ts';
import type { Ring } from '../../lib/zones/geometry/polygon.ts';
import { runs } from '../thorough.ts';

const POINTS = 500;
const SIDE = 20;
/** Degrees between points of an edge that is as long as they come. */
const APART = (SIDE * Math.SQRT2) / POINTS;

const whole = fc.integer({ min: 0, max: SIDE });
const point = fc.tuple(whole, whole);
const ringOf = (points: readonly (readonly number[])[]): Ring => points.flat() as unknown as Ring;

test('the border in a box is round what is in it of the edges that pass it, and no larger', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 30 }), point, point, (points, a, b) => {
      const box = {
        west: Math.min(a[0], b[0]) - 0.5,
        east: Math.max(a[0], b[0]) + 0.5,
        south: Math.min(a[1], b[1]) - 0.5,
        north: Math.max(a[1], b[1]) + 0.5,
      };
      const edges = new Edges(endsOf([ringOf(points)]));
      const isIn = ([x, y]: readonly [number, number]) =>
        x > box.west && x < box.east && y > box.south && y < box.north;
      const inBox = points.map(([x1, y1], k) => {
        const [x2, y2] = points[(k + 1) % points.length]!;
        const along = (i: number) => [x1 + (i / POINTS) * (x2 - x1), y1 + (i / POINTS) * (y2 - y1)] as const;
        return Array.from({ length: POINTS + 1 }, (_, i) => along(i)).filter(isIn);
      });
      const seen = inBox.flat();
      const found = edges.borderIn(box, edges.near(box));
      const passing = found?.edges ?? [];
      for (const [edge, own] of inBox.entries()) {
        if (own.length > 0) expect(passing).toContain(edge);
      }
      if (seen.length === 0) return;
      const [xs, ys] = [0, 1].map((k) => seen.map((at) => at[k]!)) as [number[], number[]];
      const { west, south, east, north } = found!.border;
      // a corner of the box may be cut off between two points
      const isCut = passing.some((edge) => inBox[edge]!.length === 0);
      for (const [least, side] of [
        [Math.min(...xs), west],
        [-Math.max(...xs), -east],
        [Math.min(...ys), south],
        [-Math.max(...ys), -north],
      ] as const) {
        expect(side).toBeLessThanOrEqual(least);
        if (!isCut) expect(side).toBeGreaterThan(least - APART);
      }
    }),
    { numRuns: runs(100, 1000), seed: 1 },
  );
});

test('edges that only touch the sides of a box have no border in it', () => {
  const square = new Edges(
    endsOf([
      ringOf([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ]),
  );
  const beside = { west: 1, south: 0.2, east: 2, north: 0.8 };
  expect(square.near(beside)).toEqual([1]);
  expect(square.borderIn(beside, square.near(beside))).toBeNull();
});

test('the edges near a box are those whose boxes meet it, and touch it too', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 40 }), point, point, (points, a, b) => {
      const [lons, lats] = [0, 1].map((axis) => [a[axis]!, b[axis]!].sort((p, q) => p - q)) as [
        [number, number],
        [number, number],
      ];
      const box = { west: lons[0], east: lons[1], south: lats[0], north: lats[1] };
      const meets =
        (axis: 0 | 1, [least, most]: [number, number]) =>
        (k: number) => {
          const ends = [points[k]![axis], points[(k + 1) % points.length]![axis]];
          return Math.min(...ends) <= most && Math.max(...ends) >= least;
        };
      const expected = [...points.keys()].filter(meets(0, lons)).filter(meets(1, lats));
      const found = new Edges(endsOf([ringOf(points)])).near(box);
      expect(found.sort((p, q) => p - q)).toEqual(expected);
    }),
    { numRuns: runs(300, 1000), seed: 1 },
  );
});
