/** The best route of those that stay near a path. */
import { findCandidates } from '../../engine/candidates.ts';
import { costsFor, type Objective } from '../../engine/cost/cost.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Chain } from '../../engine/path/chain.ts';
import { type Track, totalOf } from '../../engine/path/track.ts';
import { planRoute } from '../../engine/plan-route.ts';
import type { ObjectiveRoute } from '../../engine/route-plan.ts';
import type { Terminal } from '../../engine/waypoints/waypoints.ts';

export interface Settled {
  readonly track: Track;
  readonly cost: number;
  /** The cells of the mesh that it passes. */
  readonly cells: ReadonlySet<number>;
}

/** What is sailed. */
export interface Passage {
  readonly mesh: Mesh;
  readonly objective: Objective;
  readonly start: Terminal;
  readonly end: Terminal;
  readonly isOver: () => boolean;
}

/** Times that the path may move on into the cells beside it. */
const MOST_MOVES = 12;
/** Relative: what a path saves by moving on, to be worth it. */
const WORTHWHILE = 1e-5;
/** The part of its speed that a vessel keeps outside, so that no way leads there. */
const SLOWED = 1e-3;

/**
 * From some cells that a path passes to a route that is the cheapest of all through its own cells and those beside them: a
 * minimum of its own. Null if it did not come to rest.
 *
 * @param isKnown whether a route is one that is known, so that it need not be followed any further
 */
export function settle(
  passage: Passage,
  from: ReadonlySet<number>,
  isKnown: (track: Track) => boolean,
): Settled | null {
  let best: Settled | null = null;
  let cells = from;
  for (let k = 0; k < MOST_MOVES && !passage.isOver(); k++) {
    const found = bestWithin(passage, withNeighbours(passage.mesh, cells));
    if (best && found.cost >= best.cost * (1 - WORTHWHILE)) return best;
    if (isKnown(found.track)) return found;
    best = found;
    cells = found.cells;
  }
  return null;
}

function bestWithin({ mesh, objective, start, end, isOver }: Passage, cells: ReadonlySet<number>): Settled {
  const near = confined(mesh, cells);
  const [candidate] = findCandidates(near, [costsFor(near, objective)], { start, end }, isOver);
  const { path, track } = candidate!.refined;
  return { track, cost: totalOf(track, objective), cells: cellsOf(path) };
}

/** The best route of those through some cells and the ones beside them, whole. */
export function routeNear(
  { mesh, objective, start, end }: Omit<Passage, 'isOver'>,
  cells: ReadonlySet<number>,
): ObjectiveRoute {
  const near = confined(mesh, withNeighbours(mesh, cells));
  return planRoute(near, start.used, end.used).routes.find((route) => route.objective === objective)!;
}

const cellsOf = ({ cell, length }: Chain): Set<number> => new Set(cell.subarray(1, length));

export function withNeighbours(mesh: Mesh, cells: ReadonlySet<number>): Set<number> {
  const all = new Set(cells);
  for (const cell of cells) for (const edge of edgesOf(mesh, cell)) all.add(cellBeyond(mesh, edge, cell));
  return all;
}

/** The mesh with cells outside of some that nobody would pass. */
function confined(mesh: Mesh, cells: ReadonlySet<number>): Mesh {
  const motion = mesh.motion.slice();
  const profile = mesh.profile.slice();
  for (let cell = 0; cell < mesh.openCount; cell++) {
    if (cells.has(cell)) continue;
    motion[4 * cell]! *= SLOWED;
    motion[4 * cell + 2] = motion[4 * cell + 3] = 0;
    profile[cell] = -1;
  }
  return { ...mesh, motion, profile, isForOneSearch: true };
}
