/**
 * Lets a path leave the corners it is stuck at.
 *
 * Where crossings have slid to the end of their edges the path turns at a corner. From there it may cross from
 * the cell it comes from to the cell it goes to either way round the corner, through the cells between. Each way is a chain of its own,
 * opened a little from the corner and descended with its neighbours held; one that comes out cheaper replaces the turn.
 */
import { Chain } from './chain.ts';
import type { Costs } from './cost.ts';
import { Descent } from './descend.ts';
import type { Mesh } from './mesh.ts';
import { Opening } from './opening.ts';
import { SNAP } from './simplify.ts';

/** Steps of the trial descent: enough to tell better from worse. */
const TRIAL_STEPS = 12;
/** The part of its way to the corner that a crossing under trial leaves in one step. */
const SHYNESS = 0.1;
/** A way round must save this part of the cost of the legs it replaces. */
const WORTHWHILE = 1e-9;

export class CornerMoves {
  private readonly mesh: Mesh;
  private readonly descent: Descent;
  private readonly opening: Opening;
  private readonly trial = new Chain(8);
  private readonly best = new Chain(8);
  /** The way under trial: edges crossed, and the cells after each. */
  private readonly edges: number[] = [];
  private readonly cells: number[] = [];
  private now = 0;
  private least = 0;

  constructor(mesh: Mesh, costs: Costs) {
    this.mesh = mesh;
    this.descent = new Descent(costs);
    this.opening = new Opening(mesh, costs, this.descent);
  }

  /** Copies `chain` to `out` without what is superfluous, with its turns opened where that saves; whether anything changed. */
  apply(chain: Chain, out: Chain): boolean {
    out.length = 0;
    out.pushFrom(chain, 0);
    let changed = false;
    for (let i = 1; i < chain.length; i++) {
      const canTurn = chain.corner[i] >= 0 && i + 1 < chain.length;
      if (canTurn && this.goRound(out, chain, i)) {
        changed = true;
        // the vertex after the turn is where the trial ended
        for (let k = 1; k < this.best.length; k++) out.pushFrom(this.best, k);
        i++;
      } else out.pushFrom(chain, i);
    }
    return changed;
  }

  /** Finds the cheapest way round the corner of vertex i, from the last vertex of `before`; whether it saves anything. */
  private goRound(before: Chain, chain: Chain, i: number): boolean {
    const { trial, descent } = this;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    trial.pushFrom(chain, i);
    trial.pushFrom(chain, i + 1);
    hold(trial);
    this.now = descent.run(trial, 0);
    this.least = this.now * (1 - WORTHWHILE);
    this.best.length = 0;
    this.edges.length = this.cells.length = 0;
    this.explore(chain, i, before, chain.cell[i], chain.cell[i + 1]);
    return this.best.length > 0;
  }

  /** Tries every sequence of edges at the corner that leads from `cell` to `target`. */
  private explore(chain: Chain, i: number, before: Chain, cell: number, target: number): void {
    const { cornerEdge, edgeTopology } = this.mesh;
    const { edges, cells } = this;
    const corner = chain.corner[i];
    if (cell === target && edges.length > 0) {
      this.tryWay(chain, i, before);
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
      this.explore(chain, i, before, next, target);
      edges.pop();
      cells.pop();
    }
  }

  private tryWay(chain: Chain, i: number, before: Chain): void {
    const { mesh, trial, edges, cells, descent } = this;
    trial.length = 0;
    trial.pushFrom(before, before.length - 1);
    let cell = chain.cell[i];
    for (let k = 0; k < edges.length; k++) {
      trial.pushOnEdge(mesh, edges[k], 0, cell);
      cell = cells[k];
    }
    trial.pushFrom(chain, i + 1);
    hold(trial);
    if (!this.opening.open(trial, chain.corner[i], this.now)) return;
    descent.run(trial, TRIAL_STEPS, SHYNESS);
    snap(trial);
    const cost = descent.run(trial, 0);
    if (!(cost < this.least)) return;
    this.least = cost;
    this.best.length = 0;
    this.best.pushFrom(before, before.length - 1);
    for (let k = 1; k < trial.length - 1; k++) this.best.pushFrom(trial, k);
    this.best.pushFrom(chain, i + 1);
  }
}

/** Crossings that went back to a corner but for what shyness left are put there. */
function snap({ length, t, low, high }: Chain): void {
  for (let k = 1; k < length - 1; k++) {
    const near = SNAP * (high[k] - low[k]);
    if (t[k] - low[k] < near) t[k] = low[k];
    else if (high[k] - t[k] < near) t[k] = high[k];
  }
}

/** The ends of a trial stay where they are. */
function hold(trial: Chain): void {
  trial.slides[0] = trial.slides[trial.length - 1] = 0;
}
