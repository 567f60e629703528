/**
 * Descent in a changing sea: when a leg begins depends on all legs before it.
 *
 * Let leg i take the vessel from the time Tᵢ₋₁ to Tᵢ and consume Fᵢ. What is minimised is J = T_n or Σ Fᵢ. The weight of a time,
 * wᵢ = ∂J/∂Tᵢ, follows from the end backwards, wᵢ₋₁ = wᵢ ∂Tᵢ/∂Tᵢ₋₁ + ∂Fᵢ/∂Tᵢ₋₁, and the derivatives of J by the ends of leg i are
 * wᵢ times those of Tᵢ plus those of Fᵢ. Second derivatives by way of the times are left out: they change the step, not where it ends.
 */
import type { Chain } from '../path/chain.ts';
import { Descent } from '../refine/descend.ts';
import { Passage } from './passage.ts';
import type { Aim, Sea } from './sea.ts';

/** To come early to where the vessel has to wait is worth this fraction of the time: else it could come there on any way. */
const EARLY = 1e-6;

export class DatedDescent extends Descent {
  /** By vertex: when it is reached. */
  private readonly times: number[] = [];
  private readonly aim: Aim;
  private readonly passage: Passage;
  private readonly start: number;
  /** By vertex, of the leg that ends there: cell, metres, how long it waits, derivatives by its ends. */
  private readonly cells: number[] = [];
  private readonly x: number[] = [];
  private readonly y: number[] = [];
  private readonly waits: number[] = [];
  private readonly slopes: Float64Array[] = [];

  /** @param start when the vessel leaves, days */
  constructor(sea: Sea, aim: Aim, start = 0) {
    super(sea.slices[0].days);
    this.aim = aim;
    this.start = start;
    this.passage = new Passage(sea, aim);
  }

  protected override legAt(i: number, cell: number, x: number, y: number): number {
    const { passage, times, aim, first } = this;
    if (i === first + 1) [times[first], this.cells[first]] = [this.start, cell];
    const begin = times[i - 1];
    // once a leg can't be sailed the others don't matter
    const end = begin === Infinity ? Infinity : passage.through(cell, x, y, begin, 1, this.cells[i - 1]);
    [times[i], this.cells[i], this.x[i], this.y[i]] = [end, cell, x, y];
    this.waits[i] = end < Infinity ? passage.waited : 0;
    if (end === Infinity) return Infinity;
    return (aim === 'days' ? end - begin : passage.consumed) - EARLY * passage.waited;
  }

  protected override differentiateLeg(leg: Float64Array, i: number): void {
    if (i === this.first + 1) this.weigh();
    leg.set(this.slopes[i]);
  }

  /** The derivatives of all legs, by the weights of their times. */
  private weigh(): void {
    const { aim, passage, slopes, first, last } = this;
    const { arrival, consumption } = passage;
    let weight = aim === 'days' ? 1 : 0;
    for (let i = last; i > first; i--) {
      passage.differentiate(this.cells[i], this.x[i], this.y[i], this.times[i - 1], this.cells[i - 1]);
      slopes[i] ??= new Float64Array(4);
      for (let k = 1; k < 4; k++) {
        const value = weight * arrival[k] + (aim === 'days' ? 0 : consumption[k]);
        // a curvature below 0 would lead to where J is greatest
        slopes[i][k] = k === 3 ? Math.max(0, value) : value;
      }
      weight = weight * arrival[4] + (aim === 'days' ? 0 : consumption[4]) + (this.waits[i] > 0 ? EARLY : 0);
    }
  }

  /** When each vertex of a chain is reached. */
  timesOf(chain: Chain): readonly number[] {
    this.cost(chain);
    return this.times.slice(0, chain.length);
  }
}
