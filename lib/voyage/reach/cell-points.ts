/** Points inside a cell and on its border, each with its place inside or outside an area, and the triangles between them. */
import { EARTH_RADIUS_M, type LatLon, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Care } from './care.ts';
import { rounded } from './position.ts';
import { isOnSide, type Side } from './side-sum.ts';
import { excessOver, type ValueField } from './value-field.ts';

/** Points along one side of the grid in a cell. */
const MOST_POINTS = 48;
/** The same for a narrow room, beside which most of the grid is passed over. */
const MOST_IN_ROOM = 256;
/** The grid is passed over by blocks of points; the smallest is so many wide. */
const BLOCK = 4;
/** The least where three areas may meet: the triangle that holds the corner is left out. */
const MEETING_POINTS = 12;

export type Bounds = readonly [west: number, south: number, east: number, north: number];
export type Triangle = readonly [a: number, b: number, c: number];

/** What a contour in a cell is asked for. */
export interface CellTask {
  readonly bounds: Bounds;
  /** Whether the bounds are a part of the cell only, with the whole area in it. */
  readonly isWindow: boolean;
  /** The stretches of the cell's border at which no other cell with a value is: the field has no points there. */
  readonly shores: readonly Side[];
  /** Whether the value changes by no more than a step in the whole cell. */
  readonly isGentle: boolean;
  /** Above 0. */
  readonly limit: number;
  /** What errors of the value are a part of. */
  readonly scale: number;
  /** The value that neighbouring points may differ by. */
  readonly step: number;
  /** The value changes by no more a metre; Infinity where that is not known, as where areas meet. */
  readonly steepest: number;
  readonly care: Care;
}

/** Metres, at most, between the corners of a stretch of the sea. */
export function diagonalM([west, south, east, north]: Bounds): number {
  const isAcrossEquator = south * north <= 0;
  const widest = isAcrossEquator ? 1 : Math.cos(RADIANS * Math.min(Math.abs(south), Math.abs(north)));
  return Math.hypot((east - west) * widest, north - south) * RADIANS * EARTH_RADIUS_M;
}

export class CellPoints {
  readonly lon: number[] = [];
  readonly lat: number[] = [];
  /** By how much the point is outside the area; Infinity: not known how far. */
  readonly excess: number[] = [];
  /** The points on the border, counterclockwise from the southwest corner. */
  readonly border: number[] = [];
  readonly #values: ValueField;
  readonly #cell: number;
  readonly #bounds: Bounds;
  readonly #limit: number;
  readonly #steepest: number;
  /** The grid inside, rows from the south. */
  readonly #grid: number[][] = [];

  constructor(
    values: ValueField,
    cell: number,
    { bounds, isWindow, shores, isGentle, limit, step, steepest }: CellTask,
  ) {
    this.#values = values;
    this.#cell = cell;
    this.#bounds = bounds;
    this.#limit = limit;
    this.#steepest = steepest;
    const [west, south, east, north] = bounds;
    const middle = { lon: 0.5 * (west + east), lat: 0.5 * (south + north) };
    const [columns, rows] = isGentle
      ? [1, 1]
      : [
          this.#pointsAlong({ lon: west, lat: middle.lat }, { lon: east, lat: middle.lat }, step),
          this.#pointsAlong({ lon: middle.lon, lat: south }, { lon: middle.lon, lat: north }, step),
        ];
    if (isWindow) this.#placeBorder(columns, rows);
    else this.#takeBorder(isGentle, shores, Math.max(columns, rows));
    this.#placeGrid(columns, rows);
  }

