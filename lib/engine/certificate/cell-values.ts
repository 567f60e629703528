/**
 * The border of one cell with the values of V on it, for the proof of its pairs of intervals (cell-proof.ts).
 */
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** Rounding error of the coordinates of a pair of points, metres. */
const POSITION_ERROR_M = 2e-8;
/** Rounding error of a cost, as a fraction of the greatest cost. */
const COST_ERROR = 4e-15;

const FLOATS = ['mx', 'my', 'kx', 'ky', 'turn', 'sag', 'highest', 'lowest', 'tx', 'ty', 'level'] as const;

export class CellValues {
  /** Number of the cell's first place in the layout; how many places and intervals the cell has. */
  place0 = 0;
  places = 0;
  count = 0;
  /** Where V is lowered, it is lowered by this more than necessary. */
  further = 0;
  /** The intervals of the cell, as last sorted. */
  order = new Int32Array(0);
  protected readonly layout: Layout;
  protected readonly momenta: Momenta;
  protected readonly scale: number;
  /** Of the cell: no momentum is longer (see Momenta); and the rounding error of V + p · X. */
  protected most = 0;
  protected slack = 0;
  /** By place of the cell: coordinates and V. */
  protected X = new Float64Array(0);
  protected Y = new Float64Array(0);
  protected V = new Float64Array(0);
  /** By interval of the cell: the places of its ends; the middle of its chord. */
  protected A = new Int32Array(0);
  protected B = new Int32Array(0);
  protected mx = new Float64Array(0);
  protected my = new Float64Array(0);
  /**
   * By interval: sagitta and turn as in the layout; the most that the arc changes p · X; the greatest and
   * least V.
   */
  protected kx = new Float64Array(0);
  protected ky = new Float64Array(0);
  protected turn = new Float64Array(0);
  protected sag = new Float64Array(0);
  protected highest = new Float64Array(0);
  protected lowest = new Float64Array(0);
  /**
   * By interval, as target: whether its momentum was computed from V as it is; the momentum that is constant on
   * it and points out of the cell through it (NaN = none); the least V + p · X on it.
   */
  protected isAimed = new Uint8Array(0);
  protected tx = new Float64Array(0);
  protected ty = new Float64Array(0);
  protected level = new Float64Array(0);
  /** Number of the cell's first interval in the layout. */
  from = 0;
  /** The interval for which a momentum was computed from V as it is, −1 = none. */
  protected source = -1;

  /** @param scale the greatest cost that occurs */
  constructor(layout: Layout, momenta: Momenta, scale: number) {
    this.layout = layout;
    this.momenta = momenta;
    this.scale = scale;
  }

  /** Loads a cell (by its slot) with the values of V at its nodes. */
  enter(slot: number, value: Float64Array): void {
    const { slots, places, intervals } = this.layout;
    this.momenta.enter(slots.ints.cell[slot]);
    this.most = this.momenta.most;
    this.slack = POSITION_ERROR_M * this.most + COST_ERROR * this.scale;
    this.place0 = slots.ints.place[slot];
    this.places = slots.ints.place[slot + 1] - this.place0;
    this.from = slots.ints.interval[slot];
    this.count = slots.ints.interval[slot + 1] - this.from;
    this.makeRoom();
    const { place0, from, most } = this;
    const p = places.floats;
    for (let k = 0; k < this.places; k++) {
      this.X[k] = p.x[place0 + k];
      this.Y[k] = p.y[place0 + k];
      this.V[k] = value[places.ints.node[place0 + k]];
    }
    const f = intervals.floats;
    for (let i = 0, q = from; i < this.count; i++, q++) {
      this.A[i] = intervals.ints.a[q] - place0;
      this.B[i] = intervals.ints.b[q] - place0;
      this.mx[i] = f.mx[q];
      this.my[i] = f.my[q];
      this.kx[i] = f.kx[q];
      this.ky[i] = f.ky[q];
      this.turn[i] = f.turn[q] * most;
      this.sag[i] = most * (Math.sqrt(f.kx[q] * f.kx[q] + f.ky[q] * f.ky[q]) + f.turn[q]);
      this.refresh(i);
    }
  }

  protected makeRoom(): void {
    if (this.places > this.X.length) {
      for (const name of ['X', 'Y', 'V'] as const) this[name] = new Float64Array(2 * this.places);
    }
    if (this.count <= this.A.length) return;
    const size = 2 * this.count;
    this.order = new Int32Array(size);
    this.A = new Int32Array(size);
    this.B = new Int32Array(size);
    this.isAimed = new Uint8Array(size);
    for (const name of FLOATS) this[name] = new Float64Array(size);
  }

