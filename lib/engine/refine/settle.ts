import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import { MOST_ROUNDS, NEGLIGIBLE, WORTHWHILE } from '../tolerances.ts';
import { CornerMoves } from './corner-moves.ts';
import { Descent } from './descend.ts';
import { simplify } from './simplify.ts';

/** Neighbouring vertices included on either side when a stretch is refined: more than cross the edges at a corner. */
const MARGIN = 6;

/** Moves a chain to a local minimum of its cost. */
export class Settler {
  readonly descent: Descent;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly moves: CornerMoves;
  private readonly stretch = new Chain(64);
  private readonly simple = new Chain(64);
  private old = new Float64Array(0);

  constructor(mesh: Mesh, costs: Costs) {
    this.mesh = mesh;
    this.costs = costs;
    this.descent = new Descent(costs);
    this.moves = new CornerMoves(mesh, costs);
  }

  /**
   * Alternates descent, corner moves and steps along kinks until none reduces the cost; returns the cost. After the first
   * round only the parts that have changed are examined again.
   */
  settle(chain: Chain): number {
    chain.isTried.fill(0);
    this.descendWhereChanged(chain);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (this.moveUntried(chain)) this.descendWhereChanged(chain);
      else if (this.mesh.profiles.length === 0 || !this.slideAlongKinks(chain)) break;
    }
    return this.descent.cost(chain);
  }

  /**
   * Simplifies each stretch of vertices not tried yet, and moves it away from corners; returns whether
   * anything moved.
   */
  private moveUntried(chain: Chain): boolean {
    const { stretch, simple } = this;
    let changed = false;
    for (let i = 0; i < chain.length; i++) {
      if (chain.isTried[i] === 1) continue;
      const first = Math.max(0, i - MARGIN);
      let last = i;
      for (let k = i; k < chain.length && k <= last + 2 * MARGIN; k++) if (chain.isTried[k] === 0) last = k;
      last = Math.min(chain.length - 1, last + MARGIN);
      stretch.length = 0;
      for (let k = first; k <= last; k++) stretch.pushFrom(chain, k);
      simplify(this.mesh, this.costs, stretch, simple);
      if (this.moves.apply(simple, stretch)) changed = true;
      chain.splice(first, last, stretch);
      i = first + stretch.length - 1;
    }
    return changed;
  }

  /**
   * Returns whether the cost was reduced by the fraction WORTHWHILE; all vertices are then marked to be tried again.
   */
  private slideAlongKinks(chain: Chain): boolean {
    const cost = this.descent.cost(chain);
    if (!(this.descent.runAlongKinks(chain) < cost * (1 - WORTHWHILE))) return false;
    chain.isTried.fill(0);
    return true;
  }

  /** Fixed vertices divide a chain into independent stretches; only stretches that have changed descend. */
  private descendWhereChanged(chain: Chain): void {
    const { slides, isTried, length } = chain;
    if (this.old.length < length) this.old = new Float64Array(2 * length);
    for (let first = 0; first < length - 1; ) {
      let last = first + 1;
      let isChanged = isTried[last] === 0 || isTried[first] === 0;
      while (last < length - 1 && slides[last] === 1) {
        last++;
        isChanged ||= isTried[last] === 0;
      }
      if (isChanged) this.descendBetween(chain, first, last);
      first = last;
    }
  }

  /** Descends one stretch, and marks the vertices that moved, and those next to them, to be tried again. */
  private descendBetween(chain: Chain, first: number, last: number): void {
    const { t, low, high, isTried } = chain;
    const { old } = this;
    for (let i = first; i <= last; i++) old[i] = t[i];
    this.descent.run(chain, 0, first, last);
    for (let i = first + 1; i < last; i++) {
      if (Math.abs(t[i] - old[i]) > NEGLIGIBLE * (high[i] - low[i]))
        isTried[i - 1] = isTried[i] = isTried[i + 1] = 0;
    }
  }
}
