import { COLUMNS, LARGEST, ROWS } from './grid.ts';

/** A square block of the grid, `size` cells wide and high, given by its south-western cell. */
export interface Block {
  readonly column: number;
  readonly row: number;
  readonly size: number;
}

/** Covers the grid with blocks; a block that is not uniform is split in four, down to the smallest cells. */
export function quadtree(isUniform: (block: Block) => boolean): Block[] {
  const blocks: Block[] = [];
  const add = (block: Block): void => {
    if (block.size === 1 || isUniform(block)) {
      blocks.push(block);
      return;
    }
    const { column, row } = block;
    const size = block.size / 2;
    add({ column, row, size });
    add({ column: column + size, row, size });
    add({ column, row: row + size, size });
    add({ column: column + size, row: row + size, size });
  };
  for (let row = 0; row < ROWS; row += LARGEST) {
    for (let column = 0; column < COLUMNS; column += LARGEST) add({ column, row, size: LARGEST });
  }
  return blocks;
}

/** The eight directions of a neighbour graph, as MeshiPhi names them. */
export type Neighbours = Record<'1' | '2' | '3' | '4' | '-1' | '-2' | '-3' | '-4', number[]>;

/**
 * The neighbours of every block, by its index: along its four sides, and at corners those that touch only
 * there.
 */
export function neighbourGraph(blocks: readonly Block[]): Neighbours[] {
  const owner = new Int32Array(ROWS * COLUMNS);
  blocks.forEach(({ column, row, size }, index) => {
    for (let r = row; r < row + size; r++)
      owner.fill(index, r * COLUMNS + column, r * COLUMNS + column + size);
  });
  const at = (column: number, row: number): number[] =>
    column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? [owner[row * COLUMNS + column]] : [];
  return blocks.map(({ column, row, size }) => {
    const steps = Array.from({ length: size }, (_, i) => i);
    const side = (place: (step: number) => number[]) => [...new Set(steps.flatMap(place))];
    const east = side((i) => at(column + size, row + i));
    const south = side((i) => at(column + i, row - 1));
    const west = side((i) => at(column - 1, row + i));
    const north = side((i) => at(column + i, row + size));
    const beside = new Set([...east, ...south, ...west, ...north]);
    const corner = (c: number, r: number) => at(c, r).filter((index) => !beside.has(index));
    return {
      '1': corner(column + size, row + size),
      '2': east,
      '3': corner(column + size, row - 1),
      '4': south,
      '-1': corner(column - 1, row - 1),
      '-2': west,
      '-3': corner(column - 1, row + size),
      '-4': north,
    };
  });
}
