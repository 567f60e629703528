/**
 * Proposes A, the function that is to be proved: Dijkstra's search with lower bounds of the costs of legs. It opens the cells at the
 * nodes where A counts.
 */
import FlatQueue from 'flatqueue';
import { computed } from '../computed.ts';
import type { Budget } from './budget.ts';
import type { Cap } from './cap.ts';
import type { CellBorder, Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** A cell where A is proposed. */
export interface OpenCell {
  readonly border: CellBorder;
  /**
   * By interval: the last visit to any cell before V was proved for it as target with all sources; −1 = none. It stays proved until V
   * is lowered on it, as sources can only be lowered.
   */
  readonly proved: number[];
  isQueued: boolean;
}

export class Proposal {
  readonly layout: Layout;
  readonly momenta: Momenta;
  readonly cap: Pick<Cap, 'at' | 'perMetre'>;
  /** By node: A; Infinity where it is not proposed. */
  readonly A: number[] = [];
  /** By node: the last visit (lower-bound.ts) that lowered A there. */
  readonly changed: number[] = [];
  visit = 0;
  readonly cells = new Map<number, OpenCell>();
  /** The cells where something may not be proved. */
  readonly unsettled = new Set<OpenCell>();
  /** By node: the least A that is clearly above B; NaN = not known yet. */
  private readonly clear: number[] = [];
  /** By node: the cell in which it was last labelled. */
  private readonly labelledIn: number[] = [];
  private readonly queue = new FlatQueue<number>();
  private readonly budget: Budget;

  constructor(layout: Layout, momenta: Momenta, cap: Proposal['cap'], budget: Budget) {
    this.layout = layout;
    this.momenta = momenta;
    this.cap = cap;
    this.budget = budget;
    this.grow();
  }

  /** Lowers A at a node. */
  lower(node: number, to: number): void {
    this.A[node] = to;
    this.changed[node] = this.visit;
  }

  /** Lets the search go on from a node. */
  follow(node: number): void {
    this.queue.push(node, this.A[node]);
  }

  /** Dijkstra's search from the queued nodes: opens the cells at active nodes, and labels their nodes; false if the budget ends. */
  search(): boolean {
    const { queue, A, budget } = this;
    while (queue.length > 0) {
      const cost = queue.peekValue()!;
      const node = queue.pop()!;
      if (cost > A[node] || !this.isActive(node)) continue;
      for (const cell of this.layout.border.cells[node]) {
        const { border } = this.open(cell);
        // within a cell no leg is cheaper by way of another node
        if (this.labelledIn[node] === cell) continue;
        this.label(node, border);
        budget.spent++;
      }
      if (budget.isSpent()) return false;
    }
    return true;
  }

  /** Whether A is not clearly above B at a node. */
  isActive(node: number): boolean {
    const { clear, cap } = this;
    if (Number.isNaN(clear[node])) {
      const { border } = this.layout;
      // on an interval B is at most this much above the line between its values at the ends
      clear[node] = cap.at(border.points[node]) + 0.5 * cap.perMetre * border.longestAt(node);
      this.grow();
    }
    return this.A[node] < clear[node];
  }

  /** Whether all cells at a node are open. */
  isSurrounded(node: number): boolean {
    return this.layout.border.cells[node].every((cell) => this.cells.has(cell));
  }

  /** Labels the other nodes of a cell by the legs from them to one node. */
  private label(node: number, { cell, nodes, x, y }: CellBorder): void {
    const { A } = this;
    const momenta = this.momenta.of(cell);
    const own = nodes.indexOf(node);
    const least2 = momenta.least * momenta.least;
    for (let k = 0; k < nodes.length; k++) {
      const room = A[nodes[k]] - A[node];
      if (room <= 0) continue;
      const dx = x[own] - x[k];
      const dy = y[own] - y[k];
      if ((dx * dx + dy * dy) * least2 >= room * room) continue;
      const cost = momenta.leg(dx, dy);
      if (!(cost < room)) continue;
      this.lower(nodes[k], A[node] + cost);
      this.follow(nodes[k]);
      this.labelledIn[nodes[k]] = cell;
      for (const around of this.visit > 0 ? this.layout.border.cells[nodes[k]] : []) {
        const open = this.cells.get(around);
        if (open) this.unsettled.add(open);
      }
    }
  }

  private open(cell: number): OpenCell {
    return computed(this.cells, cell, () => {
      const border = this.layout.of(cell);
      this.grow();
      const made = { border, proved: border.a.map(() => -1), isQueued: false };
      this.unsettled.add(made);
      return made;
    });
  }

  /** Makes room for the nodes that were laid out since. */
  private grow(): void {
    while (this.A.length < this.layout.border.count) {
      this.A.push(Infinity);
      this.clear.push(Number.NaN);
      this.changed.push(0);
      this.labelledIn.push(-1);
    }
  }
}
