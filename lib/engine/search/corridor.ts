/**
 * The corridor: the cells that a path of little more than the least cost can pass, by the costs from the start and to
 * the end with one point on each edge of the whole mesh.
 */
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { layOutPatch, type Patch } from './patch.ts';
import { Search } from './search.ts';
import { between, type Ends } from './search-task.ts';

export interface Corridor {
  /** Cell numbers in the mesh, ascending. */
  readonly cells: Int32Array;
  readonly search: Search;
  /** The fraction by which costs through these points are too high at most, as far as is known. */
  readonly slack: number;
}

/**
 * The corridor has the cells with a point through which a path costs at most SLACK + FEW / n more than the best, as a
 * fraction, where the first search has passed n points. With one point on each edge costs are too high by 0.5 % at the
 * median and 1.2 % at the 99th percentile; by more on routes across few cells, where errors do not cancel out.
 */
const SLACK = 0.01;
const FEW = 15;
/** Points that are passed from either end before one of them is chosen; where ice is near, few are enough to see it. */
const TRIAL = 128;

/** By `edgeTopology`: meshes that differ in speeds only share it. */
const layouts = new WeakMap<Int32Array, Patch>();

/** The whole mesh with one point on each edge, worked out at the first request. */
function wholePatch(mesh: Mesh): Patch {
  const patch = layouts.get(mesh.edgeTopology) ?? layOutPatch(mesh, allCells(mesh), () => [0.5]);
  layouts.set(mesh.edgeTopology, patch);
  return patch;
}

export function allCells({ openCount }: Mesh): Int32Array {
  return Int32Array.from({ length: openCount }, (_, cell) => cell);
}

/** @returns null if there is no path through these points */
export function findCorridor(mesh: Mesh, costs: Costs, ends: Ends): Corridor | null {
  const patch = wholePatch(mesh);
  const slackOf = (passed: number) => SLACK + FEW / passed;
  const searchFrom = (sign: 1 | -1) => {
    const goal = sign > 0 ? ends.end : ends.start;
    const atLeast = greatCircleTo(goal, patch, costs);
    return new Search(mesh, costs, patch, null, { ...taskOf(ends, sign), bound: Infinity, slackOf, atLeast });
  };
  const first = harder(searchFrom(1), searchFrom(-1)).run();
  if (first.best === Infinity) return null;
  const slack = slackOf(first.passed);
  const bound = first.best * (1 + slack);
  const back = { ...taskOf(ends, first.task.sign > 0 ? -1 : 1), bound, slackOf: () => slack };
  const search = new Search(mesh, costs, patch, first.cost, back).run();
  return { cells: cellsWithin(search, first.cost, bound, ends), search, slack };
}

function taskOf({ start, end, partner }: Ends, sign: 1 | -1) {
  return { ...between(start, end, sign), partner, isOver: () => false };
}

/** Of two searches that have not begun, the one whose paths soon cost more than it knew: it will pass fewer points. */
function harder(one: Search, other: Search): Search {
  return one.run(TRIAL).reached > other.run(TRIAL).reached ? one : other;
}

/** A lower bound of the cost between a point and one end: the great circle at the mesh's least cost per metre. */
function greatCircleTo({ used }: Terminal, { λ, φ }: Patch, costs: Costs): (p: number) => number {
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (p) => perRadian * centralAngle(φ[p], λ[p], φ0, λ0);
}

/** The cells with a point through which a path costs at most `limit`, and those of the ends. */
function cellsWithin(
  { patch, cost }: Search,
  rest: Float64Array,
  limit: number,
  { start, end }: Ends,
): Int32Array {
  const { cells, cellStart, cellPoint } = patch;
  const always = new Set([...start.cells, ...end.cells]);
  const isWithin = (k: number) => cost[cellPoint[k]] + rest[cellPoint[k]] <= limit;
  return cells.filter((cell, i) => {
    for (let k = cellStart[i]; k < cellStart[i + 1]; k++) if (isWithin(k)) return true;
    return always.has(cell);
  });
}
