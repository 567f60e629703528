/** Edges by bands of latitude: those that cross a parallel are among the few of its band. */

import { boundsOf } from './polygon.ts';

/** Edges to a band, where they are short. */
const EDGES_A_BAND = 4;
/** How often an edge may be in a band, on average. */
const MOST_BANDS_AN_EDGE = 4;

export class LatitudeBands {
  readonly #south: number;
  readonly #bandsPerDegree: number;
  readonly #last: number;
  /** By band, where its edges begin in `edges`; one more at the end. */
  readonly start: Int32Array;
  /** Of each band, ascending. */
  readonly edges: Int32Array;

  /** @param ends x1, y1, x2, y2 of each edge */
  constructor(ends: Float64Array) {
    const count = ends.length / 4;
    const { south, north } = boundsOf(ends);
    let heights = 0;
    for (let k = 0; k < ends.length; k += 4) heights += Math.abs(ends[k + 3]! - ends[k + 1]!);
    const height = north - south;
    // tall edges are in many bands: fewer bands, so that all together are not many times as many as the edges
    const bands = Math.min(count / EDGES_A_BAND, (MOST_BANDS_AN_EDGE * count * height) / heights);
    this.#last = bands > 1 ? Math.floor(bands) - 1 : 0;
    this.#south = south;
    this.#bandsPerDegree = (this.#last + 1) / height;
    this.start = new Int32Array(this.#last + 2);
    const [low, high] = [new Int32Array(count), new Int32Array(count)];
    for (let edge = 0; edge < count; edge++) {
      const y1 = ends[4 * edge + 1]!;
      const y2 = ends[4 * edge + 3]!;
      low[edge] = this.bandOf(Math.min(y1, y2));
      high[edge] = this.bandOf(Math.max(y1, y2));
      for (let band = low[edge]!; band <= high[edge]!; band++) this.start[band + 1]!++;
    }
    for (let band = 0; band <= this.#last; band++) this.start[band + 1]! += this.start[band]!;
    this.edges = new Int32Array(this.start[this.#last + 1]!);
    const next = this.start.slice();
    for (let edge = 0; edge < count; edge++) {
      for (let band = low[edge]!; band <= high[edge]!; band++) this.edges[next[band]!++] = edge;
    }
  }

  /** The band that all edges are in that cross a parallel. */
  bandOf(lat: number): number {
    const band = Math.floor((lat - this.#south) * this.#bandsPerDegree);
    return band > this.#last ? this.#last : band > 0 ? band : 0;
  }
}
