/** Edges of rings: which of them are near a box, and the part of them that is in it. */
import Flatbush from 'flatbush';
import type { Box, Ring } from './polygon.ts';

/** Degrees, a tenth of a millimetre: what is thinner is a line. */
const THIN = 1e-9;
/** So many edges, one after another, have one box in the index: it is made in a tenth of the time and memory. */
const RUN = 12;

/** x1, y1, x2, y2 of each edge of rings, in their order. */
export function endsOf(rings: readonly Ring[]): Float64Array {
  const ends = new Float64Array(2 * rings.reduce((sum, { length }) => sum + length, 0));
  let k = 0;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2, k += 4) {
      const next = at + 2 === ring.length ? 0 : at + 2;
      ends[k] = ring[at]!;
      ends[k + 1] = ring[at + 1]!;
      ends[k + 2] = ring[next]!;
      ends[k + 3] = ring[next + 1]!;
    }
  }
  return ends;
}

export class Edges {
  /** x1, y1, x2, y2 of each. */
  readonly ends: Float64Array;
  /** Numbers of edges: a list of them for each box would be a gigabyte in all. */
  #listed = new Int32Array(64);
  /** Where the last list ends. */
  end = 0;
  #runs: { readonly start: Int32Array; readonly index: Flatbush } | null = null;

  constructor(ends: Float64Array) {
    this.ends = ends;
  }

  get count(): number {
    return this.ends.length / 4;
  }

  /** The numbers of those whose boxes meet a box. */
  near(box: Box): number[] {
    return this.listed(0, this.list(box));
  }

  /** Lists those whose boxes meet a box, from 0 on. @returns where the list ends */
  list({ west, south, east, north }: Box): number {
    if (this.count === 0) return 0;
    const { ends } = this;
    let to = 0;
    this.#runs ??= runsOf(ends);
    const { start, index } = this.#runs;
    for (const run of index.search(west, south, east, north)) {
      const end = start[run + 1]!;
      const listed = this.#room(to + end - start[run]!);
      for (let e = start[run]!; e < end; e++) {
        const x1 = ends[4 * e]!;
        const x2 = ends[4 * e + 2]!;
        if ((x1 < west && x2 < west) || (x1 > east && x2 > east)) continue;
        const y1 = ends[4 * e + 1]!;
        const y2 = ends[4 * e + 3]!;
        if ((y1 < south && y2 < south) || (y1 > north && y2 > north)) continue;
        listed[to++] = e;
      }
    }
    return to;
  }

  /** The box round the part of given edges that is inside a box, without those that only touch its sides; null if there is none. */
  borderIn(box: Box, edges: readonly number[]): { border: Box; edges: number[] } | null {
    const listed = this.#room(edges.length);
    for (let k = 0; k < edges.length; k++) listed[k] = edges[k]!;
    const border = this.listIn(box, 0, edges.length);
    return border && { border, edges: this.listed(edges.length, this.end) };
  }

  /** The same of edges that are listed; those that count are listed behind them, up to `end`. */
  listIn(box: Box, begin: number, to: number): Box | null {
    const listed = this.#room(2 * to - begin);
    let kept = to;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const [innerWest, innerEast] = [box.west + THIN, box.east - THIN];
    const [innerSouth, innerNorth] = [box.south + THIN, box.north - THIN];
    const { ends } = this;
    for (let k = begin; k < to; k++) {
      const e = listed[k]!;
      const x1 = ends[4 * e]!;
      const x2 = ends[4 * e + 2]!;
      // most edges are beside the box, and most others wholly in it
      if (x1 < x2 ? x2 <= innerWest || x1 >= innerEast : x1 <= innerWest || x2 >= innerEast) continue;
      const y1 = ends[4 * e + 1]!;
      const y2 = ends[4 * e + 3]!;
      if (y1 < y2 ? y2 <= innerSouth || y1 >= innerNorth : y1 <= innerSouth || y2 >= innerNorth) continue;
      let low = Math.min(x1, x2);
      let high = Math.max(x1, x2);
      let bottom = Math.min(y1, y2);
      let top = Math.max(y1, y2);
      if (low < box.west || high > box.east || bottom < box.south || top > box.north) {
        const part = clip(box, x1, y1, x2, y2);
        if (part.from > part.to) continue;
        const xa = x1 + part.from * (x2 - x1);
        const ya = y1 + part.from * (y2 - y1);
        const xb = part.to === 1 ? x2 : x1 + part.to * (x2 - x1);
        const yb = part.to === 1 ? y2 : y1 + part.to * (y2 - y1);
        low = Math.min(xa, xb);
        high = Math.max(xa, xb);
        bottom = Math.min(ya, yb);
        top = Math.max(ya, yb);
      }
      if (high <= innerWest || low >= innerEast || top <= innerSouth || bottom >= innerNorth) continue;
      listed[kept++] = e;
      if (low < west) west = low;
      if (high > east) east = high;
      if (bottom < south) south = bottom;
      if (top > north) north = top;
    }
    this.end = kept;
    if (kept === to) return null;
    return {
      west: Math.max(west, box.west),
      south: Math.max(south, box.south),
      east: Math.min(east, box.east),
      north: Math.min(north, box.north),
    };
  }

  private listed(from: number, to: number): number[] {
    const all: number[] = [];
    for (let k = from; k < to; k++) all.push(this.#listed[k]!);
    return all;
  }

  /** The list, long enough for so many. */
  #room(length: number): Int32Array {
    if (length > this.#listed.length) {
      const longer = new Int32Array(2 * length);
      longer.set(this.#listed);
      this.#listed = longer;
    }
    return this.#listed;
  }
}

/** A run is of edges that lead from one to the next. */
function runsOf(ends: Float64Array): { start: Int32Array; index: Flatbush } {
  const starts: number[] = [];
  for (let k = 0; k < ends.length; k += 4) {
    const isNext = ends[k] === ends[k - 2] && ends[k + 1] === ends[k - 1];
    if (!isNext || k / 4 - starts.at(-1)! === RUN) starts.push(k / 4);
  }
  const index = new Flatbush(starts.length);
  const start = Int32Array.from([...starts, ends.length / 4]);
  for (let run = 0; run < starts.length; run++) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = 4 * start[run]!; k < 4 * start[run + 1]!; k += 2) {
      const x = ends[k]!;
      const y = ends[k + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    index.add(west, south, east, north);
  }
  index.finish();
  return { start, index };
}

/** The part of an edge, from 0 to 1, that is in a box; none is where it ends before it begins (Liang & Barsky 1984). */
function clip(box: Box, x1: number, y1: number, x2: number, y2: number): { from: number; to: number } {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const none = { from: 1, to: 0 };
  let [from, to] = [0, 1];
  if (dx > 0) {
    from = Math.max(from, (box.west - x1) / dx);
    to = Math.min(to, (box.east - x1) / dx);
  } else if (dx < 0) {
    from = Math.max(from, (box.east - x1) / dx);
    to = Math.min(to, (box.west - x1) / dx);
  } else if (x1 < box.west || x1 > box.east) return none;
  if (dy > 0) {
    from = Math.max(from, (box.south - y1) / dy);
    to = Math.min(to, (box.north - y1) / dy);
  } else if (dy < 0) {
    from = Math.max(from, (box.north - y1) / dy);
    to = Math.min(to, (box.south - y1) / dy);
  } else if (y1 < box.south || y1 > box.north) return none;
  return { from, to };
}
