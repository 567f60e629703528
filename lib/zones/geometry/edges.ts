/** Edges of rings: which of them are near a box, and the part of them that is in it. */
import Flatbush from 'flatbush';
import { type Box, boundsOf, type Ring } from './polygon.ts';

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
  readonly #listed: number[] = [];
  /** Where the last list ends. */
  end = 0;
  #runs: Flatbush | null = null;

  constructor(ends: Float64Array) {
    this.ends = ends;
  }

  get count(): number {
    return this.ends.length / 4;
  }

  /** The numbers of those whose boxes meet a box. */
  near(box: Box): number[] {
    return this.#listed.slice(0, this.list(box));
  }

  /** Lists those whose boxes meet a box, from 0 on. @returns where the list ends */
  list({ west, south, east, north }: Box): number {
    if (this.count === 0) return 0;
    const { ends } = this;
    let to = 0;
    this.#runs ??= runsOf(ends);
    for (const run of this.#runs.search(west, south, east, north)) {
      const end = Math.min(this.count, RUN * (run + 1));
      for (let e = RUN * run; e < end; e++) {
        const x1 = ends[4 * e]!;
        const y1 = ends[4 * e + 1]!;
        const x2 = ends[4 * e + 2]!;
        const y2 = ends[4 * e + 3]!;
        if (Math.max(x1, x2) < west || Math.min(x1, x2) > east) continue;
        if (Math.max(y1, y2) < south || Math.min(y1, y2) > north) continue;
        this.#listed[to++] = e;
      }
    }
    return to;
  }

  /** The box round the part of given edges that is inside a box, without those that only touch its sides; null if there is none. */
  borderIn(box: Box, edges: readonly number[]): { border: Box; edges: number[] } | null {
    edges.forEach((e, k) => {
      this.#listed[k] = e;
    });
    const border = this.listIn(box, 0, edges.length);
    return border && { border, edges: this.#listed.slice(edges.length, this.end) };
  }

  /** The same of edges that are listed; those that count are listed behind them, up to `end`. */
  listIn(box: Box, begin: number, to: number): Box | null {
    const { ends } = this;
    const listed = this.#listed;
    let kept = to;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = begin; k < to; k++) {
      const edge = listed[k]!;
      const x1 = ends[4 * edge]!;
      const y1 = ends[4 * edge + 1]!;
      const x2 = ends[4 * edge + 2]!;
      const y2 = ends[4 * edge + 3]!;
      let low = Math.min(x1, x2);
      let bottom = Math.min(y1, y2);
      let high = Math.max(x1, x2);
      let top = Math.max(y1, y2);
      if (isBeside(box, low, bottom, high, top)) continue;
      // the part of the edge, from 0 to 1, that is in the box (Liang & Barsky 1984)
      const dx = x2 - x1;
      const dy = y2 - y1;
      const w = (box.west - x1) / dx;
      const s = (box.south - y1) / dy;
      const e = (box.east - x1) / dx;
      const n = (box.north - y1) / dy;
      const from = Math.max(0, Math.min(w, e), Math.min(s, n));
      const until = Math.min(1, Math.max(w, e), Math.max(s, n));
      // rounded, it reaches beyond neither the edge nor the box
      low = Math.max(low, box.west, Math.min(x1 + from * dx, x1 + until * dx));
      bottom = Math.max(bottom, box.south, Math.min(y1 + from * dy, y1 + until * dy));
      high = Math.min(high, box.east, Math.max(x1 + from * dx, x1 + until * dx));
      top = Math.min(top, box.north, Math.max(y1 + from * dy, y1 + until * dy));
      if (isBeside(box, low, bottom, high, top)) continue;
      listed[kept++] = edge;
      west = Math.min(west, low);
      south = Math.min(south, bottom);
      east = Math.max(east, high);
      north = Math.max(north, top);
    }
    this.end = kept;
    return kept === to ? null : { west, south, east, north };
  }
}

/** Whether what has an extent touches the sides of a box at most. */
const isBeside = (
  { west, south, east, north }: Box,
  low: number,
  bottom: number,
  high: number,
  top: number,
) => high <= west + THIN || low >= east - THIN || top <= south + THIN || bottom >= north - THIN;

/** The boxes of runs of edges. */
function runsOf(ends: Float64Array): Flatbush {
  const runs = Math.ceil(ends.length / (4 * RUN));
  const index = new Flatbush(runs);
  for (let run = 0; run < runs; run++) {
    const { west, south, east, north } = boundsOf(ends.subarray(4 * RUN * run, 4 * RUN * (run + 1)));
    index.add(west, south, east, north);
  }
  index.finish();
  return index;
}
