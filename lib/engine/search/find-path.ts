/** Finds the valley that the best route lies in: the cheapest path through points on the borders of cells. */

import type { Costs } from '../cost/cost.ts';
import { RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { layOutPoints, type Points } from './points.ts';
import { Search } from './search.ts';
import type { PointPath } from './search-task.ts';

/** Points inside an edge. The fewer edges a mesh has the longer they are as a rule, and the less the points cost. */
const POINTS_PER_EDGE = 6;
const POINTS_PER_EDGE_SMALL = 16;
const SMALL_MESH_EDGES = 3000;
const TINY_MESH_EDGES = 250;
/** Where currents or headings block the way in some directions, it may lead through a narrow range of others; a tiny mesh affords it anyway. */
const PATIENT = 48;
const PATIENT_FROM_THE_FIRST_EDGES = 1000;
/** A patient search on a larger mesh would outgrow the memory. */
const PATIENT_MESH_EDGES = 50_000;
/** When time is up, a search through the middles of edges still finds a path. */
const HASTY = 1;

export interface FoundPath {
  readonly chain: Chain;
  /** Whether it was let through pinches. */
  readonly pinches: boolean;
  /** False when time ran out before the fine search was through. */
  readonly complete: boolean;
}

/** The way from start to end through points on the borders of cells, null where there is none. */
export function findPath(
  mesh: Mesh,
  costs: Costs,
  start: Terminal,
  end: Terminal,
  isOver: () => boolean,
): FoundPath | null {
  for (const pinches of mesh.pinch.length > 0 ? [false, true] : [false]) {
    if (!pinches && !meet(mesh, start, end)) continue;
    const found = search(mesh, costs, start, end, pinches, isOver);
    if (found) return found;
  }
  return null;
}

/** Whether two ends are in one component without pinches. */
function meet({ component }: Mesh, start: Terminal, end: Terminal): boolean {
  return start.cells.some((a) => end.cells.some((b) => component[2 * a] === component[2 * b]));
}

function search(
  mesh: Mesh,
  costs: Costs,
  start: Terminal,
  end: Terminal,
  pinches: boolean,
  isOver: () => boolean,
): FoundPath | null {
  const through = (perEdge: number, over: () => boolean) => {
    const points = pointsOf(mesh, perEdge);
    const found = new Search(mesh, costs, points, { start, end, pinches, isOver: over });
    const path = found.path();
    return { chain: path && chainOf(mesh, points, path, start, end), complete: found.complete };
  };
  const within = (perEdge: number): FoundPath | null => {
    const { chain, complete } = through(perEdge, isOver);
    const found = complete ? chain : (through(HASTY, () => false).chain ?? chain);
    return found && { chain: found, complete, pinches };
  };
  const first = firstPointsPerEdge(mesh, costs);
  return within(first) ?? (first < PATIENT && canBePatient(mesh, costs) ? within(PATIENT) : null);
}

function firstPointsPerEdge({ edgeCount }: Mesh, costs: Costs): number {
  if (edgeCount > SMALL_MESH_EDGES) return POINTS_PER_EDGE;
  const most = mayBlock(costs) ? PATIENT_FROM_THE_FIRST_EDGES : TINY_MESH_EDGES;
  return edgeCount <= most ? PATIENT : POINTS_PER_EDGE_SMALL;
}

/** Whether a second search, where the first found nothing, may find a way. */
function canBePatient({ edgeCount }: Mesh, costs: Costs): boolean {
  return edgeCount <= PATIENT_MESH_EDGES && mayBlock(costs);
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

/** Points are the same for every request on a mesh. */
const layouts = new WeakMap<Mesh, Map<number, Points>>();

function pointsOf(mesh: Mesh, perEdge: number): Points {
  const known = layouts.get(mesh) ?? new Map<number, Points>();
  layouts.set(mesh, known);
  const points = known.get(perEdge) ?? layOutPoints(mesh, perEdge);
  known.set(perEdge, points);
  return points;
}

/** A path of points as a chain whose crossings can slide. */
export function chainOf(
  mesh: Mesh,
  { edgeOf, λ, φ }: Points,
  { points, cells }: PointPath,
  start: Terminal,
  end: Terminal,
): Chain {
  const chain = new Chain(points.length + 2);
  chain.pushFixed(start.used.lon, start.used.lat, -1);
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    if (p < mesh.cornerCount) {
      chain.pushCorner(mesh, p, cells[i]);
      continue;
    }
    const edge = edgeOf[p - mesh.cornerCount];
    const t = (mesh.edgeVertical[edge] ? φ[p] : λ[p]) / RADIANS;
    chain.pushOnEdge(mesh, edge, t, cells[i]);
  }
  chain.pushFixed(end.used.lon, end.used.lat, cells[points.length]);
  return chain;
}
