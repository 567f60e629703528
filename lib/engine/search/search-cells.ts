import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { isNarrowed } from './blocking.ts';
import { type Corridor, guideOf } from './corridor.ts';
import type { Ends, FoundPath } from './find-path.ts';
import { layOutPatch } from './patch.ts';
import { type Guide, potentialOf } from './potential.ts';
import { Search } from './search.ts';
import { between } from './search-task.ts';
import type { PointsOf } from './spacing.ts';
import { withWholeCells } from './whole-cells.ts';

/** Points inside an edge that is as long as the great circle from start to end (spacing.ts). */
const POINTS = 20;
/** The same where headings differ: one search does the work of two. */
export const POINTS_ALONE = 30;
/** The same for the first, coarse search, whose costs guide the second. */
const COARSE_POINTS = 6;
/**
 * The coarse search's costs are assumed to be too high by COARSE_EXCESS. The cost of its path limits the
 * second search; WORSE is added because the second has other points.
 */
const COARSE_EXCESS = 0.005;
const WORSE = 1e-3;
/**
 * A search has passed nearly all points of the paths that cost this fraction more than the best: the fraction is
 * less than COARSE_EXCESS, and than the slack of a corridor. A point is missed only where its estimates were too
 * high.
 */
const NEARLY_LEAST = 0.003;
/**
 * In a corridor of less slack than this, the wavefront guides the search as well as a coarse search would.
 */
const CLOSE_SLACK = 0.011;
/**
 * If a coarse search from the end finds no path and passes less than this part of its points, the fine search
 * begins there too.
 */
const FEW_PASSED = 1 / 3;

/** Which cells are searched, for a path between which ends. */
interface CellsTask {
  readonly mesh: Mesh;
  readonly costs: Costs;
  readonly ends: Ends;
  /** By cell: 1 where the current is so strong that some directions are impossible; null if it is so nowhere. */
  readonly blocking: Uint8Array | null;
  /** Numbers in the mesh, ascending. */
  readonly cells: Int32Array;
  /** The corridor that these cells are; null if they are all. */
  readonly corridor: Corridor | null;
  /** The points on edges, by how many there are on an edge as long as the great circle from start to end. */
  readonly pointsOf: (points: number) => PointsOf;
  readonly isOver: () => boolean;
}

/** The path through points on the borders of some cells; null if there is none. */
export function searchCells(task: CellsTask): FoundPath | null {
  // where directions are blocked or headings differ, costs change too fast along an edge for an estimate
  const isGuided = !task.blocking && task.mesh.profiles.length === 0;
  return isGuided ? searchGuided(task) : searchAlone(task);
}

/**
 * Searches from the end with few points, then from the start with more, guided by the costs to the end that
 * the first search found. In a narrow corridor (CLOSE_SLACK) the wavefront replaces the first search. If time runs
 * out in the second, the path is that of the first.
 */
function searchGuided(task: CellsTask): FoundPath | null {
  const { corridor, isOver } = task;
  const isClose = corridor !== null && corridor.slack < CLOSE_SLACK;
  const searchCoarsely = () => run(task, COARSE_POINTS, -1, corridor && guideOf(corridor, -1));
  const coarse = isClose ? null : searchCoarsely();
  const guideWith = (excess: number): Guide | null => {
    if (coarse?.path()) return { field: coarse, excess, bound: coarse.best * (1 + WORSE) };
    return isClose ? guideOf(corridor, 1) : null;
  };
  const look = (excess: number) => run(task, POINTS, 1, guideWith(excess), isOver);
  let fine = look(COARSE_EXCESS);
  const excess = coarse ? coarse.best / fine.best - 1 : 0;
  if (excess > COARSE_EXCESS && fine.complete) fine = look(2 * excess);
  const found = hasPath(fine) ? fine : (coarse ?? searchCoarsely());
  const reach = found.best * (1 + NEARLY_LEAST);
  return foundPath(task, { search: fine, found, sign: 1, isExact: false, reach });
}

/**
 * Searches from the start, without estimates. If currents block and all of the mesh is searched, a coarse search from
 * the end shows first where they keep the vessel from the end: a search from there is soon over. If time runs out,
 * the path is that of the coarse search.
 */
function searchAlone(task: CellsTask): FoundPath | null {
  const { mesh, blocking, cells, isOver } = task;
  const isWhole = cells.length === mesh.openCount;
  const searchCoarsely = () => run(task, COARSE_POINTS, -1, null);
  const coarse = isWhole && blocking ? searchCoarsely() : null;
  const sign = coarse && !coarse.path() && coarse.passed < FEW_PASSED ? -1 : 1;
  const fine = run(task, POINTS_ALONE, sign, null, isOver);
  const found = hasPath(fine) ? fine : (coarse ?? searchCoarsely());
  const known = isWhole ? Infinity : found.best * (1 + NEARLY_LEAST);
  return foundPath(task, { search: fine, found, sign, isExact: true, reach: found === fine ? known : 0 });
}

function run(
  { mesh, costs, ends, blocking, cells, pointsOf }: CellsTask,
  points: number,
  sign: 1 | -1,
  guide: Guide | null,
  isOver = () => false,
): Search {
  const pieces = layOutPatch(mesh, cells, pointsOf(points));
  const patch = blocking ? withWholeCells(mesh, pieces, (cell) => isNarrowed(costs, cell)) : pieces;
  const { start, end, partner } = ends;
  const bound = guide?.bound ?? Infinity;
  const task = { ...between(start, end, sign), partner, bound, isExact: !guide, isOver };
  return new Search(mesh, costs, patch, potentialOf(mesh, costs, guide, patch, task), task);
}

const hasPath = (search: Search): boolean => search.complete && search.path() !== null;

function foundPath(
  { ends, blocking, corridor }: CellsTask,
  how: Pick<FoundPath, 'search' | 'sign' | 'isExact' | 'reach'> & { readonly found: Search },
): FoundPath | null {
  const { found, ...rest } = how;
  const chain = found.path();
  if (!chain) return null;
  return {
    ...rest,
    chain,
    cost: found.best,
    ends,
    isSmooth: !blocking,
    corridor: blocking ? null : corridor,
    complete: rest.search.complete,
  };
}
