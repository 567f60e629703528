/** Which intervals of a layout must be proved as targets, and which of them are. */
import { extended } from './columns.ts';
import type { NodeValues } from './node-values.ts';

export class Targets {
  private readonly values: NodeValues;
  private readonly goal: number;
  /** Times that values were lowered; and by node the last of these times in which its own was. */
  private visit = 0;
  private changed = new Int32Array(0);
  /**
   * By interval: the last visit before V was proved for it as target, −1 = none. It stays proved until V is lowered on
   * it, as sources can only be lowered.
   */
  private proved = new Int32Array(0);

  /** @param goal the node to which costs are bounded */
  constructor(values: NodeValues, goal: number) {
    this.values = values;
    this.goal = goal;
  }

  /** Makes room for what was laid out since. */
  grow(): void {
    const { intervals, border } = this.values.layout;
    if (intervals.length > this.proved.length) this.proved = extended(this.proved, 2 * intervals.length, -1);
    if (border.count > this.changed.length) this.changed = extended(this.changed, 2 * border.count, 0);
  }

  beginVisit(): void {
    this.visit++;
  }

  /** Notes that the value of a node is lowered in this visit. */
  markChanged(node: number): void {
    this.changed[node] = this.visit;
  }

  isChanged(node: number): boolean {
    return this.changed[node] === this.visit;
  }

  markProved(q: number): void {
    this.proved[q] = this.visit;
  }

  markUnproved(q: number): void {
    this.proved[q] = -1;
  }

  /** Whether interval q of the layout must be proved as target, and V has been lowered on it since it was. */
  isUnproved(q: number): boolean {
    const { a, b } = this.values.layout.intervals.ints;
    const { node } = this.values.layout.places.ints;
    const { changed, proved } = this;
    return (changed[node[a[q]]] > proved[q] || changed[node[b[q]]] > proved[q]) && this.isTarget(q);
  }

  /** Whether q must be proved as target at all: not where V = B, nor for the other end of the route in a cell. */
  isTarget(q: number): boolean {
    const { values, goal } = this;
    const { layout } = values;
    const { node } = layout.places.ints;
    const a = node[layout.intervals.ints.a[q]];
    const b = node[layout.intervals.ints.b[q]];
    if (a === b) return a === goal || (layout.border.isOnBorder(a) && values.isActive(a));
    return values.isActive(a) || values.isActive(b);
  }

  /** The least A on a target that is not proved. */
  leastUnproved(): number {
    const { A } = this.values;
    const { a, b } = this.values.layout.intervals.ints;
    const { node } = this.values.layout.places.ints;
    let least = Infinity;
    for (let q = 0; q < this.values.layout.intervals.length; q++) {
      const lowest = Math.min(A[node[a[q]]], A[node[b[q]]]);
      if (lowest < least && this.isUnproved(q)) least = lowest;
    }
    return least;
  }
}
