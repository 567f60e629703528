/**
 * A lower bound of the cost from any point to a target: a proposal that is lowered until it is proved.
 *
 * V = min(A, B) is a bound (proposal.ts) if A holds where it is active. Where V = B at both s and t, nothing
 * has to be proved, because B is known to hold. So A has to be proved in the active cells, those with an
 * active node, for targets t on intervals with such a node (cell-proof.ts). On an interval without one, A is
 * above B everywhere, not only at its ends.
 */
import { CellProof } from './cell-proof.ts';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';
import { type Cap, extended, Proposal } from './proposal.ts';

/** V is lowered by this fraction of the scale more than necessary, so that cells are examined less often. */
const FURTHER = 2e-7;
/** Maximum number of rounds of lowering and proving. */
const ROUNDS = 60;
/** Times that a source is lowered for one target before other targets are examined. */
const REPEATS = 8;

export class LowerBound extends Proposal {
  /** Whether the bound was proved; false if the proof was given up. */
  readonly complete: boolean;
  private readonly proof: CellProof;
  private readonly further: number;
  private readonly isOver: (work: number) => boolean;
  /** By slot: whether the cell is queued, and whether V as it is now is proved in it. */
  private waits: Uint8Array = new Uint8Array(0);
  private proved: Uint8Array = new Uint8Array(0);
  /** By interval: whether it must be examined as a target. */
  private stale: Uint8Array = new Uint8Array(0);
  /** Scratch: cells at a node; cells to queue; intervals of a cell, and those to examine as targets. */
  private readonly around: number[] = [];
  private readonly cells: number[] = [];
  private readonly sources: number[] = [];
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
    this.further = FURTHER * scale;
    this.proof = new CellProof(layout, momenta, scale);
    this.complete = this.search(isOver) && this.lowerUntilProved();
  }

  override get work(): number {
    return super.work + (this.proof?.pairs ?? 0);
  }

  /** For tests: the nodes at the ends of each interval of the cell in a slot. */
  *intervalsOf(slot: number): Generator<{ a: number; b: number }> {
    const { slots, intervals, places } = this.layout;
    const { node } = places.floats;
    for (let q = slots.floats.interval[slot]; q < slots.floats.interval[slot + 1]; q++) {
      yield { a: node[intervals.floats.a[q]], b: node[intervals.floats.b[q]] };
    }
  }

  protected override grow(): void {
    super.grow();
    const { slots, intervals } = this.layout;
    if (slots.length > this.waits.length) {
      this.waits = extended(this.waits, 2 * slots.length, 0);
      this.proved = extended(this.proved, 2 * slots.length, 0);
    }
    if (intervals.length > this.stale.length) this.stale = extended(this.stale, 2 * intervals.length, 1);
  }

  private lowerUntilProved(): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.lowerAll()) return false;
      if (this.isProved()) return true;
    }
    return false;
  }

  /** Lowers A in the active cells, in the order of A, until no cell requires more; false if time is up. */
  private lowerAll(): boolean {
    const { queue, layout } = this;
    for (let slot = 0; slot < layout.slots.length; slot++) this.enqueue(slot);
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
    let lowest = Infinity;
    for (let k = slots.floats.place[slot]; k < slots.floats.place[slot + 1]; k++) {
      const node = places.floats.node[k];
      if (this.isActive(node)) lowest = Math.min(lowest, this.value[node]);
    }
    if (lowest === Infinity) return;
    this.waits[slot] = 1;
    this.queue.push(slot, lowest);
  }

  /** Lowers A at the sources of a cell, the lowest first, as its targets require that must be examined. */
  private lowerCell(slot: number): void {
    const { layout, proof, value, cells, stale, targets, sources } = this;
    this.labelAll(slot);
    proof.enter(slot, value);
    const first = layout.slots.floats.interval[slot];
    sources.length = 0;
    targets.length = 0;
    for (let j = 0; j < proof.count; j++) {
      sources.push(j);
      // a target that was not lowered since stays proved: sources can only have been lowered
      if (stale[first + j] === 1 && this.isTarget(j)) targets.push(j);
      stale[first + j] = 0;
    }
    if (targets.length === 0) return;
    sources.sort((i, j) => proof.leastOf(i) - proof.leastOf(j));
    targets.sort((i, j) => proof.leastOf(i) - proof.leastOf(j));
    for (const j of targets) proof.lowerBehind(j, this.further);
    for (let n = 0, count = targets.length; n < count; n++) this.lowerFor(targets[n], targets[n]);
    for (const i of sources) {
      for (let n = proof.firstUnproved(i, targets, 0); n >= 0; n = proof.firstUnproved(i, targets, n + 1)) {
        this.lowerFor(i, targets[n]);
      }
    }
    cells.length = 0;
    const { node } = layout.places.floats;
    for (let k = 0; k < proof.places; k++) this.adopt(slot, node[proof.place0 + k], proof.valueAt(k));
    for (const cell of cells) this.enqueue(this.enter(cell));
  }

  /** Lowers A at source i until it is proved for target j; other targets that fall are examined too. */
  private lowerFor(i: number, j: number): void {
    const { proof, targets } = this;
    // a target that falls too steeply along itself would lower the sources next to it too far
    if (i !== j && proof.touches(i, j)) this.lowerFor(j, j);
    for (let k = 0; k < REPEATS && !proof.proves(i, j); k++) {
      proof.lower(i, this.further);
      for (let n = 0; n < proof.count; n++) {
        if (proof.touches(n, i) && !targets.includes(n) && this.isTarget(n)) targets.push(n);
      }
    }
  }

  /** Takes over a value that was lowered in a cell; other cells must examine the targets that it changes. */
  private adopt(own: number, node: number, V: number): void {
    const { value, layout, stale, around } = this;
    if (!(V < value[node])) return;
    value[node] = V;
    around.length = 0;
    layout.cellsOf(node, around);
    const { interval } = layout.slots.floats;
    for (const cell of around) {
      const slot = this.enter(cell);
      this.proved[slot] = 0;
      if (slot === own) continue;
      if (!this.cells.includes(cell)) this.cells.push(cell);
      const { a, b } = layout.intervals.floats;
      const { node: nodeOf } = layout.places.floats;
      for (let q = interval[slot]; q < interval[slot + 1]; q++) {
        if (nodeOf[a[q]] === node || nodeOf[b[q]] === node) stale[q] = 1;
      }
    }
  }

  /** Whether j must be proved as target: not where V = B, nor for the other end of the route in a cell. */
  private isTarget(j: number): boolean {
    const { proof, target } = this;
    const { node } = this.layout.places.floats;
    const [a, b] = [node[proof.placeA(j)], node[proof.placeB(j)]];
    if (a === b) return a === target || (this.layout.isOnBorder(a) && this.isActive(a));
    return this.isActive(a) || this.isActive(b);
  }

  /** Labels nodes without a value: a cell that became active may have some. */
  private labelAll(slot: number): void {
    const { slots, places } = this.layout;
    const [from, to] = [slots.floats.place[slot], slots.floats.place[slot + 1]];
    const unlabelled = [...places.floats.node.subarray(from, to)].filter((n) => this.value[n] === Infinity);
    if (unlabelled.length === 0) return;
    this.momenta.enter(slots.floats.cell[slot]);
    for (let k = from; k < to; k++) {
      const node = places.floats.node[k];
      if (this.value[node] < Infinity && this.isActive(node)) this.relax(node, slot, false);
    }
    for (const node of unlabelled) {
      this.around.length = 0;
      this.layout.cellsOf(node, this.around);
      for (const cell of this.around) this.enqueue(this.enter(cell));
    }
  }

  /**
   * The proof: examines every active cell without changing anything, except cells whose V has not changed
   * since they were proved. Where the proof fails, all targets of the cell are examined again.
   */
  private isProved(): boolean {
    const { layout, stale, proved } = this;
    const { interval } = layout.slots.floats;
    let isProved = true;
    for (let slot = 0; slot < layout.slots.length; slot++) {
      if (proved[slot] === 1 || !this.isActiveCell(slot)) continue;
      if (this.isProvedIn(slot)) {
        proved[slot] = 1;
        continue;
      }
      isProved = false;
      stale.fill(1, interval[slot], interval[slot + 1]);
    }
    return isProved;
  }

  private isProvedIn(slot: number): boolean {
    const { proof } = this;
    proof.enter(slot, this.value);
    const targets: number[] = [];
    for (let j = 0; j < proof.count; j++) {
      if (!(proof.valueA(j) < Infinity && proof.valueB(j) < Infinity)) return false;
      if (this.isTarget(j)) targets.push(j);
    }
    for (let i = 0; i < proof.count; i++) {
      if (proof.firstUnproved(i, targets, 0) >= 0) return false;
    }
    return true;
  }

  private isActiveCell(slot: number): boolean {
    const { slots, places } = this.layout;
    for (let k = slots.floats.place[slot]; k < slots.floats.place[slot + 1]; k++) {
      if (this.isActive(places.floats.node[k])) return true;
    }
    return false;
  }
}
