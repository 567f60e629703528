/**
 * Several meshes of one region as one: its cells are the pieces into which the cells of all of them cut each other. Cells are
 * rectangles, so this is exact. A piece is open if it is open on any of the meshes.
 */
import { findBorders } from '../compile/borders.ts';
import { findComponents } from '../compile/components.ts';
import { membership } from '../compile/membership.ts';
import { cellsBetween } from '../mesh/locate.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { columnOf, indexCells, rowOf } from '../mesh/point-index.ts';
import { SAME_PLACE } from '../tolerances.ts';
import { findGaps, type Gaps } from './gaps.ts';
import { touchingPairs } from './touching-pairs.ts';

export interface Overlay {
  /** Its speeds, rates, currents and environment are those of no mesh. */
  readonly mesh: Mesh;
  /** By mesh, by cell of the overlay: the cell of that mesh of which it is a piece, −1 = none. */
  readonly cellOf: readonly Int32Array[];
  readonly gaps: Gaps;
}

/** The pieces so far: four bounds each, and by mesh the cell that each is a piece of. */
interface Pieces {
  readonly bounds: ArrayLike<number>;
  readonly cells: readonly ArrayLike<number>[];
}

/** @param meshes that differ in what their cells say, and perhaps in their cells */
export function overlayOf(meshes: readonly Mesh[]): Overlay {
  const [{ bounds, cellCount }] = meshes;
  let pieces: Pieces = { bounds, cells: [new Int32Array(cellCount).map((_, cell) => cell)] };
  for (let k = 1; k < meshes.length; k++) pieces = cutBy(pieces, meshes[k - 1], meshes[k]);
  return joined(meshes, pieces);
}

/** Pieces that are cut by the cells of one more mesh. */
function cutBy({ bounds, cells }: Pieces, before: Mesh, mesh: Mesh): Pieces {
  const isSame =
    before.bounds.length === mesh.bounds.length && before.bounds.every((x, i) => x === mesh.bounds[i]);
  if (isSame) return { bounds, cells: [...cells, cells.at(-1)!] };
  const count = bounds.length / 4;
  const whole = new Int32Array(count);
  for (let piece = 0; piece < count; piece++) whole[piece] = cellRound(mesh, bounds, piece);
  if (whole.every((cell) => cell >= 0)) return { bounds, cells: [...cells, whole] };
  const out = {
    bounds: [] as number[],
    cells: Array.from({ length: cells.length + 1 }, () => [] as number[]),
  };
  for (let piece = 0; piece < count; piece++) {
    const box = [0, 1, 2, 3].map((k) => bounds[4 * piece + k]);
    const parts = whole[piece] >= 0 ? [{ box, cell: whole[piece] }] : partsOf(mesh, box);
    for (const part of parts) {
      out.bounds.push(...part.box);
      for (let k = 0; k < cells.length; k++) out.cells[k].push(cells[k][piece]);
      out.cells[cells.length].push(part.cell);
    }
  }
  return out;
}

/** The cell that a piece lies in, −1 if it is in none or in several. */
function cellRound(
  { bounds, grid, bucketStart, bucketCell }: Mesh,
  boxes: ArrayLike<number>,
  piece: number,
): number {
  const [west, south] = [boxes[4 * piece], boxes[4 * piece + 1]];
  const [east, north] = [boxes[4 * piece + 2], boxes[4 * piece + 3]];
  const bucket = rowOf(grid, 0.5 * (south + north)) * grid[4] + columnOf(grid, 0.5 * (west + east));
  for (let k = bucketStart[bucket]; k < bucketStart[bucket + 1]; k++) {
    const i = 4 * bucketCell[k];
    const isAround = bounds[i] <= west + SAME_PLACE && bounds[i + 1] <= south + SAME_PLACE;
    if (isAround && bounds[i + 2] >= east - SAME_PLACE && bounds[i + 3] >= north - SAME_PLACE)
      return bucketCell[k];
  }
  return -1;
}

