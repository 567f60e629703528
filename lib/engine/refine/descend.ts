/**
 * Moves all sliding vertices of a chain together to a minimum of its cost, by damped Newton descent.
 *
 * The cost of a leg depends only on its two ends, so the Hessian is tridiagonal and a step needs one forward
 * and one backward sweep (Thomas algorithm). Bounds are enforced by projection: a vertex at a bound stays
 * there while the descent direction points out of the bound (Bertsekas 1982, projected Newton).
 */

import { type Costs, legCost } from '../cost/cost.ts';
import { legDerivatives, meanDerivatives } from '../cost/leg-derivatives.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Chain } from '../path/chain.ts';
import { MOST_ROUNDS, NEGLIGIBLE, SAME_COST } from '../tolerances.ts';

/** Radians to either side of a bearing, for the steps along kinks. */
const BREADTHS = [3e-2, 3e-3, 3e-4, 3e-5];

export class Descent {
  protected readonly costs: Costs;
  private readonly leg = new Float64Array(4);
  /** Derivatives are those of the mean over so many radians to either side of a leg's bearing; 0 = of the leg alone. */
  private breadth = 0;
  /** The fixed vertices at the two ends of the stretch that is being moved. */
  protected first = 0;
  protected last = 0;
  private λ = new Float64Array(0);
  private φ = this.λ;
  private ψ = this.λ;
  private gradient = this.λ;
  private diagonal = this.λ;
  /** off[i] couples vertices i − 1 and i. */
  private off = this.λ;
  private step = this.λ;
  private old = this.λ;

  constructor(costs: Costs) {
    this.costs = costs;
  }

  /**
   * Slides the vertices between two others, the ends by default, which stay fixed; returns the cost of the legs between
   * those two.
   *
   * @param keptFraction in one step a vertex keeps at least this fraction of its distance to a bound. 0 lets
   *   it reach the bound; more keeps crossings from meeting at a corner, where a leg of zero length has no
   *   derivative
   */
  run(chain: Chain, keptFraction = 0, first = 0, last = chain.length - 1): number {
    let cost = this.begin(chain, first, last);
    for (let k = 0; k < MOST_ROUNDS && cost < Infinity; k++) {
      this.differentiate(chain);
      const promised = this.newtonStep(chain);
      if (!(promised > SAME_COST * cost)) break;
      const next = this.walk(chain, cost, promised, keptFraction);
      if (next >= cost) break;
      cost = next;
    }
    return cost;
  }

  /** The cost of a chain without moving it. */
  cost(chain: Chain): number {
    return this.begin(chain, 0, chain.length - 1);
  }

  /**
   * Slides the vertices where the cost has kinks: where speeds differ by heading. Returns the cost of the chain.
   *
   * Where a leg lies on a kink, no step saves that changes its bearing, though its two ends may move together. The
   * slopes and curvatures used here are those of the mean over a range of bearings. Across a kink this curvature is
   * large, so that a step keeps the bearing. The range is narrower each time.
   */
  runAlongKinks(chain: Chain): number {
    let cost = 0;
    for (const breadth of BREADTHS) {
      this.breadth = breadth;
      cost = this.run(chain);
    }
    this.breadth = 0;
    return cost;
  }

  /** Derivative of the cost of a chain with respect to the sliding coordinate of vertex i, per radian. */
  slope(chain: Chain, i: number): number {
    this.begin(chain, 0, chain.length - 1);
    this.differentiate(chain);
    return this.gradient[i];
  }

  /** Turns to the stretch between two vertices; returns its cost. */
  private begin(chain: Chain, first: number, last: number): number {
    if (this.λ.length < chain.length) {
      const columns = ['λ', 'φ', 'ψ', 'gradient', 'diagonal', 'off', 'step', 'old'] as const;
      for (const column of columns) this[column] = new Float64Array(2 * chain.length);
    }
    this.first = first;
    this.last = last;
    return this.place(chain);
  }

  /** Reads the positions of the vertices from the chain and returns the total cost. */
  private place(chain: Chain): number {
    const { λ, φ, ψ, first, last } = this;
    const { vertical, low, high } = chain;
    let sum = 0;
    for (let i = first; i <= last; i++) {
      λ[i] = chain.lon(i) * RADIANS;
      φ[i] = chain.lat(i) * RADIANS;
      ψ[i] = vertical[i] === 1 && low[i] < high[i] ? isometricLatitude(φ[i]) : chain.ψ[i];
      if (i === first) continue;
      const q = meanCosine(φ[i - 1], ψ[i - 1], φ[i], ψ[i]);
      const x = EARTH_RADIUS_M * q * shortWay(λ[i - 1], λ[i]);
      sum += this.legAt(i, chain.cell[i], x, EARTH_RADIUS_M * (φ[i] - φ[i - 1]));
    }
    return sum;
  }

  /** The cost of the leg of (x, y) metres that ends at vertex i; asked for from the first to the last. */
  protected legAt(_i: number, cell: number, x: number, y: number): number {
    return legCost(this.costs, cell, x, y);
  }

