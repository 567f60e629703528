/**
 * A function on the borders of cells that is proposed as a lower bound of the cost to a target.
 *
 * A is the proposed function, found by a search through the nodes of a layout; B is a bound that is known to
 * hold (the cap). The bound that is wanted is V = min(A, B). A node is active where A is not clearly above B.
 *
 * The search takes legs from node to node. Once both ends of an interval have a cost, it also follows the
 * rays that leave a cell through the interval, so that paths between the nodes count as well.
 */
import FlatQueue from 'flatqueue';
import type { Layout } from './layout.ts';
import type { Momenta } from './momenta.ts';

/** This many legs take as long as one pair of intervals. */
const LEGS_PER_PAIR = 8;
/** A node is expanded again if it can be lowered by more than this fraction of the scale. */
const AGAIN = 2e-6;

/** A bound known to hold, at a node of a layout. */
export type Cap = (layout: Layout, node: number) => number;

export class Proposal {
  readonly layout: Layout;
  readonly target: number;
  /** By node: A; Infinity where the search has not arrived. */
  protected value: Float64Array = new Float64Array(0);
  protected readonly momenta: Momenta;
  protected readonly queue = new FlatQueue<number>();
  protected readonly scale: number;
  /** By node: 1 = the search has expanded it. */
  private done: Uint8Array = new Uint8Array(0);
  /** By node: B, and the least A that is clearly above B; NaN = not known yet. */
  private bound: Float64Array = new Float64Array(0);
  private clear: Float64Array = new Float64Array(0);
  private readonly cap: Cap;
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
    return node < this.value.length
      ? Math.min(this.value[node], this.capAt(node))
      : this.cap(this.layout, node);
  }

  /** A at a node, which equals V where the cap is not less. */
  proposed(node: number): number {
    return node < this.value.length ? this.value[node] : Infinity;
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
      this.done = extended(this.done, capacity, 0);
    }
  }

  protected enter(cell: number): number {
    const slot = this.layout.enter(cell);
    this.grow();
    return slot;
  }

  /**
   * Proposes A by Dijkstra's search over the active nodes, with lower bounds of the costs of legs, and with
   * rays; false if time is up.
   */
  protected search(isOver: (work: number) => boolean): boolean {
    const { queue, target } = this;
    this.grow();
    this.value[target] = 0;
    queue.push(target, 0);
    const around: number[] = [];
    while (queue.length > 0) {
      const cost = queue.peekValue()!;
      const node = queue.pop()!;
      if (cost > this.value[node]) continue;
      if (isOver(this.work)) return false;
      this.done[node] = 1;
      around.length = 0;
      this.layout.cellsOf(node, around);
      let longest = 0;
      for (const cell of around) longest = Math.max(longest, this.layout.longestIn(cell));
      const isActive = this.value[node] < this.clearAt(node) + longest * this.momenta.mostOf(around[0]);
      for (const cell of around) {
        const slot = isActive ? this.enter(cell) : this.layout.slot(cell);
        if (slot < 0) continue;
        this.momenta.enter(cell);
        if (isActive) this.relax(node, slot, true);
        this.sendRays(node, slot, isActive);
      }
    }
    return true;
  }

  /** Labels the other nodes of a cell by the legs from them to one node. */
  protected relax(node: number, slot: number, isSearch: boolean): void {
    const { layout, momenta, value } = this;
    const { node: nodeOf, x, y } = layout.places.floats;
    const end = layout.slots.floats.place[slot + 1];
    const start = layout.slots.floats.place[slot];
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
      if (cost < room) this.label(other, V + cost, isSearch);
    }
  }

  private label(node: number, cost: number, isSearch: boolean): void {
    if (isSearch && this.done[node] === 1 && cost > this.value[node] - AGAIN * this.scale) return;
    this.value[node] = cost;
    if (isSearch) this.queue.push(node, cost);
  }

  /**
   * Follows the rays through the intervals of a cell that have an end at a node and a cost at the other end
   * too.
   */
  private sendRays(node: number, slot: number, isActive: boolean): void {
    const { layout, done, momenta } = this;
    const { interval } = layout.slots.floats;
    const { a, b } = layout.intervals.floats;
    const { node: nodeOf } = layout.places.floats;
    for (let q = interval[slot]; q < interval[slot + 1]; q++) {
      const na = nodeOf[a[q]];
      const nb = nodeOf[b[q]];
      if (na === nb || (na !== node && nb !== node)) continue;
      const other = na === node ? nb : na;
      const isOtherActive = this.isActive(other);
      if (done[other] === 0 || !(isActive || isOtherActive)) continue;
      // an inactive node has legs too if an interval connects it with an active one
      if (!isActive) this.relax(node, slot, true);
      else if (!isOtherActive) this.relax(other, slot, true);
      if (momenta.isUniform) this.sendRaysThrough(q, slot);
    }
  }

  private sendRaysThrough(q: number, slot: number): void {
    const { layout, momenta, value, done } = this;
    const { a, b, length, ex, ey, nx, ny } = layout.intervals.floats;
    const { node: nodeOf, x, y } = layout.places.floats;
    const { place } = layout.slots.floats;
    const [Va, Vb] = [value[nodeOf[a[q]]], value[nodeOf[b[q]]]];
    if (!momenta.crossing(ex[q], ey[q], nx[q], ny[q], (Va - Vb) / length[q], 1)) return;
    const { px, py } = momenta;
    momenta.ray(px, py);
    const { px: rayX, py: rayY } = momenta;
    const [ax, ay, bx, by] = [x[a[q]], y[a[q]], x[b[q]], y[b[q]]];
    const level = Math.min(Va + px * ax + py * ay, Vb + px * bx + py * by);
    this.legs += place[slot + 1] - place[slot];
    for (let k = place[slot]; k < place[slot + 1]; k++) {
      const other = nodeOf[k];
      if (done[other] === 1) continue;
      const cost = level - px * x[k] - py * y[k];
      if (cost >= value[other] || (x[k] - ax) * nx[q] + (y[k] - ay) * ny[q] >= 0) continue;
      // does its ray pass between the ends?
      const left = (x[k] - ax) * rayY - (y[k] - ay) * rayX;
      const right = (x[k] - bx) * rayY - (y[k] - by) * rayX;
      if (left * right <= 0) this.label(other, cost, true);
    }
  }
}

/** A copy of the array with room for more. */
export function extended<T extends Float64Array | Uint8Array>(array: T, capacity: number, fill: number): T {
  const grown = new (array.constructor as new (length: number) => T)(capacity);
  grown.fill(fill);
  grown.set(array);
  return grown;
}
