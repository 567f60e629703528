/** The momenta that a cell's intervals suggest by the values of V on them, and by how much an arc departs from its chord. */
import type { CellValues } from './cell-values.ts';
import type { Layout } from './layout.ts';
import type { MomentumSet } from './momenta.ts';

/** Rounding error of the coordinates of a pair of points, metres. */
const POSITION_ERROR_M = 2e-8;
/** Rounding error of a cost, as a fraction of the greatest cost. */
const COST_ERROR = 4e-15;
export class Aims {
  momenta!: MomentumSet;
  /** Of the cell: the rounding error of V + p · X. */
  slack = 0;
  private readonly layout: Layout;
  private readonly cell: CellValues;
  private readonly scale: number;
  /** The source of which the momentum was computed from V as it is, −1 = none; that momentum, and the greatest V + p · X on it. */
  private source = -1;
  px = 0;
  py = 0;
  top = 0;
  /**
   * By interval, as target: whether its momentum was computed from V as it is; the momentum that is constant on
   * it and points out of the cell through it; the least V + p · X on it, NaN if there is no such momentum.
   */
  private isAimed = new Uint8Array(0);
  tx = new Float64Array(0);
  ty = new Float64Array(0);
  level = new Float64Array(0);

  /** @param scale the greatest cost that occurs */
  constructor(layout: Layout, cell: CellValues, scale: number) {
    this.layout = layout;
    this.cell = cell;
    this.scale = scale;
  }

  /** Begins with the cell that is loaded. */
  enter(momenta: MomentumSet): void {
    const { count } = this.cell;
    this.momenta = momenta;
    this.slack = POSITION_ERROR_M * momenta.most + COST_ERROR * this.scale;
    if (count > this.isAimed.length) {
      this.isAimed = new Uint8Array(2 * count);
      for (const name of ['tx', 'ty', 'level'] as const) this[name] = new Float64Array(2 * count);
    }
    this.source = -1;
    this.isAimed.fill(0, 0, count);
  }

  /**
   * Computes the momentum for which V + p · X rises by `more` from end a to end b of an interval and that
   * points through it out of the cell (sign 1) or into it (−1).
   *
   * @returns false if there is none
   */
  aim(i: number, sign: 1 | -1, more = 0): boolean {
    const { ex, ey, nx, ny, length } = this.layout.intervals.floats;
    const { A, B, V, from } = this.cell;
    const q = from + i;
    if (!(length[q] > 0)) return false;
    return this.momenta.crossing(ex[q], ey[q], nx[q], ny[q], (V[A[i]] - V[B[i]] + more) / length[q], sign);
  }

  /** Forgets what was computed from V on an interval. */
  forget(i: number): void {
    this.cell.refresh(i);
    this.source = -1;
    this.isAimed[i] = 0;
  }

  /** Computes the momentum of source i, and the greatest V + p · X on it. */
  takeUp(i: number): void {
    if (this.source === i) return;
    const { X, Y, V, A, B } = this.cell;
    this.source = i;
    const isFound = this.aim(i, -1);
    const px = isFound ? this.momenta.px : Number.NaN;
    const py = isFound ? this.momenta.py : Number.NaN;
    const high = Math.max(V[A[i]] + px * X[A[i]] + py * Y[A[i]], V[B[i]] + px * X[B[i]] + py * Y[B[i]]);
    this.px = px;
    this.py = py;
    this.top = high + this.sag(i, px, py, 1) + this.slack;
  }

  /** Computes the momentum of target j, and the least V + p · X on it. */
  takeAim(j: number): void {
    if (this.isAimed[j] === 1) return;
    const { X, Y, V, A, B } = this.cell;
    this.isAimed[j] = 1;
    const isFound = this.aim(j, 1);
    const px = isFound ? this.momenta.px : Number.NaN;
    const py = isFound ? this.momenta.py : Number.NaN;
    const low = Math.min(V[A[j]] + px * X[A[j]] + py * Y[A[j]], V[B[j]] + px * X[B[j]] + py * Y[B[j]]);
    this.tx[j] = px;
    this.ty[j] = py;
    this.level[j] = low - this.sag(j, px, py, -1) - this.slack;
  }

  /** By how much, at most, p · X on interval i is above (sign 1) or below (−1) its chord. */
  sag(i: number, px: number, py: number, sign: 1 | -1): number {
    const { kx, ky, turn } = this.layout.intervals.floats;
    const q = this.cell.from + i;
    const middle = sign * (px * kx[q] + py * ky[q]);
    return (middle > 0 ? middle : 0) + turn[q] * this.momenta.most;
  }
}
