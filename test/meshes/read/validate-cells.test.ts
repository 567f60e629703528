import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Faults } from '../../../lib/meshes/mesh-refused.ts';
import { validateDisjoint, validateRegion } from '../../../lib/meshes/read/validate-cells.ts';
import { runs } from '../../thorough.ts';

const side = fc.integer({ min: -8, max: 8 });
const extent = fc.integer({ min: 1, max: 3 });
const rectangle = fc
  .tuple(side, side, extent, extent)
  .map(([west, south, width, height]) => [west, south, west + width, south + height] as const);

type Rectangle = readonly [west: number, south: number, east: number, north: number];
const overlap = (a: Rectangle, b: Rectangle) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

it('finds an overlap exactly where there is one', () => {
  fc.assert(
    fc.property(fc.array(rectangle, { minLength: 1, maxLength: 12 }), (rectangles) => {
      const faults = new Faults();
      const ids = rectangles.map((_, i) => String(i));
      validateDisjoint(ids, Float64Array.from(rectangles.flat()), faults);
      const pairs = rectangles.flatMap((a, i) => rectangles.slice(i + 1).filter((b) => overlap(a, b)));
      expect(faults.count('overlapping cells')).toBe(pairs.length);
    }),
    { numRuns: runs(200, 1000) },
  );
});

it('stops counting where everything overlaps everything', () => {
  const n = 100_000;
  const bounds = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) bounds.set([0, 0, 1 + i / n, 1], 4 * i);
  const faults = new Faults();
  const ids = Array.from({ length: n }, (_, i) => String(i));
  validateDisjoint(ids, bounds, faults);
  expect(() => faults.refuseIfAny()).toThrow(/more: overlapping cells/);
  expect(faults.count('overlapping cells')).toBeLessThan(3 * n); // of 5,000,000,000
});

it.each([
  ['inside', [176, -1, 178, 1], 0],
  ['on the other side', [-178, -1, -176, 1], 0],
  ['up to the antimeridian', [175, -1, 180, 1], 0],
  ['beyond the region', [174, -1, 176, 1], 1],
  ['across all that the region leaves out', [-176, -1, 176, 1], 1],
  ['across the antimeridian in one piece', [178, -1, 182, 1], 1],
  ['too far north', [176, 1, 178, 3], 1],
])('a cell %s of a region across the antimeridian', (_, bounds, count) => {
  const faults = new Faults();
  validateRegion(
    ['0'],
    Float64Array.from(bounds),
    { latMin: -2, latMax: 2, lonMin: 175, lonMax: -175 },
    faults,
  );
  expect(faults.count('cells outside the region')).toBe(count);
});
