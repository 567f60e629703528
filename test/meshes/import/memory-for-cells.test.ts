import { expect, it } from 'vitest';
import { cellsWithin, requireMemoryFor } from '../../../lib/meshes/import/memory-for-cells.ts';
import { MeshRefused } from '../../../lib/meshes/mesh-refused.ts';
import { MAX_CELLS } from '../../../lib/meshes/read/read-cells.ts';

it('what is refused says the least memory that would do', () => {
  for (const cells of [MAX_CELLS, 1_500_000, 300_000]) {
    let message = '';
    try {
      requireMemoryFor(cells, 512);
    } catch (error) {
      expect(error).toBeInstanceOf(MeshRefused);
      message = (error as Error).message;
    }
    const [, least] = /calculators with (\d+) MB/.exec(message)!;
    expect(() => requireMemoryFor(cells, Number(least))).not.toThrow();
    expect(() => requireMemoryFor(cells, Number(least) - 1)).toThrow(MeshRefused);
  }
});

it('the default memory does for a million cells, and what new accounts may have for two', () => {
  expect(cellsWithin(1769)).toBeGreaterThan(1_100_000);
  expect(cellsWithin(3008)).toBeGreaterThan(2_100_000);
});
