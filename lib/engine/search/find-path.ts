/**
 * Finds the cheapest path through points on the borders of cells. Refinement then slides its crossings along
 * the edges, so this path decides which local minimum is found.
 */
import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { blockingCells, withCurrentBehind } from './blocking.ts';
import { type Corridor, findCorridor, MOST_SLACK } from './corridor.ts';
import { pinchPartners } from './pinches.ts';
import type { Search } from './search.ts';
import { POINTS_ALONE, searchCells } from './search-cells.ts';
import { MOST_POINTS, type PointsOf, spacedByLength, spacedNearlyEvenly } from './spacing.ts';

/**
 * Where some directions are impossible or very slow, the best path may need a narrow range of headings. There,
 * edges have as many points as if DENSE_POINTS were shared among all edges, but at least DENSE_LEAST, and at most
 * as if DENSE_MOST were shared. If no path was found, the whole mesh is searched with DENSE_AT_LAST.
 */
const DENSE_LEAST = 12;
const DENSE_POINTS = 300_000;
const DENSE_MOST = 450_000;
const DENSE_AT_LAST = 300_000;
/**
 * If the current blocks in this part of the cells, a mesh of at most DENSE_EDGES is searched without a corridor,
 * which would be most of the mesh.
 */
const MOSTLY = 1 / 4;
const DENSE_EDGES = 100_000;

export interface FoundPath {
  readonly chain: Chain;
  readonly cost: number;
  readonly ends: Ends;
  /** The search; its costs are between its points and the start (sign 1) or the end (−1). */
  readonly search: Search;
  readonly sign: 1 | -1;
  /** Whether its costs can be interpolated between points. */
  readonly isSmooth: boolean;
  /** Whether it used no estimates, or only such as are exact lower bounds. */
  readonly isExact: boolean;
  /** A path that costs less leads through points only that a search again (search-again.ts) does not leave out. */
  readonly reach: number;
  /** The corridor that was searched; null if all of the mesh was, or if its estimates are not for these costs. */
  readonly corridor: Corridor | null;
  /** False if time ran out before the search was complete. */
  readonly complete: boolean;
}

/** What a search connects, and the pinches that it may use. */
export interface Ends {
  readonly start: Terminal;
  readonly end: Terminal;
  /** By corner: the corner on the other side of its pinch, −1 = none; null where pinches are not used. */
  readonly partner: Int32Array | null;
}

/**
 * The path from start to end, null if there is none. Pinches are used only if there is no path without them.
 *
 * @param needsPinches whether it is known that there is none without
 */
export function findPath(
  mesh: Mesh,
  costs: Costs,
  start: Terminal,
  end: Terminal,
  isOver: () => boolean,
  needsPinches = false,
): FoundPath | null {
  for (const partner of mesh.pinch.length > 0 ? [null, pinchPartners(mesh)] : [null]) {
    if (!partner && (needsPinches || !meet(mesh, start, end))) continue;
    const found = search(mesh, costs, { start, end, partner }, isOver);
    if (found) return found;
  }
  return null;
}

/** Whether two ends are in the same component without pinches. */
function meet({ component }: Mesh, start: Terminal, end: Terminal): boolean {
  return start.cells.some((a) => end.cells.some((b) => component[2 * a] === component[2 * b]));
}

function search(mesh: Mesh, costs: Costs, ends: Ends, isOver: () => boolean): FoundPath | null {
  const blocking = blockingCells(costs);
  const blocks = blocking !== null;
  const look = (cells: Int32Array, corridor: Corridor | null, pointsOf: (points: number) => PointsOf) =>
    searchCells({ mesh, costs, ends, blocking, cells, corridor, pointsOf, isOver });
  const isMostlyBlocked = blocks && blocking.reduce((sum, one) => sum + one) >= MOSTLY * blocking.length;
  const isDense = isMostlyBlocked && mesh.edgeCount <= DENSE_EDGES;
  const evenly = (count: number, points: number) =>
    spacedNearlyEvenly(mesh, ends, Math.round((Math.min(MOST_POINTS, count) * points) / POINTS_ALONE));
  const spaced = (cells: number) => (points: number) => {
    const byLength = spacedByLength(mesh, ends, cells, points);
    if (!blocking) return byLength;
    // a cell has about two edges of its own
    const count = Math.max(DENSE_LEAST, DENSE_POINTS / (2 * cells));
    const dense = evenly(Math.min(count, DENSE_MOST / (2 * cells)), points);
    const isBlocking = (k: number) => blocking[mesh.edgeTopology[k]] === 1;
    return (e: number) => (isDense || isBlocking(4 * e) || isBlocking(4 * e + 1) ? dense(e) : byLength(e));
  };
  const optimistic = blocking ? withCurrentBehind(costs, blocking) : costs;
  for (let slack = 0; slack <= MOST_SLACK && !isDense; ) {
    const corridor = findCorridor(mesh, optimistic, ends, slack, blocks);
    if (!corridor) break;
    const { cells, least } = corridor;
    // a corridor of most of the mesh saves less than a second search may cost
    if (blocks && 2 * cells.length > mesh.openCount) break;
    const found = look(cells, corridor, spaced(cells.length));
    if (!found) break;
    // relative error of the wavefront
    const error = Math.max(least / found.cost, found.cost / least) - 1;
    if (!found.complete || error <= corridor.slack) return found;
    slack = 2 * error;
  }
  const all = Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
  return (
    look(all, null, spaced(all.length)) ??
    look(all, null, (points) => evenly(DENSE_AT_LAST / (2 * all.length), points))
  );
}
