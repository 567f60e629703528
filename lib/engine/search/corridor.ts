/**
 * The corridor: the cells that a path of little more than the least cost can pass, by the costs from the start and to
 * the end with one point on each edge of the whole mesh.
 */
import { computed } from '../computed.ts';
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import { joinCells } from '../mesh/blocks.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { layOutPatch, type Patch } from './patch.ts';
import { Search } from './search.ts';
import { between, type Ends } from './search-task.ts';

/**
 * The corridor has the cells with a point through which a path costs at most SLACK + FEW_PASSED / n more than the best, as a
 * fraction, where the first search has passed n points. With one point on each edge costs are too high by 0.5 % at the
 * median and 1.2 % at the 99th percentile; by more on routes across few cells, where errors do not cancel out.
 */
export const SLACK = 0.01;
const FEW_PASSED = 15;
/**
 * As many points as this part of the cells are passed from either end; the search where paths then cost more than was
 * known goes on, as it will pass fewer points.
 */
const TRIAL = 1 / 64;

/** By `edgeTopology`: meshes that differ in speeds only share it; with blocks by `motion`. */
const layouts = new WeakMap<Int32Array, Patch>();
const joined = new WeakMap<Float64Array, Patch>();

/** The whole mesh with one point on each edge, worked out at the first request. */
export function wholePatch(mesh: Mesh): Patch {
  return computed(layouts, mesh.edgeTopology, () => layOutPatch(mesh, allCells(mesh), () => [0.5]));
}

/** The same with cells joined to blocks (blocks.ts), which have corners of the mesh in the middle of their sides. */
export function joinedPatch(mesh: Mesh): Patch {
  if (mesh.isForOneSearch) return wholePatch(mesh);
  return computed(joined, mesh.motion, () => {
    const blocks = joinCells(mesh);
    if (!blocks) return wholePatch(mesh);
    const isCell = (k: number) => blocks.sizes[blocks.blockOf[mesh.edgeTopology[k]]] === 1;
    const middle = (e: number) => (isCell(4 * e) || isCell(4 * e + 1) ? [0.5] : []);
    return layOutPatch(mesh, blocks.cells, middle, blocks);
  });
}

export function allCells({ openCount }: Mesh): Int32Array {
  return new Int32Array(openCount).map((_, cell) => cell);
}

/** A search between the same ends by other costs: by these no leg costs less than `rate` times what it costs by those. */
export interface Known {
  readonly first: Search | null;
  readonly rate: number;
}

/** What a path between the ends costs through each point of the whole mesh, with one point on each edge. */
export interface Coarse {
  /** Two searches, each from one end; the first has passed every point up to `limit`, by what it knew of the rest. */
  readonly first: Search;
  readonly search: Search;
  /** By point, the cost of the least path through it: exact up to `limit`. */
  readonly through: (point: number) => number;
  readonly limit: number;
  /** The same as a fraction. */
  readonly slack: number;
}

/**
 * The fraction by which paths through the corridor may cost more than the best, where so many points were passed.
 *
 * @param wider by so much more than usual
 */
export function slackOfCorridor({ openCount, undividedCount = openCount }: Mesh, wider: number) {
  // small pieces of few cells are many points, but cancel no errors out in the others, of which a path then crosses fewer
  const few = FEW_PASSED * (openCount / undividedCount) ** 2;
  return (passed: number) => SLACK + wider + few / passed;
}

/** @returns null if there is no path through the points of the patch, which is the whole mesh */
export function searchCoarsely(
  mesh: Mesh,
  costs: Costs,
  ends: Ends,
  patch: Patch,
  slackOf: (passed: number) => number,
  known?: Known,
  isOver = () => false,
): Coarse | null {
  const taskOf = (sign: 1 | -1) => ({ ...between(ends, sign), isOver });
  const beginFrom = (sign: 1 | -1) => {
    const near = greatCircleTo(sign > 0 ? ends.end : ends.start, patch, costs);
    const from = known?.first?.patch === patch ? known.first.task : null;
    const isFar = from?.sign === -sign && !from.partner === !ends.partner;
    const atLeast = isFar ? (p: number) => Math.max(near(p), known!.rate * known!.first!.atLeast(p)) : near;
    const task = { ...taskOf(sign), bound: Infinity, slackOf, atLeast };
    return new Search(mesh, costs, patch, null, task).run(Math.ceil(TRIAL * patch.cells.length));
  };
  const [one, other] = [beginFrom(1), beginFrom(-1)];
  const first = (one.reached > other.reached ? one : other).run();
  if (first.best === Infinity) return null;
  const slack = slackOf(first.passed);
  const limit = first.best * (1 + slack);
  const back = { ...taskOf(first.task.sign > 0 ? -1 : 1), bound: limit, slackOf: () => slack };
  const search = new Search(mesh, costs, patch, first.cost, back).run();
  return { first, search, through: (p) => search.cost[p] + first.cost[p], limit, slack };
}

/** A lower bound of the cost between a point and one end: the great circle at the mesh's least cost per metre. */
function greatCircleTo({ used }: Terminal, { λ, φ }: Patch, costs: Costs): (p: number) => number {
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (p) => perRadian * centralAngle(φ[p], λ[p], φ0, λ0);
}

/** The cells with a point that a path may lead through, and those of the ends. */
export function cellsWithin(
  mesh: Mesh,
  { cells, blocks, cellStart, cellPoint, λ }: Patch,
  { start, end }: Ends,
  leadsThrough: (point: number) => boolean,
): Int32Array {
  const always = new Set([...start.cells, ...end.cells]);
  const leads = λ.map((_, p) => +leadsThrough(p));
  const isIn = cells.map((_, i) => {
    for (let k = cellStart[i]; k < cellStart[i + 1]; k++) if (leads[cellPoint[k]] === 1) return 1;
    return 0;
  });
  return allCells(mesh).filter((cell) => isIn[blocks?.blockOf[cell] ?? cell] === 1 || always.has(cell));
}
