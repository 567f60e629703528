/** The border of one cell with the values of V on it, for the proof of its pairs of intervals (cell-proof.ts). */
import type { Layout } from './layout.ts';

export class CellValues {
  /** Number of the cell's first place and first interval in the layout; how many the cell has. */
  place0 = 0;
  places = 0;
  from = 0;
  count = 0;
  /** By place of the cell: coordinates and V. */
  X = new Float64Array(0);
  Y = new Float64Array(0);
  V = new Float64Array(0);
  /** By interval of the cell: the places of its ends; the greatest and least V. */
  A = new Int32Array(0);
  B = new Int32Array(0);
  highest = new Float64Array(0);
  lowest = new Float64Array(0);
  /** The intervals of the cell, as last sorted. */
  order = new Int32Array(0);
  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** Loads a cell (by its slot) with the values of V at its nodes. */
  enter(slot: number, value: Float64Array): void {
    const { slots, places, intervals } = this.layout;
    this.place0 = slots.ints.place[slot];
    this.places = slots.ints.place[slot + 1] - this.place0;
    this.from = slots.ints.interval[slot];
    this.count = slots.ints.interval[slot + 1] - this.from;
    this.makeRoom();
    const { place0, from } = this;
    const { x, y } = places.floats;
    for (let k = 0; k < this.places; k++) {
      this.X[k] = x[place0 + k];
      this.Y[k] = y[place0 + k];
      this.V[k] = value[places.ints.node[place0 + k]];
    }
    for (let i = 0, q = from; i < this.count; i++, q++) {
      this.A[i] = intervals.ints.a[q] - place0;
      this.B[i] = intervals.ints.b[q] - place0;
      this.refresh(i);
    }
  }

  private makeRoom(): void {
    if (this.places > this.X.length) {
      for (const name of ['X', 'Y', 'V'] as const) this[name] = new Float64Array(2 * this.places);
    }
    if (this.count > this.A.length) {
      for (const name of ['A', 'B', 'order'] as const) this[name] = new Int32Array(2 * this.count);
      for (const name of ['highest', 'lowest'] as const) this[name] = new Float64Array(2 * this.count);
    }
  }

  /** Computes the greatest and least V of an interval. */
  refresh(i: number): void {
    const Va = this.V[this.A[i]];
    const Vb = this.V[this.B[i]];
    this.highest[i] = Va > Vb ? Va : Vb;
    this.lowest[i] = Va > Vb ? Vb : Va;
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

  /** Whether two intervals have an end in common, or are one. */
  touches(i: number, j: number): boolean {
    const { A, B } = this;
    return A[i] === A[j] || A[i] === B[j] || B[i] === A[j] || B[i] === B[j];
  }
}
