/** Which of the open cells and pieces of a divided mesh have a side in common, or touch at a pinch of the mesh. */
import Flatbush from 'flatbush';
import { Growing } from '../../engine/compile/growing.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';

/** The rows of a divided mesh. */
export interface Rows {
  readonly count: number;
  /** rows × 4. */
  readonly bounds: Float64Array;
  /** rows: 1 where open. */
  readonly accessible: Uint8Array;
  /** By cell of the mesh: its row, −1 where it is divided. */
  readonly ofCell: Int32Array;
  /** The pieces are the rows from here on. */
  readonly firstPiece: number;
  /** By piece: its cell. */
  readonly pieceCell: Int32Array;
}

/** Each pair at least once, from one of the two, as a neighbour graph. */
export function neighboursOf(mesh: Mesh, rows: Rows) {
  const pairs = new Pairs();
  keptPairs(mesh, rows, pairs);
  piecePairs(mesh, rows, pairs);
  pinchPairs(mesh, rows, pairs);
  return pairs.graph(rows.count);
}

class Pairs {
  #count = 0;
  readonly #pair = new Growing(Int32Array, 2);

  add(a: number, b: number): void {
    const k = this.#count++;
    const pair = this.#pair.at(k);
    pair[2 * k] = a;
    pair[2 * k + 1] = b;
  }

  graph(rows: number) {
    const pair = this.#pair.first(this.#count);
    const start = new Int32Array(rows + 1);
    for (let k = 0; k < pair.length; k += 2) start[pair[k]! + 1]!++;
    for (let row = 0; row < rows; row++) start[row + 1]! += start[row]!;
    const cell = new Int32Array(this.#count);
    const next = start.slice(0, rows);
    for (let k = 0; k < pair.length; k += 2) cell[next[pair[k]!]!++] = pair[k + 1]!;
    return { start, cell, direction: new Int8Array(this.#count).fill(2) };
  }
}

/** Cells that stay whole have the edges that they had. */
function keptPairs({ edgeTopology }: Mesh, { ofCell }: Rows, pairs: Pairs): void {
  for (let e = 0; e < edgeTopology.length; e += 4) {
    const [a, b] = [ofCell[edgeTopology[e]!]!, ofCell[edgeTopology[e + 1]!]!];
    if (a >= 0 && b >= 0) pairs.add(a, b);
  }
}

function piecePairs(mesh: Mesh, rows: Rows, pairs: Pairs): void {
  const { bounds, firstPiece, count, accessible, pieceCell, ofCell } = rows;
  const open: number[] = [];
  for (let row = firstPiece; row < count; row++) if (accessible[row]) open.push(row);
  if (open.length === 0) return;
  const index = new Flatbush(open.length);
  for (const row of open)
    index.add(bounds[4 * row]!, bounds[4 * row + 1]!, bounds[4 * row + 2]!, bounds[4 * row + 3]!);
  index.finish();
  for (const row of open) {
    const [west, south, east, north] = bounds.subarray(4 * row, 4 * row + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    for (const turn of turnsAt(west, east)) {
      for (const k of index.search(west + turn, south, east + turn, north)) {
        const other = open[k]!;
        if (other > row && shareSide(bounds, row, other)) pairs.add(row, other);
      }
    }
    const cell = pieceCell[row - firstPiece]!;
    for (const edge of edgesOf(mesh, cell)) {
      const kept = ofCell[cellBeyond(mesh, edge, cell)]!;
      if (kept >= 0 && shareSide(bounds, row, kept)) pairs.add(row, kept);
    }
  }
}

/** What to add to longitudes to find what touches a cell; cells on both sides of the antimeridian touch. */
function turnsAt(west: number, east: number): number[] {
  return [0, ...(west === -180 ? [360] : []), ...(east === 180 ? [-360] : [])];
}

function shareSide(bounds: Float64Array, a: number, b: number): boolean {
  const overlap = (axis: 0 | 1) =>
    Math.min(bounds[4 * a + 2 + axis]!, bounds[4 * b + 2 + axis]!) -
    Math.max(bounds[4 * a + axis]!, bounds[4 * b + axis]!);
  const meets = (east: number, west: number) => bounds[4 * east + 2] === 180 && bounds[4 * west] === -180;
  const [lon, lat] = [overlap(0), overlap(1)];
  if (lat > 0) return lon === 0 || meets(a, b) || meets(b, a);
  return lat === 0 && lon > 0;
}

/** A pinch stays where both its sides stay open. */
function pinchPairs(mesh: Mesh, rows: Rows, pairs: Pairs): void {
  const { pinch, cornerCell, cornerPoint } = mesh;
  const pieces = piecesByCell(rows);
  const rowsAt = (corner: number): number[] => {
    const [lon, lat] = [cornerPoint[2 * corner]!, cornerPoint[2 * corner + 1]!];
    const cells = cornerCell.subarray(4 * corner, 4 * corner + 4).filter((cell) => cell >= 0);
    return [...cells].flatMap((cell) =>
      rows.ofCell[cell]! >= 0
        ? [rows.ofCell[cell]!]
        : (pieces.get(cell) ?? []).filter((row) => hasCorner(rows.bounds, row, lon, lat)),
    );
  };
  for (let p = 0; p < pinch.length; p += 2) {
    for (const a of rowsAt(pinch[p]!)) for (const b of rowsAt(pinch[p + 1]!)) pairs.add(a, b);
  }
}

function piecesByCell({ firstPiece, count, accessible, pieceCell }: Rows): Map<number, number[]> {
  const pieces = new Map<number, number[]>();
  for (let row = firstPiece; row < count; row++) {
    if (!accessible[row]) continue;
    const cell = pieceCell[row - firstPiece]!;
    const list = pieces.get(cell);
    if (list) list.push(row);
    else pieces.set(cell, [row]);
  }
  return pieces;
}

function hasCorner(bounds: Float64Array, row: number, lon: number, lat: number): boolean {
  const isLon = (side: number) => side === lon || Math.abs(side - lon) === 360;
  const isLat = bounds[4 * row + 1] === lat || bounds[4 * row + 3] === lat;
  return isLat && (isLon(bounds[4 * row]!) || isLon(bounds[4 * row + 2]!));
}
