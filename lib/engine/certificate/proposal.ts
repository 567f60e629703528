/** Proposes values at nodes: Dijkstra's search with lower bounds of the costs of legs. */
import FlatQueue from 'flatqueue';
import type { Budget } from './budget.ts';
import type { Momenta } from './momenta.ts';
import type { NodeValues } from './node-values.ts';

/** This many legs take as long as one pair of intervals. */
const LEGS_PER_PAIR = 8;

export class Proposal {
  private readonly values: NodeValues;
  private readonly momenta: Momenta;
  private readonly queue = new FlatQueue<number>();
  /** By node: the slot of the cell in which it was labelled. */
  private readonly reachedIn: number[] = [];

  constructor(values: NodeValues, momenta: Momenta) {
    this.values = values;
    this.momenta = momenta;
  }

  /** Labels the nodes of all cells with an active node; false if the budget was not enough. */
  search(target: number, budget: Budget): boolean {
    const { queue, values } = this;
    values.A[target] = 0;
    queue.push(target, 0);
    const around: number[] = [];
    while (queue.length > 0) {
      const cost = queue.peekValue()!;
      const node = queue.pop()!;
      if (cost > values.A[node] || !values.isActive(node)) continue;
      const count = values.layout.border.cellsOf(node, around);
      for (let n = 0; n < count; n++) {
        const slot = values.enter(around[n]);
        // within a cell no leg is cheaper by way of another node
        if (this.reachedIn[node] !== slot) budget.spend(this.relax(node, slot) / LEGS_PER_PAIR);
      }
      if (budget.isSpent()) return false;
    }
    return true;
  }

  /** Labels the other nodes of a cell by the legs from them to one node; returns how many legs there are. */
  private relax(node: number, slot: number): number {
    const { layout, A } = this.values;
    const momenta = this.momenta.of(layout.slots.ints.cell[slot]);
    const { x, y } = layout.places.floats;
    const nodeOf = layout.places.ints.node;
    const end = layout.slots.ints.place[slot + 1];
    const start = layout.slots.ints.place[slot];
    let own = start;
    while (nodeOf[own] !== node) own++;
    const least2 = momenta.least * momenta.least;
    const V = A[node];
    for (let k = start; k < end; k++) {
      const other = nodeOf[k];
      const room = A[other] - V;
      if (room <= 0) continue;
      const dx = x[own] - x[k];
      const dy = y[own] - y[k];
      if ((dx * dx + dy * dy) * least2 >= room * room) continue;
      const cost = momenta.leg(dx, dy);
      if (!(cost < room)) continue;
      A[other] = V + cost;
      this.reachedIn[other] = slot;
      this.queue.push(other, V + cost);
    }
    return end - start;
  }

  /** Labels the nodes of a cell that have no value, by legs to its active nodes; returns these nodes. */
  labelRest(slot: number): readonly number[] {
    const { values } = this;
    const { A } = values;
    const { slots, places } = values.layout;
    const { x, y } = places.floats;
    const { node } = places.ints;
    const [from, to] = [slots.ints.place[slot], slots.ints.place[slot + 1]];
    const unlabelled: number[] = [];
    for (let k = from; k < to; k++) if (A[node[k]] === Infinity) unlabelled.push(k);
    if (unlabelled.length === 0) return unlabelled;
    const momenta = this.momenta.of(slots.ints.cell[slot]);
    const labels = unlabelled.map((k) => {
      let least = Infinity;
      for (let m = from; m < to; m++) {
        if (!(A[node[m]] < least) || !values.isActive(node[m])) continue;
        least = Math.min(least, A[node[m]] + momenta.leg(x[m] - x[k], y[m] - y[k]));
      }
      return least;
    });
    return unlabelled.map((k, n) => {
      A[node[k]] = labels[n];
      return node[k];
    });
  }
}
