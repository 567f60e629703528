/**
 * The proof of all pairs of intervals of one cell (the inequality: pair-proof.ts), and where V is lowered for it.
 *
 * The first p that is tried makes V + p · X constant on a source and points from it into the cell: usually it proves the
 * source with all targets at once. The second is constant on the target. Only the remaining pairs are examined one by one.
 */
import type { Budget } from './budget.ts';
import { CellValues } from './cell-values.ts';
import type { CellBorder } from './layout.ts';
import type { Momenta } from './momenta.ts';
import { PairProof } from './pair-proof.ts';

export class CellProof {
  readonly cell: CellValues;
  readonly pair: PairProof;
  /** Where V is lowered, it is lowered by this more than necessary. */
  further = 0;
  private readonly momenta: Momenta;
  private readonly budget: Budget;

  /** @param scale the greatest cost that occurs */
  constructor(momenta: Momenta, scale: number, budget: Budget) {
    this.momenta = momenta;
    this.budget = budget;
    this.cell = new CellValues(scale);
    this.pair = new PairProof(this.cell);
  }

  /** Loads a cell. @param value V by node */
  enter(border: CellBorder, value: ArrayLike<number>): void {
    this.cell.enter(border, this.momenta.of(border.cell), value);
  }

  /** The first index ≥ `from` of a target for which V is not proved with interval i as source; −1 = none. */
  firstUnproved(i: number, targets: readonly number[], from: number): number {
    const { cell } = this;
    cell.takeUp(i);
    const { level, tx, ty, px, py, top, V, highest, lowest } = cell;
    const { a, b, x, y } = cell.border;
    const ia = a[i];
    const ib = b[i];
    const sag = cell.mostSag(i);
    for (let n = from; n < targets.length; n++) {
      const j = targets[n];
      // proved by p = 0
      if (highest[i] <= lowest[j]) continue;
      const ja = a[j];
      const jb = b[j];
      const limit = top + cell.mostSag(j);
      if (V[ja] + px * x[ja] + py * y[ja] >= limit && V[jb] + px * x[jb] + py * y[jb] >= limit) continue;
      if (ja !== ia && ja !== ib && jb !== ia && jb !== ib) {
        cell.takeAim(j);
        const most = level[j] - sag;
        const qx = tx[j];
        const qy = ty[j];
        if (V[ia] + qx * x[ia] + qy * y[ia] <= most && V[ib] + qx * x[ib] + qy * y[ib] <= most) continue;
      }
      if (!this.proves(i, j)) return n;
    }
    return -1;
  }

  /** Whether V is proved for source i and target j. */
  proves(i: number, j: number): boolean {
    this.budget.spent++;
    return this.pair.proves(i, j);
  }

  /** Lowers V at the ends of interval i by the excess of the last pair. */
  lower(i: number): void {
    const { cell } = this;
    const { a, b, ending } = cell.border;
    const { excessA, excessB } = this.pair;
    if (excessA > 0) this.lowerPlace(a[i], cell.V[a[i]] - excessA);
    if (excessB > 0 && b[i] !== a[i]) this.lowerPlace(b[i], cell.V[b[i]] - excessB);
    for (const place of [a[i], b[i]]) for (const k of ending[place]) cell.forget(k);
  }

  /** Lowers V to what target j allows at the places whose ray leaves the cell through it, by the p that is constant on j. */
  lowerBehind(j: number): void {
    const { cell } = this;
    cell.takeAim(j);
    const { a, b, x, y } = cell.border;
    const [px, py, rayX, rayY, level] = [cell.tx[j], cell.ty[j], cell.rayX[j], cell.rayY[j], cell.level[j]];
    if (Number.isNaN(level)) return;
    // where the ray leaves the cell: across it, the ends of j; along it, one of them
    const acrossA = x[a[j]] * rayY - y[a[j]] * rayX;
    const acrossB = x[b[j]] * rayY - y[b[j]] * rayX;
    const along = x[a[j]] * rayX + y[a[j]] * rayY;
    let isLowered = false;
    for (let k = 0; k < x.length; k++) {
      const across = x[k] * rayY - y[k] * rayX;
      if ((acrossA - across) * (acrossB - across) >= 0 || x[k] * rayX + y[k] * rayY >= along) continue;
      const most = level - px * x[k] - py * y[k];
      if (!(cell.V[k] > most)) continue;
      this.lowerPlace(k, most);
      isLowered = true;
    }
    if (isLowered) for (let i = 0; i < cell.count; i++) cell.forget(i);
  }

  private lowerPlace(k: number, to: number): void {
    this.cell.V[k] = Math.max(0, to - this.further);
  }
}
