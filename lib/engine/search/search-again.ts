import type { Costs } from '../cost/cost.ts';
import { leastRate } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Descent } from '../refine/descend.ts';
import type { FoundPath } from './find-path.ts';
import { Search } from './search.ts';

/**
 * The path of least consumption through the points of the search for the fastest path. A path of duration T
 * consumes at least r T, where r is the least rate of the mesh. The durations found from the start, multiplied
 * by r, are therefore an exact lower bound for a search from the end. Null where there are no durations.
 */
export function searchAgain(
  mesh: Mesh,
  costs: Costs,
  fastest: FoundPath,
  isOver: () => boolean,
): FoundPath | null {
  if (!fastest.field) return null;
  const { patch, cost } = fastest.field;
  const rate = leastRate(costs);
  const potential = new Float64Array(cost.length);
  for (let p = 0; p < cost.length; p++) potential[p] = rate * cost[p];
  const bound = new Descent(costs).cost(fastest.chain);
  const task = { ...fastest.ends, sign: -1, bound, isOver } as const;
  const search = new Search(mesh, costs, patch, potential, task);
  return {
    ends: fastest.ends,
    chain: search.path() ?? fastest.chain,
    cost: search.best,
    field: search,
    sign: -1,
    corridor: fastest.corridor,
    complete: search.complete,
  };
}
