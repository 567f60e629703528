/**
 * How good a route is: a lower bound of the cost of every path, and how far the route's cost is above it.
 *
 * The bound is found in levels, each with shorter intervals than the one before and from the other end of the route. A level bounds
 * the cost to its end, the one before bounds the cost to the other; only where both together are less than the cost of the route can
 * a cheaper path lead, and only there the level need be proved.
 */
import type { Costs } from '../cost/cost.ts';
import { EARTH_RADIUS_M } from '../geometry/sphere.ts';
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

/** Intervals that the length of the route is divided into, by level. */
export const LEVELS = { counts: [0.1, 0.03], perEdge: [2, 8] };
const WORK = 2e7;
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
    let bound = 0;
    let spent = 0;
    let last: LowerBound | null = null;
    LEVELS.counts.forEach((count, level) => {
      if (level > 0 && !last) return;
      const layout = this.layout(lengthM, count, LEVELS.perEdge[level]);
      // the last level leads to the end, as the route does
      const isForward = (LEVELS.counts.length - 1 - level) % 2 === 0;
      const [target, source] = isForward
        ? [layout.endNode, layout.startNode]
        : [layout.startNode, layout.endNode];
      const cap: Cap = last !== null ? capOf(last, cost) : greatCircleCap(source, perRadian, cost);
      const found = new LowerBound(
        layout,
        momenta[isForward ? 1 : -1],
        target,
        cap,
        cost,
        (done) => spent + done > work || isOver(),
      );
      spent += found.work;
      last = found.complete ? found : null;
      if (!found.complete) return;
      bound = Math.max(bound, found.at(source));
      inspect?.(found, isForward ? 1 : -1);
    });
    if (!(bound > 0)) return null;
    return { gapPercent: Math.max(0, 100 * ((cost * (1 + COST_ROUNDING)) / bound - 1)) };
  }

  private layout(lengthM: number, fineness: number, perEdge: number): Layout {
    const layout =
      this.layouts.get(fineness) ?? new Layout(this.mesh, { lengthM, fineness, perEdge }, this.claim);
    this.layouts.set(fineness, layout);
    return layout;
  }
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
