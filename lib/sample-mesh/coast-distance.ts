import { CELL_HEIGHT, CELL_WIDTH, COLUMNS, latOf, ROWS } from './grid.ts';

const KM_PER_DEGREE = 111.2;

/**
 * Distance in km from every cell of the grid to the nearest cell with land, by a two-pass chamfer transform
 * (Borgefors 1986): accurate within a few per cent, which is enough for ice and shelves.
 */
export function coastDistances(landShares: Float64Array): Float64Array {
  const distances = Float64Array.from(landShares, (share) => (share > 0 ? 0 : Infinity));
  sweep(distances, 1);
  sweep(distances, -1);
  return distances;
}

/** One pass from the south-west (`way` 1) or the north-east (−1): each cell uses those before it. */
function sweep(distances: Float64Array, way: 1 | -1): void {
  const north = CELL_HEIGHT * KM_PER_DEGREE;
  for (let i = 0; i < ROWS; i++) {
    const row = way > 0 ? i : ROWS - 1 - i;
    const east = CELL_WIDTH * KM_PER_DEGREE * Math.cos((latOf(row + 0.5) * Math.PI) / 180);
    for (let j = 0; j < COLUMNS; j++) {
      const column = way > 0 ? j : COLUMNS - 1 - j;
      const at = (dx: number, dy: number) =>
        column + dx >= 0 && column + dx < COLUMNS && row + dy >= 0 && row + dy < ROWS
          ? distances[(row + dy) * COLUMNS + column + dx]
          : Infinity;
      const cell = row * COLUMNS + column;
      distances[cell] = Math.min(
        distances[cell],
        at(-way, 0) + east,
        at(0, -way) + north,
        at(-1, -way) + Math.hypot(east, north),
        at(1, -way) + Math.hypot(east, north),
      );
    }
  }
}