  /** Every triangle, its points counterclockwise. */
  triangles(): Triangle[] {
    return [...this.#gridTriangles(), ...this.#rimTriangles()];
  }

  /** So many that the value changes from one to the next by no more than a step. */
  #pointsAlong(from: LatLon, to: LatLon, step: number): number {
    const middle = { lon: 0.5 * (from.lon + to.lon), lat: 0.5 * (from.lat + to.lat) };
    const [a, b, c] = [from, middle, to].map((at) => {
      const { own, others } = this.#values.inCell(this.#cell, at);
      return Math.min(own, others);
    });
    const change = Math.max(Math.abs(a! - b!), Math.abs(c! - b!)) * 2;
    const least = this.#values.isMeeting(this.#cell) ? MEETING_POINTS : 2;
    const most = this.#values.mayDip && this.#steepest < Infinity ? MOST_IN_ROOM : MOST_POINTS;
    return Math.min(most, Math.max(least, Math.ceil(Number.isFinite(change) ? change / step : MOST_POINTS)));
  }

  #add(lon: number, lat: number): number {
    this.lon.push(lon);
    this.lat.push(lat);
    return this.excess.push(this.#excessAt(lon, lat)) - 1;
  }

  #excessAt(lon: number, lat: number): number {
    return excessOver(this.#limit, this.#values.inCell(this.#cell, { lon, lat }));
  }

  /**
   * Cells that share a side have the field's points there in common.
   *
   * @param isThin only corners and points beside a crossing of the limit are taken
   * @param parts of a shore between two points that are outside: the area may end at it
   */
  #takeBorder(isThin: boolean, shores: readonly Side[], parts: number): void {
    const { lon, lat, value } = this.#values.borderOf(this.#cell);
    const [west, south, east, north] = this.#bounds;
    const count = lon.length;
    const isIn = (k: number) => value[(k + count) % count]! <= this.#limit;
    for (let k = 0; k < count; k++) {
      const isCorner = (lon[k] === west || lon[k] === east) && (lat[k] === south || lat[k] === north);
      const isNeeded = !isThin || isCorner || isIn(k) !== isIn(k + 1) || isIn(k) !== isIn(k - 1);
      if (!isNeeded) continue;
      this.border.push(this.lon.length);
      this.lon.push(lon[k]!);
      this.lat.push(lat[k]!);
      this.excess.push(value[k]! - this.#limit);
      if (isIn(k) || isIn(k + 1)) continue;
      const next = (k + 1) % count;
      const at = (part: number) =>
        [lon[k]! + part * (lon[next]! - lon[k]!), lat[k]! + part * (lat[next]! - lat[k]!)] as const;
      const middle = rounded(...at(0.5));
      if (!shores.some((shore) => isOnSide(shore, middle))) continue;
      for (let i = 1; i < parts; i++) this.border.push(this.#add(...at(i / parts)));
    }
  }

  #placeBorder(columns: number, rows: number): void {
    const [west, south, east, north] = this.#bounds;
    const along = (low: number, high: number, k: number, n: number) => low + ((high - low) * k) / n;
    const add = (lon: number, lat: number) => this.border.push(this.#add(lon, lat));
    for (let k = 0; k < columns; k++) add(along(west, east, k, columns), south);
    for (let k = 0; k < rows; k++) add(east, along(south, north, k, rows));
    for (let k = 0; k < columns; k++) add(along(east, west, k, columns), north);
    for (let k = 0; k < rows; k++) add(west, along(north, south, k, rows));
  }

  #placeGrid(columns: number, rows: number): void {
    const [west, south, east, north] = this.#bounds;
    for (let r = 0; r < rows; r++) {
      const row: number[] = [];
      const lat = south + ((r + 0.5) * (north - south)) / rows;
      for (let c = 0; c < columns; c++) {
        row.push(this.lon.length);
        this.lon.push(west + ((c + 0.5) * (east - west)) / columns);
        this.lat.push(lat);
        this.excess.push(Infinity);
      }
      this.#grid.push(row);
    }
    this.#fill(0, 0, columns, rows);
  }

