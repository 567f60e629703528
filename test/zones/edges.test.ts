/** Edges near a box, judged by many points along them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Edges, endsOf } from '../../lib/zones/geometry/edges.ts';
import { boundsOf, type Ring } from '../../lib/zones/geometry/polygon.ts';
import { between } from '../between.ts';
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

test('the border in a box reaches beyond neither the box nor the edges, not even by rounding', () => {
  const anywhere = fc.tuple(between(-30, 30), between(-30, 30));
  const box = { west: -10.1, south: -20.3, east: 15.7, north: 8.9 };
  let cut = 0;
  fc.assert(
    fc.property(fc.array(anywhere, { minLength: 3, maxLength: 40 }), (points) => {
      const edges = new Edges(endsOf([ringOf(points)]));
      const all = boundsOf(points.flat());
      // whole edges: exactly their ends
      const round = { west: -31, south: -31, east: 31, north: 31 };
      expect(edges.borderIn(round, edges.near(round))?.border).toEqual(all);
      const found = edges.borderIn(box, edges.near(box));
      if (!found) return;
      const passing = boundsOf(found.edges.flatMap((e) => [...edges.ends.subarray(4 * e, 4 * e + 4)]));
      const { west, south, east, north } = found.border;
      expect(west).toBeGreaterThanOrEqual(Math.max(box.west, passing.west));
      expect(south).toBeGreaterThanOrEqual(Math.max(box.south, passing.south));
      expect(east).toBeLessThanOrEqual(Math.min(box.east, passing.east));
      expect(north).toBeLessThanOrEqual(Math.min(box.north, passing.north));
      if (west > passing.west && east < passing.east) cut++;
    }),
    { numRuns: 300, endOnFailure: true },
  );
  expect(cut).toBeGreaterThan(50);
});

/** On either side of a box, how far an edge reaches into it. */
const INTO = [
  [(d: number) => [-1, 0.5, d, 0.7], 'west'],
  [(d: number) => [2, 0.5, 1 - d, 0.7], 'east'],
  [(d: number) => [0.5, -1, 0.7, d], 'south'],
  [(d: number) => [0.5, 2, 0.7, 1 - d], 'north'],
] as const;
test.each(INTO)('what reaches into a box by a tenth of a millimetre is beside it: %#', (edgeTo) => {
  const box = { west: 0, south: 0, east: 1, north: 1 };
  const borderOf = (ends: number[]) => new Edges(Float64Array.from(ends)).borderIn(box, [0]);
  for (const into of [1e-9, 0, -0.5]) expect(borderOf(edgeTo(into))).toBeNull();
  for (const into of [1.1e-9, 0.5]) expect(borderOf(edgeTo(into))?.edges).toEqual([0]);
  // an edge along the side is beside the box as well, in whichever direction it leads
  const [x1, , x2, y2] = edgeTo(0) as [number, number, number, number];
  const along = Math.abs(x2 - x1) > 0.5 ? [x2, -1, x2, 2] : [-1, y2, 2, y2];
  for (const ends of [along, [...along.slice(2), ...along.slice(0, 2)]]) expect(borderOf(ends)).toBeNull();
});

test('there is nothing near a box where there are no edges', () => {
  const none = new Edges(endsOf([]));
  const box = { west: 0, south: 0, east: 1, north: 1 };
  expect([none.count, none.near(box), none.borderIn(box, [])]).toEqual([0, [], null]);
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
