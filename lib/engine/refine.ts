import { Chain } from './chain.ts';
import { CornerMoves, simplify } from './corner-moves.ts';
import type { Costs } from './cost.ts';
import { Descent } from './descend.ts';
import type { Mesh } from './mesh.ts';

const MAX_ROUNDS = 200;

/** prototype */
export class Refinement {
  private readonly mesh: Mesh;
  readonly descent: Descent;
  private readonly moves: CornerMoves;
  rounds = 0;
  constructor(mesh: Mesh, costs: Costs) {
    this.mesh = mesh;
    this.descent = new Descent(costs);
    this.moves = new CornerMoves(mesh, costs);
  }

  run(chain: Chain): { cost: number; chain: Chain } {
    let here = chain;
    const there = new Chain(here.length + 16);
    this.descent.run(here);
    for (this.rounds = 0; this.rounds < MAX_ROUNDS; this.rounds++) {
      simplify(this.mesh, here, there);
      if (!this.moves.apply(there, here)) {
        here = there;
        break;
      }
      this.descent.run(here);
    }
    return { cost: this.descent.run(here), chain: here };
  }
}
