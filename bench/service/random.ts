import { randomNumbers } from '../../test/engine/random-mesh.ts';

/** Random choices that a seed determines. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** In [low, high). */
  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.#next() * below);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
