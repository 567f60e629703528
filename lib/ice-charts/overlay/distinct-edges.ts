/** The edges of a chart, each once: a border between two areas is drawn by both. */
import { endsOf } from '../../zones/geometry/edges.ts';
import type { Ring } from '../../zones/geometry/polygon.ts';

/** x1, y1, x2, y2 of each; which of two that lead there and back is kept makes no difference to where the border is. */
export function distinctEdges(rings: readonly Ring[]): Float64Array {
  const ends = endsOf(rings);
  const words = new Uint32Array(ends.buffer);
  const count = ends.length / 4;
  let bits = 1;
  while (1 << bits < 2 * count) bits++;
  // open addressing: 1 + the number of the edge, 0 where a place is free
  const table = new Int32Array(1 << bits);
  let kept = 0;
  for (let e = 0; e < count; e++) {
    const from = 4 * e;
    // the same from either end
    const sum = hashOf(words, 2 * from) + hashOf(words, 2 * from + 4);
    let place = Math.imul(sum, 0x9e3779b1) >>> (32 - bits);
    while (table[place] !== 0 && !isSame(ends, 4 * (table[place]! - 1), from)) {
      place = (place + 1) & (table.length - 1);
    }
    if (table[place] !== 0) continue;
    ends.copyWithin(4 * kept, from, from + 4);
    table[place] = ++kept;
  }
  return ends.slice(0, 4 * kept);
}

/** Of the four words of a point. */
function hashOf(words: Uint32Array, k: number): number {
  let hash = Math.imul(words[k]! ^ Math.imul(words[k + 1]!, 0x85ebca6b), 0xc2b2ae35);
  hash = Math.imul(hash ^ words[k + 2]! ^ (hash >>> 15), 0x27d4eb2d);
  return Math.imul(hash ^ words[k + 3]! ^ (hash >>> 13), 0x165667b1);
}

/** Whether two edges are one, or lead there and back. */
function isSame(ends: Float64Array, a: number, b: number): boolean {
  const isAt = (p: number, q: number) => ends[p] === ends[q] && ends[p + 1] === ends[q + 1];
  return (isAt(a, b) && isAt(a + 2, b + 2)) || (isAt(a, b + 2) && isAt(a + 2, b));
}
