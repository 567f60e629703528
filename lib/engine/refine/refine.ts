import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bend } from '../path/bends.ts';
import { Chain } from '../path/chain.ts';
import { Settler } from './settle.ts';

/** The cheapest path that descent from `path` finds, and its cost; `path` itself is not changed. */
export function refine(mesh: Mesh, costs: Costs, path: Chain): { chain: Chain; cost: number } {
  const settler = new Settler(mesh, costs);
  const chain = path.copy();
  const cost = settler.settle(chain);
  const bent = new Chain(2 * chain.length);
  bend(mesh, chain, bent);
  if (bent.length > chain.length) {
    const less = settler.settle(bent);
    if (less < cost) return { chain: bent, cost: less };
  }
  return { chain, cost };
}
