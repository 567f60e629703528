/** Finds the basin that the best route lies in: the cheapest path through points on the borders of cells. */
import type { Costs } from '../cost/cost.ts';
import { centralAngle, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { type Corridor, findCorridor } from './corridor.ts';
import { layOutPatch } from './patch.ts';
import { potentialOf } from './potential.ts';
import { Search } from './search.ts';

/**
 * Points inside an edge that is as long as the route is far; others have them by the fourth root of their length. An edge
 * of length ℓ with k points adds about ℓ / k² to the cost of a path and k² to the work, so that this is the most for the work.
 */
const POINTS = 20;
const FEWEST_POINTS = 3;
const MOST_POINTS = 48;
/** So many cells take the points above; fewer take more points, for the same work. */
const AMPLE_CELLS = 200;
/** Where some directions can't be sailed the way may lead through a narrow range of others, which takes as many points as memory allows. */
const DENSE_POINTS = 48;
const MOST_POINTS_IN_ALL = 2_500_000;
/** On meshes of up to so many edges such ranges are looked for at once. */
const DENSE_AT_ONCE_EDGES = 1000;

/** The slack of the first corridor, and the fraction of it that the wavefront's error may be: otherwise a wider one follows. */
const FIRST_SLACK = 0.03;
const SAFETY = 1.3;
/** Across few cells a wavefront over the corners is wrong by much: a corridor has more, or the most slack. */
const FEW_CELLS = 120;
const MOST_SLACK = 0.5;

export interface FoundPath {
  readonly chain: Chain;
  readonly cost: number;
  readonly task: PathTask;
  /** False when time ran out before the search was through. */
  readonly complete: boolean;
}

/** What is looked for. */
interface Ends {
  readonly start: Terminal;
  readonly end: Terminal;
  /** By corner: the one on the other side of its pinch; null where pinches are not used. */
  readonly partner: Int32Array | null;
}

export interface PathTask extends Ends {
  /** null where the whole mesh is searched. */
  readonly corridor: Corridor | null;
}

/** The way from start to end through points on the borders of cells, null where there is none. */
export function findPath(
  mesh: Mesh,
  costs: Costs,
  start: Terminal,
  end: Terminal,
  isOver: () => boolean,
): FoundPath | null {
  for (const partner of mesh.pinch.length > 0 ? [null, pinchPartners(mesh)] : [null]) {
    if (!partner && !meet(mesh, start, end)) continue;
    const found = search(mesh, costs, { start, end, partner }, isOver);
    if (found) return found;
  }
  return null;
}

/** Whether two ends are in one component without pinches. */
function meet({ component }: Mesh, start: Terminal, end: Terminal): boolean {
  return start.cells.some((a) => end.cells.some((b) => component[2 * a] === component[2 * b]));
}

/** The corner on the other side of each corner's pinch, −1 = none. */
function pinchPartners({ pinch, cornerCount }: Mesh): Int32Array {
  const partner = new Int32Array(cornerCount).fill(-1);
  for (let k = 0; k < pinch.length; k += 2) {
    partner[pinch[k]] = pinch[k + 1];
    partner[pinch[k + 1]] = pinch[k];
  }
  return partner;
}

function search(mesh: Mesh, costs: Costs, ends: Ends, isOver: () => boolean): FoundPath | null {
  const all = () => Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
  for (
    let slack = mesh.openCount > FEW_CELLS && !isNarrow(mesh, costs) ? FIRST_SLACK : Infinity;
    slack < Infinity;
  ) {
    const corridor = findCorridor(mesh, costs, ends.start, ends.end, ends.partner, slack);
    if (!corridor) break;
    const isWidest = slack >= MOST_SLACK;
    slack = Math.min(MOST_SLACK, 2 * slack);
    if (corridor.cells.length < FEW_CELLS && !isWidest) continue;
    const found = searchCells(
      mesh,
      costs,
      { ...ends, corridor },
      corridor.cells,
      spacingFor(mesh, ends, corridor.cells.length),
      isOver,
    );
    // by how much the wavefront was wrong where it can be told
    const error = found ? SAFETY * Math.abs(corridor.least / found.cost - 1) : 0;
    if (found && (!found.complete || isWidest || error <= corridor.slack)) return found;
    if (isWidest) break;
    slack = Math.min(MOST_SLACK, Math.max(slack, 2 * error));
  }
  const whole = { ...ends, corridor: null };
  const dense = Math.min(DENSE_POINTS, Math.floor(MOST_POINTS_IN_ALL / Math.max(1, mesh.edgeCount)));
  const isDense = dense >= FEWEST_POINTS && mayBlock(costs);
  const found = isNarrow(mesh, costs)
    ? null
    : searchCells(mesh, costs, whole, all(), spacingFor(mesh, ends, mesh.openCount), isOver);
  return found || !isDense ? found : searchCells(mesh, costs, whole, all(), () => evenly(dense), isOver);
}

/** When time is up, a search through the middles of edges still finds a path. */
function searchCells(
  mesh: Mesh,
  costs: Costs,
  task: PathTask,
  cells: Int32Array,
  partsOf: (edge: number) => Float64Array,
  isOver: () => boolean,
): FoundPath | null {
  const run = (parts: (edge: number) => Float64Array, over: () => boolean) => {
    const patch = layOutPatch(mesh, cells, parts);
    const potential = potentialOf(mesh, costs, patch, task.corridor, task.end);
    return new Search(mesh, costs, patch, potential, { ...task, bound: Infinity, isOver: over });
  };
  const fine = run(partsOf, isOver);
  const { complete } = fine;
  const found = complete ? fine : run(middles, () => false);
  const chain = found.path();
  return chain && { chain, cost: found.best, task, complete };
}

const evenlySpaced: Float64Array[] = [];
const middles = () => evenly(1);

/** So many points inside an edge, as fractions of its length. */
function evenly(count: number): Float64Array {
  evenlySpaced[count] ??= Float64Array.from({ length: count }, (_, j) => (j + 1) / (count + 1));
  return evenlySpaced[count];
}

/** How points are laid on each edge for a request; where there are few cells, more of them cost little. */
function spacingFor(
  { edgeSpan, edgeVertical }: Mesh,
  { start, end }: Ends,
  cells: number,
): (edge: number) => Float64Array {
  const [φ1, φ2] = [start.used.lat * RADIANS, end.used.lat * RADIANS];
  const far = centralAngle(φ1, start.used.lon * RADIANS, φ2, end.used.lon * RADIANS);
  const points = POINTS * Math.sqrt(Math.max(1, AMPLE_CELLS / cells));
  return (e) => {
    const degrees = edgeSpan[3 * e + 2] - edgeSpan[3 * e + 1];
    const length = degrees * RADIANS * (edgeVertical[e] ? 1 : Math.cos(edgeSpan[3 * e] * RADIANS));
    const count = Math.round(points * Math.sqrt(Math.sqrt(length / far)));
    return evenly(Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, count)));
  };
}

/** Whether a small mesh has ways through narrow ranges of directions, which a wavefront does not see. */
function isNarrow(mesh: Mesh, costs: Costs): boolean {
  return mesh.edgeCount <= DENSE_AT_ONCE_EDGES && mayBlock(costs);
}

/** Whether some cell can't be sailed in every direction. */
function mayBlock({ motion, profile, profiles, perSecond }: Costs): boolean {
  for (let i = 0; i < perSecond.length; i++) {
    const speeds =
      profile[i] < 0
        ? motion.subarray(4 * i, 4 * i + 1)
        : profiles.subarray(16 * profile[i], 16 * profile[i] + 8);
    if (Math.min(...speeds) <= Math.hypot(motion[4 * i + 2], motion[4 * i + 3])) return true;
  }
  return false;
}
