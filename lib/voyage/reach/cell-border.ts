import type { Field } from '../../engine/field.ts';
import { besideDegrees, EARTH_RADIUS_M, type LatLon, RADIANS } from '../../engine/geometry/sphere.ts';
import { SAME_PLACE } from '../../engine/tolerances.ts';

/** The points on the border of a cell, counterclockwise from its southwest corner, with the four corners. */
export interface CellBorder {
  /** Degrees. A cell that ends at the antimeridian has longitudes of its own side. */
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Infinity where no path leads there. */
  readonly cost: Float64Array;
  /** The number of the source that a cost is from, −1 = none. */
  readonly source: Int32Array;
  /** 1: a corner of this cell, or of cells beside it. */
  readonly isCorner: Uint8Array;
}

/**
 * The points of a field on the border of one of its cells, in their order; corners that are not among them are added, and ends
 * that lie on it: a coast has no points of the field.
 *
 * @param ends where areas begin
 */
export function borderOf(field: Field, cell: number, ends: readonly LatLon[]): CellBorder {
  const points = new BorderPoints(field, cell);
  points.addCorners();
  for (const end of ends) points.addEnd(end);
  return points.inOrder();
}

/** Metres between two neighbouring points of a border: along a meridian, or along a parallel. */
export function metresBetween({ lon, lat }: CellBorder, one: number, other: number): number {
  const isMeridian = lon[one] === lon[other];
  const stretch = isMeridian ? 1 : Math.cos(lat[one]! * RADIANS);
  const degrees = isMeridian ? lat[other]! - lat[one]! : lon[other]! - lon[one]!;
  return EARTH_RADIUS_M * RADIANS * stretch * Math.abs(degrees);
}

class BorderPoints {
  readonly #field: Field;
  readonly #cell: number;
  readonly #west: number;
  readonly #south: number;
  readonly #width: number;
  readonly #height: number;
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];
  readonly #cost: number[] = [];
  readonly #source: number[] = [];
  readonly #isCorner: boolean[] = [];
  /** Degrees along the border, from the southwest corner. */
  readonly #along: number[] = [];

  constructor(field: Field, cell: number) {
    const { bounds } = field.mesh;
    this.#field = field;
    this.#cell = cell;
    this.#west = bounds[4 * cell]!;
    this.#south = bounds[4 * cell + 1]!;
    this.#width = bounds[4 * cell + 2]! - this.#west;
    this.#height = bounds[4 * cell + 3]! - this.#south;
    field.eachPoint(cell, (cost, source, lon, lat, isCorner) => this.#put(lon, lat, cost, source, isCorner));
  }

  addCorners(): void {
    const { bounds } = this.#field.mesh;
    const [width, height] = [this.#width, this.#height];
    const alongs = [0, width, width + height, 2 * width + height];
    for (const [k, along] of alongs.entries()) {
      const lon = bounds[4 * this.#cell + (k === 1 || k === 2 ? 2 : 0)]!;
      const lat = bounds[4 * this.#cell + (k > 1 ? 3 : 1)]!;
      let point = this.#find(lon, lat);
      if (point < 0) {
        const { cost, source } = this.#field.inCell(this.#cell, { lon, lat });
        point = this.#put(lon, lat, cost, source, true);
      }
      // exactly where the cell ends
      [this.#lon[point], this.#lat[point], this.#along[point]] = [lon, lat, along];
      this.#isCorner[point] = true;
    }
  }

  addEnd(end: LatLon): void {
    const lon = besideDegrees(end.lon, this.#west + 0.5 * this.#width);
    const [x, y] = [lon - this.#west, end.lat - this.#south];
    const inside = Math.min(x, this.#width - x, y, this.#height - y);
    if (Math.abs(inside) > SAME_PLACE || this.#find(lon, end.lat) >= 0) return;
    const { cost, source } = this.#field.at(end);
    this.#put(lon, end.lat, cost, source, false);
  }

  inOrder(): CellBorder {
    const along = this.#along;
    const order = along.map((_, k) => k).sort((one, other) => along[one]! - along[other]!);
    const border: CellBorder = {
      lon: new Float64Array(order.length),
      lat: new Float64Array(order.length),
      cost: new Float64Array(order.length),
      source: new Int32Array(order.length),
      isCorner: new Uint8Array(order.length),
    };
    for (let k = 0; k < order.length; k++) {
      const from = order[k]!;
      border.lon[k] = this.#lon[from]!;
      border.lat[k] = this.#lat[from]!;
      border.cost[k] = this.#cost[from]!;
      border.source[k] = this.#source[from]!;
      border.isCorner[k] = this.#isCorner[from] ? 1 : 0;
    }
    return border;
  }

  /** Exactly on the side that it lies on: from radians it comes with other last bits, and then lies in one of two cells only. */
  #put(lon: number, lat: number, cost: number, source: number, isCorner: boolean): number {
    const { bounds } = this.#field.mesh;
    const [width, height] = [this.#width, this.#height];
    const [x, y] = [lon - this.#west, lat - this.#south];
    const offs = [y, width - x, height - y, x].map(Math.abs);
    const side = offs.indexOf(Math.min(...offs));
    const isMeridian = side === 1 || side === 3;
    const at = bounds[4 * this.#cell + [1, 2, 3, 0][side]!]!;
    this.#lon.push(isMeridian ? at : lon);
    this.#lat.push(isMeridian ? lat : at);
    this.#cost.push(cost);
    this.#source.push(source);
    this.#isCorner.push(isCorner);
    return this.#along.push([x, width + y, 2 * width + height - x, 2 * (width + height) - y][side]!) - 1;
  }

  /** The number of the point at a place, −1 = none. */
  #find(lon: number, lat: number): number {
    for (let k = 0; k < this.#lon.length; k++) {
      if (Math.abs(this.#lon[k]! - lon) < SAME_PLACE && Math.abs(this.#lat[k]! - lat) < SAME_PLACE) return k;
    }
    return -1;
  }
}
