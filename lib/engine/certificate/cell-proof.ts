/**
 * The inequality that makes a function on the borders of cells a lower bound, and its proof in one cell.
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
 * Any admissible p proves the inequality. The choice and order of the p that are tried can make a proof fail,
 * but never make it wrong. The first p makes V + p · X constant on I and points from I into the cell: usually
 * it proves I with all J at once. `slack` covers rounding.
 */
import { CellValues } from './cell-values.ts';

export class CellProof extends CellValues {
  /** Pairs that needed more than a first check, over all cells: the same on every machine. */
  pairs = 0;
  /** How much too high V is at ends a and b of the last source, for the momentum that requires least. */
  private excessA = 0;
  private excessB = 0;
  /** Of the current source: its momentum (NaN = none), greatest V + p · X on it. */
  private px = 0;
  private py = 0;
  private top = 0;

  /** The first index ≥ `from` of a target for which V is not proved with interval i as source; −1 = none. */
  firstUnproved(i: number, targets: readonly number[], from: number): number {
    if (this.source !== i) this.takeUp(i);
    const { A, B, X, Y, V, lowest, sag, level, tx, ty, mx, my, extent, px, py, top, slack } = this;
    const highest = this.highest[i];
    const ia = A[i];
    const ib = B[i];
    for (let n = from; n < targets.length; n++) {
      const j = targets[n];
      // proved by p = 0
      if (highest <= lowest[j]) continue;
      const ja = A[j];
      const jb = B[j];
      if (ja !== ia && ja !== ib && jb !== ia && jb !== ib) {
        const limit = top + sag[j];
        if (V[ja] + px * X[ja] + py * Y[ja] >= limit && V[jb] + px * X[jb] + py * Y[jb] >= limit) continue;
        // every momentum of length `least` is admissible: one proves intervals that are far apart
        const dx = mx[j] - mx[i];
        const dy = my[j] - my[i];
        const reach = (highest - lowest[j] + slack) / this.least + extent[i] + extent[j];
        if (dx * dx + dy * dy >= reach * reach) continue;
        this.takeAim(j);
        const most = level[j] - sag[i];
        const [qx, qy] = [tx[j], ty[j]];
        if (V[ia] + qx * X[ia] + qy * Y[ia] <= most && V[ib] + qx * X[ib] + qy * Y[ib] <= most) continue;
      }
      if (!this.proves(i, j)) return n;
    }
    return -1;
  }

  /** Whether V is proved for source i and target j: s in i, t in j. */
  proves(i: number, j: number): boolean {
    const { A, B, lowest } = this;
    if (this.highest[i] <= lowest[j]) return true;
    this.pairs++;
    if (i === j) return this.isAlong[i] === 1 || this.provesAlong(i);
    // what p = 0 requires
    this.excessA = Math.max(0, this.valueA(i) - lowest[j]);
    this.excessB = Math.max(0, this.valueB(i) - lowest[j]);
    if (A[i] === A[j]) return this.provesCorner(B[i], A[i], B[j], i, j);
    if (A[i] === B[j]) return this.provesCorner(B[i], A[i], A[j], i, j);
    if (B[i] === A[j]) return this.provesCorner(A[i], B[i], B[j], i, j);
    if (B[i] === B[j]) return this.provesCorner(A[i], B[i], A[j], i, j);
    return this.provesApart(i, j);
  }

  /**
   * Lowers V at the ends of interval i by the excess of the last pair, and by `further` where lowered. Sets
   * `touched` to the intervals at these ends.
   */
  lower(i: number, further: number, touched: number[]): void {
    const { A, B, V } = this;
    const [ia, ib] = [A[i], B[i]];
    if (this.excessA > 0) V[ia] = Math.max(0, V[ia] - this.excessA - further);
    if (this.excessB > 0 && ib !== ia) V[ib] = Math.max(0, V[ib] - this.excessB - further);
    touched.length = 0;
    for (let k = 0; k < this.count; k++) {
      if (!this.touches(k, i)) continue;
      this.refresh(k);
      touched.push(k);
    }
  }

  private takeUp(i: number): void {
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

  private provesApart(i: number, j: number): boolean {
    const { momenta, X, Y, A, B } = this;
    const [ia, ib, ja, jb] = [A[i], B[i], A[j], B[j]];
    momenta.leg(this.mx[j] - this.mx[i], this.my[j] - this.my[i]);
    if (this.tryApart(i, j, momenta.px, momenta.py)) return true;
    this.takeAim(j);
    if (this.tryApart(i, j, this.tx[j], this.ty[j])) return true;
    if (this.source !== i) this.takeUp(i);
    if (this.tryApart(i, j, this.px, this.py)) return true;
    for (let k = 0; k < 4; k++) {
      const s = k & 1 ? ia : ib;
      const t = k & 2 ? ja : jb;
      momenta.leg(X[t] - X[s], Y[t] - Y[s]);
      if (this.tryApart(i, j, momenta.px, momenta.py)) return true;
    }
    return false;
  }

  /** Whether p proves i and j, which have no common point; if not, keeps the least that any p requires. */
  private tryApart(i: number, j: number, px: number, py: number): boolean {
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
    // NaN if there is no momentum
    if (!Number.isNaN(excessA)) {
      this.consider(excessA > 0 ? excessA : 0, excessB > 0 ? excessB : 0, V[ia], V[ib]);
    }
    return false;
  }

  /** Keeps the smallest requirement, among those that leave V at 0 or above. */
  private consider(excessA: number, excessB: number, valueA: number, valueB: number): void {
    if (!(excessA + excessB < this.excessA + this.excessB)) return;
    if (excessA > valueA || excessB > valueB) return;
    this.excessA = excessA;
    this.excessB = excessB;
  }

  /** Whether V is proved for any two points of interval i. */
  private provesAlong(i: number): boolean {
    const { X, Y, V, momenta, kx, ky } = this;
    const [ia, ib] = [this.A[i], this.B[i]];
    if (ia === ib) return true;
    const isDown = V[ia] > V[ib];
    const [s, t] = isDown ? [ia, ib] : [ib, ia];
    const cost = momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    const sag = Math.abs(momenta.px * kx[i] + momenta.py * ky[i]) + this.turn[i];
    const drop = V[s] - V[t];
    const excess = Math.min(drop, Math.max(0, drop - cost + 4 * sag + 3 * this.slack));
    this.excessA = isDown ? excess : 0;
    this.excessB = isDown ? 0 : excess;
    this.isAlong[i] = excess <= 0 ? 1 : 0;
    return excess <= 0;
  }

  /** Whether V is proved for source i, from s to `shared`, and target j, from `shared` to t. */
  private provesCorner(s: number, shared: number, t: number, i: number, j: number): boolean {
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
  private tryCorner(
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
