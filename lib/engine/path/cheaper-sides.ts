import { type Costs, costBetween } from '../cost/cost.ts';
import { cellBeyond, edgesOf, isOnEdge } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/** The chain with each leg along an edge in the cheaper of the two cells there. */
export function toCheaperSides(mesh: Mesh, costs: Costs, chain: Chain): Chain {
  const out = chain.copy();
  for (let i = 1; i < chain.length; i++) {
    const cost = (cell: number) => costBetween(costs, cell, chain.point(i - 1), chain.point(i));
    for (const other of cellsAcross(mesh, chain, i))
      if (cost(other) < cost(chain.cell[i])) out.cell[i] = other;
  }
  return out;
}

/** The cells on the other side of the edges that the leg to vertex i runs along. */
export function cellsAcross(mesh: Mesh, chain: Chain, i: number): number[] {
  const isOn = (e: number, k: number) => isOnEdge(mesh, e, chain.lon(k), chain.lat(k));
  const edges = [...edgesOf(mesh, chain.cell[i])].filter((e) => isOn(e, i - 1) && isOn(e, i));
  return edges.map((e) => cellBeyond(mesh, e, chain.cell[i]));
}
