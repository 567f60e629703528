/**
 * Where a vessel can cross from one open cell to another: shared edges, corners, and pinches.
 *
 * An edge is the common stretch of two cells' sides. A corner is an end of edges together with the cells that
 * these join; where two diagonal cells only touch, the place has two corners and a pinch between them.
 */
import { free } from '../mesh/free.ts';
import type { Sections } from '../mesh/mesh-format.ts';
import { findCorners } from './corners.ts';
import { Growing } from './growing.ts';
import type { Pairs } from './neighbour-pairs.ts';
import { Places } from './places.ts';

/** The sections of a mesh that say so (mesh-format.ts). */
export type Borders = Pick<
  Sections,
  'edgeSpan' | 'edgeTopology' | 'edgeVertical' | 'cornerPoint' | 'cornerCell' | 'cornerEdge' | 'pinch'
>;

/**
 * @param bounds of the open cells, in canonical order
 * @param pairs each pair of neighbouring open cells once, in order
 */
export function findBorders(bounds: Float64Array, pairs: Pairs): Borders {
  const edges = new Edges(bounds);
  pairs.each((a, b) => edges.addBetween(a, b));
  pairs.free();
  return edges.withCorners();
}

/** Collects the edges. */
class Edges {
  readonly #bounds: Float64Array;
  readonly #places = new Places();
  #count = 0;
  readonly #span = new Growing(Float64Array, 3);
  readonly #topology = new Growing(Int32Array, 4);
  readonly #vertical = new Growing(Uint8Array, 1);
  /** edges × 2: the places where each begins and ends. */
  readonly #ends = new Growing(Int32Array, 2);
  #diagonalCount = 0;
  /** Pairs of cells that only touch: the place, then the two cells. */
  readonly #diagonals = new Growing(Int32Array, 3);

  constructor(bounds: Float64Array) {
    this.#bounds = bounds;
  }

  /**
   * Adds the edges that cells a and b share, also across the antimeridian, or the corner by which they touch.
   */
  addBetween(a: number, b: number): void {
    const before = this.#count;
    this.#addShared(a, b, a, b);
    this.#addShared(a, b, b, a);
    if (this.#count === before) this.#addDiagonal(a, b);
  }

  /** Adds the edges on which the first of two cells lies to the west or south. */
  #addShared(a: number, b: number, low: number, high: number): void {
    const bounds = this.#bounds;
    const south = Math.max(bounds[4 * a + 1], bounds[4 * b + 1]);
    const north = Math.min(bounds[4 * a + 3], bounds[4 * b + 3]);
    const west = Math.max(bounds[4 * a], bounds[4 * b]);
    const east = Math.min(bounds[4 * a + 2], bounds[4 * b + 2]);
    const lon = bounds[4 * low + 2];
    const lat = bounds[4 * low + 3];
    if (south < north && meets(lon, bounds[4 * high])) {
      this.#add(low, high, true, lon, south, north);
    }
    if (west < east && lat === bounds[4 * high + 1]) {
      this.#add(low, high, false, lat, west, east);
    }
  }

  #add(low: number, high: number, vertical: boolean, at: number, from: number, to: number): void {
    const e = this.#count++;
    const span = this.#span.at(e);
    span[3 * e] = at;
    span[3 * e + 1] = from;
    span[3 * e + 2] = to;
    const topology = this.#topology.at(e);
    topology[4 * e] = low;
    topology[4 * e + 1] = high;
    this.#vertical.at(e)[e] = vertical ? 1 : 0;
    const ends = this.#ends.at(e);
    ends[2 * e] = vertical ? this.#places.at(at, from) : this.#places.at(from, at);
    ends[2 * e + 1] = vertical ? this.#places.at(at, to) : this.#places.at(to, at);
  }

  #addDiagonal(a: number, b: number): void {
    const bounds = this.#bounds;
    for (const x of [0, 2]) {
      for (const y of [1, 3]) {
        const lon = bounds[4 * a + x];
        const lat = bounds[4 * a + y];
        const other = bounds[4 * b + 2 - x];
        if ((meets(lon, other) || meets(other, lon)) && lat === bounds[4 * b + 4 - y]) {
          const d = this.#diagonalCount++;
          const diagonals = this.#diagonals.at(d);
          diagonals[3 * d] = this.#places.at(lon, lat);
          diagonals[3 * d + 1] = a;
          diagonals[3 * d + 2] = b;
          return;
        }
      }
    }
  }

  /** All edges, with the corners where they begin and end. */
  withCorners(): Borders {
    const edgeTopology = this.#topology.first(this.#count);
    const ends = this.#ends.first(this.#count);
    const diagonals = this.#diagonals.first(this.#diagonalCount);
    const corners = findCorners(edgeTopology, ends, diagonals, this.#places);
    for (const each of [ends, diagonals, this.#places.point]) free(each);
    return {
      edgeSpan: this.#span.first(this.#count),
      edgeTopology,
      edgeVertical: this.#vertical.first(this.#count),
      ...corners,
    };
  }
}

/** Whether an eastern and a western side are on the same meridian; 180 and −180 are equal. */
function meets(east: number, west: number): boolean {
  return east === west || (east === 180 && west === -180);
}