  /** The place of each end of an interval among all places of the layout, and V there. */
  placeA(i: number): number {
    return this.place0 + this.A[i];
  }

  placeB(i: number): number {
    return this.place0 + this.B[i];
  }

  /** V at a place of the cell. */
  valueAt(k: number): number {
    return this.V[k];
  }

  /** Sorts the intervals of the cell by their least V. */
  sort(): void {
    const { lowest, order } = this;
    for (let i = 0; i < this.count; i++) {
      let k = i;
      for (; k > 0 && lowest[order[k - 1]] > lowest[i]; k--) order[k] = order[k - 1];
      order[k] = i;
    }
  }

  valueA(i: number): number {
    return this.V[this.A[i]];
  }

  valueB(i: number): number {
    return this.V[this.B[i]];
  }

  /** Whether two intervals have an end in common, or are one. */
  touches(i: number, j: number): boolean {
    const { A, B } = this;
    return A[i] === A[j] || A[i] === B[j] || B[i] === A[j] || B[i] === B[j];
  }

  /**
   * Computes the momentum for which V + p · X rises by `more` from end a to end b of an interval and that
   * points through it out of the cell (sign 1) or into it (−1).
   *
   * @returns false if there is none
   */
  protected aim(i: number, sign: 1 | -1, more = 0): boolean {
    const f = this.layout.intervals.floats;
    const q = this.from + i;
    if (!(f.length[q] > 0)) return false;
    const along = (this.V[this.A[i]] - this.V[this.B[i]] + more) / f.length[q];
    return this.momenta.crossing(f.ex[q], f.ey[q], f.nx[q], f.ny[q], along, sign);
  }

  /** Computes the momentum of interval j as target, and the least V + p · X on it. */
  protected takeAim(j: number): void {
    if (this.isAimed[j] === 1) return;
    this.isAimed[j] = 1;
    const { X, Y, V, momenta } = this;
    const isFound = this.aim(j, 1);
    const px = isFound ? momenta.px : Number.NaN;
    const py = isFound ? momenta.py : Number.NaN;
    const a = this.A[j];
    const b = this.B[j];
    const sag = Math.max(0, -px * this.kx[j] - py * this.ky[j]) + this.turn[j];
    this.tx[j] = px;
    this.ty[j] = py;
    this.level[j] = Math.min(V[a] + px * X[a] + py * Y[a], V[b] + px * X[b] + py * Y[b]) - sag - this.slack;
  }

  /**
   * Lowers V, where headings are alike, to what target j allows at the nodes whose ray leaves the cell through
   * it: V + p · X there is at most that on j, for the p that is constant on j.
   */
  lowerBehind(j: number): void {
    const { X, Y, V, A, B, momenta } = this;
    if (!momenta.isUniform) return;
    this.takeAim(j);
    const px = this.tx[j];
    const py = this.ty[j];
    const level = this.level[j];
    if (Number.isNaN(level)) return;
    momenta.ray(px, py);
    const { px: rayX, py: rayY } = momenta;
    // where the ray leaves the cell: across it, the ends of j; along it, one of them
    const acrossA = X[A[j]] * rayY - Y[A[j]] * rayX;
    const acrossB = X[B[j]] * rayY - Y[B[j]] * rayX;
    const along = X[A[j]] * rayX + Y[A[j]] * rayY;
    let isLowered = false;
    for (let k = 0; k < this.places; k++) {
      const across = X[k] * rayY - Y[k] * rayX;
      if ((acrossA - across) * (acrossB - across) >= 0 || X[k] * rayX + Y[k] * rayY >= along) continue;
      const most = level - px * X[k] - py * Y[k];
      if (!(V[k] > most)) continue;
      V[k] = Math.max(0, most - this.further);
      isLowered = true;
    }
    if (isLowered) for (let i = 0; i < this.count; i++) this.refresh(i);
  }

  /** Computes what depends on V at the ends of an interval. */
  protected refresh(i: number): void {
    const Va = this.V[this.A[i]];
    const Vb = this.V[this.B[i]];
    this.source = -1;
    this.isAimed[i] = 0;
    this.highest[i] = Va > Vb ? Va : Vb;
    this.lowest[i] = Va > Vb ? Vb : Va;
  }
}
