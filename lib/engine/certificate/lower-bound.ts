/**
 * A lower bound of the cost from any point to a target: a proposal that is lowered until it is proved.
 *
 * V = min(A, B) is a bound (proposal.ts) if A holds where it is active. Where V = B at both s and t, nothing
 * has to be proved, because B is known to hold. So A has to be proved in the active cells, those with an
 * active node, for targets t on intervals with such a node (cell-proof.ts). On an interval without one, A is
 * above B everywhere, not only at its ends.
 */
import type { Cap } from './cap.ts';
import { CellProof } from './cell-proof.ts';
import { extended } from './columns.ts';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';
import { Proposal } from './proposal.ts';

/**
 * V is lowered by this fraction of the scale more than necessary, so that cells are examined less often; by twice
 * as much in every further round, up to MOST.
 */
const FURTHER = 2e-7;
const MOST = 1e-4;

export class LowerBound extends Proposal {
  /** Whether the bound was proved; false if the proof was given up. */
  readonly complete: boolean;
  private readonly proof: CellProof;
  private further = 0;
  private readonly isOver: (work: number) => boolean;
  /**
   * By slot: the visit in which the cell's targets were last examined, and the last one before V was proved in
   * the cell; −1 = none. Whether the cell is queued.
   */
  private examined = new Int32Array(0);
  private proved = new Int32Array(0);
  private waits = new Uint8Array(0);
  /** By interval of the cell: whether it is among the targets. */
  private isListed = new Uint8Array(0);
  /** Scratch: cells at a node; cells to queue; intervals of a cell: by V, as targets, and those just lowered. */
  private readonly around: number[] = [];
  private readonly cells: number[] = [];
  private readonly sources: number[] = [];
  private readonly targets: number[] = [];
  private readonly touched: number[] = [];

  /**
   * @param target the node to which costs are bounded
   * @param scale the cost of a known route
   * @param isOver whether to give up, given the work done
   */
  constructor(
    layout: Layout,
    momenta: Momenta,
    target: number,
    cap: Cap,
    scale: number,
    isOver: (work: number) => boolean,
  ) {
    super(layout, momenta, target, cap, scale);
    this.isOver = isOver;
    this.proof = new CellProof(layout, momenta, scale);
    this.complete = this.search(isOver) && this.lowerUntilProved();
  }

  override get work(): number {
    return super.work + (this.proof?.pairs ?? 0);
  }

  protected override grow(): void {
    super.grow();
    const { slots } = this.layout;
    if (slots.length > this.waits.length) {
      this.waits = extended(this.waits, 2 * slots.length, 0);
      this.examined = extended(this.examined, 2 * slots.length, -1);
      this.proved = extended(this.proved, 2 * slots.length, -1);
    }
  }

  private lowerUntilProved(): boolean {
    for (let slot = 0; slot < this.layout.slots.length; slot++) this.enqueue(slot);
    for (let round = 0; ; round++) {
      this.further = Math.min(MOST, FURTHER * 2 ** round) * this.scale;
      if (!this.lowerQueued()) return false;
      if (this.isProved()) return true;
    }
  }

  /** Lowers A in the queued cells, in the order of A, until no cell requires more; false if time is up. */
  private lowerQueued(): boolean {
    const { queue } = this;
    while (queue.length > 0) {
      const slot = queue.pop()!;
      this.waits[slot] = 0;
      if (this.isOver(this.work)) return false;
      this.lowerCell(slot);
    }
    return true;
  }

  /** Queues a cell if it is active. */
  private enqueue(slot: number): void {
    if (this.waits[slot] === 1) return;
    const { slots, places } = this.layout;
    const { value } = this;
    let lowest = Infinity;
    for (let k = slots.ints.place[slot]; k < slots.ints.place[slot + 1]; k++) {
      const node = places.ints.node[k];
      if (value[node] < lowest && this.isActive(node)) lowest = value[node];
    }
    if (lowest === Infinity) return;
    this.waits[slot] = 1;
    this.queue.push(slot, lowest);
  }

