import { SECONDS_PER_DAY } from '../geometry/sphere.ts';
import { type Costs, octantOf } from './cost.ts';

/**
 * Cost of making good (x, y) metres in a cell with its derivatives, into `out`: cost, ∂x, ∂y, and η, the Hessian being
 * η (y, −x)(y, −x)ᵀ: a cost that grows in proportion along its own direction bends only across it.
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
  const length2 = x * x + y * y;
  const a = speed * speed - u * u - v * v;
  const d = u * x + v * y;
  const discriminant = a * length2 + d * d;
  if (length2 === 0) {
    out.fill(0);
    return;
  }
  if (discriminant <= 0 || (a <= 0 && d <= 0)) {
    out.fill(Infinity);
    return;
  }
  const S = Math.sqrt(discriminant);
  const T = d < 0 ? (S - d) / a : length2 / (S + d);
  const w = costs.perSecond[cell];
  out[0] = w * T;
  out[1] = (w * (x - T * u)) / S;
  out[2] = (w * (y - T * v)) / S;
  out[3] = (w * speed * speed) / (S * discriminant);
}

/**
 * Where the headings differ the cost is L ρ(θ), ρ = rate / g: gradient ρ (sin θ, cos θ) + ρ′ (cos θ, −sin θ), and
 * η = (ρ + ρ″) / L³. Between two headings speed and rate are linear, so that s″ = rate″ = 0.
 */
function profiledDerivatives(costs: Costs, cell: number, x: number, y: number, out: Float64Array): void {
  const { motion, profiles } = costs;
  const length = Math.hypot(x, y);
  if (length === 0) {
    out.fill(0);
    return;
  }
  const { low, high, fraction } = octantOf(x, y);
  const base = 16 * costs.profile[cell];
  const perRadian = 4 / Math.PI;
  const ds = (profiles[base + high] - profiles[base + low]) * perRadian;
  const s = profiles[base + low] + (fraction * ds) / perRadian;
  let r = 1;
  let dr = 0;
  if (costs.consumes) {
    dr = (profiles[base + 8 + high] - profiles[base + 8 + low]) * perRadian;
    r = profiles[base + 8 + low] + (fraction * dr) / perRadian;
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
  // a profile need not be convex; the descent wants a Hessian that is
  out[3] = (w * Math.max(ρ + ddρ, 1e-3 * ρ)) / (length * length * length);
}
