import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import { bridgeAt, type Costs, headingsAt, rootOf, secondsBy } from './cost.ts';

/**
 * Writes the cost of a leg of (x, y) metres in a cell and its derivatives to `out`: cost, ∂x, ∂y and η. The
 * Hessian is η (y, −x)(y, −x)ᵀ: the cost is proportional to length along (x, y), so it has curvature only
 * across that direction.
 */
export function legDerivatives(costs: Costs, cell: number, x: number, y: number, out: Float64Array): void {
  if (costs.profile[cell] >= 0) {
    profiledDerivatives(costs, cell, x, y, out);
    return;
  }
  const { motion } = costs;
  const speed = motion[4 * cell];
  const u = motion[4 * cell + 2];
  const v = motion[4 * cell + 3];
  if (x === 0 && y === 0) {
    out.fill(0);
    return;
  }
  const S = rootOf(speed, u, v, x, y);
  const T = secondsBy(S, speed, u, v, x, y);
  if (S === 0 || T === Infinity) {
    out.fill(Infinity);
    return;
  }
  const w = costs.perSecond[cell];
  out[0] = w * T;
  out[1] = (w * (x - T * u)) / S;
  out[2] = (w * (y - T * v)) / S;
  out[3] = (w * speed * speed) / (S * S * S);
}

/** Minimum of the curvature: the descent needs a positive one, and the cost of a bridge has none. */
const FLAT = 1e-3;

/**
 * Where speed or rate differ by heading, the cost is L ρ(θ) with ρ = rate / g. Its gradient is
 * ρ (sin θ, cos θ) + ρ′ (cos θ, −sin θ), and η = (ρ + ρ″) / L³. Between two headings speed and rate are
 * linear, so s″ = rate″ = 0.
 */
function profiledDerivatives(costs: Costs, cell: number, x: number, y: number, out: Float64Array): void {
  const { motion, profiles, headings } = costs;
  const length = Math.hypot(x, y);
  if (length === 0) {
    out.fill(0);
    return;
  }
  if (costs.bridgesOf) {
    const bridges = costs.bridgesOf(cell);
    const k = bridgeAt(bridges, x, y);
    if (k >= 0) {
      out[1] = bridges[k + 4];
      out[2] = bridges[k + 5];
      out[0] = out[1] * x + out[2] * y;
      out[3] = (FLAT * out[0]) / length ** 4;
      return;
    }
  }
  const { low, high, fraction } = headingsAt(headings, x, y);
  const base = 2 * headings * costs.profile[cell];
  const perRadian = headings / (2 * Math.PI);
  const ds = (profiles[base + high] - profiles[base + low]) * perRadian;
  const s = profiles[base + low] + (fraction * ds) / perRadian;
  let r = 1;
  let dr = 0;
  if (costs.consumes) {
    dr = (profiles[base + headings + high] - profiles[base + headings + low]) * perRadian;
    r = profiles[base + headings + low] + (fraction * dr) / perRadian;
  }
  const sinθ = x / length;
  const cosθ = y / length;
  const along = motion[4 * cell + 2] * sinθ + motion[4 * cell + 3] * cosθ;
  const across = motion[4 * cell + 2] * cosθ - motion[4 * cell + 3] * sinθ;
  const W = Math.sqrt(s * s - across * across);
  const g = along + W;
  if (!(g > 0)) {
    out.fill(Infinity);
    return;
  }
  const dW = (s * ds + across * along) / W;
  const ddW = (ds * ds - along * along + across * across - dW * dW) / W;
  const dg = across + dW;
  const ρ = r / g;
  const dρ = (dr - ρ * dg) / g;
  const ddρ = -(2 * dρ * dg + ρ * (ddW - along)) / g;
  const w = 1 / SECONDS_PER_DAY;
  out[0] = w * ρ * length;
  out[1] = w * (ρ * sinθ + dρ * cosθ);
  out[2] = w * (ρ * cosθ - dρ * sinθ);
  out[3] = (w * Math.max(ρ + ddρ, FLAT * ρ)) / (length * length * length);
}

const aside = [new Float64Array(4), new Float64Array(4)];

/**
 * The same for the mean over bearings, where speed or rate differ by heading. With the cost per metre ρ and the
 * breadth β, its mean F has the derivatives F′ = (ρ(θ + β) − ρ(θ − β)) / 2β and F″ = (ρ′(θ + β) − ρ′(θ − β)) / 2β. The
 * cost is that of the leg itself. So is all where a bearing in this range cannot be sailed.
 *
 * @param breadth radians to either side of the leg's bearing
 */
export function meanDerivatives(
  costs: Costs,
  cell: number,
  x: number,
  y: number,
  breadth: number,
  out: Float64Array,
): void {
  legDerivatives(costs, cell, x, y, out);
  if (costs.profile[cell] < 0 || !(out[0] > 0 && out[0] < Infinity)) return;
  const length = Math.hypot(x, y);
  const slopes = [breadth, -breadth].map((angle, k) => {
    const xk = x * Math.cos(angle) + y * Math.sin(angle);
    const yk = y * Math.cos(angle) - x * Math.sin(angle);
    legDerivatives(costs, cell, xk, yk, aside[k]);
    return (aside[k][1] * yk - aside[k][2] * xk) / length;
  });
  const [right, left] = [aside[0][0], aside[1][0]];
  if (!(right < Infinity && left < Infinity)) return;
  // Simpson's rule
  const F = (right + 4 * out[0] + left) / (6 * length);
  const dF = (right - left) / (2 * breadth * length);
  const ddF = (slopes[0] - slopes[1]) / (2 * breadth);
  out[1] = (F * x + dF * y) / length;
  out[2] = (F * y - dF * x) / length;
  out[3] = Math.max(F + ddF, FLAT * F) / (length * length * length);
}
