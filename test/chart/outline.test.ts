import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Loop, outlineOf, type Rectangle } from '../../lib/chart/outline.ts';

/** Twice the signed area, positive for a loop that runs counter-clockwise. */
const area = (loop: Loop): number =>
  loop.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = loop[(i + 1) % loop.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
const total = (loops: readonly Loop[]) => loops.reduce((sum, loop) => sum + area(loop), 0);

it('two rectangles with a whole side in common have one outline of four corners', () => {
  expect(
    outlineOf([
      [0, 0, 1, 1],
      [1, 0, 2, 1],
    ]),
  ).toEqual([expect.toSatisfy((loop: Loop) => loop.length === 4 && area(loop) === 2)]);
});

it('a small rectangle beside a large one shares part of its side', () => {
  const loops = outlineOf([
    [0, 0, 2, 2],
    [2, 0, 3, 1],
  ]);
  expect(loops).toHaveLength(1);
  expect(loops[0]).toHaveLength(6);
  expect(total(loops)).toBe(5);
});

it('a ring has an outline, and one for its hole that runs the other way', () => {
  const ring: Rectangle[] = [];
  for (let x = 0; x < 3; x++)
    for (let y = 0; y < 3; y++) if (x !== 1 || y !== 1) ring.push([x, y, x + 1, y + 1]);
  expect(
    outlineOf(ring)
      .map(area)
      .sort((a, b) => a - b),
  ).toEqual([-1, 9]);
});

it('the outline of any cells of a grid encloses their area, and no side stands in it twice', () => {
  const cells = fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(6)), { selector: String, maxLength: 30 });
  fc.assert(
    fc.property(cells, (chosen) => {
      const loops = outlineOf(chosen.map(([x, y]): Rectangle => [x, y, x + 1, y + 1]));
      expect(total(loops)).toBe(chosen.length);
      const sides = loops.flatMap((loop) =>
        loop.map((corner, i) => `${corner} ${loop[(i + 1) % loop.length]}`),
      );
      expect(new Set(sides).size).toBe(sides.length);
    }),
    { numRuns: 200 },
  );
});
