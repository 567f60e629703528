/**
 * The momenta of cells: linear functions that no path costs less than.
 *
 * In the chart of a cell (layout.ts) a vector p is admissible if every path in the cell from s to t costs at
 * least p · (X(t) − X(s)). Let a vessel at bearing θ make good the velocity v at the cost w per second (both
 * in the local frame of east and north). The chart's derivative at a point of the cell is a matrix M with |M|
 * ≤ 1, a rotation by at most α and a rest of at most ε (frame.ts); so p is admissible if p · M v ≤ w for all θ and M.
 * Admissible momenta form a convex set. A leg's momentum is the one that costs it most, and its cost by that
 * is a lower bound of what any path between its ends costs.
 */
import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { type FrameError, frameErrorOf } from './frame.ts';
import { PolygonMomenta } from './polygon-momenta.ts';
import { momentumPolygon, reachOfDisc, reachOfProfile } from './reach-polygon.ts';
import { UniformMomenta } from './uniform-momenta.ts';

/** The admissible momenta of one cell. */
export interface MomentumSet {
  /** The result of the last call. */
  readonly px: number;
  readonly py: number;
  /** Every vector of length `least` is admissible, none longer than `most` is. */
  readonly least: number;
  readonly most: number;
  /**
   * Computes the momentum of the leg (x, y), the admissible one with the greatest p · (x, y); returns that
   * product.
   */
  leg(x: number, y: number): number;
  /**
   * Computes the momentum with the component `along` in the direction of the unit vector e and the greatest
   * (sign 1) or least (−1) component in the direction of the unit vector n across it.
   *
   * @returns false if there is none
   */
  crossing(ex: number, ey: number, nx: number, ny: number, along: number, sign: 1 | -1): boolean;
  /** Computes the direction in which a vessel goes under a momentum that is as long as can be. */
  ray(px: number, py: number): void;
}

/** Momenta are kept inside the bound by this fraction, which is more than their rounding error. */
const ROUNDING = 1e-12;
/** Where a current is more than this fraction of the speed, the formulas for cells without headings cancel: a polygon holds better. */
const STRONGEST_CURRENT = 0.95;

/** By costs and cell: the polygon of momenta of paths from s to t; those from t to s are the same, turned about. */
const known = new WeakMap<Costs, Float64Array[]>();

export class Momenta {
  /** −1: of paths from t to s, with the velocities turned about. */
  readonly sign: 1 | -1;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  /** By cell, where known. */
  private readonly sets: (MomentumSet | undefined)[];

  constructor(mesh: Mesh, costs: Costs, sign: 1 | -1 = 1) {
    this.sign = sign;
    this.mesh = mesh;
    this.costs = costs;
    this.sets = new Array(mesh.openCount);
  }

  of(cell: number): MomentumSet {
    this.sets[cell] ??= this.compute(cell);
    return this.sets[cell];
  }

  private compute(cell: number): MomentumSet {
    const { costs, sign } = this;
    const { motion, profile } = costs;
    const frame = frameErrorOf(this.mesh.bounds, cell);
    const [speed, u, v] = [motion[4 * cell], sign * motion[4 * cell + 2], sign * motion[4 * cell + 3]];
    const w = costs.perSecond[cell];
    if (profile[cell] < 0 && Math.hypot(u, v) <= STRONGEST_CURRENT * speed) {
      return new UniformMomenta(speed, u, v, w * (1 - ROUNDING), frame);
    }
    const polygons = known.get(costs) ?? [];
    known.set(costs, polygons);
    polygons[cell] ??= this.polygonOf(cell, frame);
    return new PolygonMomenta(sign === 1 ? polygons[cell] : polygons[cell].map((p) => -p));
  }

  private polygonOf(cell: number, frame: FrameError): Float64Array {
    const { motion, profile, perSecond, reachOf } = this.costs;
    const w = perSecond[cell];
    const reach =
      profile[cell] < 0
        ? reachOfDisc(motion[4 * cell] / w, motion[4 * cell + 2] / w, motion[4 * cell + 3] / w)
        : (reachOf?.(cell) ?? reachOfProfile(this.costs, cell));
    return momentumPolygon(reach, frame).map((p) => p * (1 - ROUNDING));
  }
}
