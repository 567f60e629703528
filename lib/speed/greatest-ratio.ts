/**
 * The greatest ratio of the way made good to what it costs, n / d, between two speeds of a table, as a bound: n is above the line
 * between its values there by at most ½ N (v − a)(b − v), d below by at most ½ M (v − a)(b − v) (interpolation-error.ts).
 *
 * With r the greater ratio of the two ends and τ the part of the interval, n − r d ≤ f(τ) = l₀ (1 − τ) + l₁ τ + e τ (1 − τ), l₀ and l₁ ≤ 0 being
 * its values at the ends and e = ½ h² (N + r M). So n / d ≤ r + max(0, f) / d.
 */
import { SPEEDS, type SpeedTable } from './speed-curve.ts';

/** What an hour costs is taken as at least this, per day, so that a metre always costs something. */
export const LEAST_PRICE = 1e-9;

/** The way and the price at two speeds, their bends, and how far the speeds are apart, km/h. */
export function greatestBetween(
  n0: number,
  n1: number,
  N: number,
  d0: number,
  d1: number,
  M: number,
  h: number,
): number {
  const r = Math.max(0, n0 / d0, n1 / d1);
  const e = 0.5 * h * h * (N + r * M);
  const [l0, l1] = [n0 - r * d0, n1 - r * d1];
  // the vertex of f is inside only if e is more than the slope
  if (!(e > Math.abs(l1 - l0))) return r;
  const τ = (l1 - l0 + e) / (2 * e);
  const f = l0 + e * τ * τ;
  return f > 0 ? r + f / leastBetween(d0, d1, M, h) : r;
}

/** At most the least of d. */
export function leastBetween(d0: number, d1: number, M: number, h: number): number {
  const least = Math.min(d0, d1);
  return M > 0 ? Math.max(LEAST_PRICE, least - (M * h * h) / 8) : least;
}

/** At least the greatest (s + x) / (F + λ) of all v, s being the speed, x in km/h and λ per day. */
export function greatest({ speeds, rates, limits, step }: SpeedTable, λ: number, x: number): number {
  const { lift, rise, bend, fall } = limits;
  let most = 0;
  for (let m = 0; m < SPEEDS; m++) {
    const value = (speeds[m]! + x) / Math.max(LEAST_PRICE, rates[m]! + λ);
    if (value > most) most = value;
  }
  if (step === 0) return most;
  for (let m = 0; m + 1 < SPEEDS; m++) {
    const d0 = Math.max(LEAST_PRICE, rates[m]! + λ - fall[m]!);
    const d1 = Math.max(LEAST_PRICE, rates[m + 1]! + λ - fall[m]!);
    const [n0, n1] = [speeds[m]! + x + rise[m]!, speeds[m + 1]! + x + rise[m]!];
    const further = Math.max(0, lift[m]!) * 0.125 * step * step;
    if (Math.max(n0, n1) + further <= most * leastBetween(d0, d1, bend[m]!, step)) continue;
    most = Math.max(most, greatestBetween(n0, n1, lift[m]!, d0, d1, bend[m]!, step));
  }
  return most;
}
