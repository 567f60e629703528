import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bend } from '../path/bends.ts';
import { Chain } from '../path/chain.ts';
import { Settler } from './settle.ts';

/** Times that bends are laid anew: settling moves the crossings between which they are spaced. */
const BEND_PASSES = 2;

/** The cheapest path in the valley of `path`, which is left as it is, and what it costs. */
export function refine(mesh: Mesh, costs: Costs, path: Chain): { chain: Chain; cost: number } {
  const settler = new Settler(mesh, costs);
  let best = path.copy();
  let cost = settler.descent.run(best, 0);
  const settled = path.copy();
  const settledCost = settler.settle(settled, true);
  if (settledCost < cost) [best, cost] = [settled, settledCost];
  for (let pass = 0; pass < BEND_PASSES; pass++) {
    const bent = new Chain(2 * best.length);
    bend(mesh, best, bent);
    if (bent.length === best.length) break;
    const bentCost = settler.settle(bent, false);
    if (!(bentCost < cost)) break;
    cost = bentCost;
    best = bent;
  }
  return { chain: best, cost };
}
