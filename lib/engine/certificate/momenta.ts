/**
 * The momenta of cells: linear functions that no path costs less than.
 *
 * In the chart of a cell (frame.ts) a vector p is admissible if every path in the cell from s to t costs at
 * least p · (X(t) − X(s)). Let a vessel at bearing θ make good the velocity v at the cost w per second (both
 * in the local frame of east and north). The chart's derivative at a point of the cell is a matrix M with |M|
 * ≤ 1, a rotation by at most α and a rest of at most ε (frame.ts); so p is admissible if p · M v ≤ w for all θ and M.
 * Admissible momenta form a convex set. A leg's momentum is the one that costs it most, and its cost by that
 * is a lower bound of what any path between its ends costs.
 */

import { computed } from '../computed.ts';
import { type Costs, leastCostPerMetre } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { frameErrorOf } from './frame.ts';
import type { MomentumSet } from './momentum-set.ts';
import { PolygonMomenta } from './polygon-momenta.ts';
import { LEAST_REACH, reachIn, supportOf } from './reach.ts';
import { UniformMomenta } from './uniform-momenta.ts';

/** Momenta are kept inside the bound by this fraction, which is more than their rounding error. */
export const ROUNDING = 1e-12;
/** Where a current is more than this fraction of the speed, the formulas for cells without headings cancel: a polygon holds better. */
export const STRONGEST_CURRENT = 0.95;
/**
 * No momentum is longer than so many times the least of the mesh. Beside a cell that is slower than that, the proof would have to
 * lower V by what it costs to sail as far as a side is curved, a metre: there it is told that such a cell costs less than it does.
 */
const MOST_TIMES = 1000;

export class Momenta {
  /** −1: of paths from t to s, with the velocities turned about. */
  readonly sign: 1 | -1;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly longest: number;
  /** By cell, where known. */
  private readonly sets = new Map<number, MomentumSet>();

  constructor(mesh: Mesh, costs: Costs, sign: 1 | -1 = 1) {
    this.sign = sign;
    this.mesh = mesh;
    this.costs = costs;
    this.longest = MOST_TIMES * leastCostPerMetre(costs);
  }

  of(cell: number): MomentumSet {
    return computed(this.sets, cell, () => this.compute(cell));
  }

  private compute(cell: number): MomentumSet {
    const { costs, sign, longest } = this;
    const { motion, profile } = costs;
    const frame = frameErrorOf(this.mesh.bounds, cell);
    const speed = motion[4 * cell];
    const [u, v] = [sign * motion[4 * cell + 2], sign * motion[4 * cell + 3]];
    const current = Math.hypot(u, v);
    const w = costs.perSecond[cell] * (1 - ROUNDING);
    if (profile[cell] >= 0)
      return new PolygonMomenta(supportOf(reachIn(costs, cell), sign / (1 - ROUNDING)), frame, longest);
    if (current <= STRONGEST_CURRENT * speed)
      return new UniformMomenta(speed, u, v, Math.min(w, longest * speed), frame);
    const most = (speed + current) / w;
    const support = (x: number, y: number) => Math.max(LEAST_REACH * most, (speed + u * x + v * y) / w);
    return new PolygonMomenta({ most, support: () => support }, frame, longest);
  }
}
