/**
 * Moves a path away from corners at which descent alone is stuck.
 *
 * Where crossings have slid to the end of their edges, the path turns at a corner. There it can pass from the
 * cell before the corner to the cell after it on either side of the corner, through the cells between. Each
 * of these ways is tried as a separate chain: it is moved a little away from the corner and descends while
 * its neighbours stay fixed. A way that is cheaper replaces the turn.
 */

import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import { Descent } from './descend.ts';
import { Opening } from './opening.ts';
import { SNAP } from './simplify.ts';

/** Steps of the trial descent: enough to tell whether a way is cheaper. */
const TRIAL_STEPS = 12;
/** In one step of a trial, a crossing keeps at least this fraction of its distance to the corner. */
const KEPT_FRACTION = 0.1;
/**
 * A crossing closer to a corner than this fraction of its edge is also tried on the other side of the corner.
 */
const NEAR = 0.25;
/** Another way around a corner must save at least this fraction of the cost of the legs that it replaces. */
const WORTHWHILE = 1e-9;

/** Vertices first … last cross edges that meet in a corner, or are that corner. */
interface Turn {
  readonly first: number;
  readonly last: number;
  readonly corner: number;
}

export class CornerMoves {
  private readonly mesh: Mesh;
  private readonly descent: Descent;
  private readonly opening: Opening;
  private readonly trial = new Chain(8);
  private readonly best = new Chain(8);
  /** The way being tried: the edges that it crosses, and the cell after each. */
  private readonly edges: number[] = [];
  private readonly cells: number[] = [];
  private throughCorner = 0;
  private least = 0;

  constructor(mesh: Mesh, costs: Costs) {
    this.mesh = mesh;
    this.descent = new Descent(costs);
    this.opening = new Opening(mesh, costs, this.descent);
  }

  /**
   * Copies `chain` to `out` and replaces turns by another way around their corners where that is cheaper;
   * returns whether anything changed.
   *
   * @param crossesOver whether crossings near a corner are also tried on its other side
   */
  apply(chain: Chain, out: Chain, crossesOver: boolean): boolean {
    out.length = 0;
    out.pushFrom(chain, 0);
    let changed = false;
    for (let i = 1; i < chain.length; i++) {
      const turn = this.findTurn(chain, i, crossesOver);
      if (turn && !isTried(chain, turn) && this.goRound(out, chain, turn)) {
        changed = true;
        out.isTried[out.length - 1] = 0;
        // the trial includes the vertex after the turn
        for (let k = 1; k < this.best.length; k++) {
          out.pushFrom(this.best, k);
          out.isTried[out.length - 1] = 0;
        }
        i = turn.last + 1;
        if (i + 1 < chain.length) chain.isTried[i + 1] = 0;
      } else {
        out.pushFrom(chain, i);
        out.isTried[out.length - 1] = 1;
      }
    }
    return changed;
  }

  /** The turn that begins with vertex i: a corner, or crossings of edges near one corner. */
  private findTurn(chain: Chain, i: number, crossesOver: boolean): Turn | null {
    if (i + 1 >= chain.length) return null;
    if (chain.corner[i] >= 0) return { first: i, last: i, corner: chain.corner[i] };
    const corner = crossesOver ? this.cornerNear(chain, i) : -1;
    if (corner < 0) return null;
    let last = i;
    while (last + 2 < chain.length && this.cornerNear(chain, last + 1) === corner) last++;
    return { first: i, last, corner };
  }

  /** The corner that a crossing is near to, −1 = none. */
  private cornerNear({ edge, t, low, high }: Chain, i: number): number {
    if (edge[i] < 0) return -1;
    const near = NEAR * (high[i] - low[i]);
    if (t[i] - low[i] < near) return this.mesh.edgeTopology[4 * edge[i] + 2];
    return high[i] - t[i] < near ? this.mesh.edgeTopology[4 * edge[i] + 3] : -1;
  }

  /**
   * Finds the cheapest way around the corner of a turn, from the last vertex of `before`; returns whether it
   * saves.
   */
  private goRound(before: Chain, chain: Chain, turn: Turn): boolean {
    const { trial, descent, mesh } = this;
    const { first, last, corner } = turn;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    for (let k = first; k <= last + 1; k++) trial.pushFrom(chain, k);
    this.least = descent.cost(trial) * (1 - WORTHWHILE);
    trial.length = 1;
    trial.pushCorner(mesh, corner, chain.cell[first]);
    trial.pushFrom(chain, last + 1);
    this.throughCorner = descent.cost(trial);
    this.best.length = 0;
    this.edges.length = this.cells.length = 0;
    this.explore(chain, turn, before, chain.cell[first], chain.cell[last + 1]);
    return this.best.length > 0;
  }

  /**
   * Tries every sequence of edges at the corner that leads from `cell` to `target`, except those that begin
   * with the first edge of the path's own turn.
   */
  private explore(chain: Chain, turn: Turn, before: Chain, cell: number, target: number): void {
    const { cornerEdge, edgeTopology } = this.mesh;
    const { edges, cells } = this;
    const { corner, first } = turn;
    if (cell === target && edges.length > 0) {
      if (edges[0] !== chain.edge[first]) this.tryWay(chain, turn, before);
      return;
    }
    for (let k = 4 * corner; k < 4 * corner + 4 && cornerEdge[k] >= 0; k++) {
      const edge = cornerEdge[k];
      const low = edgeTopology[4 * edge];
      const high = edgeTopology[4 * edge + 1];
      if (cell !== low && cell !== high) continue;
      const next = cell === low ? high : low;
      if (edges.includes(edge) || cells.includes(next) || next === chain.cell[first]) continue;
      edges.push(edge);
      cells.push(next);
      this.explore(chain, turn, before, next, target);
      edges.pop();
      cells.pop();
    }
  }

  private tryWay(chain: Chain, { first, last, corner }: Turn, before: Chain): void {
    const { mesh, trial, edges, cells, descent } = this;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    let cell = chain.cell[first];
    for (let k = 0; k < edges.length; k++) {
      trial.pushOnEdge(mesh, edges[k], 0, cell);
      cell = cells[k];
    }
    trial.pushFrom(chain, last + 1);
    trial.slides[0] = trial.slides[trial.length - 1] = 0;
    if (!this.opening.open(trial, corner, this.throughCorner)) return;
    descent.run(trial, TRIAL_STEPS, KEPT_FRACTION);
    snap(trial);
    const cost = descent.cost(trial);
    if (!(cost < this.least)) return;
    this.least = cost;
    this.best.length = 0;
    this.best.pushFrom(before, before.length - 1);
    for (let k = 1; k < trial.length - 1; k++) this.best.pushFrom(trial, k);
    this.best.pushFrom(chain, last + 1);
  }
}

/** Whether nothing has changed about a turn since it was last tried. */
function isTried({ isTried: tried }: Chain, { first, last }: Turn): boolean {
  for (let i = first; i <= last; i++) if (tried[i] === 0) return false;
  return true;
}

/** Puts crossings exactly at a corner where only the kept fraction separates them from it. */
function snap({ length, t, low, high }: Chain): void {
  for (let k = 1; k < length - 1; k++) {
    const near = SNAP * (high[k] - low[k]);
    if (t[k] - low[k] < near) t[k] = low[k];
    else if (high[k] - t[k] < near) t[k] = high[k];
  }
}
