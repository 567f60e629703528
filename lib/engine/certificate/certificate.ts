/** How good a route is: a lower bound of the cost of every path, and how far the route's cost is above it. */

import { type Costs, leastCostPerMetre, leastRate } from '../cost/cost.ts';
import { unitVector } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Track } from '../path/track.ts';
import { SAME_COST } from '../tolerances.ts';
import type { Claim } from './border.ts';
import { Budget, type Limit } from './budget.ts';
import { Cap } from './cap.ts';
import { divisionFor } from './division.ts';
import { Layout } from './layout.ts';
import { LowerBound } from './lower-bound.ts';
import { Momenta } from './momenta.ts';

export interface Optimality {
  /** No path from start to end costs less: days, or what the vessel consumes. */
  readonly least: number;
  /** No path from start to end is cheaper than the route by more than this percentage of the path's cost. */
  readonly gapPercent: number;
  /** What ended the proof early, so that the gap is wider than it had to be; null if nothing did. */
  readonly endedBy: Limit | null;
}

export interface CertifyOptions {
  /** Maximum number of pairs of intervals to examine, by node. */
  readonly workPerNode?: number;
  /** Whether time is up. */
  readonly isOver?: () => boolean;
  /** 1: costs to the end are bounded, −1: costs from the start; by default what leaves the smaller gap as a rule. */
  readonly towards?: 1 | -1;
  /** What a metre costs at least, where this is to be no more than on other meshes; by default, of the mesh. */
  readonly perMetre?: number;
  /** Called with a bound that was proved. */
  readonly inspect?: (bound: LowerBound) => void;
}

/** A proof takes 5 to 30 pairs by node as a rule; some that take many more never end. */
const WORK_PER_NODE = 1000;
/**
 * Consumption is certified by time if its gap is then wider than that of time by at most this, percentage
 * points.
 */
const WIDER_PERCENT = 0.1;

/** Certificates of the routes of one request. */
export class Certifier {
  private readonly mesh: Mesh;
  private readonly claim: Claim;
  /** What is proved about time. */
  private time: Optimality | null = null;

  constructor(mesh: Mesh, claim: Claim) {
    this.mesh = mesh;
    this.claim = claim;
  }

  /**
   * @param cost of the route
   * @param track of the route
   * @returns null if nothing is proved, as where paths may cost nothing
   */
  certify(costs: Costs, cost: number, track: Track, options: CertifyOptions = {}): Optimality | null {
    if (cost === 0) return { least: 0, gapPercent: 0, endedBy: null };
    const byTime = costs.consumes && this.time ? this.time.least * leastRate(costs) : 0;
    if (byTime > 0 && gapOf(cost, byTime) <= this.time!.gapPercent + WIDER_PERCENT) {
      return { ...this.time!, least: byTime, gapPercent: gapOf(cost, byTime) };
    }
    const proved = this.leastCost(costs, cost, track, options);
    if (!(proved.least > 0)) return null;
    const optimality = { ...proved, gapPercent: gapOf(cost, proved.least) };
    if (!costs.consumes) this.time = optimality;
    return optimality;
  }

  /** A lower bound of the cost of every path. */
  private leastCost(costs: Costs, cost: number, track: Track, options: CertifyOptions) {
    const { workPerNode = WORK_PER_NODE, isOver = () => false, inspect } = options;
    const { mesh, claim } = this;
    // in the half that costs more, the cap, a great circle, would hide too much of the ice
    const sign = options.towards ?? (isFirstHalfDearer(costs, track) ? -1 : 1);
    const target = unitVector((sign === 1 ? claim.end : claim.start).used);
    const division = divisionFor(mesh, costs, claim, target, track.distanceM.at(-1)!, isOver);
    const layout = new Layout(mesh, claim, division, track);
    const { border } = layout;
    const [goal, source] =
      sign === 1 ? [border.endNode, border.startNode] : [border.startNode, border.endNode];
    const cap = new Cap(border.points[source], cost, options.perMetre ?? leastCostPerMetre(costs));
    const budget = new Budget(() => workPerNode * border.count, isOver);
    const bound = new LowerBound(layout, new Momenta(mesh, costs, sign), cap, goal, cost, budget);
    bound.prove();
    inspect?.(bound);
    return { least: Math.max(bound.at(source), cap.spentAt(target)), endedBy: budget.ended };
  }
}

function isFirstHalfDearer({ consumes }: Costs, { distanceM, timeDays, consumption }: Track): boolean {
  const cost = consumes ? consumption! : timeDays;
  return cost[distanceM.findIndex((distance) => distance >= 0.5 * distanceM.at(-1)!)] > 0.5 * cost.at(-1)!;
}

function gapOf(cost: number, least: number): number {
  return Math.max(0, 100 * ((cost * (1 + SAME_COST)) / least - 1));
}
