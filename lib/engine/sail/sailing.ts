/**
 * Reduces a route to the few waypoints that a bridge system can take. Vertices of the refined path are
 * dropped, the one that adds the least cost first, as long as the remaining legs stay in open cells and the
 * total cost stays within the tolerance (after Visvalingam & Whyatt 1993).
 */
import FlatQueue from 'flatqueue';
import { type Costs, costBetween, legCost, type Objective } from '../cost/cost.ts';
import { edgesOf, isOnLineOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import { cutPath } from '../path/evaluate.ts';
import { type Leg, legOf, legsThrough, type Track, totalOf, trackOfLegs } from '../path/track.ts';
import { turnInside } from '../path/turn-inside.ts';
import { WORTHWHILE } from '../tolerances.ts';
import { LegWalker } from './walk-leg.ts';

/** The fraction by which the reduction to sailing waypoints may increase the cost of a route. */
export const SAILING_COST_TOLERANCE = 0.001;

/** Whether a track costs little enough more than another to be its sailing track. */
export function isWithinTolerance(sailing: Track, track: Track, objective: Objective): boolean {
  return totalOf(sailing, objective) <= (1 + SAILING_COST_TOLERANCE) * totalOf(track, objective);
}

/**
 * @param turning the costs of legs that may turn inside their cells: turns may cost half of the tolerance more than the best ones, which
 * are many
 * @param startCells the open cells that the start touches
 */
export function sailingTrack(mesh: Mesh, turning: Costs, chain: Chain, startCells: readonly number[]): Track {
  const costs = { ...turning, bridgesOf: null };
  const most = (1 + SAILING_COST_TOLERANCE) * sumOf(legCosts(turning, chain));
  const few = turnInside(mesh, turning, chain, SAILING_COST_TOLERANCE / 2);
  const path = sumOf(legCosts(costs, few)) <= most ? few : chain;
  return new Thinning(mesh, costs, path, startCells, most).track();
}

/** The cost of the leg that ends at each vertex. */
const legCosts = (costs: Costs, chain: Chain): Float64Array =>
  new Float64Array(chain.length).map((_, i) =>
    i === 0 ? 0 : costBetween(costs, chain.cell[i], chain.point(i - 1), chain.point(i)),
  );

const sumOf = (all: Float64Array): number => all.reduce((a, b) => a + b, 0);

class Thinning {
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly chain: Chain;
  private readonly startCells: readonly number[];
  private readonly walker: LegWalker;
  /** The kept vertices as a doubly linked list, and the cost of the leg that ends at each. */
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly legCost: Float64Array;
  /** The cost that dropping a vertex would add. */
  private readonly excess: Float64Array;

  constructor(mesh: Mesh, costs: Costs, chain: Chain, startCells: readonly number[], most: number) {
    this.mesh = mesh;
    this.costs = costs;
    this.chain = chain;
    this.startCells = startCells;
    this.walker = new LegWalker(mesh, chain);
    const n = chain.length;
    this.before = new Int32Array(n).map((_, i) => i - 1);
    this.after = new Int32Array(n).map((_, i) => i + 1);
    this.legCost = legCosts(costs, chain);
    this.excess = new Float64Array(n);
    this.thin(most);
  }

  track(): Track {
    const { chain, after, mesh } = this;
    const coordinates = [chain.point(0)];
    const legs: Leg[] = [];
    for (let i = 0, j = after[0]; j < chain.length; i = j, j = after[j]) {
      coordinates.push(chain.point(j));
      legs.push(joined(this.piecesOf(i, j)));
    }
    return trackOfLegs(mesh, coordinates, legs);
  }

  /** The pieces of the leg from vertex i to vertex j, by cell; a leg along edges is evaluated like any other path. */
  private piecesOf(i: number, j: number): Leg[] {
    const { chain, mesh, costs, walker } = this;
    if (j === i + 1) walker.follow(i, j, chain.cell[j]);
    else walker.walk(i, j, this.bestWalk(i, j).cell);
    if (this.runsAlongEdge(i, j, walker.cell)) {
      const { coordinates, cells } = cutPath(mesh, costs, [chain.point(i), chain.point(j)]);
      return legsThrough(costs, coordinates, cells);
    }
    return walker.cell.map((cell, k) => legOf(costs, cell, walker.x[k], walker.y[k]));
  }

  /** Whether the leg from vertex i to vertex j through given cells runs along an edge of one of them. */
  private runsAlongEdge(i: number, j: number, cells: readonly number[]): boolean {
    const { mesh, chain } = this;
    const isOn = (e: number, k: number) => isOnLineOf(mesh, e, chain.lon(k), chain.lat(k));
    return cells.some((cell) => edgesOf(mesh, cell).some((e) => isOn(e, i) && isOn(e, j)));
  }

  /** @param most that all legs may cost together */
  private thin(most: number): void {
    const { chain, before, after, excess } = this;
    const queue = new FlatQueue<number>();
    const isWeighed = new Uint8Array(chain.length);
    const legsAt = (i: number) => this.legCost[i] + this.legCost[after[i]];
    /**
     * A vertex counts as adding at least the fraction WORTHWHILE of the cost of its legs, so that short legs are joined
     * first. What dropping it really adds is calculated only when this is the least of all.
     */
    const enqueue = (i: number) => {
      if (i <= 0 || i >= chain.length - 1) return;
      excess[i] = WORTHWHILE * legsAt(i);
      isWeighed[i] = 0;
      queue.push(i, excess[i]);
    };
    for (let i = 1; i + 1 < chain.length; i++) enqueue(i);
    let room = most - sumOf(this.legCost);
    while (queue.length > 0) {
      const price = queue.peekValue()!;
      const i = queue.pop()!;
      if (before[i] < 0 || price !== excess[i]) continue;
      if (price > room) break;
      if (isWeighed[i] === 0) {
        isWeighed[i] = 1;
        const exact = this.bestWalk(before[i], after[i]).cost - legsAt(i);
        if (exact > price) {
          excess[i] = exact;
          if (exact < Infinity) queue.push(i, exact);
          continue;
        }
      }
      room -= price;
      const [previous, next] = [before[i], after[i]];
      this.legCost[next] += this.legCost[i] + price;
      after[previous] = next;
      before[next] = previous;
      before[i] = -1;
      enqueue(previous);
      enqueue(next);
    }
  }

  private walked(): number {
    const { cell, x, y } = this.walker;
    let sum = 0;
    for (let k = 0; k < cell.length; k++) sum += legCost(this.costs, cell[k], x[k], y[k]);
    return sum;
  }

  /**
   * Walks from vertex i to vertex j, starting in each possible cell; returns the least cost (Infinity if
   * there is no such leg) and the cell where it starts.
   */
  private bestWalk(i: number, j: number): { cost: number; cell: number } {
    const best = { cost: Infinity, cell: -1 };
    for (const cell of this.cellsFrom(i)) {
      if (!this.walker.walk(i, j, cell)) continue;
      const cost = this.walked();
      if (cost < best.cost) [best.cost, best.cell] = [cost, cell];
    }
    return best;
  }

  private cellsFrom(i: number): readonly number[] {
    const { chain, mesh } = this;
    if (i === 0) return this.startCells;
    if (chain.edge[i] >= 0) return [...mesh.edgeTopology.subarray(4 * chain.edge[i], 4 * chain.edge[i] + 2)];
    if (chain.corner[i] < 0) return [chain.cell[i]];
    // after a pinch the vessel starts from the corner on the other side of it
    const cells = [...mesh.cornerCell.subarray(4 * chain.corner[i], 4 * chain.corner[i] + 4)].filter(
      (c) => c >= 0,
    );
    return cells.includes(chain.cell[i + 1]) ? cells : [chain.cell[i + 1]];
  }
}

/** One leg instead of several in a line; its cell is the last one's. */
function joined(pieces: readonly Leg[]): Leg {
  const sum = (part: (leg: Leg) => number) => pieces.reduce((total, piece) => total + part(piece), 0);
  const days = sum((piece) => piece.days);
  return {
    cell: pieces.at(-1)!.cell,
    lengthM: sum(({ lengthM }) => lengthM),
    days,
    consumption: sum(({ consumption }) => consumption),
    speed: days > 0 ? sum((piece) => piece.speed * piece.days) / days : 0,
  };
}
