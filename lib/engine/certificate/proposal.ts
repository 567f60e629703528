/**
 * A function on the borders of cells that is proposed as a lower bound of the cost to a target, below a bound that is known.
 *
 * A is the proposed function, found by a search through the nodes of a layout; B a bound that is known to hold (the cap). What is
 * wanted is V = min(A, B). A node is active where A is not clearly above B.
 */
import FlatQueue from 'flatqueue';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** Legs that take as long as a pair of intervals. */
const LEGS_PER_PAIR = 8;

/** A bound known to hold, at a node of a layout. */
export type Cap = (layout: Layout, node: number) => number;

export class Proposal {
  readonly layout: Layout;
  readonly target: number;
  /** By node: A; Infinity where the search did not come. */
  protected value: Float64Array = new Float64Array(0);
  protected readonly momenta: Momenta;
  protected readonly queue = new FlatQueue<number>();
  /** By node: B, and A from where on it is clearly above B; NaN = not known yet. */
  private bound: Float64Array = new Float64Array(0);
  private clear: Float64Array = new Float64Array(0);
  private readonly cap: Cap;
  private legs = 0;
  private readonly nodes: number[] = [];

  /** @param target the node that costs lead to */
  constructor(layout: Layout, momenta: Momenta, target: number, cap: Cap) {
    this.layout = layout;
    this.momenta = momenta;
    this.target = target;
    this.cap = cap;
  }

  /** How much was done, in pairs of intervals; the same on every machine. */
  get work(): number {
    return this.legs / LEGS_PER_PAIR;
  }

  /** V at a node. */
  at(node: number): number {
    return node < this.value.length
      ? Math.min(this.value[node], this.capAt(node))
      : this.cap(this.layout, node);
  }

  /** A at a node, which is V where the cap is not less. */
  proposed(node: number): number {
    return node < this.value.length ? this.value[node] : Infinity;
  }

  /** How strongly A is curved along an edge at most, towards higher costs: its second derivative by the part of the edge; 0 where A is not known. */
  curvature(edge: number): number {
    const { nodes, value } = this;
    this.layout.nodesOfEdge(edge, nodes);
    const last = nodes.length - 1;
    const { part } = this.layout.nodes.floats;
    let most = 0;
    for (let k = 1; k < last; k++) {
      const at = part[nodes[k]];
      const before = at - (k === 1 ? 0 : part[nodes[k - 1]]);
      const after = (k === last - 1 ? 1 : part[nodes[k + 1]]) - at;
      const rise =
        (value[nodes[k + 1]] - value[nodes[k]]) / after - (value[nodes[k]] - value[nodes[k - 1]]) / before;
      if (rise > most && rise < Infinity) most = Math.max(most, (2 * rise) / (before + after));
    }
    return most;
  }

  /** B at a node of any layout. */
  capOf(layout: Layout, node: number): number {
    return this.cap(layout, node);
  }

  private capAt(node: number): number {
    this.clearAt(node);
    return this.bound[node];
  }

  private clearAt(node: number): number {
    const { clear } = this;
    if (!Number.isNaN(clear[node])) return clear[node];
    const { layout, momenta } = this;
    const cells: number[] = [];
    layout.cellsOf(node, cells);
    let most = 0;
    for (const cell of cells) most = Math.max(most, momenta.mostOf(cell));
    this.bound[node] = this.cap(layout, node);
    // on an interval B is at most this much above the line between its values at the ends
    clear[node] = this.bound[node] + 0.5 * most * layout.longestAt(node);
    return clear[node];
  }

  protected isActive(node: number): boolean {
    return this.value[node] < this.clearAt(node);
  }

  protected grow(): void {
    const { nodeCount } = this.layout;
    if (nodeCount > this.value.length) {
      const capacity = Math.max(2 * this.value.length, nodeCount, 256);
      this.value = extended(this.value, capacity, Infinity);
      this.clear = extended(this.clear, capacity, Number.NaN);
      this.bound = extended(this.bound, capacity, Number.NaN);
    }
  }

  protected enter(cell: number): number {
    const slot = this.layout.enter(cell);
    this.grow();
    return slot;
  }

  /** Proposes A; false when time is up. Dijkstra over the nodes that are active, with the least that a leg can cost. */
  protected search(isOver: (work: number) => boolean): boolean {
    const { queue, target } = this;
    this.grow();
    this.value[target] = 0;
    queue.push(target, 0);
    const around: number[] = [];
    while (queue.length > 0) {
      const cost = queue.peekValue()!;
      const node = queue.pop()!;
      if (cost > this.value[node] || !this.isActive(node)) continue;
      if (isOver(this.work)) return false;
      around.length = 0;
      this.layout.cellsOf(node, around);
      for (const cell of around) this.relax(node, this.enter(cell), cell, true);
    }
    return true;
  }

  protected relax(node: number, slot: number, cell: number, isSearch: boolean): void {
    const { layout, momenta, value, queue } = this;
    const { node: nodeOf, x, y } = layout.places.floats;
    const end = layout.slots.floats.place[slot + 1];
    const start = layout.slots.floats.place[slot];
    let own = start;
    while (nodeOf[own] !== node) own++;
    momenta.enter(cell);
    this.legs += end - start;
    const least = momenta.leastOf(cell);
    const V = value[node];
    for (let k = start; k < end; k++) {
      const other = nodeOf[k];
      const room = value[other] - V;
      if (room <= 0) continue;
      const dx = x[own] - x[k];
      const dy = y[own] - y[k];
      if ((dx * dx + dy * dy) * least * least >= room * room) continue;
      const cost = momenta.leg(dx, dy);
      if (cost < room) {
        value[other] = V + cost;
        if (isSearch) queue.push(other, V + cost);
      }
    }
  }
}

/** The array with room for more. */
export function extended<T extends Float64Array | Uint8Array>(array: T, capacity: number, fill: number): T {
  const grown = new (array.constructor as new (length: number) => T)(capacity);
  grown.fill(fill);
  grown.set(array);
  return grown;
}