  /** Lowers A at the sources of a cell, the lowest first, as its targets require that must be examined. */
  private lowerCell(slot: number): void {
    const { proof, changed, targets, sources } = this;
    const before = this.examined[slot];
    this.examined[slot] = ++this.visit;
    for (const cell of this.labelAll(slot)) this.enqueue(this.enter(cell));
    proof.enter(slot, this.value);
    if (proof.count > this.isListed.length) this.isListed = new Uint8Array(2 * proof.count);
    proof.sort(sources);
    targets.length = 0;
    const { node } = this.layout.places.ints;
    for (const j of sources) {
      // a target that was not lowered since stays proved: sources can only have been lowered
      const isStale = changed[node[proof.placeA(j)]] > before || changed[node[proof.placeB(j)]] > before;
      this.isListed[j] = isStale && this.isTarget(j) ? 1 : 0;
      if (this.isListed[j] === 1) targets.push(j);
    }
    if (targets.length === 0) return;
    for (const j of targets) proof.lowerBehind(j, this.further);
    proof.sort(sources);
    for (let n = 0, count = targets.length; n < count; n++) this.lowerBeside(targets[n], targets[n]);
    for (const i of sources) {
      for (let n = proof.firstUnproved(i, targets, 0); n >= 0; n = proof.firstUnproved(i, targets, n + 1)) {
        if (proof.touches(i, targets[n])) this.lowerBeside(i, targets[n]);
        else this.lowerAt(i);
      }
    }
    this.adopt(slot);
  }

  /** Lowers A at source i as a target j requires that is the same or beside it. */
  private lowerBeside(i: number, j: number): void {
    // a target that falls too steeply along itself would lower the sources next to it too far
    if (i !== j) this.lowerBeside(j, j);
    if (!this.proof.proves(i, j)) this.lowerAt(i);
  }

  /** Lowers A at source i as the last pair requires; targets that this lowers are examined too. */
  private lowerAt(i: number): void {
    const { proof, targets, touched, isListed } = this;
    proof.lower(i, this.further, touched);
    for (const n of touched) {
      if (isListed[n] === 1 || !this.isTarget(n)) continue;
      isListed[n] = 1;
      targets.push(n);
    }
  }

  /** Takes over the values that were lowered in a cell; other cells must examine the targets that this changes. */
  private adopt(own: number): void {
    const { proof, value, layout, around, cells } = this;
    const { node: nodeOf } = layout.places.ints;
    cells.length = 0;
    for (let k = 0; k < proof.places; k++) {
      const node = nodeOf[proof.place0 + k];
      const V = proof.valueAt(k);
      if (!(V < value[node])) continue;
      value[node] = V;
      this.changed[node] = this.visit;
      around.length = 0;
      layout.cellsOf(node, around);
      const isActive = this.isActive(node);
      for (const cell of around) {
        if ((isActive || layout.slot(cell) >= 0) && !cells.includes(cell)) cells.push(cell);
      }
    }
    for (const cell of cells) {
      const slot = this.enter(cell);
      if (slot !== own) this.enqueue(slot);
    }
  }

  /** Whether j must be proved as target: not where V = B, nor for the other end of the route in a cell. */
  private isTarget(j: number): boolean {
    const { proof, target } = this;
    const { node } = this.layout.places.ints;
    const a = node[proof.placeA(j)];
    const b = node[proof.placeB(j)];
    if (a === b) return a === target || (this.layout.isOnBorder(a) && this.isActive(a));
    return this.isActive(a) || this.isActive(b);
  }

  /**
   * The proof: examines every cell that was entered without changing anything, except cells whose V has not changed
   * since they were proved. Where the proof fails, all targets of the cell are to be examined again.
   */
  private isProved(): boolean {
    let isProved = true;
    for (let slot = 0; slot < this.layout.slots.length; slot++) {
      if (!this.needsProof(slot)) continue;
      if (this.isProvedIn(slot)) {
        this.proved[slot] = this.visit;
        continue;
      }
      isProved = false;
      this.examined[slot] = -1;
      this.enqueue(slot);
    }
    return isProved;
  }

  private isProvedIn(slot: number): boolean {
    const { proof, targets } = this;
    proof.enter(slot, this.value);
    targets.length = 0;
    for (let j = 0; j < proof.count; j++) {
      if (!(proof.valueA(j) < Infinity && proof.valueB(j) < Infinity)) return false;
      if (this.isTarget(j)) targets.push(j);
    }
    for (let i = 0; i < proof.count; i++) {
      if (proof.firstUnproved(i, targets, 0) >= 0) return false;
    }
    return true;
  }

  /** Whether V has changed in a cell since it was proved. */
  private needsProof(slot: number): boolean {
    const { slots, places } = this.layout;
    for (let k = slots.ints.place[slot]; k < slots.ints.place[slot + 1]; k++) {
      if (this.changed[places.ints.node[k]] > this.proved[slot]) return true;
    }
    return false;
  }
}
