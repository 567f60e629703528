/**
 * Moves all sliding vertices of a chain together to where its cost is least: damped Newton descent.
 *
 * Each leg knows only its two ends, so that the Hessian is tridiagonal and a step costs one sweep down and one up
 * (Thomas algorithm). Bounds are kept by projection: a vertex that presses against its bound waits there
 * (Bertsekas 1982, projected Newton).
 */

import { type Costs, legCost } from '../cost/cost.ts';
import { legDerivatives } from '../cost/leg-derivatives.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Chain } from '../path/chain.ts';

const MAX_STEPS = 40;
/** A step that promises less than this part of the cost is not worth taking. */
const NEGLIGIBLE = 1e-11;

export class Descent {
  private readonly costs: Costs;
  private readonly leg = new Float64Array(4);
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
   * Slides the vertices; returns the cost of the chain.
   *
   * @param shyness the part of its way to a bound that a vertex always leaves: 0 lets it go all the way; more keeps
   *   crossings apart that would be caught at a corner, where a leg of no length has no derivative
   */
  run(chain: Chain, maxSteps = MAX_STEPS, shyness = 0): number {
    this.reserve(chain.length);
    let cost = this.place(chain);
    for (let k = 0; k < maxSteps; k++) {
      this.differentiate(chain);
      const promised = this.newtonStep(chain);
      if (!(promised > NEGLIGIBLE * cost)) break;
      const next = this.walk(chain, cost, promised, shyness);
      if (next >= cost) break;
      cost = next;
    }
    return cost;
  }

  /** How the cost of a chain grows as vertex i slides, per radian. */
  slope(chain: Chain, i: number): number {
    this.reserve(chain.length);
    this.place(chain);
    this.differentiate(chain);
    return this.gradient[i];
  }

  private reserve(length: number): void {
    if (this.λ.length >= length) return;
    const columns = ['λ', 'φ', 'ψ', 'gradient', 'diagonal', 'off', 'step', 'old'] as const;
    for (const column of columns) this[column] = new Float64Array(2 * length);
  }

  /** Puts the vertices where the chain says and sums the cost. */
  private place(chain: Chain): number {
    const { λ, φ, ψ, costs } = this;
    let sum = 0;
    for (let i = 0; i < chain.length; i++) {
      λ[i] = chain.lon(i) * RADIANS;
      φ[i] = chain.lat(i) * RADIANS;
      ψ[i] = isometricLatitude(φ[i]);
      if (i === 0) continue;
      const q = meanCosine(φ[i - 1], ψ[i - 1], φ[i], ψ[i]);
      const x = EARTH_RADIUS_M * q * shortWay(λ[i - 1], λ[i]);
      sum += legCost(costs, chain.cell[i], x, EARTH_RADIUS_M * (φ[i] - φ[i - 1]));
    }
    return sum;
  }

  /** Gradient and Hessian of the cost by the sliding coordinates, in radians. */
  private differentiate({ length, vertical, cell }: Chain): void {
    const { λ, φ, ψ, gradient, diagonal, off, leg, costs } = this;
    const R = EARTH_RADIUS_M;
    gradient[0] = diagonal[0] = 0;
    for (let i = 1; i < length; i++) {
      const Δλ = shortWay(λ[i - 1], λ[i]);
      const q = meanCosine(φ[i - 1], ψ[i - 1], φ[i], ψ[i]);
      const x = R * q * Δλ;
      const y = R * (φ[i] - φ[i - 1]);
      legDerivatives(costs, cell[i], x, y, leg);
      const [tailSlope, headSlope] = [cosineSlope(φ, ψ, q, i - 1, i), cosineSlope(φ, ψ, q, i, i - 1)];
      // how the departure moves when an end slides
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

  /** Solves for the step of the free vertices; returns what it promises to save (half of −gradient · step). */
  private newtonStep({ length, slides, t, low, high }: Chain): number {
    const { gradient, diagonal, off, step } = this;
    // sweep down: step holds the right-hand side, diagonal the pivots
    for (let i = 1; i < length; i++) {
      const isFree =
        slides[i] === 1 &&
        !(t[i] <= low[i] && gradient[i] > 0) &&
        !(t[i] >= high[i] && gradient[i] < 0) &&
        i < length - 1;
      if (!isFree) {
        off[i] = 0;
        off[i + 1] = 0;
        step[i] = 0;
        diagonal[i] = 1;
        continue;
      }
      // a leg along its own edge has no curvature to hold the step: let it go as far as the edge does
      diagonal[i] = Math.max(diagonal[i], Math.abs(gradient[i]) / ((high[i] - low[i]) * RADIANS), 1e-300);
      step[i] = -gradient[i];
      if (off[i] !== 0 && i > 1) {
        const ratio = off[i] / diagonal[i - 1];
        diagonal[i] = Math.max(diagonal[i] - ratio * off[i], 1e-9 * diagonal[i]);
        step[i] -= ratio * step[i - 1];
      }
    }
    let promised = 0;
    for (let i = length - 2; i > 0; i--) {
      step[i] = (step[i] - (i + 1 < length - 1 ? off[i + 1] * step[i + 1] : 0)) / diagonal[i];
      promised -= 0.5 * gradient[i] * step[i];
    }
    return promised;
  }

  /** Goes along the step as far as it saves what it should (Armijo); returns the cost, the old one when nothing helps. */
  private walk(chain: Chain, cost: number, promised: number, shyness: number): number {
    const { step, old } = this;
    const { length, t, low, high } = chain;
    old.set(t.subarray(0, length));
    for (let stride = 1; stride > 1e-4; stride *= 0.4) {
      for (let i = 1; i < length - 1; i++) {
        if (chain.slides[i] === 0) continue;
        const least = low[i] + shyness * (old[i] - low[i]);
        const most = high[i] - shyness * (high[i] - old[i]);
        t[i] = Math.max(least, Math.min(most, old[i] + (stride * step[i]) / RADIANS));
      }
      const next = this.place(chain);
      if (next <= cost - 1e-4 * stride * promised) return next;
    }
    t.set(old.subarray(0, length));
    this.place(chain);
    return cost;
  }
}

/** ∂q/∂φ at one end of a rhumb line, from q = Δφ/Δψ and dψ = sec φ dφ; −½ sin φ where the latitudes nearly agree. */
function cosineSlope(φ: Float64Array, ψ: Float64Array, q: number, end: number, other: number): number {
  const Δψ = ψ[end] - ψ[other];
  if (Math.abs(Δψ) < 1e-4) return -0.5 * Math.sin(φ[end]);
  return (1 - q / Math.cos(φ[end])) / Δψ;
}
