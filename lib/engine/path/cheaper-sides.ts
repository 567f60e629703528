import { type Costs, costBetween } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/** The chain with each leg along an edge in the cheaper of the two cells there. */
export function toCheaperSides(mesh: Mesh, costs: Costs, chain: Chain): Chain {
  const { cellEdge, cellEdgeStart, edgeTopology } = mesh;
  const out = chain.copy();
  for (let i = 1; i < chain.length; i++) {
    const cell = chain.cell[i];
    for (let k = cellEdgeStart[cell]; k < cellEdgeStart[cell + 1]; k++) {
      const e = cellEdge[k];
      if (!isOn(mesh, e, chain, i - 1) || !isOn(mesh, e, chain, i)) continue;
      const other = edgeTopology[4 * e] === cell ? edgeTopology[4 * e + 1] : edgeTopology[4 * e];
      const cost = (side: number) => costBetween(costs, side, chain.point(i - 1), chain.point(i));
      if (cost(other) < cost(cell)) out.cell[i] = other;
    }
  }
  return out;
}

/** Whether vertex i of a chain is on edge e. */
function isOn({ edgeSpan, edgeVertical }: Mesh, e: number, chain: Chain, i: number): boolean {
  const [at, low, high] = edgeSpan.subarray(3 * e, 3 * e + 3);
  const isVertical = edgeVertical[e] === 1;
  const [aside, along] = isVertical ? [chain.lon(i), chain.lat(i)] : [chain.lat(i), chain.lon(i)];
  const apart = Math.abs(aside - at);
  return (apart === 0 || (isVertical && apart === 360)) && along >= low && along <= high;
}
