/** How good a route is: a lower bound of the cost of every path, and how far the route's cost is above it. */
import { type Costs, leastRate } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Track } from '../path/track.ts';
import type { Corridor } from '../search/corridor.ts';
import { Cap } from './cap.ts';
import type { Claim } from './claim.ts';
import { divisionFor } from './division.ts';
import { Layout } from './layout.ts';
import { LowerBound } from './lower-bound.ts';
import { Momenta } from './momenta.ts';

/** No path from start to end is cheaper than the route by more than this percentage of the path's cost. */
export interface Optimality {
  readonly gapPercent: number;
}

export interface CertifyOptions {
  /** The corridor in which the route was searched; computed if it is not given. */
  readonly corridor?: Corridor | null;
  /** Maximum number of pairs of intervals to examine. */
  readonly work?: number;
  /** Whether time is up. */
  readonly isOver?: () => boolean;
  /** Called with a bound that was proved. */
  readonly inspect?: (bound: LowerBound) => void;
}

/** Maximum number of pairs of intervals for one route; it takes some seconds. */
const WORK = 1.25e7;
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
  /** What is proved about time: the least of any path, days, and the gap of the route. */
  private time: { readonly least: number; readonly gapPercent: number } | null = null;

  constructor(mesh: Mesh, claim: Claim) {
    this.mesh = mesh;
    this.claim = claim;
  }

  /**
   * @param cost of the route
   * @param track of the route
   * @returns null if no bound was proved within the limits of work and time
   */
  certify(costs: Costs, cost: number, track: Track, options: CertifyOptions = {}): Optimality | null {
    if (cost === 0) return { gapPercent: 0 };
    const byTime = this.gapByTime(costs, cost);
    if (byTime !== null) return { gapPercent: byTime };
    const least = this.leastCost(costs, cost, track, options);
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
    const gap = gapOf(cost, this.time.least * leastRate(costs));
    return gap <= this.time.gapPercent + WIDER_PERCENT ? gap : null;
  }

  /** A lower bound of the cost of every path; 0 if none was proved within the limits of work and time. */
  private leastCost(costs: Costs, cost: number, track: Track, options: CertifyOptions): number {
    const { corridor = null, work = WORK, isOver = () => false, inspect } = options;
    const { mesh, claim } = this;
    // in the half that costs more, the cap, a great circle, would hide too much of the ice
    const sign = isFirstHalfDearer(costs, track) ? -1 : 1;
    const layout = new Layout(
      mesh,
      claim,
      divisionFor(mesh, costs, claim, { sign, lengthM: track.distanceM.at(-1)!, corridor }),
      track,
    );
    const { startNode, endNode } = layout;
    const [target, source] = sign === 1 ? [endNode, startNode] : [startNode, endNode];
    const [from, to] = [layout.pointOf(source), layout.pointOf(target)];
    const cap = new Cap(mesh, costs, sign, from, to, cost);
    const isDone = (done: number) => done > work || isOver();
    const bound = new LowerBound(layout, new Momenta(mesh, costs, sign), target, cap, cost, isDone);
    if (!bound.complete) return 0;
    inspect?.(bound);
    return bound.at(source);
  }
}

function isFirstHalfDearer({ consumes }: Costs, { distanceM, timeDays, consumption }: Track): boolean {
  const cost = consumes ? consumption! : timeDays;
  const half = 0.5 * distanceM.at(-1)!;
  const k = Math.max(
    1,
    distanceM.findIndex((distance) => distance >= half),
  );
  const part = (half - distanceM[k - 1]) / (distanceM[k] - distanceM[k - 1]);
  return cost[k - 1] + part * (cost[k] - cost[k - 1]) > 0.5 * cost.at(-1)!;
}

function gapOf(cost: number, least: number): number {
  return least > 0 ? Math.max(0, 100 * ((cost * (1 + COST_ROUNDING)) / least - 1)) : Infinity;
}
