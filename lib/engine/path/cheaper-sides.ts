import { type Costs, costBetween } from '../cost/cost.ts';
import { cellBeyond, edgesOf, isOnLineOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/** The chain with each leg along an edge in the cheaper of the two cells there. */
export function toCheaperSides(mesh: Mesh, costs: Costs, chain: Chain): Chain {
  const out = chain.copy();
  for (let i = 1; i < chain.length; i++) {
    const cost = (cell: number) => costBetween(costs, cell, chain.point(i - 1), chain.point(i));
    const cell = chain.cell[i];
    for (const e of edgesOf(mesh, cell)) {
      if (!isOn(mesh, e, chain, i - 1) || !isOn(mesh, e, chain, i)) continue;
      const other = cellBeyond(mesh, e, cell);
      if (cost(other) < cost(cell)) out.cell[i] = other;
    }
  }
  return out;
}

/** Whether vertex i of a chain is on edge e. */
function isOn(mesh: Mesh, e: number, chain: Chain, i: number): boolean {
  const [lon, lat] = chain.point(i);
  const along = mesh.edgeVertical[e] === 1 ? lat : lon;
  const [, low, high] = mesh.edgeSpan.subarray(3 * e, 3 * e + 3);
  return isOnLineOf(mesh, e, lon, lat) && along >= low && along <= high;
}
