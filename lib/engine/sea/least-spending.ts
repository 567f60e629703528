/**
 * What a vessel under way in a changing sea consumes at least, by the least rate of each slice. It says by when a path has ended that
 * consumes no more than a known one: a day in a slice where every cell costs much is not taken for one of a slice where some cost little.
 */
import { leastRate } from '../cost/cost.ts';
import { type Sea, sliceAt } from './sea.ts';

export class LeastSpending {
  /** The greatest of the rates: what is waited for so long is not under way, and could have been in that slice. */
  readonly greatest: number;
  private readonly sea: Pick<Sea, 'starts'>;
  /** By slice; 0 where nothing can be sailed. */
  private readonly rates: readonly number[];
  /** By slice, what is consumed from the second slice on until it begins; 0 of the first, which has no beginning. */
  private readonly sums: readonly number[];

  constructor({ slices, starts }: Sea) {
    this.sea = { starts };
    this.rates = slices
      .map(({ consumed }) => leastRate(consumed!))
      .map((rate) => (rate < Infinity ? rate : 0));
    this.greatest = Math.max(...this.rates);
    const sums = [0, 0];
    for (let k = 1; k + 1 < slices.length; k++)
      sums.push(sums[k] + this.rates[k] * (starts[k + 1] - starts[k]));
    this.sums = sums.slice(0, slices.length);
  }

  /** What is consumed until a time, from an instant that is the same for all times. */
  until(time: number): number {
    if (time === Infinity) return Infinity;
    const k = sliceAt(this.sea, time);
    return this.sums[k] + this.rates[k] * (time - this.originOf(k));
  }

  /** The latest time until which no more is consumed than so much. */
  when(consumption: number): number {
    const { sums, rates, sea } = this;
    const k = consumption < 0 ? 0 : sums.findLastIndex((sum) => sum <= consumption);
    const rest = consumption - sums[k];
    const days = rest === 0 && rates[k] === 0 ? Infinity : rest / rates[k];
    return Math.min(sea.starts[k + 1], this.originOf(k) + days);
  }

  /** The least rate that is met between two times. */
  rateBetween(from: number, to: number): number {
    const { starts } = this.sea;
    return Math.min(...this.rates.filter((_, k) => starts[k] <= to && starts[k + 1] > from));
  }

  private originOf(k: number): number {
    const { starts } = this.sea;
    return k > 0 ? starts[k] : starts.length > 2 ? starts[1] : 0;
  }
}
