import { type Costs, costBetween } from '../cost/cost.ts';
import { cellBeyond, edgesOf, isOnEdge } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/** The chain with each leg along an edge in the cheaper of the two cells there. */
export function toCheaperSides(mesh: Mesh, costs: Costs, chain: Chain): Chain {
  const out = chain.copy();
  const isOn = (e: number, i: number) => isOnEdge(mesh, e, chain.lon(i), chain.lat(i));
  for (let i = 1; i < chain.length; i++) {
    const cost = (cell: number) => costBetween(costs, cell, chain.point(i - 1), chain.point(i));
    const cell = chain.cell[i];
    for (const e of edgesOf(mesh, cell)) {
      if (!isOn(e, i - 1) || !isOn(e, i)) continue;
      const other = cellBeyond(mesh, e, cell);
      if (cost(other) < cost(cell)) out.cell[i] = other;
    }
  }
  return out;
}
