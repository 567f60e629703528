/**
 * A lower bound of what any order costs, where there are too many stops to try all (Held & Karp 1970, 1971): an order is
 * a spanning tree of the points whose inner points have two edges and whose ends have one. The cheapest spanning tree is
 * a bound, and stays one whatever is charged for each edge at a point and given back for the edges it should have; such
 * charges are sought that make the bound great.
 */

import { costOfCall, type OrderProblem, sizeOf } from './problem.ts';

const ROUNDS = 400;
/** Rounds without progress after which the steps are halved. */
const PATIENCE = 15;

/**
 * What an order of the stops costs at least, windows aside.
 *
 * @param least by leg, as in the problem: no path costs less
 * @param cost of a known order
 */
export function leastByTrees(problem: Omit<OrderProblem, 'ways'>, least: Float64Array, cost: number): number {
  const { before, visits } = problem.stops;
  const size = sizeOf(problem);
  const points = [[0], ...visits, [size - 1]];
  const leg = (from: readonly number[], to: readonly number[]) =>
    Math.min(...from.flatMap((a) => to.map((b) => least[a * size + b]!)));
  const edges = Float64Array.from(points.flatMap((from) => points.map((to) => leg(from, to))));
  for (const [stop, others] of before.entries()) {
    for (const other of others) edges[(stop + 1) * points.length + other + 1] = Infinity;
  }
  const calls = visits.reduce(
    (sum, each) => sum + Math.min(...each.map((point) => costOfCall(problem, point))),
    0,
  );
  const bound = treeBound(edges, points.length, cost - calls);
  return bound < Infinity ? bound + calls : 0;
}

/**
 * @param least size × size: lower bounds of the legs, row: from; Infinity where a leg is in no order
 * @param size of the points, of which one at least is neither the first nor the last
 * @param cost of a known order
 * @returns a lower bound of the sum of the legs of every order from point 0 to point size − 1
 */
export function treeBound(least: Float64Array, size: number, cost: number): number {
  const edge = bothWays(least, size);
  const charge = new Float64Array(size);
  const degree = new Int32Array(size);
  let best = -Infinity;
  let step = 1;
  let stale = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bound = cheapestTree(edge, size, charge, degree);
    stale = bound > best * (1 + 1e-9) ? 0 : stale + 1;
    best = Math.max(best, bound);
    if (stale > PATIENCE) [step, stale] = [0.5 * step, 0];
    let square = 0;
    for (let k = 0; k < size; k++) square += (degree[k] - wanted(k, size)) ** 2;
    if (square === 0) break;
    const length = (step * Math.max(cost - bound, 1e-6 * cost)) / square;
    for (let k = 0; k < size; k++) charge[k] += length * (degree[k] - wanted(k, size));
  }
  return Math.max(0, best * (1 - 1e-12));
}

/** Edges that a point has in every order. */
const wanted = (point: number, size: number): number => (point === 0 || point === size - 1 ? 1 : 2);

/** The cheaper direction between two points; start and end are not next to each other. */
function bothWays(least: Float64Array, size: number): Float64Array {
  const edge = new Float64Array(size * size).fill(Infinity);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const isWhole = (a === 0 || b === 0) && (a === size - 1 || b === size - 1);
      // nothing leads to the start or from the end
      const there = b === 0 || a === size - 1 ? Infinity : least[a * size + b];
      const back = a === 0 || b === size - 1 ? Infinity : least[b * size + a];
      if (!isWhole) edge[a * size + b] = Math.min(there, back);
    }
  }
  return edge;
}

/** Prim's algorithm. Writes the degrees; returns the cost of the tree with what is charged, less what is given back. */
function cheapestTree(edge: Float64Array, size: number, charge: Float64Array, degree: Int32Array): number {
  const near = new Float64Array(size).fill(Infinity);
  const by = new Int32Array(size);
  const done = new Uint8Array(size);
  degree.fill(0);
  let sum = 0;
  for (let k = 0; k < size; k++) sum -= wanted(k, size) * charge[k];
  for (let at = 0, count = 1; count < size; count++) {
    done[at] = 1;
    let next = -1;
    for (let k = 0; k < size; k++) {
      if (done[k]) continue;
      const length = edge[at * size + k] + charge[at] + charge[k];
      if (length < near[k]) [near[k], by[k]] = [length, at];
      if (next < 0 || near[k] < near[next]) next = k;
    }
    if (near[next] === Infinity) return Infinity;
    sum += near[next];
    degree[next]++;
    degree[by[next]]++;
    at = next;
  }
  return sum;
}
