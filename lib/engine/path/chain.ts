import { isometricLatitude, type Point, RADIANS } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';

/**
 * A path under refinement: vertices 0 … length − 1 and the legs between them. The first and the last vertex
 * never move.
 *
 * A vertex is either fixed (an end of the route, or a corner) or slides along a line of fixed longitude or
 * latitude between two bounds: on an edge, or, for a bend in the path, on a meridian inside a wide cell.
 */
export class Chain {
  length = 0;
  /** The corner a vertex sits at, −1 = none. */
  corner!: Int32Array;
  /** The edge it slides on, −1 = none. */
  edge!: Int32Array;
  /** 1 where it slides. */
  slides!: Uint8Array;
  /** 1 where the coordinate that slides is the latitude. */
  vertical!: Uint8Array;
  /** Degrees: the coordinate that is fixed, the one that slides, and its bounds. */
  at!: Float64Array;
  t!: Float64Array;
  low!: Float64Array;
  high!: Float64Array;
  /** The isometric latitude of a vertex whose latitude does not slide, radians. */
  ψ!: Float64Array;
  /** The cell of the leg that ends at a vertex, −1 at the first. */
  cell!: Int32Array;
  /** 1 where nothing has changed since the refinement last tried to improve the path there. */
  isTried!: Uint8Array;

  constructor(capacity: number) {
    for (const [column, Type] of COLUMNS) this[column] = new Type(capacity) as never;
  }

  lon(i: number): number {
    return this.vertical[i] ? this.at[i] : this.t[i];
  }

  lat(i: number): number {
    return this.vertical[i] ? this.t[i] : this.at[i];
  }

  point(i: number): Point {
    return [this.lon(i), this.lat(i)];
  }

  pushFixed(lon: number, lat: number, cell: number, corner = -1): void {
    const i = this.next();
    this.corner[i] = corner;
    this.at[i] = lon;
    this.t[i] = this.low[i] = this.high[i] = lat;
    this.ψ[i] = isometricLatitude(lat * RADIANS);
    this.vertical[i] = 1;
    this.cell[i] = cell;
  }

  pushCorner({ cornerPoint }: Mesh, corner: number, cell: number): void {
    this.pushFixed(cornerPoint[2 * corner], cornerPoint[2 * corner + 1], cell, corner);
  }

  pushOnEdge({ edgeSpan, edgeVertical }: Mesh, edge: number, t: number, cell: number): void {
    const i = this.next();
    this.edge[i] = edge;
    this.slides[i] = 1;
    this.vertical[i] = edgeVertical[edge];
    this.at[i] = edgeSpan[3 * edge];
    if (this.vertical[i] === 0) this.ψ[i] = isometricLatitude(this.at[i] * RADIANS);
    this.low[i] = edgeSpan[3 * edge + 1];
    this.high[i] = edgeSpan[3 * edge + 2];
    this.t[i] = t;
    this.cell[i] = cell;
  }

  /** A bend on a meridian inside a cell. */
  pushBend({ bounds }: Mesh, lon: number, lat: number, cell: number): void {
    this.pushFixed(lon, lat, cell);
    const i = this.length - 1;
    this.slides[i] = 1;
    this.low[i] = bounds[4 * cell + 1];
    this.high[i] = bounds[4 * cell + 3];
  }

  copy(): Chain {
    const copy = new Chain(this.length);
    for (let i = 0; i < this.length; i++) copy.pushFrom(this, i);
    return copy;
  }

  /** Appends vertex i of another chain. */
  pushFrom(other: Chain, i: number): void {
    this.set(this.next(), other, i);
  }

  /** Replaces vertices first … last by those of another chain. */
  splice(first: number, last: number, other: Chain): void {
    const length = this.length + other.length - (last + 1 - first);
    if (length !== this.length) {
      while (length > this.at.length) this.grow();
      for (const [column] of COLUMNS) this[column].copyWithin(first + other.length, last + 1, this.length);
      this.length = length;
    }
    for (let i = 0; i < other.length; i++) this.set(first + i, other, i);
  }

  private set(k: number, other: Chain, i: number): void {
    this.corner[k] = other.corner[i];
    this.edge[k] = other.edge[i];
    this.slides[k] = other.slides[i];
    this.vertical[k] = other.vertical[i];
    this.at[k] = other.at[i];
    this.t[k] = other.t[i];
    this.low[k] = other.low[i];
    this.high[k] = other.high[i];
    this.ψ[k] = other.ψ[i];
    this.cell[k] = other.cell[i];
    this.isTried[k] = other.isTried[i];
  }

  private next(): number {
    const i = this.length++;
    if (i === this.at.length) this.grow();
    this.corner[i] = this.edge[i] = -1;
    this.slides[i] = 0;
    this.isTried[i] = 0;
    return i;
  }

  private grow(): void {
    const grown = new Chain(2 * this.at.length);
    for (const [column] of COLUMNS) {
      grown[column].set(this[column]);
      this[column] = grown[column] as never;
    }
  }
}

const COLUMNS = [
  ['corner', Int32Array],
  ['edge', Int32Array],
  ['slides', Uint8Array],
  ['vertical', Uint8Array],
  ['at', Float64Array],
  ['t', Float64Array],
  ['low', Float64Array],
  ['high', Float64Array],
  ['ψ', Float64Array],
  ['cell', Int32Array],
  ['isTried', Uint8Array],
] as const;
