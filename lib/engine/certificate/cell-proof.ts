/**
 * The proof of all pairs of intervals of one cell (the inequality: pair-proof.ts), and where V is lowered for it.
 *
 * The first p that is tried makes V + p · X constant on a source and points from it into the cell: usually it proves the
 * source with all targets at once. The second is constant on the target. Only the remaining pairs are examined one by one.
 */
import { Aims } from './aims.ts';
import type { Budget } from './budget.ts';
import { CellValues } from './cell-values.ts';
import type { Layout } from './layout.ts';
import type { Momenta, MomentumSet } from './momenta.ts';
import { PairProof } from './pair-proof.ts';

export class CellProof {
  readonly cell: CellValues;
  readonly pair: PairProof;
  private readonly aims: Aims;
  /** Where V is lowered, it is lowered by this more than necessary. */
  further = 0;
  private readonly layout: Layout;
  private readonly momenta: Momenta;
  private readonly budget: Budget;
  private set!: MomentumSet;
  /** By interval of the cell: the most that its arc changes p · X. */
  private sag = new Float64Array(0);
  /** @param scale the greatest cost that occurs */
  constructor(layout: Layout, momenta: Momenta, scale: number, budget: Budget) {
    this.layout = layout;
    this.momenta = momenta;
    this.budget = budget;
    this.cell = new CellValues(layout);
    this.aims = new Aims(layout, this.cell, scale);
    this.pair = new PairProof(layout, this.cell, this.aims);
  }

  /** Loads a cell (by its slot) with the values of V at its nodes. */
  enter(slot: number, value: Float64Array): void {
    const { cell, layout } = this;
    this.set = this.momenta.of(layout.slots.ints.cell[slot]);
    cell.enter(slot, value);
    this.aims.enter(this.set);
    if (cell.count > this.sag.length) this.sag = new Float64Array(2 * cell.count);
    const { kx, ky, turn } = layout.intervals.floats;
    for (let i = 0, q = cell.from; i < cell.count; i++, q++) {
      this.sag[i] = this.set.most * (Math.sqrt(kx[q] * kx[q] + ky[q] * ky[q]) + turn[q]);
    }
  }

  /** The first index ≥ `from` of a target for which V is not proved with interval i as source; −1 = none. */
  firstUnproved(i: number, targets: readonly number[], from: number): number {
    const { aims, sag } = this;
    aims.takeUp(i);
    const { level, tx, ty, px, py, top } = aims;
    const { A, B, X, Y, V, highest, lowest } = this.cell;
    const ia = A[i];
    const ib = B[i];
    for (let n = from; n < targets.length; n++) {
      const j = targets[n];
      // proved by p = 0
      if (highest[i] <= lowest[j]) continue;
      const ja = A[j];
      const jb = B[j];
      const limit = top + sag[j];
      if (V[ja] + px * X[ja] + py * Y[ja] >= limit && V[jb] + px * X[jb] + py * Y[jb] >= limit) continue;
      if (ja !== ia && ja !== ib && jb !== ia && jb !== ib) {
        aims.takeAim(j);
        const most = level[j] - sag[i];
        const qx = tx[j];
        const qy = ty[j];
        if (V[ia] + qx * X[ia] + qy * Y[ia] <= most && V[ib] + qx * X[ib] + qy * Y[ib] <= most) continue;
      }
      if (!this.proves(i, j)) return n;
    }
    return -1;
  }

  /** Whether V is proved for source i and target j. */
  proves(i: number, j: number): boolean {
    this.budget.spend(1);
    return this.pair.proves(i, j);
  }

  /** Lowers V at the ends of interval i by the excess of the last pair. */
  lower(i: number): void {
    const { A, B, V, count } = this.cell;
    const { excessA, excessB } = this.pair;
    if (excessA > 0) this.lowerPlace(A[i], V[A[i]] - excessA);
    if (excessB > 0 && B[i] !== A[i]) this.lowerPlace(B[i], V[B[i]] - excessB);
    for (let k = 0; k < count; k++) if (this.cell.touches(k, i)) this.aims.forget(k);
  }

  /** Lowers V to what target j allows at the places whose ray leaves the cell through it, by the p that is constant on j. */
  lowerBehind(j: number): void {
    const { set, aims } = this;
    aims.takeAim(j);
    const { A, B, X, Y, V } = this.cell;
    const [px, py, level] = [aims.tx[j], aims.ty[j], aims.level[j]];
    if (Number.isNaN(level)) return;
    set.ray(px, py);
    const { px: rayX, py: rayY } = set;
    // where the ray leaves the cell: across it, the ends of j; along it, one of them
    const acrossA = X[A[j]] * rayY - Y[A[j]] * rayX;
    const acrossB = X[B[j]] * rayY - Y[B[j]] * rayX;
    const along = X[A[j]] * rayX + Y[A[j]] * rayY;
    let isLowered = false;
    for (let k = 0; k < this.cell.places; k++) {
      const across = X[k] * rayY - Y[k] * rayX;
      if ((acrossA - across) * (acrossB - across) >= 0 || X[k] * rayX + Y[k] * rayY >= along) continue;
      const most = level - px * X[k] - py * Y[k];
      if (!(V[k] > most)) continue;
      this.lowerPlace(k, most);
      isLowered = true;
    }
    if (isLowered) for (let i = 0; i < this.cell.count; i++) this.aims.forget(i);
  }

  private lowerPlace(k: number, to: number): void {
    this.cell.V[k] = Math.max(0, to - this.further);
  }
}
