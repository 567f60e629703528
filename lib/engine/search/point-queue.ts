/**
 * The points that a search has reached and not yet expanded, taken in the order of their costs: a radix heap
 * (Ahuja, Mehlhorn, Orlin & Tarjan 1990). Costs are compared by the high words of their numbers, so two costs
 * that differ by less than a millionth may be taken in either order. A point is in the queue at most once.
 *
 * Bucket b > 0 holds the points whose word differs from the last one taken first in bit b − 1; bucket 0 those
 * whose word is the same. A cost below the last one taken counts as equal to it.
 */
const BUCKETS = 33;

export class PointQueue {
  /** By bucket: the first of its points, −1 = none. */
  private readonly head = new Int32Array(BUCKETS).fill(-1);
  /** By point: its neighbours in its bucket, −1 = none; its bucket, −1 = not in the queue; and its word. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly bucket: Int8Array;
  private readonly word: Int32Array;
  private last = 0;
  private readonly number = new Float64Array(1);
  /** The two words of `number`, of which the second is the high one: machines are little-endian. */
  private readonly words = new Int32Array(this.number.buffer);

  constructor(count: number) {
    this.next = new Int32Array(count);
    this.previous = new Int32Array(count);
    this.bucket = new Int8Array(count).fill(-1);
    this.word = new Int32Array(count);
  }

  /** Puts in a point, or moves it, at a cost of at least 0. */
  put(p: number, cost: number): void {
    if (this.bucket[p] >= 0) this.remove(p);
    this.number[0] = cost;
    this.word[p] = Math.max(this.last, this.words[1]);
    this.insert(p);
  }

  /** Takes out a point of least cost; −1 if the queue is empty. */
  take(): number {
    const { head, next, word } = this;
    let b = 0;
    while (b < BUCKETS && head[b] < 0) b++;
    if (b === BUCKETS) return -1;
    if (b > 0) {
      let least = word[head[b]];
      for (let p = head[b]; p >= 0; p = next[p]) if (word[p] < least) least = word[p];
      this.last = least;
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
    this.bucket[first] = -1;
    return first;
  }

  private insert(p: number): void {
    const b = 32 - Math.clz32(this.word[p] ^ this.last);
    const second = this.head[b];
    this.bucket[p] = b;
    this.previous[p] = -1;
    this.next[p] = second;
    if (second >= 0) this.previous[second] = p;
    this.head[b] = p;
  }

  private remove(p: number): void {
    const before = this.previous[p];
    const after = this.next[p];
    if (before >= 0) this.next[before] = after;
    else this.head[this.bucket[p]] = after;
    if (after >= 0) this.previous[after] = before;
  }
}
