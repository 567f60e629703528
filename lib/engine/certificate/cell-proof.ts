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
import { PairProof } from './pair-proof.ts';

export class CellProof extends PairProof {
  /** Pairs that needed more than a first check, over all cells: the same on every machine. */
  pairs = 0;

  /** The first index ≥ `from` of a target for which V is not proved with interval i as source; −1 = none. */
  firstUnproved(i: number, targets: readonly number[], from: number): number {
    if (this.source !== i) this.takeUp(i);
    const { A, B, X, Y, V, lowest, sag, level, tx, ty, px, py, top } = this;
    const highest = this.highest[i];
    const ia = A[i];
    const ib = B[i];
    for (let n = from; n < targets.length; n++) {
      const j = targets[n];
      // proved by p = 0
      if (highest <= lowest[j]) continue;
      const ja = A[j];
      const jb = B[j];
      const limit = top + sag[j];
      if (V[ja] + px * X[ja] + py * Y[ja] >= limit && V[jb] + px * X[jb] + py * Y[jb] >= limit) continue;
      if (ja !== ia && ja !== ib && jb !== ia && jb !== ib) {
        this.takeAim(j);
        const most = level[j] - sag[i];
        const qx = tx[j];
        const qy = ty[j];
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
    if (i === j) return this.provesAlong(i);
    this.weightA = this.layout.intervals.floats.weight[this.from + i];
    this.weightB = 1 - this.weightA;
    // what p = 0 requires
    this.excessA = Math.max(0, this.valueA(i) - lowest[j]);
    this.excessB = Math.max(0, this.valueB(i) - lowest[j]);
    if (A[i] === A[j]) return this.provesCorner(B[i], A[i], B[j], i, j);
    if (A[i] === B[j]) return this.provesCorner(B[i], A[i], A[j], i, j);
    if (B[i] === A[j]) return this.provesCorner(A[i], B[i], B[j], i, j);
    if (B[i] === B[j]) return this.provesCorner(A[i], B[i], A[j], i, j);
    return this.provesApart(i, j);
  }

  /** Lowers V at the ends of interval i by the excess of the last pair. */
  lower(i: number): void {
    const { A, B, V, further } = this;
    const ia = A[i];
    const ib = B[i];
    if (this.excessA > 0) V[ia] = Math.max(0, V[ia] - this.excessA - further);
    if (this.excessB > 0 && ib !== ia) V[ib] = Math.max(0, V[ib] - this.excessB - further);
    for (let k = 0; k < this.count; k++) if (this.touches(k, i)) this.refresh(k);
  }
}
