/**
 * Finds the valley that the best route lies in: a coarse search back from the end, whose costs then lead a fine one from the start
 * straight through the corridor where the optimum can be.
 */
import { Chain } from './chain.ts';
import type { Costs } from './cost.ts';
import type { Mesh } from './mesh.ts';
import { layOutPoints, type Points } from './points.ts';
import { CoarseBound, GreatCircleBound } from './potential.ts';
import { Search } from './search.ts';
import type { PointPath } from './search-task.ts';
import type { Terminal } from './waypoints.ts';

/** Points inside an edge, of the coarse search and the fine one. */
const COARSE = 1;
const FINE = 8;
/** On a small mesh one search through more points costs little. */
const SMALL_MESH_EDGES = 1000;
const FINEST = 16;
const TINY_MESH_EDGES = 250;
/** Where currents or headings block the way in some directions, it may lead through a narrow range of others; a tiny mesh affords it anyway. */
const PATIENT = 48;
/** What a way through coarse points may cost more than the best there is: it bounds the corridor. */
const LEEWAY = 0.03;
/** Part by which a fine path may be dearer than the coarse one and yet refine to something better. */
const SPARE = 1e-3;

export interface FoundPath {
  readonly chain: Chain;
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
  const [few, many] = layoutsOf(mesh);
  if (mesh.edgeCount <= SMALL_MESH_EDGES) {
    const points = mesh.edgeCount <= TINY_MESH_EDGES || mayBlock(costs) ? layOutPoints(mesh, PATIENT) : many;
    return searchPlainly(mesh, costs, points, start, end, pinches);
  }
  const coarse = new Search(mesh, costs, few, {
    origin: end,
    target: start,
    backward: true,
    pinches,
    potential: new GreatCircleBound(few, costs, start.used),
    slack: LEEWAY,
    limit: Infinity,
    // without the coarse path there is none at all
    isOver: () => false,
  });
  const coarsePath = coarse.path();
  if (!coarsePath) return mayBlock(costs) ? searchPlainly(mesh, costs, many, start, end, pinches) : null;
  const fine = isOver()
    ? null
    : new Search(mesh, costs, many, {
        origin: start,
        target: end,
        backward: false,
        pinches,
        potential: new CoarseBound(mesh, many, coarse, LEEWAY),
        slack: 0,
        // the coarse path leads through other points: a little dearer by those of the fine search is no less good
        limit: coarsePath.cost * (1 + SPARE),
        isOver,
      });
  const finePath = fine?.path();
  const complete = fine?.complete === true;
  if (finePath && finePath.cost <= coarsePath.cost)
    return { chain: chainOf(mesh, many, finePath, start, end), complete };
  return { chain: chainOf(mesh, few, coarsePath, start, end), complete };
}

/** One search, through as many points as it takes. */
function searchPlainly(
  mesh: Mesh,
  costs: Costs,
  points: Points,
  start: Terminal,
  end: Terminal,
  pinches: boolean,
): FoundPath | null {
  const path = new Search(mesh, costs, points, {
    origin: start,
    target: end,
    backward: false,
    pinches,
    potential: new GreatCircleBound(points, costs, end.used),
    slack: 0,
    limit: Infinity,
    isOver: () => false,
  }).path();
  if (path) return { chain: chainOf(mesh, points, path, start, end), complete: true };
  if (points.perEdge >= PATIENT || !mayBlock(costs)) return null;
  return searchPlainly(mesh, costs, layOutPoints(mesh, PATIENT), start, end, pinches);
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
const layouts = new WeakMap<Mesh, [Points, Points]>();

function layoutsOf(mesh: Mesh): [few: Points, many: Points] {
  const known = layouts.get(mesh);
  if (known) return known;
  const many = layOutPoints(mesh, mesh.edgeCount <= SMALL_MESH_EDGES ? FINEST : FINE);
  const made: [Points, Points] = [layOutPoints(mesh, COARSE), many];
  layouts.set(mesh, made);
  return made;
}

/** A path of points as a chain whose crossings can slide. */
function chainOf(
  mesh: Mesh,
  { perEdge }: Points,
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
    const edge = Math.floor((p - mesh.cornerCount) / perEdge);
    const from = mesh.edgeSpan[3 * edge + 1];
    const to = mesh.edgeSpan[3 * edge + 2];
    const part = (p - mesh.cornerCount - edge * perEdge + 0.5) / perEdge;
    chain.pushOnEdge(mesh, edge, from + part * (to - from), cells[i]);
  }
  chain.pushFixed(end.used.lon, end.used.lat, cells[points.length]);
  return chain;
}
