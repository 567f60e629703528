/**
 * Cells of the vessel mesh that compilation has cut into pieces (divide-cells.ts), as cells of a search. A current
 * many times as fast as the vessel leaves it a narrow range of bearings, one degree for example. On a way through the
 * points of each cut, rounding to the next point leaves this range; a leg across the whole cell does not.
 */
import { MercatorLine } from '../geometry/mercator-line.ts';
import { type Point, RADIANS, shortWayDegrees } from '../geometry/sphere.ts';
import { cellBeyond, edgesOf } from '../mesh/edges.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from '../path/chain.ts';
import type { Patch } from './patch.ts';

/** Greatest Δλ sin φ of a whole cell, radians: beyond that, the estimate of bent legs (bends.ts) is not valid. */
const WIDEST = 0.5;
/** A whole cell has about as many points, besides the corners: its legs are long, and differ little from one to the next. */
const MOST_ON_BORDER = 128;
/** Degrees. A leg that meets a cut this close to its end passes through the corner there. */
const NEAR_CORNER = 1e-9;
/** Degrees: rounding error of a coordinate. */
const ROUNDING = 1e-12;

/** The patch with whole cells as further cells: one for each row of which it has several pieces that are wanted. */
export function withWholeCells(mesh: Mesh, patch: Patch, isWanted: (cell: number) => boolean): Patch {
  const { edges, corners, cells, edgeCell, cornerCell, firstPoint } = patch;
  const wholeOf = numberWholes(mesh, cells, isWanted);
  const points: number[][] = [];
  const add = (whole: number, first: number, end: number) => {
    points[whole - cells.length] ??= [];
    for (let p = first; p < end; p++) points[whole - cells.length].push(p);
  };
  const edgeWhole = edgeCell.map((cell) => wholeOf[cell]);
  for (let e = 0; e < edges.length; e++) {
    const [low, high] = edgeWhole.subarray(2 * e, 2 * e + 2);
    if (low === high) edgeWhole.fill(-1, 2 * e, 2 * e + 2);
    else for (const whole of [low, high]) if (whole >= 0) add(whole, firstPoint[e], firstPoint[e + 1]);
  }
  const cornerWhole = cornerCell.map((cell) => (cell < 0 ? -1 : wholeOf[cell]));
  for (let p = 0; p < corners.length; p++) {
    const four = cornerWhole.subarray(4 * p, 4 * p + 4);
    const isInside = four.every((whole) => whole >= 0 && whole === four[0]);
    four.forEach((whole, k) => {
      if (isInside || four.indexOf(whole) < k) four[k] = -1;
      else if (whole >= 0) add(whole, p, p + 1);
    });
  }
  points.forEach((own, k) => {
    const stride = Math.ceil(own.length / MOST_ON_BORDER);
    points[k] = own.filter((p, j) => p < corners.length || j % stride === 0);
  });
  const cellStart = new Int32Array(patch.cellStart.length + points.length);
  cellStart.set(patch.cellStart);
  points.forEach((own, k) => {
    cellStart[cells.length + k + 1] = cellStart[cells.length + k] + own.length;
  });
  const cellPoint = new Int32Array(cellStart[cellStart.length - 1]);
  cellPoint.set(patch.cellPoint);
  points.forEach((own, k) => {
    cellPoint.set(own, cellStart[cells.length + k]);
  });
  const pieceOf = new Int32Array(points.length);
  for (let i = 0; i < cells.length; i++) if (wholeOf[i] >= 0) pieceOf[wholeOf[i] - cells.length] = cells[i];
  const all = new Int32Array(cells.length + points.length);
  all.set(cells);
  all.set(pieceOf, cells.length);
  return { ...patch, cells: all, cellStart, cellPoint, wholes: { wholeOf, edgeWhole, cornerWhole } };
}

/** By cell of a patch: the number of its whole cell there, −1 = none. */
function numberWholes(mesh: Mesh, cells: Int32Array, isWanted: (cell: number) => boolean): Int32Array {
  const pieces = new Map<number, number[]>();
  cells.forEach((cell, i) => {
    if (!isWanted(cell)) return;
    const own = pieces.get(mesh.row[cell]);
    if (own) own.push(i);
    else pieces.set(mesh.row[cell], [i]);
  });
  const wholeOf = new Int32Array(cells.length).fill(-1);
  let count = cells.length;
  for (const own of pieces.values()) {
    if (
      own.length === 1 ||
      isTooWide(
        mesh,
        own.map((i) => cells[i]),
      )
    )
      continue;
    for (const i of own) wholeOf[i] = count;
    count++;
  }
  return wholeOf;
}

