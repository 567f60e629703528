/**
 * Finds the cheapest path between two points, level by level: a level places points on the borders of cells, searches
 * through them, and refines the path found. Its search goes the other way than that of the level before and is guided
 * by the costs found there, so that each level has more points in fewer places.
 */
import { type Costs, costBetween } from '../cost/cost.ts';
import type { Point } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { isBend } from '../path/bends.ts';
import type { Chain } from '../path/chain.ts';
import { Descent } from '../refine/descend.ts';
import { refine } from '../refine/refine.ts';
import type { Terminals } from '../waypoints/waypoints.ts';
import {
  allCells,
  type Coarse,
  cellsWithin,
  joinedPatch,
  type Known,
  searchCoarsely,
  slackOfCorridor,
  wholePatch,
} from './corridor.ts';
import { layOutPatch, type Patch } from './patch.ts';
import { pinchPartners } from './pinches.ts';
import { type Placement, spacedByLength } from './placement.ts';
import { potentialOf } from './potential.ts';
import { Search } from './search.ts';
import { between, type Ends, type SearchTask } from './search-task.ts';
import { pathOf } from './trace.ts';

/**
 * Points inside an edge that is as long as the great circle from start to end (placement.ts), level by level; the last
 * level is for ends between which no path was found.
 */
const LEVELS = [10, 40, 300];
/**
 * Costs through the points of a level are assumed to be too high by EXCESS plus SAFETY · (1 + FEW_CELLS / n) times the fraction by
 * which refinement lowered that of the path through them, where the level has n cells: over few cells errors differ more.
 * Those of the corridor, with one point on an edge, by its slack: errors there differ too much to be told by one path.
 */
const EXCESS = 0.001;
const SAFETY = 1.5;
const FEW_CELLS = 30;
/** Below this excess over the best cost, a search has expanded nearly all points. It is less than a corridor's slack. */
const NEARLY_LEAST = 0.003;
/** Up to here the costs of a known path's search bound others better than the great circle does, from whichever end. */
const NEAR_LEAST = 0.03;

export interface FoundPath {
  /** The refined path, and its cost. */
  readonly chain: Chain;
  readonly cost: number;
  /** The path through evenly spaced points, and the search that found it. */
  readonly coarse: Chain;
  readonly search: Search;
  /** The first search of the corridor; null where there was none. */
  readonly first: Search | null;
  readonly ends: Ends;
  /** False if time ran out before the search was complete. */
  readonly complete: boolean;
}

/** A path that other costs led to, and what it costs by these. */
export interface KnownPath extends Known {
  readonly found: FoundPath;
  readonly cost: number;
}

/**
 * The path from start to end, null if there is none. Pinches are used only if there is no path without them: whether a
 * leg is possible does not depend on the costs.
 *
 * @param wider by how much the corridor's slack is more than usual
 */
export function findPath(
  mesh: Mesh,
  costs: Costs,
  ends: Terminals,
  isOver: () => boolean,
  known?: KnownPath,
  wider = 0,
): FoundPath | null {
  // no path costs less than 1 / (1 + excess) of the known one
  const excess = known ? known.cost / (known.rate * known.found.cost) - 1 : Infinity;
  if (known?.found.complete && excess <= NEARLY_LEAST) {
    const again = new Levels(mesh, costs, known.found.ends, isOver).findAgain(known);
    if (again) return again;
  }
  const needsPinches = known?.found.ends.partner != null;
  for (const partner of mesh.pinch.length > 0 ? [null, pinchPartners(mesh)] : [null]) {
    if (!partner && (needsPinches || !meet(mesh, ends))) continue;
    const levels = new Levels(mesh, costs, { ...ends, partner }, isOver);
    const found = levels.find(wider, excess <= NEAR_LEAST ? known : undefined);
    if (found) return found;
  }
  return null;
}

/** Whether two ends are in the same component without pinches. */
export function meet({ component }: Mesh, { start, end }: Terminals): boolean {
  return start.cells.some((a) => end.cells.some((b) => component[2 * a] === component[2 * b]));
}

class Levels {
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly ends: Ends;
  private readonly isOver: () => boolean;
  private corridor: Coarse | null = null;
  /** The search of the last level that found a path. */
  private last: Search | null = null;
  /** The best refined path; before there is one, that of the corridor: others are nearer to their minimum. */
  private best: { readonly chain: Chain; readonly cost: number } | null = null;
  private isRefined = false;
  private complete = true;

  constructor(mesh: Mesh, costs: Costs, ends: Ends, isOver: () => boolean) {
    this.mesh = mesh;
    this.costs = costs;
    this.ends = ends;
    this.isOver = isOver;
  }

