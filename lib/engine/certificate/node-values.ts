/**
 * A function on the borders of cells that is proposed as a lower bound of the cost to a target.
 *
 * A is the proposed function, given at the nodes of a layout; B is a bound that is known to hold (the cap). The bound
 * that is wanted is V = min(A, B). A node is active where A is not clearly above B.
 */
import type { Cap } from './cap.ts';
import { extended } from './columns.ts';
import type { Layout } from './layout.ts';

export class NodeValues {
  readonly layout: Layout;
  readonly cap: Pick<Cap, 'at' | 'perMetre'>;
  /** By node: A; Infinity where it is not known. Has room for all nodes after `enter`. */
  A = new Float64Array(0);
  /** By node: the least A that is clearly above B; NaN = not known yet. */
  private clear = new Float64Array(0);

  constructor(layout: Layout, cap: NodeValues['cap']) {
    this.layout = layout;
    this.cap = cap;
    this.grow();
  }

  /** V at a node. */
  at(node: number): number {
    return Math.min(this.A[node], this.capAt(node));
  }

  /** Whether A is not clearly above B at a node. */
  isActive(node: number): boolean {
    const { clear, layout, cap } = this;
    if (Number.isNaN(clear[node])) {
      // on an interval B is at most this much above the line between its values at the ends
      clear[node] = this.capAt(node) + 0.5 * cap.perMetre * layout.border.longestAt(node);
    }
    return this.A[node] < clear[node];
  }

  /** The slot of a cell; lays the cell out if necessary. */
  enter(cell: number): number {
    const slot = this.layout.enter(cell);
    this.grow();
    return slot;
  }

  private capAt(node: number): number {
    const { x, y, z } = this.layout.border.nodes.floats;
    return this.cap.at(x[node], y[node], z[node]);
  }

  private grow(): void {
    const { count } = this.layout.border;
    if (count <= this.A.length) return;
    this.A = extended(this.A, 2 * count, Infinity);
    this.clear = extended(this.clear, 2 * count, Number.NaN);
  }
}
