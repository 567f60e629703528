/**
 * The inequality that makes a function on the borders of cells a lower bound, and its proof in one cell.
 *
 * V is given at the nodes of a layout and linear on each interval, in the angle along the side. For any two points s and t on the
 * intervals of a cell, V(s) − V(t) must be at most the cost of every path in the cell from s to t. It is, if there is an admissible
 * momentum p (momenta.ts) with V(s) + p · X(s) ≤ V(t) + p · X(t). So a pair of intervals I, J is proved by one p with
 *
 *     max over I of (V + p · X)  ≤  min over J of (V + p · X).
 *
 * On the chord of an interval V + p · X is linear, with its extremes at the ends. The arc departs from the chord by a vector
 * 4 u (1 − u) k at the part u of it, k being within |k| (angle) / 2 of the sagitta of the layout: so p · X exceeds
 * its chord by at most sag = max(0, ± p · k) + |p| turn, and by at most 4 sag times the distance from either end.
 *
 * - I and J apart: each pays its sag.
 * - I and J share the end b: the inequality is an equality there, and holds along both if it holds for the slopes at b, which a
 *   sag changes by 4 sag.
 * - I = J: V and p · X must change in opposite directions, by the slopes likewise; one p each way.
 *
 * Any admissible p will do: which are tried, and in what order, can make the proof fail but not false. Rounding is covered by
 * `slack`.
 */
import { CellValues } from './cell-values.ts';

export class CellProof extends CellValues {
  /** Pairs that took more than a look, over all cells: a measure of work that is the same on every machine. */
  pairs = 0;

  /** The first interval i from `from` on for which V is not shown to hold with i as s and j as t; −1 = none is left. */
  firstUnproved(j: number, from: number): number {
    const { mx, my, extent, highest, count } = this;
    const low = this.lowest[j];
    const perCost = 1 / this.least;
    const [x, y, own] = [mx[j], my[j], extent[j] + this.slack * perCost];
    for (let i = from; i < count; i++) {
      const drop = highest[i] - low;
      // p = 0
      if (drop <= 0 || i === j) continue;
      // all momenta of the least length
      const dx = mx[i] - x;
      const dy = my[i] - y;
      const reach = drop * perCost + own + extent[i];
      if (dx * dx + dy * dy >= reach * reach) continue;
      if (!this.provesPair(i, j)) return i;
    }
    return -1;
  }

  private provesPair(i: number, j: number): boolean {
    this.pairs++;
    const { A, B } = this;
    const [ia, ib, ja, jb] = [A[i], B[i], A[j], B[j]];
    if (ia === ja) return this.provesCorner(ib, ia, jb, i, j);
    if (ia === jb) return this.provesCorner(ib, ia, ja, i, j);
    if (ib === ja) return this.provesCorner(ia, ib, jb, i, j);
    if (ib === jb) return this.provesCorner(ia, ib, ja, i, j);
    return this.provesApart(i, j);
  }

  private provesApart(i: number, j: number): boolean {
    const { momenta, X, Y, V, A, B } = this;
    const [ia, ib, ja, jb] = [A[i], B[i], A[j], B[j]];
    // p = 0 asks that V be nowhere higher on i than on j
    this.excessA = Math.max(0, V[ia] - this.lowest[j]);
    this.excessB = Math.max(0, V[ib] - this.lowest[j]);
    if (this.tryApart(i, j, this.tx[j], this.ty[j])) return true;
    momenta.leg(this.mx[j] - this.mx[i], this.my[j] - this.my[i]);
    if (this.tryApart(i, j, momenta.px, momenta.py)) return true;
    if (this.tryApart(i, j, this.sx[i], this.sy[i])) return true;
    for (let k = 0; k < 4; k++) {
      const s = k & 1 ? ia : ib;
      const t = k & 2 ? ja : jb;
      momenta.leg(X[t] - X[s], Y[t] - Y[s]);
      if (this.tryApart(i, j, momenta.px, momenta.py)) return true;
    }
    return false;
  }

  /** Whether p proves the intervals i and j, which have no point in common; else what it asks, if that is the least so far. */
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
    // neither holds where there is no momentum
    if (!Number.isNaN(excessA)) {
      this.consider(excessA > 0 ? excessA : 0, excessB > 0 ? excessB : 0, V[ia], V[ib]);
    }
    return false;
  }

  /** Keeps the demand that asks least, V staying at 0 or above; never one that is not a number. */
  private consider(excessA: number, excessB: number, valueA: number, valueB: number): void {
    if (!(excessA + excessB < this.excessA + this.excessB)) return;
    if (excessA > valueA || excessB > valueB) return;
    this.excessA = excessA;
    this.excessB = excessB;
  }

  /** Whether V is shown to hold for any two points of interval i. */
  provesAlong(i: number): boolean {
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
    return excess <= 0;
  }

  /** Interval i from s to `shared`, interval j from there to t. */
  private provesCorner(s: number, shared: number, t: number, i: number, j: number): boolean {
    const { X, Y, V, A, B, momenta, slack } = this;
    const f = this.layout.intervals.floats;
    const [Vs, Vb, Vt] = [V[s], V[shared], V[t]];
    // p = 0
    const low = Math.min(Vb, Vt);
    this.excessA = Math.max(0, V[A[i]] - low);
    this.excessB = Math.max(0, V[B[i]] - low);
    // the momentum that makes V + p · X constant on j but for its sag, which is found from that which does so without
    const q = this.from + j;
    const perDrop = (A[j] === shared ? 1 : -1) / f.length[q];
    const drop = Vb - Vt + 2 * slack;
    if (momenta.crossing(f.ex[q], f.ey[q], f.nx[q], f.ny[q], perDrop * drop, 1)) {
      const sag = Math.max(0, -momenta.px * this.kx[j] - momenta.py * this.ky[j]) + this.turn[j];
      if (momenta.crossing(f.ex[q], f.ey[q], f.nx[q], f.ny[q], perDrop * (drop + 4.1 * sag), 1)) {
        if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
      }
    }
    const qi = this.from + i;
    const perRise = (B[i] === shared ? 1 : -1) / f.length[qi];
    const rise = Vs - Vb + 2 * slack;
    if (momenta.crossing(f.ex[qi], f.ey[qi], f.nx[qi], f.ny[qi], perRise * rise, -1)) {
      const sag = Math.max(0, momenta.px * this.kx[i] + momenta.py * this.ky[i]) + this.turn[i];
      if (momenta.crossing(f.ex[qi], f.ey[qi], f.nx[qi], f.ny[qi], perRise * (rise + 4.1 * sag), -1)) {
        if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
      }
    }
    momenta.leg(X[t] - X[s], Y[t] - Y[s]);
    if (this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py)) return true;
    momenta.leg(X[t] - X[shared], Y[t] - Y[shared]);
    return this.tryCorner(s, shared, t, i, j, momenta.px, momenta.py);
  }

  /** Likewise for intervals with a common end. V is lowered at s only: at the common end that would make it worse. */
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
