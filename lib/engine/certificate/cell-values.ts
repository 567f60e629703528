/** The values of V on the border of one cell, for the proof of its pairs of intervals, and the momenta that they suggest. */
import type { CellBorder } from './layout.ts';
import type { MomentumSet } from './momentum-set.ts';

/** Rounding error of the coordinates of a pair of points, metres. */
const POSITION_ERROR_M = 2e-8;
/** Rounding error of a cost, as a fraction of the greatest cost. */
const COST_ERROR = 4e-15;

export class CellValues {
  border!: CellBorder;
  momenta!: MomentumSet;
  /** Rounding error of V + p · X. */
  slack = 0;
  /** The number of intervals. */
  count = 0;
  /** By place. */
  V = new Float64Array(0);
  /** By interval: the greatest and the least V. */
  highest = new Float64Array(0);
  lowest = new Float64Array(0);
  /** The intervals, as last sorted. */
  order: number[] = [];
  /** The source of which the momentum was computed from V as it is, −1 = none; that momentum, and the greatest V + p · X on it. */
  private source = -1;
  px = 0;
  py = 0;
  top = 0;
  /**
   * By interval, as target: whether its momentum was computed from V as it is; the momentum that is constant on it and
   * points out of the cell through it, and the direction of a vessel under it; the least V + p · X on it, NaN if there is no such momentum.
   */
  private isAimed = new Uint8Array(0);
  tx = new Float64Array(0);
  ty = new Float64Array(0);
  rayX = new Float64Array(0);
  rayY = new Float64Array(0);
  level = new Float64Array(0);
  private readonly scale: number;

  /** @param scale the greatest cost that occurs */
  constructor(scale: number) {
    this.scale = scale;
  }

  /** Loads a cell. @param value V by node */
  enter(border: CellBorder, momenta: MomentumSet, value: ArrayLike<number>): void {
    const { nodes } = border;
    this.border = border;
    this.momenta = momenta;
    this.slack = POSITION_ERROR_M * momenta.most + COST_ERROR * this.scale;
    this.count = border.a.length;
    if (nodes.length > this.V.length) this.V = new Float64Array(2 * nodes.length);
    if (this.count > this.tx.length) {
      for (const name of ['highest', 'lowest', 'tx', 'ty', 'rayX', 'rayY', 'level'] as const) {
        this[name] = new Float64Array(2 * this.count);
      }
      this.isAimed = new Uint8Array(2 * this.count);
    }
    for (let k = 0; k < nodes.length; k++) this.V[k] = value[nodes[k]];
    for (let i = 0; i < this.count; i++) this.forget(i);
  }

  /** Forgets what was computed from V on an interval. */
  forget(i: number): void {
    const Va = this.V[this.border.a[i]];
    const Vb = this.V[this.border.b[i]];
    this.highest[i] = Va > Vb ? Va : Vb;
    this.lowest[i] = Va > Vb ? Vb : Va;
    this.source = -1;
    this.isAimed[i] = 0;
  }

  /** Sorts the intervals of the cell by their least V. */
  sort(): void {
    const { lowest, order } = this;
    order.length = this.count;
    for (let i = 0; i < this.count; i++) {
      let k = i;
      for (; k > 0 && lowest[order[k - 1]] > lowest[i]; k--) order[k] = order[k - 1];
      order[k] = i;
    }
  }

  /** Whether two intervals have an end in common, or are one. */
  touches(i: number, j: number): boolean {
    const { a, b } = this.border;
    return a[i] === a[j] || a[i] === b[j] || b[i] === a[j] || b[i] === b[j];
  }

  /**
   * Computes the momentum for which V + p · X rises by `more` from end a to end b of an interval and that
   * points through it out of the cell (side 1) or into it (−1).
   *
   * @returns false if there is none
   */
  aim(i: number, side: 1 | -1, more = 0): boolean {
    const { a, b, ex, ey, length } = this.border;
    if (!(length[i] > 0)) return false;
    return this.momenta.crossing(ex[i], ey[i], (this.V[a[i]] - this.V[b[i]] + more) / length[i], side);
  }

  /** V + p · X at a place. */
  at(place: number, px: number, py: number): number {
    return this.V[place] + px * this.border.x[place] + py * this.border.y[place];
  }

  /** Computes the momentum of source i, and the greatest V + p · X on it. */
  takeUp(i: number): void {
    if (this.source === i) return;
    const { a, b } = this.border;
    this.source = i;
    const isFound = this.aim(i, -1);
    const px = isFound ? this.momenta.px : Number.NaN;
    const py = isFound ? this.momenta.py : Number.NaN;
    this.px = px;
    this.py = py;
    this.top = Math.max(this.at(a[i], px, py), this.at(b[i], px, py)) + this.sag(i, px, py, 1) + this.slack;
  }

  /** Computes the momentum of target j, and the least V + p · X on it. */
  takeAim(j: number): void {
    if (this.isAimed[j] === 1) return;
    const { a, b } = this.border;
    this.isAimed[j] = 1;
    const isFound = this.aim(j, 1);
    const px = isFound ? this.momenta.px : Number.NaN;
    const py = isFound ? this.momenta.py : Number.NaN;
    this.tx[j] = px;
    this.ty[j] = py;
    this.rayX[j] = this.momenta.rayX;
    this.rayY[j] = this.momenta.rayY;
    const low = Math.min(this.at(a[j], px, py), this.at(b[j], px, py));
    this.level[j] = low - this.sag(j, px, py, -1) - this.slack;
  }

  /** By how much, at most, p · X on interval i is above (sign 1) or below (−1) its chord. */
  sag(i: number, px: number, py: number, sign: 1 | -1): number {
    const { kx, ky, turn } = this.border;
    const middle = sign * (px * kx[i] + py * ky[i]);
    return (middle > 0 ? middle : 0) + turn[i] * this.momenta.most;
  }

  /** The most that the arc of an interval changes p · X. */
  mostSag(i: number): number {
    const { kx, ky, turn } = this.border;
    return this.momenta.most * (Math.sqrt(kx[i] * kx[i] + ky[i] * ky[i]) + turn[i]);
  }
}
