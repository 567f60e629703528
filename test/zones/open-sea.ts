/** A sea without land or ice, on which every length is known. */
import { compileMesh } from '../../lib/engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../../lib/engine/mesh/mesh.ts';

export const SPEED_MPS = 5;

export interface Sea {
  readonly west: number;
  readonly south: number;
  readonly columns: number;
  readonly rows: number;
  /** Degrees of latitude; cells are twice as wide in longitude. */
  readonly height: number;
  /** Whether the cell of a column and row is land. */
  readonly isLand?: (column: number, row: number) => boolean;
}

/** One island, from 56° W to 55° W and from 60.5° S to 60° S, in cells of half a degree by one. */
export const seaWithIsland = (): Mesh =>
  openSea({
    west: -64,
    south: -66,
    columns: 24,
    rows: 24,
    height: 0.5,
    isLand: (x, y) => x === 8 && y === 11,
  });

export function openSea({ west, south, columns, rows, height, isLand = () => false }: Sea): Mesh {
  const count = columns * rows;
  const wrap = (lon: number) => (lon >= 180 ? lon - 360 : lon);
  const bounds = new Float64Array(4 * count);
  const accessible = new Uint8Array(count);
  const start = new Int32Array(count + 1);
  const cell: number[] = [];
  for (let i = 0; i < count; i++) {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const lon = wrap(west + 2 * height * column);
    bounds.set([lon, south + height * row, lon + 2 * height, south + height * (row + 1)], 4 * i);
    accessible[i] = isLand(column, row) ? 0 : 1;
    for (const [dx, dy] of [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
    ] as const) {
      const [x, y] = [column + dx, row + dy];
      if (x >= 0 && y >= 0 && x < columns && y < rows) cell.push(y * columns + x);
    }
    start[i + 1] = cell.length;
  }
  return openMesh(
    compileMesh({
      ids: Array.from({ length: count }, (_, i) => String(i)),
      bounds,
      accessible,
      currents: new Float64Array(2 * count),
      speeds: new Float64Array(8 * count).fill(SPEED_MPS),
      rates: new Float64Array(8 * count).fill(10),
      consumption: 'fuel',
      closedReason: accessible.map((open) => (open ? 0 : 1)),
      neighbours: { start, cell: Int32Array.from(cell), direction: new Int8Array(cell.length).fill(2) },
    }),
  );
}
