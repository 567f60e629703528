/**
 * How good a route is: a lower bound of the cost of every path, and how far the route's cost is above it.
 *
 * The bound is found in levels, each with shorter intervals than the one before and from the other end of the route. A level bounds
 * the cost to its end, the one before bounds the cost to the other; only where both together are less than the cost of the route can
 * a cheaper path lead, and only there the level need be proved.
 */
import type { Costs } from '../cost/cost.ts';
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Claim } from './border-nodes.ts';
import { Layout } from './layout.ts';
import { LowerBound } from './lower-bound.ts';
import { Momenta } from './momenta.ts';
import type { Cap } from './proposal.ts';

/** No path from start to end is cheaper than the route by more than this part of its own cost, in per cent. */
export interface Optimality {
  readonly gapPercent: number;
}

export interface CertifyOptions {
  /** Pairs of intervals to look at, at most. */
  readonly work?: number;
  /** Says when time is up. */
  readonly isOver?: () => boolean;
  /** Is shown the bound of each level, and 1 where it leads to the end, −1 where to the start. */
  readonly inspect?: (bound: LowerBound, sign: 1 | -1) => void;
}

/** A level: see Division; and the loss in crossing an edge, as a part of the least cost of its length, that it is divided for. */
interface Level {
  readonly fineness: number;
  readonly perEdge: number;
  readonly loss?: number;
}

/** Two rough levels, one from each end, tell where to be precise. */
export const LEVELS: readonly Level[] = [
  { fineness: 0.1, perEdge: 2 },
  { fineness: 0.1, perEdge: 2 },
  { fineness: 0.02, perEdge: 4, loss: 1.5e-4 },
];
/** Most intervals of an edge that its curvature can ask for. */
const MOST_PER_EDGE = 32;
/** Pairs of intervals for one route: some seconds. */
const WORK = 1e7;
/** What rounding in the cost of the route may amount to. */
const COST_ROUNDING = 1e-9;

/** Certificates of the routes of one request. */
export class Certifier {
  private readonly mesh: Mesh;
  private readonly claim: Claim;
  private readonly layouts = new Map<number, Layout>();

  constructor(mesh: Mesh, claim: Claim) {
    this.mesh = mesh;
    this.claim = claim;
  }

  /**
   * @param cost what the route costs
   * @param lengthM its length
   * @returns null where there is no bound within the limits of work and time
   */
  certify(costs: Costs, cost: number, lengthM: number, options: CertifyOptions = {}): Optimality | null {
    const { work = WORK, isOver = () => false, inspect } = options;
    if (cost === 0) return { gapPercent: 0 };
    const momenta = { 1: new Momenta(this.mesh, costs, 1), [-1]: new Momenta(this.mesh, costs, -1) } as const;
    const perRadian = leastCostPerMetre(costs) * EARTH_RADIUS_M;
    const proved: LowerBound[] = [];
    let best = 0;
    let spent = 0;
    for (const [k, level] of LEVELS.entries()) {
      const layout = this.layout(level, lengthM, costs, proved);
      // the last level leads to the end, as the route does
      const sign = (LEVELS.length - 1 - k) % 2 === 0 ? 1 : -1;
      const [target, source] =
        sign === 1 ? [layout.endNode, layout.startNode] : [layout.startNode, layout.endNode];
      const cap = k === 0 ? greatCircleCap(source, perRadian, cost) : capOf(proved[k - 1], cost);
      const isDone = (done: number) => spent + done > work || isOver();
      const bound = new LowerBound(layout, momenta[sign], target, cap, cost, isDone);
      spent += bound.work;
      if (!bound.complete) break;
      proved.push(bound);
      best = Math.max(best, bound.at(source));
      inspect?.(bound, sign);
    }
    return best > 0 ? { gapPercent: Math.max(0, 100 * ((cost * (1 + COST_ROUNDING)) / best - 1)) } : null;
  }

  /** Levels that do not depend on costs share a layout. */
  private layout(level: Level, lengthM: number, costs: Costs, proved: readonly LowerBound[]): Layout {
    const { fineness, perEdge, loss } = level;
    const shared = this.layouts.get(fineness);
    if (shared && loss === undefined) return shared;
    const divide =
      loss === undefined
        ? () => perEdge
        : (edge: number) => intervalsFor(this.mesh, costs, proved, edge, perEdge, loss);
    const layout = new Layout(this.mesh, { lengthM, fineness, perEdge: divide }, this.claim);
    if (loss === undefined) this.layouts.set(fineness, layout);
    return layout;
  }
}

/** Into how many intervals an edge is divided so that the line between their ends is above V by no more than a loss. */
function intervalsFor(
  mesh: Mesh,
  costs: Costs,
  proved: readonly LowerBound[],
  edge: number,
  least: number,
  loss: number,
): number {
  const curvature = Math.max(...proved.map((bound) => bound.curvature(edge)));
  const { edgeTopology, edgeSpan, edgeVertical } = mesh;
  const span = (edgeSpan[3 * edge + 2] - edgeSpan[3 * edge + 1]) * RADIANS;
  const lengthM = EARTH_RADIUS_M * span * (edgeVertical[edge] ? 1 : Math.cos(edgeSpan[3 * edge] * RADIANS));
  const perMetre = Math.min(
    ...[0, 1].map((k) => {
      const cell = edgeTopology[4 * edge + k];
      return costs.perSecond[cell] / costs.motion[4 * cell];
    }),
  );
  // the line is above by curvature / (8 n²) in the middle of an interval
  const needed = Math.sqrt(curvature / (8 * loss * perMetre * lengthM));
  return Math.max(least, Math.min(MOST_PER_EDGE, 2 ** Math.ceil(Math.log2(Math.max(1, needed)))));
}

/** What a metre costs at least anywhere on the mesh. */
function leastCostPerMetre({ motion, perSecond }: Costs): number {
  let least = Infinity;
  for (let i = 0; i < perSecond.length; i++) {
    const ground = motion[4 * i] + Math.hypot(motion[4 * i + 2], motion[4 * i + 3]);
    least = Math.min(least, perSecond[i] / ground);
  }
  return least;
}

/** The cost left when at least that of the great circle from the source has been spent. */
function greatCircleCap(source: number, perRadian: number, cost: number): Cap {
  return ({ nodes }, node) => {
    const { x, y, z } = nodes.floats;
    const chord = Math.hypot(x[node] - x[source], y[node] - y[source], z[node] - z[source]);
    return cost - perRadian * 2 * Math.asin(Math.min(1, 0.5 * chord)) * (1 - 1e-12);
  };
}

/** The cost left when at least that of a bound has been spent. */
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

/** What is proposed at a part of an edge, linear between its nodes. */
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
