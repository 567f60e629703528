/** Columns of numbers that grow together; `length` entries of each are in use. */
export class Columns<F extends string, I extends string> {
  length = 0;
  readonly floats: Record<F, Float64Array>;
  readonly ints: Record<I, Int32Array>;
  private capacity = 4096;

  constructor(floats: readonly F[], ints: readonly I[]) {
    const make = <K extends string, T>(names: readonly K[], array: () => T) =>
      Object.fromEntries(names.map((name) => [name, array()])) as Record<K, T>;
    this.floats = make(floats, () => new Float64Array(this.capacity));
    this.ints = make(ints, () => new Int32Array(this.capacity));
  }

  /** Room for `count` more. */
  reserve(count: number): void {
    if (this.length + count <= this.capacity) return;
    this.capacity = Math.max(this.length + count, 2 * this.capacity);
    for (const name of Object.keys(this.floats) as F[]) {
      this.floats[name] = extended(this.floats[name], this.capacity, 0);
    }
    for (const name of Object.keys(this.ints) as I[]) {
      this.ints[name] = extended(this.ints[name], this.capacity, 0);
    }
  }
}

/** A copy of the array with room for more. */
export function extended<T extends Float64Array | Int32Array | Uint8Array>(
  array: T,
  capacity: number,
  fill: number,
): T {
  const grown = new (array.constructor as new (length: number) => T)(capacity);
  grown.set(array);
  return grown.fill(fill, array.length) as T;
}
