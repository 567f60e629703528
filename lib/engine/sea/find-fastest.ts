/**
 * The earliest arrival in a changing sea, level by level as in find-path.ts: points on the borders of all cells, then more of them in the
 * corridor that is left. A level's search goes the other way than the one before and is guided by its times. What a path through a point
 * takes is the time to get there and the time that is left from there, if the end is to be reached a little after the best path reaches it:
 * else a rounding error closes the gates that it comes through as they open.
 */
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { allCells, cellsWithin, slackOfCorridor, wholePatch } from '../search/corridor.ts';
import { layOutPatch, type Patch, placesIn } from '../search/patch.ts';
import { spacedByLength } from '../search/placement.ts';
import { spreadAlongEdges } from '../search/potential.ts';
import type { Ends } from '../search/search-task.ts';
import { ArrivalSearch } from './arrival-search.ts';
import { refineDated } from './dated-refine.ts';
import type { Sea } from './sea.ts';

/** Points inside an edge, as in find-path.ts; the last level is for ends between which no path was found. */
const LEVELS = [10, 40];
const MOST = 300;
/** Times through the points of a level are taken to be too long by this, and by so many times what refinement saved. */
const EXCESS = 0.001;
const SAFETY = 1.5;

export interface FoundFastest {
  readonly chain: Chain;
  /** Days. */
  readonly cost: number;
  /** The path through the points of a level. */
  readonly coarse: Chain;
  /** By cell: when it is reached at the earliest, nearly; Infinity where the search did not come. */
  readonly reached: Float64Array;
  readonly complete: boolean;
}

/**
 * @param start when the vessel leaves, days
 * @returns null if there is no path
 */
export function findFastest(sea: Sea, ends: Ends, isOver: () => boolean, start = 0): FoundFastest | null {
  const { mesh } = sea;
  let patch = wholePatch(mesh);
  const slackOf = slackOfCorridor(mesh, 0);
  const there = { ...ends, sign: 1, time: start, slackOf, isOver } as const;
  const searched = () => new ArrivalSearch(sea, patch, there, Infinity, null).run();
  let first = searched();
  if (first.complete && !first.path()) {
    // where none leads through one point on each edge, one may lead through more
    patch = layOutPatch(mesh, allCells(mesh), spacedByLength(mesh, ends, mesh.openCount, MOST));
    first = searched();
  }
  const way = first.path();
  if (!way) return null;
  const slack = slackOf(first.passed);
  const home = { ...there, sign: -1, time: start + first.best * (1 + EXCESS), slackOf: () => slack } as const;
  const back = new ArrivalSearch(sea, patch, home, first.best, null).run();
  const limit = first.best * (1 + slack);
  const cells = cellsWithin(mesh, patch, ends, (p) => first.cost[p] + back.cost[p] <= limit);
  let best = { ...refineDated(sea, 'days', way, start), coarse: way };
  let last = back;
  let excess = slack;
  for (const points of LEVELS) {
    if (isOver()) break;
    const finer = layOutPatch(mesh, cells, spacedByLength(mesh, ends, cells.length, points));
    const sign = last.task.sign > 0 ? -1 : 1;
    const rest = estimatedRest(mesh, last, excess, finer);
    const time = sign > 0 ? start : start + best.cost * (1 + EXCESS);
    const own = { ...ends, slackOf: () => 0, isOver, sign, time } as const;
    const search = new ArrivalSearch(sea, finer, own, best.cost * (1 + excess), rest).run();
    const path = search.path();
    if (!path || !search.complete) break;
    const found = { ...refineDated(sea, 'days', path, start), coarse: path };
    if (found.cost < best.cost) best = found;
    excess = EXCESS + SAFETY * Math.max(0, search.best / best.cost - 1);
    last = search;
  }
  return { ...best, reached: reachedBy(first), complete: !isOver() };
}

/** @param search over all cells */
export function reachedBy({ patch, cost, task }: ArrivalSearch): Float64Array {
  return Float64Array.from(patch.cells, (_, i) => {
    let least = Infinity;
    for (let k = patch.cellStart[i]; k < patch.cellStart[i + 1]; k++)
      least = Math.min(least, cost[patch.cellPoint[k]]);
    return task.time + least;
  });
}

/**
 * By point of a patch: the estimated days of the rest of a path, by a search the other way whose days are too many by a fraction. Half of
 * that is taken off in proportion, half as much everywhere (potential.ts).
 */
function estimatedRest(mesh: Mesh, guide: ArrivalSearch, excess: number, patch: Patch): Float64Array {
  const trim = 1 - 0.5 * excess;
  const rest = new Float64Array(patch.λ.length);
  const there = placesIn(mesh, 'corner', guide.patch.corners, patch.corners);
  there.forEach((place, p) => {
    rest[p] = place >= 0 ? trim * guide.cost[place] : Infinity;
  });
  spreadAlongEdges(mesh, guide, trim, patch, rest);
  const { sources } = guide.task;
  const error = 0.5 * excess * guide.best;
  for (let p = 0; p < rest.length; p++) rest[p] -= error;
  // beside where the guide began its days are few, and bent
  patch.cells.forEach((cell, i) => {
    if (!sources[0].cells.includes(cell)) return;
    for (let k = patch.cellStart[i]; k < patch.cellStart[i + 1]; k++)
      rest[patch.cellPoint[k]] = Math.min(0, rest[patch.cellPoint[k]]);
  });
  return rest;
}
