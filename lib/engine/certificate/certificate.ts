/**
 * How good a route is: a lower bound of the cost of every path, and how far the route's cost is above it.
 *
 * The bound is computed in levels, each with shorter intervals than the one before and from the other end of
 * the route. A level bounds the cost to its end, the one before bounds the cost to the other. A cheaper path
 * can pass only where the sum of both is less than the cost of the route, so a level needs to be proved only
 * there.
 */
import type { Costs } from '../cost/cost.ts';
import { EARTH_RADIUS_M } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Claim, Division } from './border-nodes.ts';
import { Layout } from './layout.ts';
import { LowerBound } from './lower-bound.ts';
import { Momenta } from './momenta.ts';
import type { Cap } from './proposal.ts';

/** No path from start to end is cheaper than the route by more than this percentage of the path's cost. */
export interface Optimality {
  readonly gapPercent: number;
}

export interface CertifyOptions {
  /** Maximum number of pairs of intervals to examine. */
  readonly work?: number;
  /** Whether time is up. */
  readonly isOver?: () => boolean;
  /** Called with the bound of each level, and 1 if it bounds costs to the end, −1 if to the start. */
  readonly inspect?: (bound: LowerBound, sign: 1 | -1) => void;
}

/** How finely a level divides edges: see Division. */
type Level = Omit<Division, 'lengthM'>;

/** A coarse level from one end of the route shows where the fine level from the other end must be proved. */
export const LEVELS: readonly Level[] = [
  { fineness: 0.1, perEdge: 2 },
  { fineness: 0.01, perEdge: 8 },
];
/** Maximum number of pairs of intervals for one route; it takes some seconds. */
const WORK = 1e7;
/**
 * Consumption is certified by time if its gap is then wider than that of time by at most this, percentage
 * points.
 */
const WIDER_PERCENT = 0.1;
/** Relative rounding error of the cost of a route. */
const COST_ROUNDING = 1e-9;

/** Certificates of the routes of one request. */
export class Certifier {
  private readonly mesh: Mesh;
  private readonly claim: Claim;
  private readonly layouts = new Map<Level, Layout>();
  /** What is proved about time: the least of any path, days, and the gap of the route. */
  private time: { readonly least: number; readonly gapPercent: number } | null = null;

  constructor(mesh: Mesh, claim: Claim) {
    this.mesh = mesh;
    this.claim = claim;
  }

  /**
   * @param cost of the route
   * @param lengthM of the route
   * @returns null if no bound was proved within the limits of work and time
   */
  certify(costs: Costs, cost: number, lengthM: number, options: CertifyOptions = {}): Optimality | null {
    if (cost === 0) return { gapPercent: 0 };
    const byTime = this.gapByTime(costs, cost);
    if (byTime !== null) return { gapPercent: byTime };
    const least = this.leastCost(costs, cost, lengthM, options);
    if (least === 0) return null;
    const gapPercent = gapOf(cost, least);
    if (!costs.consumes) this.time = { least, gapPercent };
    return { gapPercent };
  }

  /**
   * A path consumes at least its days times the least rate of the mesh; null if the gap would be too wide.
   */
  private gapByTime(costs: Costs, cost: number): number | null {
    if (!costs.consumes || !this.time) return null;
    const gap = gapOf(cost, this.time.least * leastRate(this.mesh));
    return gap <= this.time.gapPercent + WIDER_PERCENT ? gap : null;
  }

  /** A lower bound of the cost of every path; 0 if none was proved within the limits of work and time. */
  private leastCost(costs: Costs, cost: number, lengthM: number, options: CertifyOptions): number {
    const { work = WORK, isOver = () => false, inspect } = options;
    const momenta = { 1: new Momenta(this.mesh, costs, 1), [-1]: new Momenta(this.mesh, costs, -1) } as const;
    const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
    let best = 0;
    let spent = 0;
    let before: LowerBound | null = null;
    for (const [k, level] of LEVELS.entries()) {
      const layout = this.layout(level, lengthM);
      // to the end of the route, or, with paths reversed, to its start
      const sign = k % 2 === 0 ? 1 : -1;
      const [target, source] =
        sign === 1 ? [layout.endNode, layout.startNode] : [layout.startNode, layout.endNode];
      const cap = before ? capOf(before, cost) : greatCircleCap(source, perRadian, cost);
      const isDone = (done: number) => spent + done > work || isOver();
      const bound = new LowerBound(layout, momenta[sign], target, cap, cost, isDone);
      spent += bound.work;
      if (!bound.complete) break;
      best = Math.max(best, bound.at(source));
      inspect?.(bound, sign);
      before = bound;
    }
    return best;
  }

  /** The objectives of a request share a layout. */
  private layout(level: Level, lengthM: number): Layout {
    const known = this.layouts.get(level);
    if (known) return known;
    const layout = new Layout(this.mesh, { lengthM, ...level }, this.claim);
    this.layouts.set(level, layout);
    return layout;
  }
}

function gapOf(cost: number, least: number): number {
  return least > 0 ? Math.max(0, 100 * ((cost * (1 + COST_ROUNDING)) / least - 1)) : Infinity;
}

/** The least consumption per day under way, anywhere on the mesh. */
function leastRate({ openCount, motion, profile, profiles }: Mesh): number {
  let least = Infinity;
  for (let cell = 0; cell < openCount; cell++) {
    if (profile[cell] < 0) least = Math.min(least, motion[4 * cell + 1]);
  }
  for (let row = 0; row < profiles.length; row += 16) {
    for (let k = 8; k < 16; k++) least = Math.min(least, profiles[row + k]);
  }
  return least;
}

/** The least cost per metre, anywhere on the mesh. */
function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

/** The part of `cost` that is left after at least the cost of the great circle from the source. */
function greatCircleCap(source: number, perRadian: number, cost: number): Cap {
  return ({ nodes }, node) => {
    const { x, y, z } = nodes.floats;
    const chord = Math.hypot(x[node] - x[source], y[node] - y[source], z[node] - z[source]);
    return cost - perRadian * 2 * Math.asin(Math.min(1, 0.5 * chord)) * (1 - 1e-12);
  };
}

/** The part of `cost` that is left after at least the cost that a bound gives. */
function capOf(bound: LowerBound, cost: number): Cap {
  const nodes: number[] = [];
  return (layout, node) => {
    const { edge, part, corner } = layout.nodes.floats;
    const own = bound.layout;
    if (node === layout.startNode) return cost - bound.at(own.startNode);
    if (node === layout.endNode) return cost - bound.at(own.endNode);
    if (corner[node] >= 0) {
      const same = own.nodeOfCorner(corner[node]);
      return cost - (same < 0 ? bound.capOf(layout, node) : bound.at(same));
    }
    own.nodesOfEdge(edge[node], nodes);
    return cost - Math.min(bound.capOf(layout, node), between(bound, nodes, part[node]));
  };
}

/** The proposed value at a position on an edge, interpolated linearly between its nodes. */
function between(bound: LowerBound, nodes: readonly number[], at: number): number {
  if (nodes.length === 0) return Infinity;
  const { part } = bound.layout.nodes.floats;
  const partOf = (k: number) => (k === 0 ? 0 : k === nodes.length - 1 ? 1 : part[nodes[k]]);
  let k = 1;
  while (partOf(k) < at) k++;
  const [a, b] = [bound.proposed(nodes[k - 1]), bound.proposed(nodes[k])];
  if (!(a < Infinity && b < Infinity)) return Infinity;
  return a + ((at - partOf(k - 1)) / (partOf(k) - partOf(k - 1))) * (b - a);
}
