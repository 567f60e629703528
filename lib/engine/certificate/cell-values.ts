/** The borders of one cell with the values of V on it, ready for the proof of its pairs of intervals (cell-proof.ts). */
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** What rounding may do to the coordinates of a pair of points, metres. */
const POSITION_ERROR_M = 2e-8;
/** And to a cost, as a part of the greatest. */
const COST_ERROR = 4e-15;

export class CellValues {
  /** Intervals of the cell. */
  count = 0;
  /** How much too high V is at the ends a and b of the first interval of the last pair, for the momentum that asks least. */
  protected excessA = 0;
  protected excessB = 0;
  protected readonly layout: Layout;
  protected readonly momenta: Momenta;
  protected readonly scale: number;
  /** Bounds of the length of momenta, and what rounding may do, in the cell. */
  protected least = 0;
  protected most = 0;
  protected slack = 0;
  protected place0 = 0;
  protected places = 0;
  /** By place of the cell: coordinates and V. */
  protected X = new Float64Array(0);
  protected Y = new Float64Array(0);
  protected V = new Float64Array(0);
  /** By interval of the cell: places of its ends; as in the layout; greatest and least of V. */
  protected A = new Int32Array(0);
  protected B = new Int32Array(0);
  protected mx = new Float64Array(0);
  protected my = new Float64Array(0);
  protected kx = new Float64Array(0);
  protected ky = new Float64Array(0);
  protected turn = new Float64Array(0);
  protected extent = new Float64Array(0);
  protected highest = new Float64Array(0);
  protected lowest = new Float64Array(0);
  protected from = 0;
  /** Momenta where it is target and source; NaN where there is none. */
  protected tx = new Float64Array(0);
  protected ty = new Float64Array(0);
  protected sx = new Float64Array(0);
  protected sy = new Float64Array(0);

  /** @param scale the greatest cost there is */
  constructor(layout: Layout, momenta: Momenta, scale: number) {
    this.layout = layout;
    this.momenta = momenta;
    this.scale = scale;
  }

  /** Takes up a cell (by its slot) with the values of V at all nodes. */
  enter(slot: number, value: Float64Array): void {
    const { slots, places, intervals } = this.layout;
    const cell = slots.floats.cell[slot];
    this.momenta.enter(cell);
    this.least = this.momenta.leastOf(cell);
    this.most = this.momenta.mostOf(cell);
    this.slack = POSITION_ERROR_M * this.most + COST_ERROR * this.scale;
    this.place0 = slots.floats.place[slot];
    this.places = slots.floats.place[slot + 1] - this.place0;
    this.from = slots.floats.interval[slot];
    this.count = slots.floats.interval[slot + 1] - this.from;
    this.makeRoom();
    const { place0, from } = this;
    const p = places.floats;
    for (let k = 0; k < this.places; k++) {
      this.X[k] = p.x[place0 + k];
      this.Y[k] = p.y[place0 + k];
      this.V[k] = value[p.node[place0 + k]];
    }
    const f = intervals.floats;
    for (let i = 0, q = from; i < this.count; i++, q++) {
      this.A[i] = f.a[q] - place0;
      this.B[i] = f.b[q] - place0;
      this.mx[i] = f.mx[q];
      this.my[i] = f.my[q];
      this.kx[i] = f.kx[q];
      this.ky[i] = f.ky[q];
      this.turn[i] = f.turn[q] * this.most;
      this.extent[i] = 0.5 * f.length[q] + Math.abs(f.kx[q]) + Math.abs(f.ky[q]) + f.turn[q];
      this.refresh(i);
    }
  }

  protected makeRoom(): void {
    if (this.places > this.X.length) {
      for (const name of ['X', 'Y', 'V'] as const) this[name] = new Float64Array(2 * this.places);
    }
    if (this.count <= this.A.length) return;
    const size = 2 * this.count;
    this.A = new Int32Array(size);
    this.B = new Int32Array(size);
    for (const name of ['mx', 'my', 'kx', 'ky', 'turn', 'extent', 'highest', 'lowest'] as const) {
      this[name] = new Float64Array(size);
    }
    for (const name of ['tx', 'ty', 'sx', 'sy'] as const) this[name] = new Float64Array(size);
  }

  /** The place of each end of an interval among all places of the layout, and V there. */
  placeA(i: number): number {
    return this.place0 + this.A[i];
  }

  placeB(i: number): number {
    return this.place0 + this.B[i];
  }

  valueA(i: number): number {
    return this.V[this.A[i]];
  }

  valueB(i: number): number {
    return this.V[this.B[i]];
  }

  /** Lowers V at the ends of interval i by the excess of the last pair, and by `further` where it is lowered at all. */
  lower(i: number, further: number): void {
    const { A, B, V } = this;
    const [ia, ib] = [A[i], B[i]];
    if (this.excessA > 0) V[ia] = Math.max(0, V[ia] - this.excessA - further);
    if (this.excessB > 0) V[ib] = Math.max(0, V[ib] - this.excessB - further);
    for (let k = 0; k < this.count; k++) {
      if (A[k] === ia || A[k] === ib || B[k] === ia || B[k] === ib) this.refresh(k);
    }
  }

  /** What follows from V at the ends of an interval: the momenta that make V + p · X constant on it and lead out through it, or in. */
  protected refresh(i: number): void {
    const f = this.layout.intervals.floats;
    const { momenta } = this;
    const [Va, Vb] = [this.V[this.A[i]], this.V[this.B[i]]];
    this.highest[i] = Math.max(Va, Vb);
    this.lowest[i] = Math.min(Va, Vb);
    const q = this.from + i;
    const along = f.length[q] > 0 ? (Va - Vb) / f.length[q] : Number.NaN;
    const hasOut = momenta.crossing(f.ex[q], f.ey[q], f.nx[q], f.ny[q], along, 1);
    this.tx[i] = hasOut ? momenta.px : Number.NaN;
    this.ty[i] = momenta.py;
    const hasIn = momenta.crossing(f.ex[q], f.ey[q], f.nx[q], f.ny[q], along, -1);
    this.sx[i] = hasIn ? momenta.px : Number.NaN;
    this.sy[i] = momenta.py;
  }
}
