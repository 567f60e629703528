/** Columns of numbers that grow together; `length` entries of each are in use. */
export class Columns<K extends string> {
  length = 0;
  readonly floats: Record<K, Float64Array>;
  private capacity: number;

  constructor(names: readonly K[], capacity = 256) {
    this.capacity = capacity;
    this.floats = Object.fromEntries(names.map((name) => [name, new Float64Array(capacity)])) as Record<
      K,
      Float64Array
    >;
  }

  /** Room for `count` more. */
  reserve(count: number): void {
    if (this.length + count <= this.capacity) return;
    this.capacity = Math.max(this.length + count, 2 * this.capacity);
    for (const name of Object.keys(this.floats) as K[]) {
      const grown = new Float64Array(this.capacity);
      grown.set(this.floats[name].subarray(0, this.length));
      this.floats[name] = grown;
    }
  }
}
