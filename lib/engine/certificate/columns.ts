/** Columns of numbers that grow together; `length` entries of each are in use. */
export class Columns<K extends string> {
  length = 0;
  readonly floats: Record<K, Float64Array>;

  constructor(names: readonly K[], capacity = 256) {
    this.floats = Object.fromEntries(names.map((name) => [name, new Float64Array(capacity)])) as Record<
      K,
      Float64Array
    >;
  }

  /** Room for `count` more. */
  reserve(count: number): void {
    const names = Object.keys(this.floats) as K[];
    const capacity = this.floats[names[0]].length;
    if (this.length + count <= capacity) return;
    for (const name of names) {
      const grown = new Float64Array(Math.max(this.length + count, 2 * capacity));
      grown.set(this.floats[name].subarray(0, this.length));
      this.floats[name] = grown;
    }
  }
}
