/**
 * The corridor: the cells that a path of little more than the least cost can pass, by the costs from the start and to
 * the end with one point on each edge of the whole mesh.
 */
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import { MercatorLine } from '../geometry/mercator-line.ts';
import { centralAngle, EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import { cellsAt } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Terminal } from '../waypoints/waypoints.ts';
import { layOutPatch, type Patch } from './patch.ts';
import { Search } from './search.ts';
import { between, type Ends } from './search-task.ts';

export interface Corridor {
  /** Cell numbers in the mesh, ascending. */
  readonly cells: Int32Array;
  /** The search from the start. */
  readonly search: Search;
  /** By corner of the mesh: cost from the start, and to the end; Infinity where not searched. */
  readonly fromStart: Float64Array;
  readonly toEnd: Float64Array;
  /** Cost of the best path. */
  least: number;
}

/**
 * The corridor has the cells with a point through which a path costs at most SLACK + FEW / n more than the best, as a
 * fraction, where the first search has passed n points. With one point on each edge costs are too high by 0.5 % at the
 * median and 1.2 % at the 99th percentile; by more on routes across few cells, where errors do not cancel out.
 */
const SLACK = 0.01;
const FEW = 15;
/** Places where the two halves of the sea between two ends are compared. */
const SAMPLES = 32;

/** By `edgeTopology`: meshes that differ in speeds only share it. */
const layouts = new WeakMap<Int32Array, Patch>();

/** The whole mesh with one point on each edge, worked out at the first request. */
function wholePatch(mesh: Mesh): Patch {
  const patch = layouts.get(mesh.edgeTopology) ?? layOutPatch(mesh, allCells(mesh), () => MIDDLE);
  layouts.set(mesh.edgeTopology, patch);
  return patch;
}
const MIDDLE = Float64Array.of(0.5);

export function allCells({ openCount }: Mesh): Int32Array {
  return Int32Array.from({ length: openCount }, (_, cell) => cell);
}

/**
 * The first search begins in the half where the sea is slower: what it knows of the rest of a path, the great circle at
 * the mesh's least cost per metre, then hides less of the ice.
 *
 * @returns null if there is no path through these points
 */
export function findCorridor(mesh: Mesh, costs: Costs, ends: Ends): Corridor | null {
  const { start, end, partner } = ends;
  const patch = wholePatch(mesh);
  const sign = isSlowerFrom(mesh, costs, end, start) ? -1 : 1;
  const slackOf = (passed: number) => SLACK + FEW / passed;
  const task = { partner, isOver: () => false };
  const first = new Search(mesh, costs, patch, null, {
    ...task,
    ...between(start, end, sign),
    bound: Infinity,
    slackOf,
    atLeast: greatCircleTo(costs, sign > 0 ? end : start),
  });
  if (first.best === Infinity) return null;
  const slack = slackOf(first.passed);
  const limit = first.best * (1 + slack);
  const second = new Search(mesh, costs, patch, first.cost, {
    ...task,
    ...between(start, end, sign > 0 ? -1 : 1),
    bound: limit,
    slackOf: () => slack,
  });
  const [there, rest] = sign > 0 ? [first, second] : [second, first];
  const fromStart = new Float64Array(patch.corners.length);
  const toEnd = new Float64Array(patch.corners.length);
  patch.corners.forEach((corner, p) => {
    fromStart[corner] = there.cost[p];
    toEnd[corner] = rest.cost[p];
  });
  const cells = cellsWithin(second, first.cost, limit, ends);
  return { cells, search: second, fromStart, toEnd, least: first.best };
}

/** Whether a metre costs more in the half of the rhumb line between two ends that is nearer to the first. */
function isSlowerFrom(
  mesh: Mesh,
  { motion, perSecond }: Costs,
  { used: near }: Terminal,
  { used: far }: Terminal,
): boolean {
  const line = new MercatorLine([near.lon, near.lat], [far.lon, far.lat]);
  let difference = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const [lon, lat] = line.at((k + 0.5) / SAMPLES);
    const [cell] = cellsAt(mesh, { lon, lat });
    if (cell < mesh.openCount)
      difference += ((2 * k < SAMPLES ? 1 : -1) * perSecond[cell]) / motion[4 * cell];
  }
  return difference > 0;
}

/** Takes lower costs at corners from another search between the same ends. */
export function sharpen(corridor: Corridor, { patch, cost, task, best }: Search): void {
  const own = task.sign > 0 ? corridor.fromStart : corridor.toEnd;
  patch.corners.forEach((corner, p) => {
    own[corner] = Math.min(own[corner], cost[p]);
  });
  corridor.least = Math.min(corridor.least, best);
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

/** A lower bound of the cost between a place and one end: the great circle at the mesh's least cost per metre. */
function greatCircleTo(costs: Costs, { used }: Terminal): (λ: number, φ: number) => number {
  const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
  const [φ0, λ0] = [used.lat * RADIANS, used.lon * RADIANS];
  return (λ, φ) => perRadian * centralAngle(φ, λ, φ0, λ0);
}
