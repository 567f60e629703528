/** Finds the basin that the best route lies in: the cheapest path through points on the borders of cells. */
import type { Costs } from '../cost/cost.ts';
import { centralAngle, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { type Corridor, findCorridor, guideOf, MOST_SLACK } from './corridor.ts';
import { layOutPatch } from './patch.ts';
import { type CostField, type Guide, potentialOf } from './potential.ts';
import { Search } from './search.ts';

/**
 * Points inside an edge that is as long as the route is far; others have them by the fourth root of their length. An edge
 * of length ℓ with k points adds about ℓ / k² to the cost of a path and k² to the work, so that this is the most for the work.
 */
const POINTS = 20;
const FEWEST = 1 / 7;
const MOST_POINTS = 48;
/** The same in the first search, which shows the second the way. */
const COARSE_POINTS = 6;
/** Its costs are too high by about so much; the second, whose points are others, may be worse by so much. */
const COARSE_EXCESS = 0.005;
const WORSE = 1e-3;
/** In a corridor of less slack than this the wavefront shows the way as well as the first search. */
const CLOSE_SLACK = 0.011;
/** So many cells take the points above; fewer take more points, for the same work. */
const AMPLE_CELLS = 200;
/**
 * Where some directions can't be sailed, or hardly, the way may lead through narrow ranges of others, which a wavefront does not see. There the
 * whole mesh is searched, through so many points at first if that makes DENSE_LEAST an edge or more; and if no way was found, through many.
 */
const DENSE_LEAST = 8;
const DENSE_POINTS = 50_000;
const DENSE_POINTS_AT_LAST = 2_500_000;
/** Currents up to this part of the speed leave every direction open, with some reserve. */
const MILD = 0.75;

export interface FoundPath {
  readonly chain: Chain;
  readonly cost: number;
  readonly ends: Ends;
  /** What it costs from the start to the points of the search; null where that does not tell what it costs to other points. */
  readonly field: CostField | null;
  /** False when time ran out before the search was through. */
  readonly complete: boolean;
}

/** What is looked for. */
export interface Ends {
  readonly start: Terminal;
  readonly end: Terminal;
  /** By corner: the one on the other side of its pinch; null where pinches are not used. */
  readonly partner: Int32Array | null;
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
  const blocks = mayBlock(costs);
  const dense = (points: number) => Math.min(MOST_POINTS, points / Math.max(1, mesh.edgeCount));
  const isNarrow = blocks && dense(DENSE_POINTS) >= DENSE_LEAST;
  const look = (cells: Int32Array, corridor: Corridor | null, pointsOf: (points: number) => PointsOf) =>
    searchCells(mesh, costs, { ...ends, blocks }, cells, corridor, pointsOf, isOver);
  for (let slack = 0; slack <= MOST_SLACK && !isNarrow; ) {
    const corridor = findCorridor(mesh, costs, ends, slack);
    if (!corridor) break;
    const { cells, least } = corridor;
    const found = look(cells, corridor, (points) => spacingFor(mesh, ends, cells.length, points));
    // by how much the wavefront was wrong where it can be told
    const error = found ? Math.abs(least / found.cost - 1) : 0;
    const isWidest = corridor.slack >= MOST_SLACK;
    if (found && (!found.complete || isWidest || error <= corridor.slack)) return found;
    slack = isWidest ? Infinity : Math.min(MOST_SLACK, 2 * Math.max(corridor.slack, error));
  }
  const all = Int32Array.from({ length: mesh.openCount }, (_, cell) => cell);
  const lookEverywhere = (most: number) =>
    look(all, null, (points) => () => evenly(Math.round((dense(most) * points) / POINTS)));
  const found = isNarrow
    ? lookEverywhere(DENSE_POINTS)
    : look(all, null, (points) => spacingFor(mesh, ends, all.length, points));
  return found || !blocks ? found : lookEverywhere(DENSE_POINTS_AT_LAST);
}

/**
 * Searches from the end with few points, then from the start with more, where the costs to the end that the first search has found show
 * the way. When time runs out in the second search, the path is that of the first.
 */
function searchCells(
  mesh: Mesh,
  costs: Costs,
  ends: Ends & { readonly blocks: boolean },
  cells: Int32Array,
  corridor: Corridor | null,
  pointsOf: (points: number) => PointsOf,
  isOver: () => boolean,
): FoundPath | null {
  const run = (points: number, sign: 1 | -1, guide: Guide | null, over: () => boolean) => {
    const patch = layOutPatch(mesh, cells, pointsOf(points));
    const task = { ...ends, sign, bound: guide?.bound ?? Infinity, isOver: over };
    return new Search(mesh, costs, patch, potentialOf(mesh, costs, guide, patch, task), task);
  };
  const searchCoarsely = () => run(COARSE_POINTS, -1, corridor && guideOf(corridor, -1), () => false);
  const isClose = corridor && corridor.slack < CLOSE_SLACK;
  const coarse = isClose ? null : searchCoarsely();
  const guideWith = (excess: number): Guide | null => {
    if (coarse?.path()) return { field: coarse, excess, bound: coarse.best * (1 + WORSE) };
    return isClose ? guideOf(corridor, 1) : null;
  };
  // where directions are blocked, costs jump along an edge, and those between two points can not be told
  const look = (excess: number) => run(POINTS, 1, ends.blocks ? null : guideWith(excess), isOver);
  let fine = look(COARSE_EXCESS);
  const excess = coarse ? coarse.best / fine.best - 1 : 0;
  if (excess > COARSE_EXCESS && fine.complete && !ends.blocks) fine = look(2 * excess);
  const found = fine.complete && fine.path() ? fine : (coarse ?? searchCoarsely());
  const chain = found.path();
  const field = ends.blocks ? null : fine;
  return chain && { chain, cost: found.best, ends, field, complete: fine.complete };
}

/** Where points are laid inside an edge of the mesh: fractions of its length, ascending. */
type PointsOf = (edge: number) => Float64Array;

const evenlySpaced: Float64Array[] = [];

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
  most: number,
): PointsOf {
  const [φ1, φ2] = [start.used.lat * RADIANS, end.used.lat * RADIANS];
  const far = centralAngle(φ1, start.used.lon * RADIANS, φ2, end.used.lon * RADIANS);
  const points = most * Math.sqrt(Math.max(1, AMPLE_CELLS / cells));
  return (e) => {
    const degrees = edgeSpan[3 * e + 2] - edgeSpan[3 * e + 1];
    const length = degrees * RADIANS * (edgeVertical[e] ? 1 : Math.cos(edgeSpan[3 * e] * RADIANS));
    const count = Math.round(points * Math.sqrt(Math.sqrt(length / far)));
    return evenly(Math.max(Math.ceil(most * FEWEST), Math.min(MOST_POINTS, count)));
  };
}

/** Whether some cell can't be sailed in every direction, or hardly. */
function mayBlock({ motion, profile, profiles, perSecond }: Costs): boolean {
  for (let i = 0; i < perSecond.length; i++) {
    let slowest = MILD * motion[4 * i];
    for (let k = 16 * profile[i]; k >= 0 && k < 16 * profile[i] + 8; k++) {
      slowest = Math.min(slowest, MILD * profiles[k]);
    }
    const [u, v] = [motion[4 * i + 2], motion[4 * i + 3]];
    if (slowest * slowest <= u * u + v * v) return true;
  }
  return false;
}