function isTooWide({ bounds }: Mesh, cells: readonly number[]): boolean {
  let [west, east, farthest] = [Infinity, -Infinity, 0];
  for (const cell of cells) {
    const [w, s, e, n] = bounds.subarray(4 * cell, 4 * cell + 4);
    west = Math.min(west, w);
    east = Math.max(east, e);
    farthest = Math.max(farthest, Math.abs(s), Math.abs(n));
  }
  return (east - west) * RADIANS * Math.sin(farthest * RADIANS) > WIDEST;
}

/** All pieces of the cell of the vessel mesh that this is a piece of. */
export function piecesAround(mesh: Mesh, cell: number): Set<number> {
  const { row } = mesh;
  const pieces = new Set([cell]);
  for (const piece of pieces) {
    for (const e of edgesOf(mesh, piece)) {
      const other = cellBeyond(mesh, e, piece);
      if (row[other] === row[piece]) pieces.add(other);
    }
  }
  return pieces;
}

/**
 * Appends to a chain the points where the leg from its last vertex to a point meets the cuts of a cell.
 *
 * @param cell a piece of the cell that the leg is in
 * @returns the piece where the leg ends
 */
export function pushCuts(mesh: Mesh, chain: Chain, to: Point, cell: number): number {
  const pieces = [...piecesAround(mesh, cell)];
  const line = new MercatorLine(chain.point(chain.length - 1), to);
  const margin = NEAR_CORNER / Math.max(Math.abs(line.Δlon), Math.abs(line.Δlat));
  const pieceBetween = (a: number, b: number) => {
    const middle = line.at(0.5 * (a + b));
    return pieces.find((piece) => isIn(mesh, piece, middle)) ?? cell;
  };
  const cuts: { part: number; edge: number; place: number; corner: number }[] = [];
  for (const edge of cutsBetween(mesh, pieces)) {
    const [at, low, high] = mesh.edgeSpan.subarray(3 * edge, 3 * edge + 3);
    const isVertical = mesh.edgeVertical[edge] === 1;
    const part = isVertical
      ? line.partAtMeridian(shortWayDegrees(at - line.from[0]))
      : line.partAtParallel(at);
    if (!(part > margin && part < 1 - margin)) continue;
    const [lon, lat] = line.at(part);
    const place = isVertical ? lat : low + shortWayDegrees(lon - low);
    if (place < low - NEAR_CORNER || place > high + NEAR_CORNER) continue;
    const end = place < low + NEAR_CORNER ? 2 : place > high - NEAR_CORNER ? 3 : -1;
    cuts.push({ part, edge, place, corner: end < 0 ? -1 : mesh.edgeTopology[4 * edge + end] });
  }
  let before = 0;
  for (const { part, edge, place, corner } of cuts.sort((a, b) => a.part - b.part)) {
    if (corner >= 0 && corner === chain.corner[chain.length - 1]) continue;
    const piece = pieceBetween(before, part);
    if (corner >= 0) chain.pushCorner(mesh, corner, piece);
    else chain.pushOnEdge(mesh, edge, place, piece);
    before = part;
  }
  return pieceBetween(before, 1);
}

/** The edges between pieces of one cell. */
function cutsBetween(mesh: Mesh, pieces: readonly number[]): number[] {
  const { edgeTopology, row } = mesh;
  return pieces.flatMap((piece) =>
    [...edgesOf(mesh, piece)].filter(
      (e) => edgeTopology[4 * e] === piece && row[edgeTopology[4 * e + 1]] === row[piece],
    ),
  );
}

function isIn({ bounds }: Mesh, cell: number, [lon, lat]: Point): boolean {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
  const own = west + shortWayDegrees(lon - west);
  return (
    own >= west - ROUNDING && own <= east + ROUNDING && lat >= south - ROUNDING && lat <= north + ROUNDING
  );
}
