/** The pairs of rectangles that share a stretch of a side, or a corner. */
import { Pairs } from '../compile/neighbour-pairs.ts';

/**
 * @param bounds of cells that do not overlap, degrees; sides that touch are equal
 * @param count of the cells that count: the first ones
 */
export function touchingPairs(bounds: Float64Array, count: number): Pairs {
  const found: number[] = [];
  const meet = (a: number, b: number) => found.push(Math.min(a, b), Math.max(a, b));
  // 180° and −180° are one meridian
  eachAlong(bounds, count, 0, (side) => (side === 180 ? -180 : side), true, meet);
  eachAlong(bounds, count, 1, (side) => side, false, meet);
  const start = new Int32Array(count + 1);
  for (let k = 0; k < found.length; k += 2) start[found[k] + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const other = new Int32Array(found.length / 2);
  const next = start.slice(0, count);
  for (let k = 0; k < found.length; k += 2) other[next[found[k]]++] = found[k + 1];
  for (let i = 0; i < count; i++) other.subarray(start[i], start[i + 1]).sort();
  return new Pairs(start, other);
}

/**
 * Visits the pairs of a cell that ends on a line and one that begins there and lies beside it.
 *
 * @param axis 0: lines of one longitude, 1: of one latitude
 * @param keyOf a side: equal for sides on the same line
 * @param corners whether cells that only touch count
 */
function eachAlong(
  bounds: Float64Array,
  count: number,
  axis: 0 | 1,
  keyOf: (side: number) => number,
  corners: boolean,
  visit: (a: number, b: number) => void,
): void {
  const from = (cell: number) => bounds[4 * cell + 1 - axis];
  const to = (cell: number) => bounds[4 * cell + 3 - axis];
  const ending = new Map<number, number[]>();
  const beginning = new Map<number, number[]>();
  const put = (lines: Map<number, number[]>, side: number, cell: number) => {
    const line = lines.get(keyOf(side));
    if (line) line.push(cell);
    else lines.set(keyOf(side), [cell]);
  };
  for (let cell = 0; cell < count; cell++) {
    put(beginning, bounds[4 * cell + axis], cell);
    put(ending, bounds[4 * cell + 2 + axis], cell);
  }
  for (const [key, low] of ending) {
    const high = beginning.get(key) ?? [];
    for (const list of [low, high]) list.sort((a, b) => from(a) - from(b));
    for (let i = 0, first = 0; i < low.length; i++) {
      while (first < high.length && to(high[first]) < from(low[i])) first++;
      for (let j = first; j < high.length && from(high[j]) <= to(low[i]); j++) {
        const isStretch = from(high[j]) < to(low[i]) && to(high[j]) > from(low[i]);
        if (isStretch || corners) visit(low[i], high[j]);
      }
    }
  }
}
