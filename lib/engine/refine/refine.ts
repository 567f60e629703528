import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bend } from '../path/bends.ts';
import { Chain } from '../path/chain.ts';
import { Settler } from './settle.ts';

/** The cheapest path that descent from `path` finds, and its cost; `path` itself is not changed. */
export function refine(mesh: Mesh, costs: Costs, path: Chain): { chain: Chain; cost: number } {
  const settler = new Settler(mesh, costs);
  const candidates = [path.copy(), path.copy()];
  const total = [settler.descent.cost(candidates[0]), settler.settle(candidates[1], true)];
  const best = total[1] < total[0] ? 1 : 0;
  const bent = new Chain(2 * candidates[best].length);
  bend(mesh, candidates[best], bent);
  if (bent.length > candidates[best].length) {
    const cost = settler.settle(bent, false);
    if (cost < total[best]) return { chain: bent, cost };
  }
  return { chain: candidates[best], cost: total[best] };
}
