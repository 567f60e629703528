/**
 * A function on the borders of cells that is proposed as a lower bound of the cost to a target.
 *
 * A is the proposed function, found by a search through the nodes of a layout; B is a bound that is known to
 * hold (the cap). The bound that is wanted is V = min(A, B). A node is active where A is not clearly above B.
 */
import FlatQueue from 'flatqueue';
import type { Cap } from './cap.ts';
import { extended } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** This many legs take as long as one pair of intervals. */
const LEGS_PER_PAIR = 8;

const NONE: ReadonlySet<number> = new Set();

export class Proposal {
  readonly layout: Layout;
  readonly target: number;
  /** By node: A; Infinity where the search has not arrived. */
  protected value: Float64Array = new Float64Array(0);
  /** Cells visited so far; by node, the visit in which its value was last changed. */
  protected visit = 0;
  protected changed = new Int32Array(0);
  readonly momenta: Momenta;
  readonly cap: Cap;
  protected readonly queue = new FlatQueue<number>();
  protected readonly scale: number;
  /** By node: the slot of the cell in which the search labelled it, −1 = none. */
  private reachedIn = new Int32Array(0);
  /** By node: the least A that is clearly above B; NaN = not known yet. */
  private clear: Float64Array = new Float64Array(0);
  private legs = 0;

  /**
   * @param target the node to which costs are bounded
   * @param scale the cost of a known route
   */
  constructor(layout: Layout, momenta: Momenta, target: number, cap: Cap, scale: number) {
    this.layout = layout;
    this.momenta = momenta;
    this.target = target;
    this.cap = cap;
    this.scale = scale;
  }

  /** The work done, in pairs of intervals; the same on every machine. */
  get work(): number {
    return this.legs / LEGS_PER_PAIR;
  }

  /** V at a node. */
  at(node: number): number {
    return Math.min(this.value[node], this.capAt(node));
  }

  /** A at a node that was labelled; it equals V where the cap is not less. */
  proposed(node: number): number {
    return this.value[node];
  }

  private clearAt(node: number): number {
    const { clear, layout, cap } = this;
    if (Number.isNaN(clear[node])) {
      // on an interval B is at most this much above the line between its values at the ends
      clear[node] = this.capAt(node) + 0.5 * cap.perMetre * layout.longestAt(node);
    }
    return clear[node];
  }

  private capAt(node: number): number {
    const { x, y, z } = this.layout.nodes.floats;
    return this.cap.at(x[node], y[node], z[node]);
  }

  /** Whether A is not clearly above B at a node. */
  isActive(node: number): boolean {
    return this.value[node] < this.clearAt(node);
  }

  protected grow(): void {
    const { nodeCount } = this.layout;
    if (nodeCount > this.value.length) {
      const capacity = Math.max(2 * this.value.length, nodeCount, 4096);
      this.value = extended(this.value, capacity, Infinity);
      this.changed = extended(this.changed, capacity, 0);
      this.clear = extended(this.clear, capacity, Number.NaN);
      this.reachedIn = extended(this.reachedIn, capacity, -1);
    }
  }

  protected enter(cell: number): number {
    const slot = this.layout.enter(cell);
    this.grow();
    return slot;
  }

  /**
   * Proposes A by Dijkstra's search over the active nodes, with lower bounds of the costs of legs; false if
   * time is up.
   */
  protected search(isOver: (work: number) => boolean): boolean {
    const { queue, target, layout } = this;
    this.grow();
    this.value[target] = 0;
    queue.push(target, 0);
    const around: number[] = [];
    while (queue.length > 0) {
      const cost = queue.peekValue()!;
      const node = queue.pop()!;
      if (cost > this.value[node] || !this.isActive(node)) continue;
      if (isOver(this.work)) return false;
      const count = layout.cellsOf(node, around);
      for (let n = 0; n < count; n++) {
        const slot = this.enter(around[n]);
        // within a cell no leg is cheaper by way of another node
        if (this.reachedIn[node] === slot) continue;
        this.momenta.enter(around[n]);
        this.relax(node, slot);
      }
    }
    return true;
  }

  /** Labels the other nodes of a cell by the legs from them to one node. */
  private relax(node: number, slot: number): void {
    const { layout, momenta, value } = this;
    const { x, y } = layout.places.floats;
    const nodeOf = layout.places.ints.node;
    const end = layout.slots.ints.place[slot + 1];
    const start = layout.slots.ints.place[slot];
    let own = start;
    while (nodeOf[own] !== node) own++;
    this.legs += end - start;
    const least2 = momenta.least * momenta.least;
    const V = value[node];
    for (let k = start; k < end; k++) {
      const other = nodeOf[k];
      const room = value[other] - V;
      if (room <= 0) continue;
      const dx = x[own] - x[k];
      const dy = y[own] - y[k];
      if ((dx * dx + dy * dy) * least2 >= room * room) continue;
      const cost = momenta.leg(dx, dy);
      if (!(cost < room)) continue;
      value[other] = V + cost;
      this.reachedIn[other] = slot;
      this.queue.push(other, V + cost);
    }
  }

  /**
   * Labels the nodes of an active cell that have no value, by legs.
   *
   * @returns the cells at those of these nodes that are active
   */
  protected labelAll(slot: number): ReadonlySet<number> {
    const { momenta, value } = this;
    const { slots, places } = this.layout;
    const { x, y } = places.floats;
    const { node } = places.ints;
    const from = slots.ints.place[slot];
    const to = slots.ints.place[slot + 1];
    const unlabelled: number[] = [];
    for (let k = from; k < to; k++) if (value[node[k]] === Infinity) unlabelled.push(k);
    if (unlabelled.length === 0) return NONE;
    momenta.enter(slots.ints.cell[slot]);
    const labels = unlabelled.map((k) => {
      let least = Infinity;
      for (let m = from; m < to; m++) {
        if (!(value[node[m]] < least) || !this.isActive(node[m])) continue;
        least = Math.min(least, value[node[m]] + momenta.leg(x[m] - x[k], y[m] - y[k]));
      }
      return least;
    });
    const cells = new Set<number>();
    unlabelled.forEach((k, n) => {
      value[node[k]] = labels[n];
      this.changed[node[k]] = this.visit;
      const around: number[] = [];
      if (this.isActive(node[k])) this.layout.cellsOf(node[k], around);
      for (const cell of around) cells.add(cell);
    });
    return cells;
  }
}
