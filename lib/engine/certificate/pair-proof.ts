/**
 * The inequality that makes a function on the borders of cells a lower bound, and its proof for one pair of intervals
 * of a cell.
 *
 * V is given at the nodes of a layout, and linear on each interval in the angle along the side. For any two
 * points s and t on the intervals of a cell, V(s) − V(t) must be at most the cost of every path in the cell
 * from s to t. This holds if there is an admissible momentum p (momenta.ts) with V(s) + p · X(s) ≤ V(t) + p ·
 * X(t). So one p proves a pair of intervals I, J if
 *
 *     max over I of (V + p · X)  ≤  min over J of (V + p · X).
 *
 * On the chord of an interval, V + p · X is linear, so its extremes are at the ends. At the fraction u of the
 * interval, the arc departs from the chord by a vector 4 u (1 − u) k, where k differs from the sagitta of the
 * layout by at most |k| (angle) / 2. So p · X exceeds its value on the chord by at most sag = max(0, ± p · k)
 * + |p| turn, and by at most 4 sag times the distance from either end.
 *
 * - I and J apart: the sags of both are subtracted.
 * - I and J share the end b: there both sides are equal. The inequality holds along both intervals if it
 *   holds for the slopes at b, which a sag changes by at most 4 sag.
 * - I = J: V and p · X must change in opposite directions, again compared by their slopes; one p for each
 *   direction.
 *
 * Any admissible p proves the inequality. The choice and order of the p that are tried can make a proof fail, but never
 * make it wrong. Where all fail, the one counts for which V must be lowered least on the source. `slack` covers rounding.
 */
import type { Aims } from './aims.ts';
import type { CellValues } from './cell-values.ts';
import type { Layout } from './layout.ts';

/** A momentum that makes up for a sag leaves this much room, so that its own, slightly different sag is covered too. */
const MORE_THAN_SAG = 4.1;

export class PairProof {
  /** How much too high V is at ends a and b of the last source, for the momentum that requires least. */
  excessA = 0;
  excessB = 0;
  private readonly layout: Layout;
  private readonly cell: CellValues;
  private readonly aims: Aims;
  /** Of the last source: the weight of end a against end b. */
  private weightA = 0.5;
  /** The excess for the last momentum that was tried, and the end of the target at which V + p · X is least. */
  private triedA = 0;
  private triedB = 0;
  private lowEnd = -1;

  constructor(layout: Layout, cell: CellValues, aims: Aims) {
    this.layout = layout;
    this.cell = cell;
    this.aims = aims;
  }

  /** Whether V is proved for source i and target j: s in i, t in j. */
  proves(i: number, j: number): boolean {
    const { A, B, V, highest, lowest } = this.cell;
    if (highest[i] <= lowest[j]) return true;
    if (i === j) return this.provesAlong(i);
    this.weightA = this.layout.intervals.floats.weight[this.cell.from + i];
    // what p = 0 requires
    this.excessA = Math.max(0, V[A[i]] - lowest[j]);
    this.excessB = Math.max(0, V[B[i]] - lowest[j]);
    if (A[i] === A[j]) return this.provesCorner(B[i], A[i], B[j], i, j);
    if (A[i] === B[j]) return this.provesCorner(B[i], A[i], A[j], i, j);
    if (B[i] === A[j]) return this.provesCorner(A[i], B[i], B[j], i, j);
    if (B[i] === B[j]) return this.provesCorner(A[i], B[i], A[j], i, j);
    return this.provesApart(i, j);
  }

  /**
   * Tries the momenta that prove most pairs, then those of which one requires the least sum of what V is too high
   * at both ends of i, each times its weight. This sum is convex in p, so its minimum is at a leg from c, the mean
   * of the ends by their weights, if V is too high at both; at a leg from one end, if V is too high at that end only;
   * or, between these two, where the other end of i is level with an end of j; or at the p that is constant on j. The
   * first three are recognised, because V + p · X on j is least at the end that they are for. It usually is at the end
   * where a leg from c to the middle has it least.
   */
  private provesApart(i: number, j: number): boolean {
    const { aims, weightA } = this;
    const { momenta } = aims;
    const { A, B, X, Y, V } = this.cell;
    const cx = weightA * X[A[i]] + (1 - weightA) * X[B[i]];
    const cy = weightA * Y[A[i]] + (1 - weightA) * Y[B[i]];
    if (this.tryLeg(i, j, 0.5 * (X[A[j]] + X[B[j]]) - cx, 0.5 * (Y[A[j]] + Y[B[j]]) - cy)) return true;
    const low = this.lowEnd;
    aims.takeAim(j);
    if (this.tryApart(i, j, aims.tx[j], aims.ty[j])) return true;
    aims.takeUp(i);
    if (this.tryApart(i, j, aims.px, aims.py)) return true;
    for (let k = 0; k < 2; k++) {
      const t = (k === 0) === (low === A[j]) ? A[j] : B[j];
      if (this.tryLeg(i, j, X[t] - cx, Y[t] - cy)) return true;
      if (this.isLeast(t, true, true)) return false;
      const isHigherAtA = this.triedA > this.triedB;
      const s = isHigherAtA ? A[i] : B[i];
      const other = isHigherAtA ? B[i] : A[i];
      if (this.tryLeg(i, j, X[t] - X[s], Y[t] - Y[s])) return true;
      if (this.isLeast(t, isHigherAtA, !isHigherAtA)) return false;
      const dx = X[t] - X[other];
      const dy = Y[t] - Y[other];
      const length = Math.sqrt(dx * dx + dy * dy);
      const ex = dx / length;
      const ey = dy / length;
      // of the two momenta with V + p · X level at both ends, the one that lowers it more at s
      const sign = (X[s] - X[other]) * ey > (Y[s] - Y[other]) * ex ? 1 : -1;
      if (!momenta.crossing(ex, ey, -ey, ex, (V[other] - V[t]) / length, sign)) continue;
      if (this.tryApart(i, j, momenta.px, momenta.py)) return true;
      if (this.lowEnd === t) return false;
    }
    return false;
  }

