/** The pieces of divided cells and the whole cells round them: all between which there may be new edges or corners. */
import Flatbush from 'flatbush';
import type { Borders } from '../../engine/compile/borders.ts';
import { Pairs } from '../../engine/compile/neighbour-pairs.ts';
import { Places } from '../../engine/compile/places.ts';
import { cellBeyond, edgesOf } from '../../engine/mesh/edges.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { type Box, boxAt, shareSide } from '../geometry/polygon.ts';
import type { PatchedCells } from './patched-cells.ts';

export interface LocalCells {
  /** By local number: the cell of the patched mesh, ascending. */
  readonly cell: Int32Array;
  /** Local cells × 4: degrees. */
  readonly bounds: Float64Array;
  /** Neighbours, by local numbers. */
  readonly pairs: Pairs;
  /** By corner of the mesh: 1 where a divided cell is at the place. */
  readonly touched: Uint8Array;
  isTouchedPlace(lon: number, lat: number): boolean;
  /** Whether any of these local cells is a piece; −1 is none. */
  isPiece(...cells: number[]): boolean;
  /** The edge of the mesh that an edge between two whole cells is. */
  edgeOf(found: Borders, edge: number): number;
}

export function localCells(mesh: Mesh, cells: PatchedCells): LocalCells {
  const { parent, piece, ofCell, openCount } = cells;
  const { touched, isTouchedPlace } = touchedCorners(mesh, ofCell);
  const isLocal = new Uint8Array(openCount);
  for (let k = 0; k < openCount; k++) if (piece[k]! >= 0) isLocal[k] = 1;
  for (let c = 0; c < mesh.cornerCount; c++) {
    if (touched[c] === 0) continue;
    for (let k = 4 * c; k < 4 * c + 4; k++) {
      const own = mesh.cornerCell[k]! < 0 ? -1 : ofCell[mesh.cornerCell[k]!]!;
      if (own >= 0) isLocal[own] = 1;
    }
  }
  const localOf = new Int32Array(openCount).fill(-1);
  const cell: number[] = [];
  for (let k = 0; k < openCount; k++) if (isLocal[k] === 1) localOf[k] = cell.push(k) - 1;

  const pairs = new PairList(cell.length);
  const add = (a: number, b: number) => pairs.add(localOf[a]!, localOf[b]!);
  for (let e = 0; e < mesh.edgeTopology.length; e += 4) {
    const [a, b] = [ofCell[mesh.edgeTopology[e]!]!, ofCell[mesh.edgeTopology[e + 1]!]!];
    if (a >= 0 && b >= 0 && isLocal[a] === 1 && isLocal[b] === 1) add(a, b);
  }
  addPieces(mesh, cells, add);
  addPinches(mesh, cells, touched, add);

  return {
    cell: Int32Array.from(cell),
    bounds: Float64Array.from(cell.flatMap((k) => [...cells.bounds.subarray(4 * k, 4 * k + 4)])),
    pairs: pairs.sorted(),
    touched,
    isTouchedPlace,
    isPiece: (...own) => own.some((k) => k >= 0 && piece[cell[k]!]! >= 0),
    edgeOf({ edgeTopology, edgeSpan }, edge) {
      const [low, high] = [
        parent[cell[edgeTopology[4 * edge]!]!]!,
        parent[cell[edgeTopology[4 * edge + 1]!]!]!,
      ];
      // on a mesh round the globe two cells may have two sides in common
      return edgesOf(mesh, low).find(
        (e) => mesh.edgeTopology[4 * e + 1] === high && mesh.edgeSpan[3 * e] === edgeSpan[3 * edge],
      )!;
    },
  };
}

/** The corners at the places where divided cells have any. */
function touchedCorners({ cornerPoint, cornerCell, cornerCount }: Mesh, ofCell: Int32Array) {
  const places = new Places();
  for (let k = 0; k < cornerCell.length; k++) {
    const [cell, corner] = [cornerCell[k]!, k >> 2];
    if (cell >= 0 && ofCell[cell]! < 0) places.at(cornerPoint[2 * corner]!, cornerPoint[2 * corner + 1]!);
  }
  const count = places.count;
  const isTouchedPlace = (lon: number, lat: number) => places.at(lon, lat) < count;
  const touched = new Uint8Array(cornerCount).map((_, c) =>
    isTouchedPlace(cornerPoint[2 * c]!, cornerPoint[2 * c + 1]!) ? 1 : 0,
  );
  return { touched, isTouchedPlace };
}

