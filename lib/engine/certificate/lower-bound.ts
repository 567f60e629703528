/**
 * A lower bound of the cost from any point to a target: a proposal that is lowered until it is proved.
 *
 * V = min(A, B) is a bound (node-values.ts) if A holds where it is active. Where V = B at both s and t, nothing
 * has to be proved, because B is known to hold. So A has to be proved in the active cells, those with an
 * active node, for targets t on intervals with such a node (cell-proof.ts). On an interval without one, A is
 * above B everywhere, not only at its ends.
 *
 * If the budget ends before all is proved, min(V, L) is a bound, L being the least A on the targets that are not proved:
 * on these it is min(B, L).
 */
import FlatQueue from 'flatqueue';
import type { Budget } from './budget.ts';
import { CellProof } from './cell-proof.ts';
import { extended } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';
import type { NodeValues } from './node-values.ts';
import { Proposal } from './proposal.ts';
import { Targets } from './targets.ts';

/**
 * V is lowered by this fraction of the scale more than necessary, so that cells are examined less often; by twice
 * as much in every further round, up to MOST.
 */
const FURTHER = 2e-7;
const MOST = 1e-4;

export class LowerBound {
  readonly values: NodeValues;
  readonly momenta: Momenta;
  readonly target: number;
  /** V holds where it is not above this. */
  limit = 0;
  readonly layout: Layout;
  private readonly scale: number;
  private readonly budget: Budget;
  private readonly proof: CellProof;
  private readonly proposal: Proposal;
  private readonly state: Targets;
  private readonly queue = new FlatQueue<number>();
  /** By slot: whether the cell is queued. */
  private waits = new Uint8Array(0);
  /** Scratch: cells at a node; the targets in a cell. */
  private readonly around: number[] = [];
  private readonly targets: number[] = [];

  /**
   * @param target the node to which costs are bounded
   * @param scale the cost of a known route
   */
  constructor(values: NodeValues, momenta: Momenta, target: number, scale: number, budget: Budget) {
    this.values = values;
    this.layout = values.layout;
    this.momenta = momenta;
    this.target = target;
    this.scale = scale;
    this.budget = budget;
    this.proposal = new Proposal(values, momenta);
    this.state = new Targets(values, target);
    this.proof = new CellProof(values.layout, momenta, scale, budget);
  }

  /** Finds V, and proves as much of it as the budget allows. */
  prove(): void {
    if (!this.proposal.search(this.target, this.budget)) return;
    for (let slot = 0; slot < this.layout.slots.length; slot++) this.enqueue(slot);
    for (let round = 0; this.lowerQueued(round); round++) {
      if (!this.isProved()) continue;
      this.limit = Infinity;
      return;
    }
    this.limit = this.state.leastUnproved();
  }

  /** The lower bound of the cost from a node. */
  at(node: number): number {
    return Math.min(this.limit, this.values.at(node));
  }

  /** Lowers A in the queued cells, in the order of A, until no cell requires more; false if the budget ends. */
  private lowerQueued(round: number): boolean {
    const { queue } = this;
    this.proof.further = Math.min(MOST, FURTHER * 2 ** round) * this.scale;
    while (queue.length > 0) {
      if (this.budget.isSpent()) return false;
      const slot = queue.pop()!;
      this.waits[slot] = 0;
      this.lowerCell(slot);
    }
    return true;
  }

  private enter(cell: number): number {
    const slot = this.values.enter(cell);
    this.grow();
    return slot;
  }

  private grow(): void {
    const { slots } = this.layout;
    if (slots.length > this.waits.length) this.waits = extended(this.waits, 2 * slots.length, 0);
    this.state.grow();
  }

  /** Queues a cell if it is active. */
  private enqueue(slot: number): void {
    this.grow();
    if (this.waits[slot] === 1) return;
    const { slots, places } = this.layout;
    const { A } = this.values;
    let lowest = Infinity;
    for (let k = slots.ints.place[slot]; k < slots.ints.place[slot + 1]; k++) {
      const node = places.ints.node[k];
      if (A[node] < lowest && this.values.isActive(node)) lowest = A[node];
    }
    if (lowest === Infinity) return;
    this.waits[slot] = 1;
    this.queue.push(slot, lowest);
  }

