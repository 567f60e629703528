import { type Costs, legCost } from '../cost/cost.ts';
import { goldenSection } from '../cost/golden-section.ts';
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { NEGLIGIBLE } from '../tolerances.ts';
import type { Descent } from './descend.ts';

/**
 * Moves crossings away from a corner at which all of them lie.
 *
 * When the crossings move to distances t₁ … tₘ along their edges, the cost changes by p₁ t₁ + N₂(t₁, t₂) + …
 * + pₘ tₘ. The first and the last leg have slopes p. The legs between have zero length at the corner; their
 * cost N is proportional to the distances. The path can therefore leave the corner this way if and only if
 * the sum is negative in some direction t ≥ 0. The sum is convex, and golden-section search finds its minimum
 * over all directions. A path that is nearly straight leaves the corner only in a narrow range of directions.
 */
export class Opening {
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly descent: Descent;
  /**
   * By crossing: metres east, metres north and radians of its coordinate per metre along its edge away from
   * the corner (east, north, turn); length of the edge, metres (reach); part of the movement in the direction
   * tried (share).
   */
  private readonly east = new Float64Array(4);
  private readonly north = new Float64Array(4);
  private readonly turn = new Float64Array(4);
  private readonly reach = new Float64Array(4);
  private readonly share = new Float64Array(4);
  private firstSlope = 0;
  private lastSlope = 0;

  constructor(mesh: Mesh, costs: Costs, descent: Descent) {
    this.mesh = mesh;
    this.costs = costs;
    this.descent = descent;
  }

  /**
   * Moves the crossings of `trial` (all vertices but its ends) to where its cost is less than `now`, the cost
   * through the corner; returns whether such a place was found.
   */
  open(trial: Chain, corner: number, now: number): boolean {
    const crossings = trial.length - 2;
    this.survey(trial, corner);
    const rate = this.bestDirection(trial, crossings);
    if (!(rate < -NEGLIGIBLE * (Math.abs(this.firstSlope) + Math.abs(this.lastSlope)))) return false;
    let distance = Infinity;
    for (let k = 1; k <= crossings; k++) distance = Math.min(distance, (0.5 * this.reach[k]) / this.share[k]);
    for (const least = NEGLIGIBLE * distance; distance > least; distance *= 0.5) {
      for (let k = 1; k <= crossings; k++) this.put(trial, k, corner, distance * this.share[k]);
      if (this.descent.cost(trial) < now) return true;
    }
    return false;
  }

  /**
   * Computes the directions of the edges and the slopes of the outer legs, with all crossings at the corner.
   */
  private survey(trial: Chain, corner: number): void {
    const cosφ = Math.cos(this.mesh.cornerPoint[2 * corner + 1] * RADIANS);
    const last = trial.length - 2;
    for (let k = 1; k <= last; k++) {
      this.put(trial, k, corner, 0);
      const away = this.beginsAt(trial.edge[k], corner) ? 1 : -1;
      const metresPerRadian = EARTH_RADIUS_M * (trial.vertical[k] ? 1 : cosφ);
      this.east[k] = trial.vertical[k] ? 0 : away;
      this.north[k] = trial.vertical[k] ? away : 0;
      this.turn[k] = away / metresPerRadian;
      this.reach[k] = (trial.high[k] - trial.low[k]) * RADIANS * metresPerRadian;
    }
    this.firstSlope = this.descent.slope(trial, 1) * this.turn[1];
    // with one crossing, its slope includes both legs
    this.lastSlope = last === 1 ? 0 : this.descent.slope(trial, last) * this.turn[last];
  }

  /**
   * Sets the shares of the crossings to the direction that saves most; returns the change of cost per metre.
   */
  private bestDirection(trial: Chain, crossings: number): number {
    const { share } = this;
    if (crossings === 1) {
      share[1] = 1;
      return this.firstSlope;
    }
    const ofTwo = (first: number, second: number, whole: number) =>
      goldenSection((part) => {
        share[first] = whole * (1 - part);
        share[second] = whole * part;
        return this.rate(trial, crossings);
      });
    if (crossings === 2) return ofTwo(1, 2, 1);
    return goldenSection((part) => {
      share[2] = part;
      return ofTwo(1, 3, 1 - part);
    });
  }

  /** Change of cost per metre in the direction of the shares. */
  private rate(trial: Chain, crossings: number): number {
    const { share, east, north, costs } = this;
    let sum = this.firstSlope * share[1] + this.lastSlope * share[crossings];
    for (let k = 2; k <= crossings; k++) {
      const x = share[k] * east[k] - share[k - 1] * east[k - 1];
      const y = share[k] * north[k] - share[k - 1] * north[k - 1];
      sum += legCost(costs, trial.cell[k], x, y);
    }
    return sum;
  }

  private put(trial: Chain, k: number, corner: number, distance: number): void {
    const degrees = (distance * Math.abs(this.turn[k])) / RADIANS;
    trial.t[k] = this.beginsAt(trial.edge[k], corner)
      ? Math.min(trial.low[k] + degrees, trial.high[k])
      : Math.max(trial.high[k] - degrees, trial.low[k]);
  }

  private beginsAt(edge: number, corner: number): boolean {
    return this.mesh.edgeTopology[4 * edge + 2] === corner;
  }
}