class PairList {
  private readonly others: number[][];

  constructor(count: number) {
    this.others = Array.from({ length: count }, () => []);
  }

  add(a: number, b: number): void {
    this.others[Math.min(a, b)]!.push(Math.max(a, b));
  }

  sorted(): Pairs {
    const start = [0];
    for (const list of this.others) start.push(start.at(-1)! + list.length);
    return new Pairs(
      Int32Array.from(start),
      Int32Array.from(this.others.flatMap((list) => list.sort((a, b) => a - b))),
    );
  }
}

type Add = (a: number, b: number) => void;

/** Pieces that share a side with each other or with whole cells. */
function addPieces(mesh: Mesh, { piece, bounds, parent, ofCell, openCount }: PatchedCells, add: Add): void {
  const own: number[] = [];
  for (let k = 0; k < openCount; k++) if (piece[k]! >= 0) own.push(k);
  if (own.length === 0) return;
  const index = new Flatbush(own.length);
  const boxes = own.map((k) => boxAt(bounds, k));
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north);
  index.finish();
  own.forEach((k, i) => {
    const box = boxes[i]!;
    for (const turn of turnsAt(box)) {
      for (const j of index.search(box.west + turn, box.south, box.east + turn, box.north))
        if (j > i && shareSide(box, boxes[j]!)) add(k, own[j]!);
    }
    for (const edge of edgesOf(mesh, parent[k]!)) {
      const whole = ofCell[cellBeyond(mesh, edge, parent[k]!)]!;
      if (whole >= 0 && shareSide(box, boxAt(bounds, whole))) add(k, whole);
    }
  });
}

/** What to add to longitudes to find what touches a cell; cells on both sides of the antimeridian touch. */
function turnsAt({ west, east }: Box): number[] {
  return [0, ...(west === -180 ? [360] : []), ...(east === 180 ? [-360] : [])];
}

/** A pinch stays where both its sides stay open; there are no others. */
function addPinches(
  { pinch, cornerCell, cornerPoint }: Mesh,
  cells: PatchedCells,
  touched: Uint8Array,
  add: Add,
): void {
  if (pinch.length === 0) return;
  const pieces = piecesByCell(cells);
  const cellsAt = (corner: number): number[] => {
    const [lon, lat] = [cornerPoint[2 * corner]!, cornerPoint[2 * corner + 1]!];
    const at = cornerCell.subarray(4 * corner, 4 * corner + 4).filter((cell) => cell >= 0);
    return [...at].flatMap((cell) =>
      cells.ofCell[cell]! >= 0
        ? [cells.ofCell[cell]!]
        : (pieces.get(cell) ?? []).filter((own) => hasCorner(cells.bounds, own, lon, lat)),
    );
  };
  for (let p = 0; p < pinch.length; p += 2) {
    if (touched[pinch[p]!] === 0) continue;
    for (const a of cellsAt(pinch[p]!)) for (const b of cellsAt(pinch[p + 1]!)) add(a, b);
  }
}

function piecesByCell({ piece, parent, openCount }: PatchedCells): Map<number, number[]> {
  const pieces = new Map<number, number[]>();
  for (let k = 0; k < openCount; k++) {
    if (piece[k]! < 0) continue;
    const list = pieces.get(parent[k]!);
    if (list) list.push(k);
    else pieces.set(parent[k]!, [k]);
  }
  return pieces;
}

function hasCorner(bounds: Float64Array, own: number, lon: number, lat: number): boolean {
  const isLon = (side: number) => side === lon || Math.abs(side - lon) === 360;
  const isLat = bounds[4 * own + 1] === lat || bounds[4 * own + 3] === lat;
  return isLat && (isLon(bounds[4 * own]!) || isLon(bounds[4 * own + 2]!));
}
