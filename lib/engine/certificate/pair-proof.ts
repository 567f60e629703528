/**
 * Whether V is proved for one pair of intervals of a cell, by one momentum (the conditions: cell-proof.ts), and
 * if not, by how much it must be lowered on the source at least.
 */
import { CellValues } from './cell-values.ts';

export class PairProof extends CellValues {
  /** The weights of ends a and b of the last source. */
  protected weightA = 0.5;
  protected weightB = 0.5;
  /** How much too high V is at ends a and b of the last source, for the momentum that requires least. */
  protected excessA = 0;
  protected excessB = 0;
  /** The same for the last momentum that was tried, and the end of the target at which V + p · X is least. */
  private triedA = 0;
  private triedB = 0;
  private lowEnd = -1;
  /** Of the current source: its momentum (NaN = none), greatest V + p · X on it. */
  protected px = 0;
  protected py = 0;
  protected top = 0;

  protected takeUp(i: number): void {
    const { X, Y, V } = this;
    this.source = i;
    if (!this.aim(i, -1)) {
      this.px = this.py = this.top = Number.NaN;
      return;
    }
    const { px, py } = this.momenta;
    this.px = px;
    this.py = py;
    const a = this.A[i];
    const b = this.B[i];
    const high = Math.max(V[a] + px * X[a] + py * Y[a], V[b] + px * X[b] + py * Y[b]);
    this.top = high + Math.max(0, px * this.kx[i] + py * this.ky[i]) + this.turn[i] + this.slack;
  }

  /**
   * Tries the momenta that prove most pairs, then those of which one requires the least sum of what V is too high
   * at both ends of i, each times its weight. This sum is convex in p, so its minimum is at a leg from c, the mean
   * of the ends by their weights, if V is too high at both; at a leg from one end, if V is too high at that end only;
   * or, between these two, where the other end of i is level with an end of j; or at the p that is constant on j. The
   * first three are recognised, because V + p · X on j is least at the end that they are for. It usually is at the end
   * where a leg from c to the middle has it least.
   */
  protected provesApart(i: number, j: number): boolean {
    const { momenta, A, B, X, Y, V, weightA, weightB } = this;
    const cx = weightA * X[A[i]] + weightB * X[B[i]];
    const cy = weightA * Y[A[i]] + weightB * Y[B[i]];
    if (this.tryLeg(i, j, this.mx[j] - cx, this.my[j] - cy)) return true;
    const low = this.lowEnd;
    this.takeAim(j);
    if (this.tryApart(i, j, this.tx[j], this.ty[j])) return true;
    if (this.source !== i) this.takeUp(i);
    if (this.tryApart(i, j, this.px, this.py)) return true;
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
    this.momenta.leg(dx, dy);
    return this.tryApart(i, j, this.momenta.px, this.momenta.py);
  }

  /** Whether p proves i and j, which have no common point; if not, keeps the least that any p requires. */
  protected tryApart(i: number, j: number, px: number, py: number): boolean {
    const { A, B, X, Y, V, kx, ky, turn } = this;
    const ia = A[i];
    const ib = B[i];
    const ja = A[j];
    const jb = B[j];
    const sagI = px * kx[i] + py * ky[i];
    const sagJ = -px * kx[j] - py * ky[j];
    const sag = (sagI > 0 ? sagI : 0) + (sagJ > 0 ? sagJ : 0) + turn[i] + turn[j] + this.slack;
    const levelA = V[ja] + px * X[ja] + py * Y[ja];
    const levelB = V[jb] + px * X[jb] + py * Y[jb];
    const level = (levelA < levelB ? levelA : levelB) - sag;
    const excessA = V[ia] + px * X[ia] + py * Y[ia] - level;
    const excessB = V[ib] + px * X[ib] + py * Y[ib] - level;
    if (excessA <= 0 && excessB <= 0) return true;
    this.triedA = excessA;
    this.triedB = excessB;
    this.lowEnd = levelA < levelB ? ja : jb;
    // NaN if there is no momentum
    if (!Number.isNaN(excessA)) {
      this.consider(excessA > 0 ? excessA : 0, excessB > 0 ? excessB : 0, V[ia], V[ib]);
    }
    return false;
  }

  /** Keeps the smallest requirement, among those that leave V at 0 or above. */
  private consider(excessA: number, excessB: number, valueA: number, valueB: number): void {
    const { weightA, weightB } = this;
    if (!(weightA * excessA + weightB * excessB < weightA * this.excessA + weightB * this.excessB)) return;
    if (excessA > valueA || excessB > valueB) return;
    this.excessA = excessA;
    this.excessB = excessB;
  }

  /** Whether V is proved for any two points of interval i. */
  protected provesAlong(i: number): boolean {
    const { X, Y, V, momenta, kx, ky } = this;
    const ia = this.A[i];
    const ib = this.B[i];
    const isDown = V[ia] > V[ib];
    const s = isDown ? ia : ib;
    const t = isDown ? ib : ia;
    const cost = momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    const sag = Math.abs(momenta.px * kx[i] + momenta.py * ky[i]) + this.turn[i];
    const drop = V[s] - V[t];
    const excess = Math.min(drop, Math.max(0, drop - cost + 4 * sag + 3 * this.slack));
    this.excessA = isDown ? excess : 0;
    this.excessB = isDown ? 0 : excess;
    return excess <= 0;
  }

  /** Whether V is proved for source i, from s to `shared`, and target j, from `shared` to t. */
  protected provesCorner(s: number, shared: number, t: number, i: number, j: number): boolean {
    const { X, Y, A, B, momenta, slack } = this;
    momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
    // first a momentum that keeps V + p · X on j constant, except for rounding: it gives the sag of j;
    // then one that compensates for this sag too; after that the same for i
    const up = A[j] === shared ? 1 : -1;
    if (this.aim(j, 1, up * 2 * slack)) {
      const sag = Math.max(0, -momenta.px * this.kx[j] - momenta.py * this.ky[j]) + this.turn[j];
      if (this.aim(j, 1, up * (2 * slack + 4.1 * sag))) {
        if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
      }
    }
    const down = B[i] === shared ? 1 : -1;
    if (this.aim(i, -1, down * 2 * slack)) {
      const sag = Math.max(0, momenta.px * this.kx[i] + momenta.py * this.ky[i]) + this.turn[i];
      if (this.aim(i, -1, down * (2 * slack + 4.1 * sag))) {
        if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
      }
    }
    momenta.leg(X[t] - X[shared], Y[t] - Y[shared]);
    return this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py);
  }

  /** Like tryApart for a common end. V is lowered at s only: at the common end that would not help. */
  protected tryCorner(
    s: number,
    shared: number,
    t: number,
    i: number,
    j: number,
    px: number,
    py: number,
  ): boolean {
    const { A, X, Y, V, kx, ky, turn, slack } = this;
    const sagT = Math.max(0, -px * kx[j] - py * ky[j]) + turn[j];
    const sagS = Math.max(0, px * kx[i] + py * ky[i]) + turn[i];
    const riseT = px * (X[t] - X[shared]) + py * (Y[t] - Y[shared]);
    const riseS = px * (X[shared] - X[s]) + py * (Y[shared] - Y[s]);
    if (!(V[shared] <= V[t] + riseT - 4 * sagT - slack)) return false;
    const excess = V[s] - (V[shared] + riseS - 4 * sagS - slack);
    if (excess <= 0) return true;
    if (A[i] === shared) this.consider(0, excess, V[shared], V[s]);
    else this.consider(excess, 0, V[s], V[shared]);
    return false;
  }
}
