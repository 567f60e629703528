import type { Costs } from '../cost/cost.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { Chain } from '../path/chain.ts';
import { CornerMoves } from './corner-moves.ts';
import { Descent } from './descend.ts';
import { simplify } from './simplify.ts';

/** Rounds of descending and turning corners: a path passes at most so many cells by. */
const MAX_ROUNDS = 100;

/** Brings a chain to the bottom of its valley. */
export class Settler {
  readonly descent: Descent;
  private readonly mesh: Mesh;
  private readonly costs: Costs;
  private readonly moves: CornerMoves;
  private readonly spare = new Chain(64);

  constructor(mesh: Mesh, costs: Costs) {
    this.mesh = mesh;
    this.costs = costs;
    this.descent = new Descent(costs);
    this.moves = new CornerMoves(mesh, costs);
  }

  /**
   * Descends, and leaves corners, until neither helps; returns the cost.
   *
   * @param crossesOver whether to look across the corners near the path as well, when it has come to rest
   */
  settle(chain: Chain, crossesOver: boolean): number {
    let cost = this.descent.run(chain);
    let isAtRest = false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      simplify(this.mesh, this.costs, chain, this.spare);
      const changed = this.moves.apply(this.spare, chain, isAtRest && crossesOver);
      if (!changed && (isAtRest || !crossesOver)) break;
      isAtRest = !changed;
      if (changed) cost = this.descent.run(chain);
    }
    return cost;
  }
}
