/**
 * The points that a search has reached and not yet expanded, taken in the order of their costs: a radix heap
 * (Ahuja, Mehlhorn, Orlin & Tarjan 1990). A point is in the queue at most once.
 *
 * A cost is compared by the 64 bits of its number. Bucket b > 0 holds the points whose bits differ from those of
 * the last one taken first in bit b − 1; bucket 0 those whose bits are the same. A cost below the last one taken
 * counts as equal to it.
 */
const BUCKETS = 1 + 8 * Float64Array.BYTES_PER_ELEMENT;

export class PointQueue {
  /** By bucket: the first of its points, −1 = none. */
  private readonly head = new Int32Array(BUCKETS).fill(-1);
  /** By point: its neighbours in its bucket, −1 = none; 1 + its bucket, 0 = not in the queue; and its cost. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly bucket: Uint8Array;
  private readonly cost: Float64Array;
  /** The two words of each cost, of which the second is the high one: machines are little-endian. */
  private readonly words: Int32Array;
  /** The cost last taken, and its words. */
  private last = 0;
  private lastLow = 0;
  private lastHigh = 0;

  constructor(count: number) {
    this.next = new Int32Array(count);
    this.previous = new Int32Array(count);
    this.bucket = new Uint8Array(count);
    this.cost = new Float64Array(count);
    this.words = new Int32Array(this.cost.buffer);
  }

  /** Puts in a point, or moves it, at a cost of at least 0. */
  put(p: number, cost: number): void {
    if (this.bucket[p] > 0) this.remove(p);
    this.cost[p] = Math.max(this.last, cost);
    this.insert(p);
  }

  /** Takes out a point of least cost; −1 if the queue is empty. */
  take(): number {
    const { head, next, cost, words } = this;
    let b = 0;
    while (b < BUCKETS && head[b] < 0) b++;
    if (b === BUCKETS) return -1;
    if (b > 0) {
      let least = head[b];
      for (let p = next[least]; p >= 0; p = next[p]) if (cost[p] < cost[least]) least = p;
      this.last = cost[least];
      this.lastLow = words[2 * least];
      this.lastHigh = words[2 * least + 1];
      let p = head[b];
      head[b] = -1;
      while (p >= 0) {
        const following = next[p];
        this.insert(p);
        p = following;
      }
    }
    const first = head[0];
    this.remove(first);
    this.bucket[first] = 0;
    return first;
  }

  private insert(p: number): void {
    const high = this.words[2 * p + 1] ^ this.lastHigh;
    const b = high !== 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(this.words[2 * p] ^ this.lastLow);
    const second = this.head[b];
    this.bucket[p] = 1 + b;
    this.previous[p] = -1;
    this.next[p] = second;
    if (second >= 0) this.previous[second] = p;
    this.head[b] = p;
  }

  private remove(p: number): void {
    const before = this.previous[p];
    const after = this.next[p];
    if (before >= 0) this.next[before] = after;
    else this.head[this.bucket[p] - 1] = after;
    if (after >= 0) this.previous[after] = before;
  }
}
