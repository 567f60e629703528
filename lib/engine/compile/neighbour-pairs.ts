import { free } from '../mesh/free.ts';
import type { MeshSource } from '../mesh/mesh-source.ts';

/**
 * Pairs of cells: cell i with each of other[start[i]] … other[start[i + 1] − 1], all greater than i and
 * ascending.
 */
export class Pairs {
  readonly #start: Int32Array;
  readonly #other: Int32Array;

  constructor(start: Int32Array, other: Int32Array) {
    this.#start = start;
    this.#other = other;
  }

  /** Frees their memory. */
  free(): void {
    free(this.#start);
    free(this.#other);
  }

  /** Visits each pair once, however often it is listed. */
  each(visit: (a: number, b: number) => void): void {
    for (let i = 0; i + 1 < this.#start.length; i++) {
      for (let k = this.#start[i]; k < this.#start[i + 1]; k++) {
        if (k === this.#start[i] || this.#other[k] !== this.#other[k - 1]) visit(i, this.#other[k]);
      }
    }
  }
}

/**
 * The pairs of neighbouring open cells, the smaller index first.
 *
 * @param rank index of each row's cell; the open cells have those below `open`
 */
export function neighbourPairs({ neighbours }: MeshSource, rank: Int32Array, open: number): Pairs {
  const { start, cell } = neighbours;
  const visitLinks = (visit: (a: number, b: number) => void) => {
    for (let row = 0; row < rank.length; row++) {
      const i = rank[row];
      if (i >= open) continue;
      for (let k = start[row]; k < start[row + 1]; k++) {
        const j = rank[cell[k]];
        if (j < open && i !== j) visit(Math.min(i, j), Math.max(i, j));
      }
    }
  };
  const first = new Int32Array(open + 1);
  visitLinks((a) => first[a + 1]++);
  for (let i = 0; i < open; i++) first[i + 1] += first[i];
  const other = new Int32Array(first[open]);
  const next = first.slice(0, open);
  visitLinks((a, b) => {
    other[next[a]++] = b;
  });
  for (let i = 0; i < open; i++) other.subarray(first[i], first[i + 1]).sort();
  return new Pairs(first, other);
}
