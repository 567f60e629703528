/**
 * A lower bound of the cost from any point to a target: a proposal that is lowered until it is proved.
 *
 * A is the proposed function, given at nodes; B is a bound that is known to hold (the cap). The bound that is wanted is
 * V = min(A, B). It is one if A holds where it is not above B: on intervals with an active node, as targets t, with all sources s
 * of their two cells (cell-proof.ts). On an interval without one, A is above B everywhere, not only at its ends.
 *
 * If the budget ends before all is proved, min(V, L) is a bound, L being the least A on the targets that are not proved:
 * on these it is min(B, L).
 */
import FlatQueue from 'flatqueue';
import type { Budget } from './budget.ts';
import { CellProof } from './cell-proof.ts';
import type { CellBorder, Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';
import { type OpenCell, Proposal } from './proposal.ts';

/**
 * V is lowered by this fraction of the scale more than necessary, so that cells are examined less often; by twice
 * as much in every further round, up to FURTHEST.
 */
const FURTHER = 2e-7;
const FURTHEST = 1e-4;
export class LowerBound {
  readonly proposal: Proposal;
  readonly target: number;
  /** V holds where it is not above this. */
  limit = 0;
  private readonly queue = new FlatQueue<OpenCell>();
  private readonly scale: number;
  private readonly further: number;
  private readonly budget: Budget;
  private readonly proof: CellProof;
  /** Scratch: the targets in a cell. */
  private readonly targets: number[] = [];

  /**
   * @param target the node to which costs are bounded
   * @param scale the cost of a known route
   * @param further by which part of it V is lowered more than necessary in the first round
   */
  constructor(
    layout: Layout,
    momenta: Momenta,
    cap: Proposal['cap'],
    target: number,
    scale: number,
    budget: Budget,
    further = FURTHER,
  ) {
    this.further = further;
    this.proposal = new Proposal(layout, momenta, cap, budget);
    this.target = target;
    this.scale = scale;
    this.budget = budget;
    this.proof = new CellProof(momenta, scale, budget);
  }

  /** Finds V, and proves as much of it as the budget allows. */
  prove(): void {
    this.proposal.lower(this.target, 0);
    this.proposal.follow(this.target);
    if (!this.proposal.search()) return;
    for (let round = 0; this.enqueueUnproved(); round++) {
      this.proof.further = Math.min(FURTHEST, this.further * 2 ** round) * this.scale;
      while (this.queue.length > 0) {
        if (this.budget.isSpent()) {
          this.limit = this.leastUnproved();
          return;
        }
        this.examine(this.queue.pop()!);
      }
    }
    this.limit = Infinity;
  }

  /** The lower bound of the cost from a node. */
  at(node: number): number {
    const { A, cap, layout } = this.proposal;
    return Math.min(this.limit, A[node], cap.at(layout.border.points[node]));
  }

  /** Whether V is to be proved for an interval as target: not where paths only begin. */
  private isTarget({ nodes, a, b }: CellBorder, q: number): boolean {
    const [from, to] = [nodes[a[q]], nodes[b[q]]];
    if (from === to && from !== this.target && this.proposal.layout.border.inside.has(from)) return false;
    return this.proposal.isActive(from) || this.proposal.isActive(to);
  }

  /** Whether that is still to be done, as V has not been proved since it was last lowered there. */
  private isUnproved({ border, proved }: OpenCell, q: number): boolean {
    const { nodes, a, b } = border;
    const last = Math.max(this.proposal.changed[nodes[a[q]]], this.proposal.changed[nodes[b[q]]]);
    return last > proved[q] && this.isTarget(border, q);
  }

  /** Queues all cells with a target that is not proved; false if there is none. */
  private enqueueUnproved(): boolean {
    for (const cell of this.proposal.unsettled) {
      if (cell.proved.some((_, q) => this.isUnproved(cell, q))) this.enqueue(cell);
      else this.proposal.unsettled.delete(cell);
    }
    return this.queue.length > 0;
  }

  /** Queues a cell, by the least A at its active nodes. */
  private enqueue(cell: OpenCell): void {
    if (cell.isQueued) return;
    let lowest = Infinity;
    for (const node of cell.border.nodes) {
      if (this.proposal.A[node] < lowest && this.proposal.isActive(node)) lowest = this.proposal.A[node];
    }
    if (lowest === Infinity) return;
    cell.isQueued = true;
    this.proposal.unsettled.add(cell);
    this.queue.push(cell, lowest);
  }

  /** Proves the targets of a cell that are not proved yet; lowers A at its sources where that takes it. */
  private examine(open: OpenCell): void {
    const { proof, targets } = this;
    const { cell } = proof;
    open.isQueued = false;
    this.proposal.visit++;
    proof.enter(open.border, this.proposal.A);
    cell.sort();
    targets.length = 0;
    for (const j of cell.order) if (this.isUnproved(open, j)) targets.push(j);
    if (targets.length === 0) return;
    for (const j of targets) proof.lowerBehind(j);
    cell.sort();
    for (let n = 0, listed = targets.length; n < listed; n++) this.lowerBeside(open, targets[n], targets[n]);
    for (const j of targets) open.proved[j] = this.proposal.visit;
    // the lowest sources first
    for (const i of cell.order) {
      for (let n = proof.firstUnproved(i, targets, 0); n >= 0; n = proof.firstUnproved(i, targets, n + 1)) {
        const j = targets[n];
        if (cell.touches(i, j)) {
          this.lowerBeside(open, i, j);
        } else {
          this.lowerAt(open, i);
          if (!proof.proves(i, j)) open.proved[j] = -1;
        }
      }
    }
    this.adopt(open);
  }

  /** Lowers A at source i as a target j requires that is the same or beside it. */
  private lowerBeside(open: OpenCell, i: number, j: number): void {
    // a target that falls too steeply along itself would lower the sources next to it too far
    if (i !== j) this.lowerBeside(open, j, j);
    if (!this.proof.proves(i, j)) this.lowerAt(open, i);
  }

  /** Lowers A at source i as the last pair requires; targets that this lowers are to be examined again. */
  private lowerAt(open: OpenCell, i: number): void {
    const { proof, targets } = this;
    const { a, b, ending } = open.border;
    proof.lower(i);
    for (const place of [a[i], b[i]]) {
      for (const j of ending[place]) {
        open.proved[j] = -1;
        if (!targets.includes(j) && this.isTarget(open.border, j)) targets.push(j);
      }
    }
  }

  /** Takes over the values that were lowered in a cell, and queues the other cells at the nodes where they were. */
  private adopt(own: OpenCell): void {
    const { nodes } = own.border;
    const { V } = this.proof.cell;
    for (let k = 0; k < nodes.length; k++) {
      const node = nodes[k];
      if (!(V[k] < this.proposal.A[node])) continue;
      this.proposal.lower(node, V[k]);
      if (!this.proposal.isSurrounded(node) && this.proposal.isActive(node)) this.proposal.follow(node);
      for (const cell of this.proposal.layout.border.cells[node]) {
        const open = this.proposal.cells.get(cell);
        if (open && open !== own) this.enqueue(open);
      }
    }
    // what this lowers is lowered later than the targets of this visit were proved
    this.proposal.visit++;
    this.proposal.search();
  }

  /** The least A on a target that is not proved. */
  private leastUnproved(): number {
    let least = Infinity;
    for (const cell of this.proposal.cells.values()) {
      const { nodes, a, b } = cell.border;
      for (let q = 0; q < a.length; q++) {
        const lowest = Math.min(this.proposal.A[nodes[a[q]]], this.proposal.A[nodes[b[q]]]);
        if (lowest < least && this.isUnproved(cell, q)) least = lowest;
      }
    }
    // nodes of which the search has not opened all cells
    for (let node = 0; node < this.proposal.A.length; node++) {
      if (this.proposal.A[node] < least && this.proposal.isActive(node) && !this.proposal.isSurrounded(node))
        least = this.proposal.A[node];
    }
    return least;
  }
}
