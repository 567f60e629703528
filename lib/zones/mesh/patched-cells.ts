/** How the cells of a mesh are numbered once some of them are divided. */
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { Pieces } from './pieces.ts';

/** The cells of a patched mesh: the open ones first, each piece where its cell was. */
export interface PatchedCells {
  readonly count: number;
  readonly openCount: number;
  /** cells: the cell of the mesh that each is, or is a piece of. */
  readonly parent: Int32Array;
  /** cells: its piece; −1 for a whole cell. */
  readonly piece: Int32Array;
  /** cells × 4: west, south, east, north, degrees. */
  readonly bounds: Float64Array;
  /** By cell of the mesh: its number now, −1 where it is divided. */
  readonly ofCell: Int32Array;
}

export function numberCells(mesh: Mesh, pieces: Pieces): PatchedCells {
  const { cell: cellOf, closed, bounds: boxes } = pieces;
  const ofCell = new Int32Array(mesh.cellCount);
  for (const cell of cellOf) ofCell[cell] = -1;
  const parent: number[] = [];
  const piece: number[] = [];
  const add = (cell: number, own: number) => {
    piece.push(own);
    return parent.push(cell) - 1;
  };
  let next = 0;
  for (let cell = 0; cell < mesh.openCount; cell++) {
    if (ofCell[cell] === 0) ofCell[cell] = add(cell, -1);
    for (; cellOf[next] === cell; next++) if (closed[next] === 0) add(cell, next);
  }
  const openCount = parent.length;
  for (let cell = mesh.openCount; cell < mesh.cellCount; cell++) ofCell[cell] = add(cell, -1);
  for (let own = 0; own < closed.length; own++) if (closed[own] !== 0) add(cellOf[own]!, own);
  const bounds = new Float64Array(4 * parent.length);
  parent.forEach((cell, k) => {
    const [from, at] = piece[k]! < 0 ? [mesh.bounds, cell] : [boxes, piece[k]!];
    for (let side = 0; side < 4; side++) bounds[4 * k + side] = from[4 * at + side]!;
  });
  return {
    count: parent.length,
    openCount,
    parent: Int32Array.from(parent),
    piece: Int32Array.from(piece),
    bounds,
    ofCell,
  };
}
