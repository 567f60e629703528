/**
 * The sample mesh's region and the grid of its smallest cells. Sizes are powers of two in degrees, so that every
 * side of every cell is exact in binary.
 */
export const REGION = { latMin: -80, latMax: -48, lonMin: -80, lonMax: 0 } as const;

/** Degrees of the smallest cells: about 14 km at 60° S. */
export const CELL_WIDTH = 0.25;
export const CELL_HEIGHT = 0.125;

export const COLUMNS = (REGION.lonMax - REGION.lonMin) / CELL_WIDTH;
export const ROWS = (REGION.latMax - REGION.latMin) / CELL_HEIGHT;

/** Width and height of the largest cells in smallest cells, a power of two: 4° × 2°. */
export const LARGEST = 16;

/** Western side of a column, degrees; for a fractional column, the longitude at that position. */
export const lonOf = (column: number): number => REGION.lonMin + column * CELL_WIDTH;
/** Southern side of a row, counted from the south. */
export const latOf = (row: number): number => REGION.latMin + row * CELL_HEIGHT;
