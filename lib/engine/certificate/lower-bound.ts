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
  private readonly isOver: (work: number) => boolean;
  /** By slot: whether the cell is queued. */
  private waits = new Uint8Array(0);
  /**
   * By interval of the layout: the last visit before V was proved for it as target, −1 = none. It stays proved until V
   * is lowered on it, as sources can only be lowered.
   */
  private proved = new Int32Array(0);
  /** Scratch: cells at a node; the targets in a cell. */
  private readonly around: number[] = [];
  private readonly targets: number[] = [];

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
    const { slots, intervals } = this.layout;
    if (slots.length > this.waits.length) this.waits = extended(this.waits, 2 * slots.length, 0);
    if (intervals.length > this.proved.length) this.proved = extended(this.proved, 2 * intervals.length, -1);
  }

  private lowerUntilProved(): boolean {
    for (let slot = 0; slot < this.layout.slots.length; slot++) this.enqueue(slot);
    for (let round = 0; ; round++) {
      this.proof.further = Math.min(MOST, FURTHER * 2 ** round) * this.scale;
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

  /** Lowers A at the sources of a cell, the lowest first, as its targets require that are not proved. */
  private lowerCell(slot: number): void {
    const { proof, targets } = this;
    this.visit++;
    for (const cell of this.labelAll(slot)) this.enqueue(this.enter(cell));
    proof.enter(slot, this.value);
    const { proved } = this;
    const { count, from, order } = proof;
    proof.sort();
    targets.length = 0;
    for (let k = 0; k < count; k++) if (this.isUnproved(from + order[k])) targets.push(order[k]);
    if (targets.length === 0) return;
    for (const j of targets) proof.lowerBehind(j);
    proof.sort();
    for (let n = 0, listed = targets.length; n < listed; n++) this.lowerBeside(targets[n], targets[n]);
    for (const j of targets) proved[from + j] = this.visit;
    for (let k = 0; k < count; k++) {
      const i = order[k];
      for (let n = proof.firstUnproved(i, targets, 0); n >= 0; n = proof.firstUnproved(i, targets, n + 1)) {
        const j = targets[n];
        if (proof.touches(i, j)) {
          this.lowerBeside(i, j);
        } else {
          this.lowerAt(i);
          if (!proof.proves(i, j)) proved[from + j] = -1;
        }
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

  /** Lowers A at source i as the last pair requires; targets that this lowers are to be examined again. */
  private lowerAt(i: number): void {
    const { proof, targets, proved } = this;
    proof.lower(i);
    for (let j = 0; j < proof.count; j++) {
      if (!proof.touches(i, j)) continue;
      proved[proof.from + j] = -1;
      if (!targets.includes(j) && this.isTarget(proof.from + j)) targets.push(j);
    }
  }

  /** Takes over the values that were lowered in a cell; other cells must examine the targets that this changes. */
  private adopt(own: number): void {
    const { proof, value, layout, around } = this;
    const nodeAt = (k: number) => layout.places.ints.node[proof.place0 + k];
    for (let k = 0; k < proof.places; k++) {
      const V = proof.valueAt(k);
      if (!(V < value[nodeAt(k)])) continue;
      value[nodeAt(k)] = V;
      this.changed[nodeAt(k)] = this.visit;
    }
    for (let k = 0; k < proof.places; k++) {
      if (this.changed[nodeAt(k)] < this.visit) continue;
      const isActive = this.isActive(nodeAt(k));
      for (let n = layout.cellsOf(nodeAt(k), around) - 1; n >= 0; n--) {
        const slot = isActive ? this.enter(around[n]) : layout.slot(around[n]);
        if (slot >= 0 && slot !== own) this.enqueue(slot);
      }
    }
  }

  /** Whether interval q of the layout must be proved as target, and V has been lowered on it since it was. */
  private isUnproved(q: number): boolean {
    const { a, b } = this.layout.intervals.ints;
    const { node } = this.layout.places.ints;
    const { changed, proved } = this;
    return (changed[node[a[q]]] > proved[q] || changed[node[b[q]]] > proved[q]) && this.isTarget(q);
  }

  /** Whether q must be proved as target at all: not where V = B, nor for the other end of the route in a cell. */
  private isTarget(q: number): boolean {
    const { layout, target } = this;
    const { node } = layout.places.ints;
    const a = node[layout.intervals.ints.a[q]];
    const b = node[layout.intervals.ints.b[q]];
    if (a === b) return a === target || (layout.isOnBorder(a) && this.isActive(a));
    return this.isActive(a) || this.isActive(b);
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
    const { proof, targets } = this;
    const { interval } = this.layout.slots.ints;
    targets.length = 0;
    for (let q = interval[slot]; q < interval[slot + 1]; q++) {
      if (this.isUnproved(q)) targets.push(q - interval[slot]);
    }
    if (targets.length === 0) return true;
    proof.enter(slot, this.value);
    for (let i = 0; i < proof.count; i++) {
      if (!(proof.valueA(i) < Infinity && proof.valueB(i) < Infinity)) return false;
      if (proof.firstUnproved(i, targets, 0) >= 0) return false;
    }
    for (const j of targets) this.proved[proof.from + j] = this.visit;
    return true;
  }
}
