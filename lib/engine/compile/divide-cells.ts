import { RADIANS } from '../geometry/sphere.ts';
import type { MeshSource } from '../mesh/mesh-source.ts';
import { SAME_PLACE } from '../tolerances.ts';

/**
 * Greatest Δλ of a cell, radians: up to this value the estimate of bent legs (bends.ts) is valid, and the shorter way
 * between two points of a cell stays inside it.
 */
const WIDEST = 0.25;
/** Greatest ratio of the long side of a cell to the short one: points on short sides alone say little about long ones. */
const LONGEST = 4;
/** A cell is cut into at most this many pieces in each direction, also at a pole. */
const MOST_PIECES = 32;

export interface Divided {
  /** Has no environment: that is read from the original source by its rows. */
  readonly source: MeshSource;
  /** For each row, the row of the original source that it comes from. */
  readonly row: Int32Array;
}

/** How each cell is divided: into columns × lines, from west to east and then from south to north. */
interface Division {
  readonly columns: Int32Array;
  readonly lines: Int32Array;
  /** By row of the original source: its first piece; one more at the end. */
  readonly first: Int32Array;
  /** By piece: the row that it comes from. */
  readonly row: Int32Array;
}

/**
 * Cuts cells that are too wide or much longer than wide into equal pieces, a power of two of them in each
 * direction; other cells stay unchanged.
 */
export function divideCells(source: MeshSource): Divided {
  const division = divisionOf(source.bounds);
  const { row } = division;
  if (row.length === source.ids.length) return { source, row };
  const spread = (column: Float64Array, width: number) => {
    const out = new Float64Array(width * row.length);
    row.forEach((r, i) => {
      out.set(column.subarray(width * r, width * r + width), width * i);
    });
    return out;
  };
  const bounds = pieceBounds(source.bounds, division);
  return {
    row,
    source: {
      ids: Array.from(row, (r) => source.ids[r]),
      bounds,
      accessible: Uint8Array.from(row, (r) => source.accessible[r]),
      currents: spread(source.currents, 2),
      speeds: spread(source.speeds, 8),
      rates: source.rates && spread(source.rates, 8),
      consumption: source.consumption,
      neighbours: pieceNeighbours(source.neighbours, bounds, division),
    },
  };
}

function divisionOf(bounds: Float64Array): Division {
  const n = bounds.length / 4;
  const columns = new Int32Array(n);
  const lines = new Int32Array(n);
  const first = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    const [west, south, east, north] = bounds.subarray(4 * i, 4 * i + 4);
    const isAcross = south < 0 && north > 0;
    const nearest = isAcross ? 0 : Math.min(Math.abs(south), Math.abs(north)) * RADIANS;
    const Δλ = (east - west) * RADIANS;
    const height = (north - south) * RADIANS;
    const width = Δλ * Math.cos(nearest);
    columns[i] = piecesFor(Math.max(Δλ / WIDEST, width / height / LONGEST));
    lines[i] = piecesFor(height / width / LONGEST);
    first[i + 1] = first[i] + columns[i] * lines[i];
  }
  const row = new Int32Array(first[n]);
  for (let i = 0; i < n; i++) row.fill(i, first[i], first[i + 1]);
  return { columns, lines, first, row };
}

function piecesFor(excess: number): number {
  return Math.min(MOST_PIECES, 2 ** Math.max(0, Math.ceil(Math.log2(excess))));
}

function pieceBounds(bounds: Float64Array, { columns, lines, first, row }: Division): Float64Array {
  const [lons, lats] = [0, 1].map((axis) =>
    Float64Array.from(bounds.filter((_, k) => k % 2 === axis)).sort(),
  );
  const cut = (known: Float64Array, low: number, high: number, k: number, pieces: number) =>
    k === 0 ? low : k === pieces ? high : nearest(known, low + ((high - low) * k) / pieces);
  const out = new Float64Array(4 * row.length);
  for (let i = 0; i < row.length; i++) {
    const r = row[i];
    const [west, south, east, north] = bounds.subarray(4 * r, 4 * r + 4);
    const column = (i - first[r]) % columns[r];
    const line = Math.floor((i - first[r]) / columns[r]);
    for (const side of [0, 1]) {
      out[4 * i + 2 * side] = cut(lons, west, east, column + side, columns[r]);
      out[4 * i + 2 * side + 1] = cut(lats, south, north, line + side, lines[r]);
    }
  }
  return out;
}

/** The known coordinate that is the same place as `degrees`, otherwise `degrees`. */
function nearest(known: Float64Array, degrees: number): number {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known[middle] < degrees - SAME_PLACE) low = middle + 1;
    else high = middle;
  }
  return low < known.length && known[low] <= degrees + SAME_PLACE ? known[low] : degrees;
}

/** Pieces of one cell or of two neighbouring cells are neighbours if they touch. */
function pieceNeighbours(
  { start, cell, direction }: MeshSource['neighbours'],
  bounds: Float64Array,
  { first, row }: Division,
) {
  const starts = [0];
  const cells: number[] = [];
  const directions: number[] = [];
  for (let i = 0; i < row.length; i++) {
    const r = row[i];
    const link = (other: number, towards: number) => {
      if (other === i || !touch(bounds, i, other)) return;
      cells.push(other);
      directions.push(towards);
    };
    for (let s = first[r]; s < first[r + 1]; s++) link(s, s < i ? -2 : 2);
    for (let k = start[r]; k < start[r + 1]; k++) {
      for (let s = first[cell[k]]; s < first[cell[k] + 1]; s++) link(s, direction[k]);
    }
    starts.push(cells.length);
  }
  return {
    start: Int32Array.from(starts),
    cell: Int32Array.from(cells),
    direction: Int8Array.from(directions),
  };
}

/** Whether two rectangles touch, also across the antimeridian. */
function touch(bounds: Float64Array, a: number, b: number): boolean {
  if (bounds[4 * a + 1] > bounds[4 * b + 3] || bounds[4 * b + 1] > bounds[4 * a + 3]) return false;
  // how far b begins to the east of the end of a, and a of the end of b
  const gap = bounds[4 * b] - bounds[4 * a + 2];
  const gapBack = bounds[4 * a] - bounds[4 * b + 2];
  return (gap <= 0 && gapBack <= 0) || gap + 360 <= 0 || gapBack + 360 <= 0;
}
