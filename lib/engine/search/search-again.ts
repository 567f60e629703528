import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Descent } from '../refine/descend.ts';
import type { FoundPath } from './find-path.ts';
import { Search } from './search.ts';
import { between } from './search-task.ts';

/**
 * The cheapest path by other costs through the points of a search. By these no leg may cost less than `rate` times
 * what it costs by those of the search: consumption is at least the time multiplied by the least rate of the mesh,
 * and a straight leg costs no less than one that may turn. The costs found, multiplied by the rate, are then an
 * exact lower bound for a search from the other end.
 *
 * @returns null if there is none
 */
export function searchAgain(
  mesh: Mesh,
  costs: Costs,
  known: FoundPath,
  rate: number,
  isOver: () => boolean,
): FoundPath | null {
  const { isExact } = known;
  const least = isExact ? known.search.leastCost() : known.search.cost;
  const own = new Descent(costs).cost(known.chain);
  const sign = known.sign > 0 ? -1 : 1;
  const { start, end, partner } = known.ends;
  const task = { ...between(start, end, sign), partner, bound: own, isExact, isOver };
  const potential = least.map((one) => rate * one);
  const search = new Search(mesh, costs, known.search.patch, potential, task);
  const chain = search.path() ?? (own < Infinity ? known.chain : null);
  const { best: cost, complete } = search;
  const reach = !complete ? 0 : known.reach < Infinity ? cost : Infinity;
  return chain && { ...known, chain, cost, search, sign, reach, complete };
}