  /** Whether the last p found V too high at just these ends of i, and V + p · X on j least at its end t. */
  private isLeast(t: number, atA: boolean, atB: boolean): boolean {
    return this.lowEnd === t && this.triedA > 0 === atA && this.triedB > 0 === atB;
  }

  private tryLeg(i: number, j: number, dx: number, dy: number): boolean {
    const { momenta } = this.aims;
    momenta.leg(dx, dy);
    return this.tryApart(i, j, momenta.px, momenta.py);
  }

  /** Whether p proves i and j, which have no common point; if not, keeps the least that any p requires. */
  tryApart(i: number, j: number, px: number, py: number): boolean {
    const { A, B, X, Y, V } = this.cell;
    const [ia, ib, ja, jb] = [A[i], B[i], A[j], B[j]];
    const levelA = V[ja] + px * X[ja] + py * Y[ja];
    const levelB = V[jb] + px * X[jb] + py * Y[jb];
    const sag = this.aims.sag(i, px, py, 1) + this.aims.sag(j, px, py, -1) + this.aims.slack;
    const level = (levelA < levelB ? levelA : levelB) - sag;
    this.triedA = V[ia] + px * X[ia] + py * Y[ia] - level;
    this.triedB = V[ib] + px * X[ib] + py * Y[ib] - level;
    if (this.triedA <= 0 && this.triedB <= 0) return true;
    this.lowEnd = levelA < levelB ? ja : jb;
    // NaN if there is no momentum
    this.consider(Math.max(0, this.triedA), Math.max(0, this.triedB), V[ia], V[ib]);
    return false;
  }

  /** Keeps the smallest requirement, among those that leave V at 0 or above. */
  private consider(excessA: number, excessB: number, valueA: number, valueB: number): void {
    const weightB = 1 - this.weightA;
    const least = this.weightA * this.excessA + weightB * this.excessB;
    if (!(this.weightA * excessA + weightB * excessB < least)) return;
    if (excessA > valueA || excessB > valueB) return;
    this.excessA = excessA;
    this.excessB = excessB;
  }

  /** Whether V is proved for any two points of interval i. */
  private provesAlong(i: number): boolean {
    const { A, B, X, Y, V } = this.cell;
    const { momenta } = this.aims;
    const isDown = V[A[i]] > V[B[i]];
    const s = isDown ? A[i] : B[i];
    const t = isDown ? B[i] : A[i];
    const cost = momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    const { px, py } = momenta;
    const sag = Math.max(this.aims.sag(i, px, py, 1), this.aims.sag(i, px, py, -1));
    const drop = V[s] - V[t];
    const excess = Math.min(drop, Math.max(0, drop - cost + 4 * sag + 3 * this.aims.slack));
    this.excessA = isDown ? excess : 0;
    this.excessB = isDown ? 0 : excess;
    return excess <= 0;
  }

  /** Whether V is proved for source i, from s to `shared`, and target j, from `shared` to t. */
  private provesCorner(s: number, shared: number, t: number, i: number, j: number): boolean {
    const { momenta } = this.aims;
    const { X, Y, A, B } = this.cell;
    momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
    if (this.aimPastSag(j, 1, A[j] === shared ? 1 : -1)) {
      if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
    }
    if (this.aimPastSag(i, -1, B[i] === shared ? 1 : -1)) {
      if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
    }
    momenta.leg(X[t] - X[shared], Y[t] - Y[shared]);
    return this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py);
  }

  /**
   * Computes the momentum for which V + p · X just rises towards end b (way 1) or end a (−1) of an interval in spite of the
   * sag, which is that of the momentum for which it is level but for rounding.
   */
  private aimPastSag(i: number, sign: 1 | -1, way: 1 | -1): boolean {
    const { momenta, slack } = this.aims;
    if (!this.aims.aim(i, sign, way * 2 * slack)) return false;
    const sag = this.aims.sag(i, momenta.px, momenta.py, -sign as 1 | -1);
    return this.aims.aim(i, sign, way * (2 * slack + MORE_THAN_SAG * sag));
  }

  /** Like tryApart for a common end. V is lowered at s only: at the common end that would not help. */
  tryCorner(s: number, shared: number, t: number, i: number, j: number, px: number, py: number): boolean {
    const { A, X, Y, V } = this.cell;
    const { slack } = this.aims;
    const riseT = px * (X[t] - X[shared]) + py * (Y[t] - Y[shared]);
    const riseS = px * (X[shared] - X[s]) + py * (Y[shared] - Y[s]);
    if (!(V[shared] <= V[t] + riseT - 4 * this.aims.sag(j, px, py, -1) - slack)) return false;
    const excess = V[s] - (V[shared] + riseS - 4 * this.aims.sag(i, px, py, 1) - slack);
    if (excess <= 0) return true;
    if (A[i] === shared) this.consider(0, excess, V[shared], V[s]);
    else this.consider(excess, 0, V[s], V[shared]);
    return false;
  }
}