  find(wider: number, known?: Known, coarse = joinedPatch(this.mesh)): FoundPath | null {
    const { mesh, costs, ends } = this;
    this.corridor = searchCoarsely(mesh, costs, ends, coarse, slackOfCorridor(mesh, wider), known);
    const { search = null, limit = Infinity, through } = this.corridor ?? {};
    const cells = through ? cellsWithin(mesh, coarse, ends, (p) => through(p) <= limit) : allCells(mesh);
    // a path across blocks is none from cell to cell
    this.last = coarse.blocks ? search : null;
    if (search && !coarse.blocks) this.take(search, true);
    for (const points of search || !coarse.blocks ? LEVELS : []) {
      if (points === LEVELS.at(-1) && this.last) break;
      const placement = spacedByLength(mesh, ends, cells.length, points);
      const patch = layOutPatch(mesh, cells, placement);
      const bound = this.best ? costThrough(costs, this.best.chain, placement) : this.last ? limit : Infinity;
      // little is new with twice as many points
      if (!this.last || perEdge(patch) > 2 * perEdge(this.last.patch)) this.look(patch, bound);
    }
    return this.found() ?? (coarse.blocks ? this.find(wider, undefined, wholePatch(mesh)) : null);
  }

  /**
   * Searches the points of a known search once more, the other way, for other costs. The known costs times the rate are an exact lower
   * bound for it. Complete below the cost of the known path: null if no path costs less.
   */
  findAgain({ found: { search, coarse }, rate }: KnownPath): FoundPath | null {
    const task = this.taskFor(search.task.sign > 0 ? -1 : 1, new Descent(this.costs).cost(coarse));
    const potential = search.cost.map((cost) => rate * cost);
    this.take(new Search(this.mesh, this.costs, search.patch, potential, task).run());
    return this.found();
  }

  /** The best path that the levels have found; null if none has. */
  private found(): FoundPath | null {
    if (this.best && !this.isRefined) this.best = refine(this.mesh, this.costs, this.best.chain);
    const { best, ends, last: search, complete } = this;
    const coarse = search && pathOf(search);
    if (!search || !coarse || !best) return null;
    return { ...best, coarse, search, first: this.corridor?.first ?? null, ends, complete };
  }

  /** Searches through the points of a patch for a path that costs less than the bound. */
  private look(patch: Patch, bound: number): void {
    const { mesh, costs, last } = this;
    if (!this.complete) return;
    const sign = last && last.task.sign > 0 ? -1 : 1;
    const task = this.taskFor(sign, bound);
    const potential = last && potentialOf(last, this.excessOf(last, patch), patch, task);
    const search = new Search(mesh, costs, patch, potential, task).run();
    this.complete = search.complete;
    this.take(search);
  }

  /** Estimated fraction by which the costs of the last search are too high, for a level with the cells of this patch. */
  private excessOf(last: Search, { cells }: Patch): number {
    if (last === this.corridor?.search) return this.corridor.slack;
    return EXCESS + SAFETY * (1 + FEW_CELLS / cells.length) * (last.best / this.best!.cost - 1);
  }

  private taskFor(sign: 1 | -1, bound: number): SearchTask {
    return { ...between(this.ends, sign), bound, isOver: this.best ? this.isOver : () => false };
  }

  private take(search: Search, isRough = false): void {
    const path = search.complete ? pathOf(search) : null;
    if (!path) return;
    this.last = search;
    const known = this.isRefined ? this.best : null;
    if (known && isSameWay(path, known.chain)) return;
    const found = isRough ? { chain: path, cost: search.best } : refine(this.mesh, this.costs, path);
    if (!known || found.cost < known.cost) this.best = found;
    this.isRefined = !isRough;
  }
}

/** Points inside an edge, on average. */
function perEdge({ λ, corners, edges }: Patch): number {
  return (λ.length - corners.length) / edges.length;
}

/** Whether two paths pass the same edges and corners; descent then leads to the same place from both. */
function isSameWay(one: Chain, other: Chain): boolean {
  let k = 0;
  for (let i = 0; i < one.length; i++, k++) {
    while (isBend(other, k)) k++;
    if (one.edge[i] !== other.edge[k] || one.corner[i] !== other.corner[k]) return false;
    if (one.cell[i] !== other.cell[k]) return false;
  }
  return k === other.length;
}

/** The least cost of a path whose crossings are at the points next to those of another, of which it has the cells. */
function costThrough(costs: Costs, chain: Chain, placement: Placement): number {
  let ends = [{ at: chain.point(0), cost: 0 }];
  for (let i = 1; i < chain.length; i++) {
    if (isBend(chain, i)) continue;
    const costTo = (at: Point) =>
      Math.min(...ends.map((end) => end.cost + costBetween(costs, chain.cell[i], end.at, at)));
    ends = pointsBeside(chain, i, placement).map((at) => ({ at, cost: costTo(at) }));
  }
  return ends[0].cost;
}

/** The points of a placement on either side of a crossing; the vertex itself where it does not slide on an edge. */
function pointsBeside(chain: Chain, i: number, placement: Placement): Point[] {
  const { edge, low, high, t, at } = chain;
  if (edge[i] < 0) return [chain.point(i)];
  const ts = Array.from(placement(edge[i]), (part) => low[i] + part * (high[i] - low[i]));
  const above = ts.findIndex((one) => one >= t[i]);
  const next = above < 0 ? [ts.at(-1) ?? low[i], high[i]] : [ts[above - 1] ?? low[i], ts[above]];
  return next.map((one) => (chain.vertical[i] ? [at[i], one] : [one, at[i]]));
}