/** The parts of a box in each of the cells that it overlaps, and what is in none, as rectangles. */
function partsOf(mesh: Mesh, box: readonly number[]): { box: number[]; cell: number }[] {
  const [west, south, east, north] = box;
  const parts = cellsBetween(mesh, { lat: south, lon: west }, { lat: north, lon: east }, 0).flatMap(
    (cell) => {
      const own = mesh.bounds.subarray(4 * cell, 4 * cell + 4);
      const low = [0, 1].map((k) => (own[k] > box[k] + SAME_PLACE ? own[k] : box[k]));
      const high = [2, 3].map((k) => (own[k] < box[k] - SAME_PLACE ? own[k] : box[k]));
      const overlaps = low[0] + SAME_PLACE < high[0] && low[1] + SAME_PLACE < high[1];
      return overlaps ? [{ box: [...low, ...high], cell }] : [];
    },
  );
  const areaOf = ([w, s, e, n]: readonly number[]) => (e - w) * (n - s);
  const covered = parts.reduce((sum, part) => sum + areaOf(part.box), 0);
  if (parts.length > 0 && covered > areaOf(box) * (1 - 1e-9)) return parts;
  // what the mesh does not cover, cut along the sides of all parts
  const sides = [0, 1].map((axis) => {
    const all = [box[axis], box[axis + 2], ...parts.flatMap((part) => [part.box[axis], part.box[axis + 2]])];
    return [...new Set(all)].sort((a, b) => a - b);
  });
  for (let i = 1; i < sides[0].length; i++) {
    for (let j = 1; j < sides[1].length; j++) {
      const [x, y] = [0.5 * (sides[0][i - 1] + sides[0][i]), 0.5 * (sides[1][j - 1] + sides[1][j])];
      if (parts.some((part) => x > part.box[0] && x < part.box[2] && y > part.box[1] && y < part.box[3]))
        continue;
      parts.push({ box: [sides[0][i - 1], sides[1][j - 1], sides[0][i], sides[1][j]], cell: -1 });
    }
  }
  return parts;
}

/** The mesh of all pieces, the open ones first, and what each is a piece of. */
function joined(meshes: readonly Mesh[], { bounds: boxes, cells }: Pieces): Overlay {
  const isOpenOn = (piece: number, k: number) =>
    cells[k][piece] >= 0 && cells[k][piece] < meshes[k].openCount;
  const isOpen = (piece: number) => meshes.some((_, k) => isOpenOn(piece, k));
  const order = Array.from({ length: boxes.length / 4 }, (_, piece) => piece);
  const open = order.filter(isOpen);
  const pieces = [...open, ...order.filter((piece) => !isOpen(piece))];
  const bounds = new Float64Array(boxes.length);
  pieces.forEach((piece, i) => {
    for (let k = 0; k < 4; k++) bounds[4 * i + k] = boxes[4 * piece + k];
  });
  const borders = findBorders(bounds, touchingPairs(bounds, open.length));
  const cellEdges = membership(open.length, 2, borders.edgeTopology, 4);
  const cellCorners = membership(open.length, 4, borders.cornerCell, 4);
  const mesh: Mesh = {
    ...meshes[0],
    ...borders,
    ...indexCells(bounds),
    bounds,
    cellCount: pieces.length,
    openCount: open.length,
    edgeCount: borders.edgeVertical.length,
    cornerCount: borders.cornerPoint.length / 2,
    cellEdgeStart: cellEdges.start,
    cellEdge: cellEdges.members,
    cellCornerStart: cellCorners.start,
    cellCorner: cellCorners.members,
    component: findComponents(open.length, borders.edgeTopology, borders.cornerCell, borders.pinch),
    // each piece is a row, because what the engine takes for one cell has no border inside
    row: new Int32Array(pieces.length).map((_, cell) => cell),
  };
  const cellOf = meshes.map((_, k) => Int32Array.from(pieces, (piece) => cells[k][piece]));
  const isClosedOn = meshes.map((_, k) => (cell: number) => !isOpenOn(pieces[cell], k));
  return { mesh, cellOf, gaps: findGaps(mesh, isClosedOn) };
}
