/**
 * A uniform grid over the mesh with about one bucket per cell: bucket b lists the cells that overlap it.
 *
 * grid: lonMin, latMin, degrees per column, degrees per row, columns, rows; bucket = row × columns + column.
 */
export function indexCells(bounds: Float64Array) {
  const grid = layOutGrid(bounds);
  const start = new Int32Array(grid[4] * grid[5] + 1);
  overlaps(bounds, grid, (bucket) => start[bucket + 1]++);
  for (let b = 1; b < start.length; b++) start[b] += start[b - 1];
  const cell = new Int32Array(start[start.length - 1]);
  const next = start.slice();
  overlaps(bounds, grid, (bucket, i) => {
    cell[next[bucket]++] = i;
  });
  return { grid, bucketStart: start, bucketCell: cell };
}

/** The column of a longitude, clamped to the grid. */
export function columnOf(grid: Float64Array, lon: number): number {
  return Math.max(0, Math.min(grid[4] - 1, Math.floor((lon - grid[0]) / grid[2])));
}

/** The row of a latitude, clamped to the grid. */
export function rowOf(grid: Float64Array, lat: number): number {
  return Math.max(0, Math.min(grid[5] - 1, Math.floor((lat - grid[1]) / grid[3])));
}

function layOutGrid(bounds: Float64Array): Float64Array {
  const extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < bounds.length; i += 4) {
    for (const k of [0, 1]) {
      extent[k] = Math.min(extent[k], bounds[i + k]);
      extent[k + 2] = Math.max(extent[k + 2], bounds[i + k + 2]);
    }
  }
  const width = extent[2] - extent[0];
  const height = extent[3] - extent[1];
  // buckets are twice as wide in degrees as they are high, like cells in polar waters
  const columns = Math.max(1, Math.ceil(Math.sqrt(((bounds.length / 4) * width) / (2 * height))));
  const rows = Math.max(1, Math.ceil(bounds.length / 4 / columns));
  return Float64Array.of(extent[0], extent[1], width / columns, height / rows, columns, rows);
}

function overlaps(
  bounds: Float64Array,
  grid: Float64Array,
  visit: (bucket: number, cell: number) => void,
): void {
  for (let i = 0; i < bounds.length / 4; i++) {
    const lastColumn = columnOf(grid, bounds[4 * i + 2]);
    const lastRow = rowOf(grid, bounds[4 * i + 3]);
    for (let r = rowOf(grid, bounds[4 * i + 1]); r <= lastRow; r++) {
      for (let c = columnOf(grid, bounds[4 * i]); c <= lastColumn; c++) visit(r * grid[4] + c, i);
    }
  }
}
