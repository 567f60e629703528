/** The borders of one cell with the values of V on it, ready for the proof of its pairs of intervals (cell-proof.ts). */
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** What rounding may do to the coordinates of a pair of points, metres. */
const POSITION_ERROR_M = 2e-8;
/** And to a cost, as a part of the greatest. */
const COST_ERROR = 4e-15;

export class CellValues {
  /** The first place of the cell among all of the layout; places and intervals of the cell. */
  place0 = 0;
  places = 0;
  count = 0;
  protected readonly layout: Layout;
  protected readonly momenta: Momenta;
  protected readonly scale: number;
  /** Bounds of the length of momenta, and what rounding may do, in the cell. */
  protected least = 0;
  protected most = 0;
  protected slack = 0;
  /** By place of the cell: coordinates and V. */
  protected X = new Float64Array(0);
  protected Y = new Float64Array(0);
  protected V = new Float64Array(0);
  /** By interval of the cell: places of its ends; the middle of its chord and how far it comes from that. */
  protected A = new Int32Array(0);
  protected B = new Int32Array(0);
  protected mx = new Float64Array(0);
  protected my = new Float64Array(0);
  protected extent = new Float64Array(0);
  /** As in the layout; and what the arc can change p · X by at most; greatest and least of V. */
  protected kx = new Float64Array(0);
  protected ky = new Float64Array(0);
  protected turn = new Float64Array(0);
  protected sag = new Float64Array(0);
  protected highest = new Float64Array(0);
  protected lowest = new Float64Array(0);
  /** The first interval of the cell among all of the layout. */
  protected from = 0;

  /** @param scale the greatest cost there is */
  constructor(layout: Layout, momenta: Momenta, scale: number) {
    this.layout = layout;
    this.momenta = momenta;
    this.scale = scale;
  }

  /** Takes up a cell (by its slot) with the values of V at all nodes. */
  enter(slot: number, value: Float64Array): void {
    const { slots, places, intervals } = this.layout;
    this.momenta.enter(slots.floats.cell[slot]);
    this.least = this.momenta.least;
    this.most = this.momenta.most;
    this.slack = POSITION_ERROR_M * this.most + COST_ERROR * this.scale;
    this.place0 = slots.floats.place[slot];
    this.places = slots.floats.place[slot + 1] - this.place0;
    this.from = slots.floats.interval[slot];
    this.count = slots.floats.interval[slot + 1] - this.from;
    this.makeRoom();
    const { place0, from, most } = this;
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
      this.turn[i] = f.turn[q] * most;
      const sagM = Math.sqrt(f.kx[q] * f.kx[q] + f.ky[q] * f.ky[q]) + f.turn[q];
      this.sag[i] = most * sagM;
      this.extent[i] = 0.5 * f.length[q] + sagM;
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
    for (const name of ['mx', 'my', 'kx', 'ky', 'turn', 'sag', 'extent', 'highest', 'lowest'] as const) {
      this[name] = new Float64Array(size);
    }
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

  leastOf(i: number): number {
    return this.lowest[i];
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

  /** What follows from V at the ends of an interval. */
  protected refresh(i: number): void {
    const Va = this.V[this.A[i]];
    const Vb = this.V[this.B[i]];
    this.highest[i] = Va > Vb ? Va : Vb;
    this.lowest[i] = Va > Vb ? Vb : Va;
  }
}
