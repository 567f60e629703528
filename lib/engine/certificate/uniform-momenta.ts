/**
 * The admissible momenta of a cell whose headings are alike, with a current k that is not too strong.
 *
 * A vector p is admissible if s |p| + p · R k + ε |k| |p| ≤ w for all rotations R by at most α. As |R k − k| ≤ 2 sin(α / 2) |k|,
 * that holds if s′ |p| + p · k ≤ w with s′ = s + (ε + 2 sin(α / 2)) |k|: an ellipse.
 */
import { rootOf, secondsBy } from '../cost/cost.ts';
import type { FrameError } from './frame.ts';
import type { MomentumSet } from './momentum-set.ts';

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

  /**
   * @param speed m/s, more than that of the current
   * @param u, v the current, east and north
   * @param w the cost of a second
   */
  constructor(speed: number, u: number, v: number, w: number, { turn, rest }: FrameError) {
    const current = Math.hypot(u, v);
    this.s = speed + (rest + 2 * Math.sin(0.5 * turn)) * current;
    this.w = w;
    this.u = u;
    this.v = v;
    this.least = w / (this.s + current);
    this.most = w / (this.s - current);
  }

  leg(x: number, y: number): number {
    const { s, w, u, v } = this;
    const S = rootOf(s, u, v, x, y);
    const T = secondsBy(S, s, u, v, x, y);
    this.px = (w * (x - T * u)) / S;
    this.py = (w * (y - T * v)) / S;
    return w * T;
  }

  crossing(ex: number, ey: number, along: number, side: 1 | -1): boolean {
    const { s, w, u, v } = this;
    const across = u * ey - v * ex;
    // s √(along² + x²) = A − across x, x being the component to the right of e
    const A = w - (u * ex + v * ey) * along;
    const rest = s * s - across * across;
    const half = s * Math.sqrt(A * A - along * along * rest);
    const right = (side * half - A * across) / rest;
    // NaN if none has this component along
    if (Number.isNaN(right)) return false;
    this.px = along * ex + right * ey;
    this.py = along * ey - right * ex;
    const scale = s / Math.sqrt(along * along + right * right);
    this.rayX = scale * this.px + u;
    this.rayY = scale * this.py + v;
    return true;
  }
}