  /** Lowers A at the sources of a cell, the lowest first, as its targets require that are not proved. */
  private lowerCell(slot: number): void {
    const { proof, state, targets } = this;
    const { cell } = proof;
    state.beginVisit();
    this.labelRest(slot);
    proof.enter(slot, this.values.A);
    const { count, from, order } = cell;
    cell.sort();
    targets.length = 0;
    for (let k = 0; k < count; k++) if (state.isUnproved(from + order[k])) targets.push(order[k]);
    if (targets.length === 0) return;
    for (const j of targets) proof.lowerBehind(j);
    cell.sort();
    for (let n = 0, listed = targets.length; n < listed; n++) this.lowerBeside(targets[n], targets[n]);
    for (const j of targets) state.markProved(from + j);
    for (let k = 0; k < count; k++) {
      const i = order[k];
      for (let n = proof.firstUnproved(i, targets, 0); n >= 0; n = proof.firstUnproved(i, targets, n + 1)) {
        const j = targets[n];
        if (cell.touches(i, j)) {
          this.lowerBeside(i, j);
        } else {
          this.lowerAt(i);
          if (!proof.proves(i, j)) state.markUnproved(from + j);
        }
      }
    }
    this.adopt(slot);
  }

  /** Labels the nodes of a cell that have no value; the cells at those that are active are to be examined too. */
  private labelRest(slot: number): void {
    for (const node of this.proposal.labelRest(slot)) {
      this.state.markChanged(node);
      if (!this.values.isActive(node)) continue;
      const cells: number[] = [];
      this.layout.border.cellsOf(node, cells);
      for (const cell of cells) this.enqueue(this.enter(cell));
    }
  }

  /** Lowers A at source i as a target j requires that is the same or beside it. */
  private lowerBeside(i: number, j: number): void {
    // a target that falls too steeply along itself would lower the sources next to it too far
    if (i !== j) this.lowerBeside(j, j);
    if (!this.proof.proves(i, j)) this.lowerAt(i);
  }

  /** Lowers A at source i as the last pair requires; targets that this lowers are to be examined again. */
  private lowerAt(i: number): void {
    const { proof, targets, state } = this;
    const { cell } = proof;
    proof.lower(i);
    for (let j = 0; j < cell.count; j++) {
      if (!cell.touches(i, j)) continue;
      state.markUnproved(cell.from + j);
      if (!targets.includes(j) && state.isTarget(cell.from + j)) targets.push(j);
    }
  }

  /** Takes over the values that were lowered in a cell; other cells must examine the targets that this changes. */
  private adopt(own: number): void {
    const { values, layout, state, around } = this;
    const { place0, places, V } = this.proof.cell;
    const nodeAt = (k: number) => layout.places.ints.node[place0 + k];
    for (let k = 0; k < places; k++) {
      if (!(V[k] < values.A[nodeAt(k)])) continue;
      values.A[nodeAt(k)] = V[k];
      state.markChanged(nodeAt(k));
    }
    for (let k = 0; k < places; k++) {
      if (!state.isChanged(nodeAt(k))) continue;
      const isActive = values.isActive(nodeAt(k));
      for (let n = layout.border.cellsOf(nodeAt(k), around) - 1; n >= 0; n--) {
        const slot = isActive ? this.enter(around[n]) : layout.slot(around[n]);
        if (slot >= 0 && slot !== own) this.enqueue(slot);
      }
    }
  }

  /** The proof of all that is not proved yet, without changing anything. Queues the cells where it fails. */
  private isProved(): boolean {
    let isProved = true;
    for (let slot = 0; slot < this.layout.slots.length; slot++) {
      if (this.isProvedIn(slot)) continue;
      isProved = false;
      this.enqueue(slot);
    }
    return isProved;
  }

  private isProvedIn(slot: number): boolean {
    const { proof, state, targets } = this;
    const { interval } = this.layout.slots.ints;
    targets.length = 0;
    for (let q = interval[slot]; q < interval[slot + 1]; q++) {
      if (state.isUnproved(q)) targets.push(q - interval[slot]);
    }
    if (targets.length === 0) return true;
    proof.enter(slot, this.values.A);
    const { count, highest } = proof.cell;
    for (let i = 0; i < count; i++) {
      if (highest[i] === Infinity || proof.firstUnproved(i, targets, 0) >= 0) return false;
    }
    for (const j of targets) state.markProved(proof.cell.from + j);
    return true;
  }
}
