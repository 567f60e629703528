import { free } from '../mesh/free.ts';
import { Growing } from './growing.ts';
import { membership } from './membership.ts';
import type { Places } from './places.ts';

/**
 * The corners at the places where edges end or cells touch, and the pinches between them (see Borders). Cells
 * at a place have the same corner if edges connect them, directly or through other cells.
 *
 * @param topology edges × 4: low cell, high cell; the corners at the beginning and the end are written to
 *   it
 * @param ends edges × 2: the places at the beginning and the end
 * @param diagonals × 3: a place, and two cells that touch there and nowhere else
 */
export function findCorners(
  topology: Int32Array,
  ends: Int32Array,
  diagonals: Int32Array,
  { count: placeCount, point: placePoint }: Places,
) {
  const edgesAt = membership(placeCount, 2, ends, 2);
  const diagonalsAt = membership(placeCount, 1, diagonals, 3);
  let count = 0;
  const point = new Growing(Float64Array, 2);
  const cornerCell = new Growing(Int32Array, 4);
  const cornerEdge = new Growing(Int32Array, 4);
  const pinch: number[] = [];
  // of one place: its cells, ascending; the lowest cell that each is connected with; the corner of each
  const cells: number[] = [];
  const first: number[] = [];
  const corner: number[] = [];
  const cornerOf = (cell: number): number => corner[cells.indexOf(cell)];

  const collectCells = (edges: Int32Array, touching: Int32Array): void => {
    cells.length = 0;
    for (const e of edges) insert(cells, topology[4 * e], topology[4 * e + 1]);
    for (const d of touching) insert(cells, diagonals[3 * d + 1], diagonals[3 * d + 2]);
    for (let i = 0; i < cells.length; i++) first[i] = cells[i];
    for (const e of edges) {
      const a = first[cells.indexOf(topology[4 * e])];
      const b = first[cells.indexOf(topology[4 * e + 1])];
      for (let i = 0; i < cells.length; i++) if (first[i] === a || first[i] === b) first[i] = Math.min(a, b);
    }
  };

  for (let place = 0; place < placeCount; place++) {
    const edges = edgesAt.members.subarray(edgesAt.start[place], edgesAt.start[place + 1]);
    const touching = diagonalsAt.members.subarray(diagonalsAt.start[place], diagonalsAt.start[place + 1]);
    collectCells(edges, touching);
    for (let i = 0; i < cells.length; i++) {
      const isNew = first[i] === cells[i];
      corner[i] = isNew ? count++ : cornerOf(first[i]);
      if (isNew) {
        point.at(corner[i])[2 * corner[i]] = placePoint[2 * place];
        point.at(corner[i])[2 * corner[i] + 1] = placePoint[2 * place + 1];
        cornerCell.at(corner[i]).fill(-1, 4 * corner[i], 4 * corner[i] + 4);
        cornerEdge.at(corner[i]).fill(-1, 4 * corner[i], 4 * corner[i] + 4);
      }
      append(cornerCell.at(corner[i]), 4 * corner[i], cells[i]);
    }
    for (const e of edges) {
      const own = cornerOf(topology[4 * e]);
      append(cornerEdge.at(own), 4 * own, e);
      topology[4 * e + (ends[2 * e] === place ? 2 : 3)] = own;
    }
    for (const d of touching) {
      const from = cornerOf(diagonals[3 * d + 1]);
      const to = cornerOf(diagonals[3 * d + 2]);
      if (from !== to) pinch.push(from, to);
    }
  }
  for (const { start, members } of [edgesAt, diagonalsAt]) {
    free(start);
    free(members);
  }
  return {
    cornerPoint: point.first(count),
    cornerCell: cornerCell.first(count),
    cornerEdge: cornerEdge.first(count),
    pinch: Int32Array.from(pinch),
  };
}

/** Inserts two numbers into an ascending list, each once. */
function insert(list: number[], a: number, b: number): void {
  for (const n of [a, b]) {
    let i = list.length;
    while (i > 0 && list[i - 1] > n) i--;
    if (i === 0 || list[i - 1] !== n) list.splice(i, 0, n);
  }
}

/** Writes to the first free one of four elements. */
function append(four: Int32Array, at: number, value: number): void {
  for (let i = at; i < at + 4; i++) {
    if (four[i] >= 0) continue;
    four[i] = value;
    return;
  }
}
