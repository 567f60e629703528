import { free } from '../mesh/free.ts';

type NumberArray = Float64Array | Int32Array | Int8Array | Uint8Array;

/** A column that grows as rows are written. Elements that were not written are 0, and take no memory yet. */
export class Growing<A extends NumberArray> {
  #array: A;
  readonly #type: new (
    length: number,
  ) => A;
  readonly #width: number;

  /** @param width elements of a row */
  constructor(type: new (length: number) => A, width: number) {
    this.#type = type;
    this.#width = width;
    this.#array = new type(64 * width);
  }

  /** The array, long enough for a row. */
  at(row: number): A {
    const length = (row + 1) * this.#width;
    return length <= this.#array.length ? this.#array : this.#grow(length);
  }

  /** The first rows. */
  first(rows: number): A {
    return (rows === 0 ? this.#array : this.at(rows - 1)).subarray(0, rows * this.#width) as A;
  }

  #grow(length: number): A {
    const longer = new this.#type(Math.max(length, 2 * this.#array.length));
    longer.set(this.#array);
    free(this.#array); // now, not when the garbage is collected: it may be a hundred megabytes
    this.#array = longer;
    return longer;
  }
}