  /** Finds the values in a block of the grid, but where its middle shows that all of it is outside. */
  #fill(column: number, row: number, columns: number, rows: number): void {
    if (this.#steepest === Infinity || (columns <= BLOCK && rows <= BLOCK)) {
      for (let r = row; r < row + rows; r++) {
        for (let c = column; c < column + columns; c++) this.#findExcess(this.#grid[r]![c]!);
      }
      return;
    }
    if (columns === 0 || rows === 0) return;
    const [halfRows, halfColumns] = [Math.ceil(rows / 2), Math.ceil(columns / 2)];
    const first = this.#grid[row]![column]!;
    const last = this.#grid[row + rows - 1]![column + columns - 1]!;
    const lon = 0.5 * (this.lon[first]! + this.lon[last]!);
    const lat = 0.5 * (this.lat[first]! + this.lat[last]!);
    const block: Bounds = [this.lon[first]!, this.lat[first]!, this.lon[last]!, this.lat[last]!];
    if (this.#excessAt(lon, lat) > 0.5 * this.#steepest * diagonalM(block)) return;
    for (const [r, height] of [
      [row, halfRows],
      [row + halfRows, rows - halfRows],
    ] as const) {
      this.#fill(column, r, halfColumns, height);
      this.#fill(column + halfColumns, r, columns - halfColumns, height);
    }
  }

  #findExcess(point: number): void {
    this.excess[point] = this.#excessAt(this.lon[point]!, this.lat[point]!);
  }

  #gridTriangles(): Triangle[] {
    const triangles: Triangle[] = [];
    const isOutside = (...points: number[]) => points.every((p) => this.excess[p] === Infinity);
    for (let r = 1; r < this.#grid.length; r++) {
      const [below, above] = [this.#grid[r - 1]!, this.#grid[r]!];
      for (let c = 1; c < below.length; c++) {
        if (isOutside(below[c - 1]!, below[c]!, above[c - 1]!, above[c]!)) continue;
        triangles.push([below[c - 1]!, below[c]!, above[c]!], [below[c - 1]!, above[c]!, above[c - 1]!]);
      }
    }
    return triangles;
  }

  /** Between the border and the rim of the grid: side by side, from one point to the next of either, whichever comes first. */
  #rimTriangles(): Triangle[] {
    const triangles: Triangle[] = [];
    const grid = this.#grid;
    const [rows, columns] = [grid.length, grid[0]!.length];
    const [west, south, east, north] = this.#bounds;
    const rims = [
      { rim: grid[0]!, along: (p: number) => (this.lon[p]! - west) / (east - west) },
      {
        rim: grid.map((row) => row[columns - 1]!),
        along: (p: number) => (this.lat[p]! - south) / (north - south),
      },
      { rim: grid[rows - 1]!.toReversed(), along: (p: number) => (east - this.lon[p]!) / (east - west) },
      {
        rim: grid.map((row) => row[0]!).toReversed(),
        along: (p: number) => (north - this.lat[p]!) / (north - south),
      },
    ];
    const corners = this.#corners();
    for (const [k, { rim, along }] of rims.entries()) {
      const side = this.#between(corners[k]!, corners[(k + 1) % 4]!);
      let [i, j] = [0, 0];
      while (i + 1 < side.length || j + 1 < rim.length) {
        const isOuter =
          j + 1 === rim.length || (i + 1 < side.length && along(side[i + 1]!) <= along(rim[j + 1]!));
        if (isOuter) triangles.push([side[i]!, side[++i]!, rim[j]!]);
        else triangles.push([side[i]!, rim[j + 1]!, rim[j++]!]);
      }
    }
    return triangles;
  }

  /** Where in the border the corners are: southwest, southeast, northeast, northwest. */
  #corners(): number[] {
    const [west, south, east, north] = this.#bounds;
    const places = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    return places.map(([lon, lat]) =>
      this.border.findIndex((p) => this.lon[p] === lon && this.lat[p] === lat),
    );
  }

  #between(from: number, to: number): number[] {
    return to > from ? this.border.slice(from, to + 1) : [...this.border.slice(from), this.border[to]!];
  }
}
