/**
 * How far the rate of consumption may fall below the line between two neighbouring speeds a < b of a table: on every heading
 *
 *     F(v) ≥ line − ½ M (v − a)(b − v),
 *
 * M being an upper limit of F″, and of its kinks: a kink by which the slope rises by K counts as 2 K / (b − a), as no kink between a and b
 * takes more. With resistances R(v) = ice + waves + wind and φ(R) = b2 R² + b1 R, which counts from R = 0 on and rises:
 *
 * - ice grows as v^q: its second derivative q (q − 1) R / v² is greatest at an end, waves do not depend on v;
 * - wind (lib/vessel/wind.ts) is ½ρA (D − s² c(0)), D = |a|² c(α). With w∥ and w⊥ the wind along and across the heading, s − w∥ = |a| cos α
 *   and |w⊥| = |a| sin α, so that α′ = −|w⊥| / |a|², D′ = 2 (s − w∥) c − |w⊥| c′, D″ = 2c − c′ sin 2α; where c′ changes between two pieces of c,
 *   D′ does by |w⊥| times that;
 * - so R ≥ ρ(v), the line between its ends less ½ M(R) (v − a)(b − v), and as φ rises, F(v) ≥ P(v) + φ(max(0, ρ)), P being the part that
 *   depends on v alone. Its second derivative is P″ + φ′ ρ″ + φ″ ρ′², with a kink of φ′(0) |ρ′| at the most two places where ρ = 0.
 */
import type { Vessel, WindDrag } from '../vessel/vessel.ts';

/** What resists at a speed on one heading, N. */
export interface Resisted {
  /** km/h. */
  readonly v: number;
  readonly ice: number;
  readonly sum: number;
  /** Per day. */
  readonly rate: number;
}

/** m/s per km/h, as in lib/vessel/wind.ts. */
const MPS_PER_KMH = 0.277778;
const RADIANS = Math.PI / 180;
const HOURS_PER_DAY = 24;
/** More than the rounding error of an angle, radians. */
const ROUNDING = 1e-9;
/** More than the rounding error of an angle, radians. */

/**
 * M between two speeds on one heading, per day and (km/h)²; Infinity where no limit is derived: where the wind changes the speed, or
 * resistance saves fuel.
 *
 * @param wind east and north, m/s; null where it does not count
 * @param bearing of the heading, radians
 */
export function bendBetween(
  vessel: Vessel,
  wind: readonly [east: number, north: number] | null,
  bearing: number,
  a: Resisted,
  b: Resisted,
): number {
  const bend = uncutBend(vessel, wind, bearing, a, b);
  if (a.rate > 0 && b.rate > 0) return bend;
  // a rate below 0 counts as 0: a kink
  const h = b.v - a.v;
  const steepest = Math.abs(b.rate - a.rate) / h + 0.5 * Math.max(0, bend) * h;
  return Math.max(0, bend) + (2 * steepest) / h;
}

function uncutBend(
  vessel: Vessel,
  wind: readonly [number, number] | null,
  bearing: number,
  a: Resisted,
  b: Resisted,
): number {
  const { consumption } = vessel;
  if (consumption.type !== 'polynomial_fuel') return 0;
  const [b2, b1] = consumption.resistance;
  if ((wind && vessel.windSpeed) || b1 < 0 || b2 < 0) return Infinity;
  const h = b.v - a.v;
  const bend = Math.max(0, iceBend(vessel, a, b) + (wind ? windBend(vessel.wind!, wind, bearing, a, b) : 0));
  const [low, high] = [a.sum, b.sum];
  const most = Math.max(0, low, high);
  const slopes = [(high - low) / h - 0.5 * bend * h, (high - low) / h + 0.5 * bend * h].map(Math.abs);
  const kinks = (low > 0 ? slopes[0]! : 0) + (high > 0 ? slopes[1]! : 0);
  const steepest = Math.max(...slopes);
  const resists = (2 * b2 * most + b1) * bend + 2 * b2 * steepest * steepest;
  // ρ is nowhere negative where it falls and rises by less than it has at its ends
  const isPositive = Math.min(low, high) >= (bend * h * h) / 8;
  const atZero = isPositive ? 0 : (2 * b1 * kinks) / h;
  return HOURS_PER_DAY * (2 * consumption.speed[0] + (most > 0 ? resists + atZero : 0));
}

function iceBend({ ice }: Vessel, a: Resisted, b: Resisted): number {
  if (!ice || a.ice === 0) return 0;
  const q = 2 + ice.b;
  return q * (q - 1) * (q < 1 ? Math.min : Math.max)(a.ice / (a.v * a.v), b.ice / (b.v * b.v));
}

/** The second derivative of the wind's drag, N per (km/h)², and its kinks. */
function windBend(
  drag: WindDrag,
  wind: readonly [number, number],
  bearing: number,
  a: Resisted,
  b: Resisted,
): number {
  const { anglesDeg, coefficients } = drag;
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
  const along = wind[0] * sin + wind[1] * cos;
  const across = Math.abs(wind[0] * cos - wind[1] * sin);
  const angleAt = (v: number) => Math.atan2(across, v * MPS_PER_KMH - along);
  // a little wider than it is: at an end a kink may be on either side
  const [first, last] = [angleAt(b.v) - ROUNDING, angleAt(a.v) + ROUNDING];
  let bend = -Infinity;
  let kinks = 0;
  let slopeBefore = 0;
  for (let k = 0; k <= anglesDeg.length; k++) {
    const [from, to] = [
      k === 0 ? -Infinity : anglesDeg[k - 1]! * RADIANS,
      (anglesDeg[k] ?? Infinity) * RADIANS,
    ];
    const [c0, c1] = [coefficients[k - 1] ?? coefficients[0]!, coefficients[k] ?? coefficients.at(-1)!];
    const slope = k > 0 && k < anglesDeg.length && to > from ? (c1 - c0) / (to - from) : 0;
    // as v rises, α falls from the piece above to this one
    if (from >= first && from <= last) kinks += across * Math.max(0, slope - slopeBefore);
    slopeBefore = slope;
    if (from <= last && to >= first) bend = Math.max(bend, 2 * Math.max(c0, c1) + Math.abs(slope));
  }
  const pressure = 0.5 * drag.airDensity * drag.frontalAreaM2;
  const smooth = (bend - 2 * coefficients[0]!) * MPS_PER_KMH * MPS_PER_KMH;
  return pressure * (smooth + (2 * kinks * MPS_PER_KMH) / (b.v - a.v));
}
