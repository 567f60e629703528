/**
 * The admissible momenta of a cell whose headings are alike, with a current k that is not too strong.
 *
 * A vector p is admissible if s |p| + p · R k + ε |k| |p| ≤ w for all rotations R by at most α. As p · R k ≤ p · k + |p × k| sin α
 * + |p| |k| (1 − cos α), that holds if s′ |p| + p · k₊ ≤ w and s′ |p| + p · k₋ ≤ w, with s′ = s + (ε + 1 − cos α) |k| and k± the
 * sum of k and the vector ± sin α |k| to its left: two ellipses, that of k₊ being the closer one on that side.
 */
import { rootOf, secondsBy } from '../cost/cost.ts';
import type { FrameError } from './frame.ts';
import type { MomentumSet } from './momenta.ts';

export class UniformMomenta implements MomentumSet {
  px = 0;
  py = 0;
  rayX = 0;
  rayY = 0;
  readonly least: number;
  readonly most: number;
  private readonly s: number;
  private readonly w: number;
  private readonly u: number;
  private readonly v: number;
  private readonly sine: number;
  /** The result of the last cut. */
  private low = 0;
  private high = 0;

  /**
   * @param speed m/s, more than that of the current
   * @param u, v the current, east and north
   * @param w the cost of a second
   */
  constructor(speed: number, u: number, v: number, w: number, { turn, rest }: FrameError) {
    const current = Math.hypot(u, v);
    this.s = speed + (rest + 1 - Math.cos(turn)) * current;
    this.w = w;
    this.u = u;
    this.v = v;
    this.sine = current > 0 ? Math.sin(turn) : 0;
    this.least = w / (this.s + current * Math.hypot(1, this.sine));
    this.most = w / (this.s - current);
  }

  leg(x: number, y: number): number {
    const { s, w, u, v } = this;
    if (x === 0 && y === 0) {
      this.px = this.py = 0;
      return 0;
    }
    const left = u * y - v * x;
    const sine = left < 0 ? -this.sine : this.sine;
    const cu = u - sine * v;
    const cv = v + sine * u;
    const S = rootOf(s, cu, cv, x, y);
    const T = secondsBy(S, s, cu, cv, x, y);
    // the momentum by this ellipse is on its side of the current
    if (Math.abs(left) >= T * this.sine * (u * u + v * v)) {
      this.px = (w * (x - T * cu)) / S;
      this.py = (w * (y - T * cv)) / S;
      return w * T;
    }
    // where the ellipses cross: with the current or against it
    const current = Math.sqrt(u * u + v * v);
    const p = u * x + v * y < 0 ? -w / (s - current) : w / (s + current);
    this.px = (p * u) / current;
    this.py = (p * v) / current;
    return this.px * x + this.py * y;
  }

  crossing(ex: number, ey: number, along: number, side: 1 | -1): boolean {
    const { u, v, sine } = this;
    this.cut(u - sine * v, v + sine * u, ex, ey, along);
    if (sine > 0) {
      const { low, high } = this;
      this.cut(u + sine * v, v - sine * u, ex, ey, along);
      this.low = Math.max(low, this.low);
      this.high = Math.min(high, this.high);
    }
    // NaN if none has this component along
    if (!(this.low <= this.high)) return false;
    const right = side === 1 ? this.high : this.low;
    this.px = along * ex + right * ey;
    this.py = along * ey - right * ex;
    const scale = this.s / Math.sqrt(along * along + right * right);
    this.rayX = scale * this.px + u;
    this.rayY = scale * this.py + v;
    return true;
  }

  /** Computes between which components to the right of e the vectors with this component along it are in one ellipse. */
  private cut(cu: number, cv: number, ex: number, ey: number, along: number): void {
    const { s, w } = this;
    const right = cu * ey - cv * ex;
    // s √(along² + x²) = A − right x
    const A = w - (cu * ex + cv * ey) * along;
    const rest = s * s - right * right;
    const half = s * Math.sqrt(A * A - along * along * rest);
    this.low = (-half - A * right) / rest;
    this.high = (half - A * right) / rest;
  }
}
