import { expect, it } from 'vitest';
import { compileMesh } from '../../../lib/engine/compile/compile-mesh.ts';
import { costBetween, costsFor } from '../../../lib/engine/cost/cost.ts';
import { openMesh } from '../../../lib/engine/mesh/mesh.ts';
import { Chain } from '../../../lib/engine/path/chain.ts';
import { toCheaperSides } from '../../../lib/engine/path/cheaper-sides.ts';
import { randomMesh } from '../random-mesh.ts';

it('puts a leg along an edge into the cheaper of the two cells, and leaves others where they are', () => {
  const { source } = randomMesh(5, { cells: 60, place: 'antimeridian', closed: 'none', consumption: 'fuel' });
  const mesh = openMesh(compileMesh(source));
  const costs = costsFor(mesh, 'fuel');
  let changed = 0;
  for (let e = 0; e < mesh.edgeCount; e++) {
    const [at, low, high] = mesh.edgeSpan.subarray(3 * e, 3 * e + 3) as unknown as [number, number, number];
    const cells = [...mesh.edgeTopology.subarray(4 * e, 4 * e + 2)];
    const isVertical = mesh.edgeVertical[e] === 1;
    const place = (t: number): [number, number] => (isVertical ? [at, t] : [t, at]);
    const middle = 0.5 * (low + high);
    for (const cell of cells) {
      const chain = new Chain(3);
      chain.pushFixed(...place(low), -1);
      chain.pushFixed(...place(middle), cell);
      // and away from the edge
      const [west, south, east, north] = mesh.bounds.subarray(4 * cell, 4 * cell + 4) as unknown as number[];
      chain.pushFixed(0.5 * (west! + east!), 0.5 * (south! + north!), cell);
      const out = toCheaperSides(mesh, costs, chain);
      const cost = (side: number) => costBetween(costs, side, place(low), place(middle));
      expect(cost(out.cell[1]!)).toBe(Math.min(...cells.map(cost)));
      expect(out.cell[2]).toBe(cell);
      if (out.cell[1] !== cell) changed++;
    }
  }
  expect(changed).toBeGreaterThan(30);
});
