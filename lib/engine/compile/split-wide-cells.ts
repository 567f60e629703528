import { RADIANS } from '../geometry/sphere.ts';
import type { MeshSource } from '../mesh/mesh-source.ts';

/**
 * Greatest Δλ sin φ of a cell, radians: up to this value the search's estimate of bent legs (bends.ts) is
 * valid.
 */
const WIDEST = 0.25;
/**
 * Greatest Δλ of a cell, radians: the shorter way between two points of a cell then stays inside the cell.
 */
const WIDEST_ANYWHERE = 0.8;
/** A cut within this distance, degrees, of a known longitude is made exactly at that longitude. */
const SNAP = 1e-9;

export interface Split {
  /** Has no environment: that is read from the original source by its rows. */
  readonly source: MeshSource;
  /** For each row, the row of the original source that it comes from. */
  readonly row: Int32Array;
}

/**
 * Cuts cells that are too wide in longitude into equal strips, a power of two of them; other cells stay
 * unchanged.
 */
export function splitWideCells(source: MeshSource): Split {
  const n = source.ids.length;
  const strips = Int32Array.from({ length: n }, (_, i) => stripsOf(source.bounds.subarray(4 * i, 4 * i + 4)));
  const first = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) first[i + 1] = first[i] + strips[i];
  const row = new Int32Array(first[n]);
  for (let i = 0; i < n; i++) row.fill(i, first[i], first[i + 1]);
  if (first[n] === n) return { source, row };
  const spread = (column: Float64Array, width: number) => {
    const out = new Float64Array(width * row.length);
    row.forEach((r, i) => {
      out.set(column.subarray(width * r, width * r + width), width * i);
    });
    return out;
  };
  return {
    row,
    source: {
      ids: Array.from(row, (r) => source.ids[r]),
      bounds: stripBounds(source.bounds, row, first),
      accessible: Uint8Array.from(row, (r) => source.accessible[r]),
      currents: spread(source.currents, 2),
      speeds: spread(source.speeds, 8),
      rates: source.rates && spread(source.rates, 8),
      consumption: source.consumption,
      neighbours: stripNeighbours(source.neighbours, row, first),
    },
  };
}

function stripsOf([west, south, east, north]: Float64Array): number {
  const width = (east - west) * RADIANS;
  const bend = width * Math.sin(Math.max(Math.abs(south), Math.abs(north)) * RADIANS);
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(bend / WIDEST, width / WIDEST_ANYWHERE))));
}

function stripBounds(bounds: Float64Array, row: Int32Array, first: Int32Array): Float64Array {
  const known = Float64Array.from(bounds.filter((_, k) => k % 2 === 0)).sort();
  const out = new Float64Array(4 * row.length);
  for (let i = 0; i < row.length; i++) {
    const r = row[i];
    const [west, south, east, north] = bounds.subarray(4 * r, 4 * r + 4);
    const strips = first[r + 1] - first[r];
    const cut = (k: number) =>
      k === 0 ? west : k === strips ? east : nearest(known, west + ((east - west) * k) / strips);
    out.set([cut(i - first[r]), south, cut(i - first[r] + 1), north], 4 * i);
  }
  return out;
}

/** The known longitude that equals `lon` within rounding (SNAP), otherwise `lon`. */
function nearest(known: Float64Array, lon: number): number {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known[middle] < lon - SNAP) low = middle + 1;
    else high = middle;
  }
  return low < known.length && known[low] <= lon + SNAP ? known[low] : lon;
}

/**
 * Adjacent strips of one cell are neighbours, and so are all strips of two neighbouring cells; which of the
 * latter really touch is determined later.
 */
function stripNeighbours(
  { start, cell, direction }: MeshSource['neighbours'],
  row: Int32Array,
  first: Int32Array,
) {
  const starts = [0];
  const cells: number[] = [];
  const directions: number[] = [];
  for (let i = 0; i < row.length; i++) {
    const r = row[i];
    for (const other of [i - 1, i + 1]) {
      if (row[other] !== r) continue;
      cells.push(other);
      directions.push(other < i ? -2 : 2);
    }
    for (let k = start[r]; k < start[r + 1]; k++) {
      for (let s = first[cell[k]]; s < first[cell[k] + 1]; s++) {
        cells.push(s);
        directions.push(direction[k]);
      }
    }
    starts.push(cells.length);
  }
  return {
    start: Int32Array.from(starts),
    cell: Int32Array.from(cells),
    direction: Int8Array.from(directions),
  };
}
