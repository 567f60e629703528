/**
 * What a day later costs a path that consumes little, by slice. Within a slice it is the same all along the best path: nothing changes
 * there with time. It is estimated by two searches from the end, over the seas as cells are when the path comes there a little earlier
 * and a little later.
 */
import type { Chain } from '../path/chain.ts';
import { wholePatch } from '../search/corridor.ts';
import { Search } from '../search/search.ts';
import { between, type Ends } from '../search/search-task.ts';
import { frozenSea } from './dated-refine.ts';
import type { Prices } from './priced-sea.ts';
import { type Sea, sliceAt } from './sea.ts';

/** So much of the mean length of a slice earlier and later: in less time, cells make the cost of a path uneven. */
const SHIFT = 0.3;

/**
 * @param times of the vertices of the path
 * @param whenIn by cell: when a path like this one is there
 */
export function dayPrices(
  sea: Sea,
  ends: Ends,
  chain: Chain,
  times: readonly number[],
  whenIn: Float64Array,
  isOver: () => boolean,
): Prices {
  const patch = wholePatch(sea.mesh);
  const [begins, arrives] = [times[0], times[chain.length - 1]];
  const days = (SHIFT * (arrives - begins)) / (1 + sliceAt(sea, arrives) - sliceAt(sea, begins));
  const [earlier, later] = [-days, days].map((shift) => {
    const sliceOf = whenIn.map((time) => sliceAt(sea, time + shift));
    const { mesh, costs } = frozenSea(sea, 'consumed', sliceOf);
    return new Search(mesh, costs, patch, null, { ...between(ends, -1), bound: Infinity, isOver }).run().cost;
  });
  const found: number[][] = sea.slices.map(() => []);
  for (let i = 1; i < chain.length; i++) {
    const cell = chain.cell[i];
    const points = patch.cellPoint.subarray(patch.cellStart[cell], patch.cellStart[cell + 1]);
    for (const p of points) {
      const price = (later[p] - earlier[p]) / (2 * days);
      if (Number.isFinite(price)) found[sliceAt(sea, times[i - 1])].push(price);
    }
  }
  // to arrive later costs nothing
  const last = sliceAt(sea, arrives);
  return found.map((all, k) => (k < last && all.length > 0 ? all.reduce((a, b) => a + b) / all.length : 0));
}
