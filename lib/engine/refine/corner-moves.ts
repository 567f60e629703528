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
import { SAME_COST } from '../tolerances.ts';
import { Descent } from './descend.ts';
import { Opening } from './opening.ts';

/** In one step of a trial, a crossing keeps at least this fraction of its distance to the corner. */
const KEPT_FRACTION = 0.1;

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
   * Copies `chain` to `out` and replaces corners by a way around them where that is cheaper; returns whether
   * anything changed.
   */
  apply(chain: Chain, out: Chain): boolean {
    out.length = 0;
    out.pushFrom(chain, 0);
    let changed = false;
    for (let i = 1; i < chain.length; i++) {
      const isCorner = chain.corner[i] >= 0 && i + 1 < chain.length;
      if (isCorner && chain.isTried[i] === 0 && this.goRound(out, chain, i)) {
        changed = true;
        out.isTried[out.length - 1] = 0;
        // the way includes the vertex after the corner
        for (let k = 1; k < this.best.length; k++) {
          out.pushFrom(this.best, k);
          out.isTried[out.length - 1] = 0;
        }
        i++;
        if (i + 1 < chain.length) chain.isTried[i + 1] = 0;
      } else {
        out.pushFrom(chain, i);
        out.isTried[out.length - 1] = 1;
      }
    }
    return changed;
  }

  /**
   * Finds the cheapest way around the corner at vertex i, from the last vertex of `before`; returns whether it
   * saves.
   */
  private goRound(before: Chain, chain: Chain, i: number): boolean {
    const { trial, descent } = this;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    trial.pushFrom(chain, i);
    trial.pushFrom(chain, i + 1);
    this.throughCorner = descent.cost(trial);
    this.least = this.throughCorner * (1 - SAME_COST);
    this.best.length = 0;
    this.edges.length = this.cells.length = 0;
    this.explore(before, chain, i, chain.cell[i]);
    return this.best.length > 0;
  }

  /** Tries every sequence of edges at the corner that leads from `cell` to the cell after the corner. */
  private explore(before: Chain, chain: Chain, i: number, cell: number): void {
    const { cornerEdge, edgeTopology } = this.mesh;
    const { edges, cells } = this;
    const corner = chain.corner[i];
    if (cell === chain.cell[i + 1] && edges.length > 0) {
      this.tryWay(before, chain, i);
      return;
    }
    for (let k = 4 * corner; k < 4 * corner + 4 && cornerEdge[k] >= 0; k++) {
      const edge = cornerEdge[k];
      const low = edgeTopology[4 * edge];
      const high = edgeTopology[4 * edge + 1];
      if (cell !== low && cell !== high) continue;
      const next = cell === low ? high : low;
      if (edges.includes(edge) || cells.includes(next) || next === chain.cell[i]) continue;
      edges.push(edge);
      cells.push(next);
      this.explore(before, chain, i, next);
      edges.pop();
      cells.pop();
    }
  }

  private tryWay(before: Chain, chain: Chain, i: number): void {
    const { mesh, trial, edges, cells, descent } = this;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    let cell = chain.cell[i];
    for (let k = 0; k < edges.length; k++) {
      trial.pushOnEdge(mesh, edges[k], 0, cell);
      cell = cells[k];
    }
    trial.pushFrom(chain, i + 1);
    trial.slides[0] = trial.slides[trial.length - 1] = 0;
    if (!this.opening.open(trial, chain.corner[i], this.throughCorner)) return;
    descent.run(trial, KEPT_FRACTION);
    const cost = descent.cost(trial);
    if (!(cost < this.least)) return;
    this.least = cost;
    this.best.length = 0;
    this.best.pushFrom(before, before.length - 1);
    for (let k = 1; k < trial.length - 1; k++) this.best.pushFrom(trial, k);
    this.best.pushFrom(chain, i + 1);
  }
}
