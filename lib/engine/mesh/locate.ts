import type { LatLon } from '../geometry/sphere.ts';
import { SAME_PLACE } from '../tolerances.ts';
import type { Mesh } from './mesh.ts';
import { columnOf, rowOf } from './point-index.ts';

/**
 * The cells that contain a point or have it on their border, ascending, so that open cells come before closed
 * ones; none where the point is outside the mesh. A point on the antimeridian is looked up on both sides of
 * it.
 */
export function cellsAt(mesh: Mesh, point: LatLon, slackDegrees = 0): number[] {
  return cellsBetween(mesh, point, point, slackDegrees);
}

/** The same of all points of the box between two corners. */
export function cellsBetween(mesh: Mesh, a: LatLon, b: LatLon, slackDegrees: number): number[] {
  const [west, east] = [Math.min(a.lon, b.lon) - slackDegrees, Math.max(a.lon, b.lon) + slackDegrees];
  const [south, north] = [Math.min(a.lat, b.lat) - slackDegrees, Math.max(a.lat, b.lat) + slackDegrees];
  const cells = new Set<number>();
  collect(mesh, west, south, east, north, cells);
  if (east >= 180) collect(mesh, west - 360, south, east - 360, north, cells);
  if (west <= -180) collect(mesh, west + 360, south, east + 360, north, cells);
  return [...cells].sort((a, b) => a - b);
}

/** The open cells among them. */
export function openCellsAt(mesh: Mesh, point: LatLon): number[] {
  return cellsAt(mesh, point).filter((cell) => cell < mesh.openCount);
}

function collect(
  { bounds, grid, bucketStart, bucketCell }: Mesh,
  west: number,
  south: number,
  east: number,
  north: number,
  found: Set<number>,
): void {
  // a point on the line between two buckets may be filed under either
  const lastColumn = columnOf(grid, east + SAME_PLACE);
  const lastRow = rowOf(grid, north + SAME_PLACE);
  for (let r = rowOf(grid, south - SAME_PLACE); r <= lastRow; r++) {
    for (let c = columnOf(grid, west - SAME_PLACE); c <= lastColumn; c++) {
      const bucket = r * grid[4] + c;
      for (let k = bucketStart[bucket]; k < bucketStart[bucket + 1]; k++) {
        const i = 4 * bucketCell[k];
        if (east >= bounds[i] && north >= bounds[i + 1] && west <= bounds[i + 2] && south <= bounds[i + 3])
          found.add(bucketCell[k]);
      }
    }
  }
}