  /** The derivatives of that leg, as legDerivatives writes them. */
  protected differentiateLeg(leg: Float64Array, _i: number, cell: number, x: number, y: number): void {
    if (this.breadth > 0) meanDerivatives(this.costs, cell, x, y, this.breadth, leg);
    else legDerivatives(this.costs, cell, x, y, leg);
  }

  /** Gradient and Hessian of the cost with respect to the sliding coordinates, in radians. */
  private differentiate({ vertical, cell }: Chain): void {
    const { λ, φ, ψ, gradient, diagonal, off, leg, first, last } = this;
    const R = EARTH_RADIUS_M;
    gradient[first] = diagonal[first] = 0;
    for (let i = first + 1; i <= last; i++) {
      const Δλ = shortWay(λ[i - 1], λ[i]);
      const q = meanCosine(φ[i - 1], ψ[i - 1], φ[i], ψ[i]);
      const x = R * q * Δλ;
      const y = R * (φ[i] - φ[i - 1]);
      this.differentiateLeg(leg, i, cell[i], x, y);
      const [tailSlope, headSlope] = [cosineSlope(φ, ψ, q, i - 1, i), cosineSlope(φ, ψ, q, i, i - 1)];
      // derivatives of the leg's (x, y) by the sliding coordinate of each end
      const tailX = vertical[i - 1] ? R * Δλ * tailSlope : -R * q;
      const tailY = vertical[i - 1] ? -R : 0;
      const headX = vertical[i] ? R * Δλ * headSlope : R * q;
      const headY = vertical[i] ? R : 0;
      const tailAcross = y * tailX - x * tailY;
      const headAcross = y * headX - x * headY;
      gradient[i - 1] += leg[1] * tailX + leg[2] * tailY;
      gradient[i] = leg[1] * headX + leg[2] * headY;
      diagonal[i - 1] += leg[3] * tailAcross * tailAcross;
      diagonal[i] = leg[3] * headAcross * headAcross;
      off[i] = leg[3] * tailAcross * headAcross;
    }
  }

  /** Solves for the step of the free vertices; returns the predicted saving (half of −gradient · step). */
  private newtonStep({ slides, t, low, high }: Chain): number {
    const { gradient, diagonal, off, step, first, last } = this;
    // forward sweep: step holds the right-hand side, diagonal the pivots
    for (let i = first + 1; i <= last; i++) {
      const isFree =
        slides[i] === 1 &&
        !(t[i] <= low[i] && gradient[i] > 0) &&
        !(t[i] >= high[i] && gradient[i] < 0) &&
        i < last;
      if (!isFree) {
        off[i] = 0;
        off[i + 1] = 0;
        step[i] = 0;
        diagonal[i] = 1;
        continue;
      }
      // a leg along its own edge has no curvature to limit the step: limit it to the length of the edge
      diagonal[i] = Math.max(diagonal[i], Math.abs(gradient[i]) / ((high[i] - low[i]) * RADIANS), 1e-300);
      step[i] = -gradient[i];
      if (off[i] !== 0 && i > first + 1) {
        const ratio = off[i] / diagonal[i - 1];
        diagonal[i] = Math.max(diagonal[i] - ratio * off[i], 1e-9 * diagonal[i]);
        step[i] -= ratio * step[i - 1];
      }
    }
    let promised = 0;
    for (let i = last - 1; i > first; i--) {
      step[i] = (step[i] - (i + 1 < last ? off[i + 1] * step[i + 1] : 0)) / diagonal[i];
      promised -= 0.5 * gradient[i] * step[i];
    }
    return promised;
  }

  /**
   * Backtracking line search along the step (Armijo condition); returns the new cost, or the old one when no
   * stride saves enough.
   */
  private walk(chain: Chain, cost: number, promised: number, keptFraction: number): number {
    const { step, old, first, last } = this;
    const { t, low, high } = chain;
    for (let i = first; i <= last; i++) old[i] = t[i];
    // where currents block, a longer stride may turn a leg to a bearing on which it cannot be sailed
    for (let stride = 1; stride > NEGLIGIBLE; stride *= 0.4) {
      for (let i = first + 1; i < last; i++) {
        if (chain.slides[i] === 0) continue;
        const least = low[i] + keptFraction * (old[i] - low[i]);
        const most = high[i] - keptFraction * (high[i] - old[i]);
        t[i] = Math.max(least, Math.min(most, old[i] + (stride * step[i]) / RADIANS));
      }
      const next = this.place(chain);
      if (next <= cost - 1e-4 * stride * promised) return next;
    }
    for (let i = first; i <= last; i++) t[i] = old[i];
    this.place(chain);
    return cost;
  }
}

/**
 * ∂q/∂φ at one end of a rhumb line, from q = Δφ/Δψ and dψ = sec φ dφ; −½ sin φ where they are nearly equal.
 */
function cosineSlope(φ: Float64Array, ψ: Float64Array, q: number, end: number, other: number): number {
  const Δψ = ψ[end] - ψ[other];
  if (Math.abs(Δψ) < 1e-4) return -0.5 * Math.sin(φ[end]);
  return (1 - q / Math.cos(φ[end])) / Δψ;
}
