/**
 * The corridor: the cells that a path of little more than the least cost can pass, by the costs from the start and to
 * the end with one point on each edge of the whole mesh.
 */
import { computed } from '../computed.ts';
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
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
const SLACK = 0.01;
const FEW_PASSED = 15;
/**
 * As many points as this part of the cells are passed from either end; the search where paths then cost more than was
 * known goes on, as it will pass fewer points.
 */
const TRIAL = 1 / 64;

/** By `edgeTopology`: meshes that differ in speeds only share it. */
const layouts = new WeakMap<Int32Array, Patch>();

/** The whole mesh with one point on each edge, worked out at the first request. */
function wholePatch(mesh: Mesh): Patch {
  return computed(layouts, mesh.edgeTopology, () => layOutPatch(mesh, allCells(mesh), () => [0.5]));
}

export function allCells({ openCount }: Mesh): Int32Array {
  return Int32Array.from({ length: openCount }, (_, cell) => cell);
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

export interface Corridor extends Coarse {
  /** Cell numbers in the mesh, ascending. */
  readonly cells: Int32Array;
}

/**
 * @param slackOf the fraction by which paths through a point may cost more than the best, where so many points were passed
 * @returns null if there is no path through these points
 */
export function searchCoarsely(
  mesh: Mesh,
  costs: Costs,
  ends: Ends,
  slackOf: (passed: number) => number,
  isOver = () => false,
  known?: Known,
): Coarse | null {
  const patch = wholePatch(mesh);
  const taskOf = (sign: 1 | -1) => ({ ...between(ends, sign), isOver });
  const beginFrom = (sign: 1 | -1) => {
    const near = greatCircleTo(sign > 0 ? ends.end : ends.start, patch, costs);
    const far =
      known?.first?.task.sign === -sign && !known.first.task.partner === !ends.partner ? known : null;
    const atLeast = (p: number) => (far ? Math.max(near(p), far.rate * far.first!.atLeast(p)) : near(p));
    const task = { ...taskOf(sign), bound: Infinity, slackOf, atLeast };
    return new Search(mesh, costs, patch, null, task).run(Math.ceil(TRIAL * mesh.openCount));
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

/** @returns null if there is no path through these points */
export function findCorridor(mesh: Mesh, costs: Costs, ends: Ends, known?: Known): Corridor | null {
  const { openCount, undividedCount = openCount } = mesh;
  // small pieces of few cells are many points, but cancel no errors out in the others
  const few = FEW_PASSED * (openCount / undividedCount);
  const coarse = searchCoarsely(mesh, costs, ends, (passed) => SLACK + few / passed, undefined, known);
  return coarse && { ...coarse, cells: cellsWithin(coarse, ends) };
}

/** A lower bound of the cost between a point and one end: the great circle at the mesh's least cost per metre. */
function greatCircleTo({ used }: Terminal, { λ, φ }: Patch, costs: Costs): (p: number) => number {
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (p) => perRadian * centralAngle(φ[p], λ[p], φ0, λ0);
}

/** The cells with a point through which a path costs at most `limit`, and those of the ends. */
function cellsWithin({ search, through, limit }: Coarse, { start, end }: Ends): Int32Array {
  const { cells, corners, cornerCell, edgeOf, edgeCell } = search.patch;
  const isWithin = new Uint8Array(cells.length);
  for (const cell of [...start.cells, ...end.cells]) isWithin[cell] = 1;
  for (let p = 0; p < search.cost.length; p++) {
    if (!(through(p) <= limit)) continue;
    const [four, k, n] = p < corners.length ? [cornerCell, p, 4] : [edgeCell, edgeOf[p - corners.length], 2];
    for (const cell of four.subarray(n * k, n * k + n)) if (cell >= 0) isWithin[cell] = 1;
  }
  return cells.filter((cell) => isWithin[cell] === 1);
}
