/** Lists of cells in arrays that are used again: only their first `count` entries count. */
import type { Mesh } from '../mesh/mesh.ts';

/** Adds a cell unless it is in the list; returns how many there are then. */
export function add(cell: number, cells: number[], count: number): number {
  for (let k = 0; k < count; k++) if (cells[k] === cell) return count;
  cells[count] = cell;
  return count + 1;
}

/** The same for all cells at a corner. */
export function addCellsAt({ cornerCell }: Mesh, corner: number, cells: number[], count: number): number {
  let all = count;
  for (let k = 4 * corner; k < 4 * corner + 4 && cornerCell[k] >= 0; k++)
    all = add(cornerCell[k], cells, all);
  return all;
}
