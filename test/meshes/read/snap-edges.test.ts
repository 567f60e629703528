import fc from 'fast-check';
import { expect, it } from 'vitest';
import { snapEdges } from '../../../lib/meshes/read/snap-edges.ts';
import { between } from '../../between.ts';

it('makes the sides of any regular grid meet, and moves none by more than its tolerance', () => {
  const grid = fc.record({
    origin: between(-90, 20),
    size: between(0.001, 1),
    cells: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(grid, ({ origin, size, cells }) => {
      const bounds = new Float64Array(4 * cells);
      for (let cell = 0; cell < cells; cell++) {
        const centre = origin + (cell + 0.5) * size;
        bounds.set([centre - size / 2, -1, centre + size / 2, 1], 4 * cell);
      }
      const before = bounds.slice();
      snapEdges(bounds);
      for (let cell = 1; cell < cells; cell++) expect(bounds[4 * cell]).toBe(bounds[4 * cell - 2]);
      bounds.forEach((side, i) => {
        expect(Math.abs(side - before[i])).toBeLessThanOrEqual(1e-9);
      });
    }),
  );
});

it('leaves exact numbers alone, and meets the antimeridian and the pole', () => {
  const exact = Float64Array.of(-180, -90, -179.7265625, -89.86328125);
  const bounds = exact.slice();
  snapEdges(bounds);
  expect(bounds).toEqual(exact);
  const rounded = Float64Array.of(179.5, 89, 180 + 3e-14, 90 - 1e-14);
  snapEdges(rounded);
  expect([...rounded]).toEqual([179.5, 89, 180, 90]);
});
