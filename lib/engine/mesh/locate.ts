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
  const cells = new Set<number>();
  collect(mesh, point.lon, point.lat, slackDegrees, cells);
  if (point.lon + slackDegrees >= 180) collect(mesh, point.lon - 360, point.lat, slackDegrees, cells);
  if (point.lon - slackDegrees <= -180) collect(mesh, point.lon + 360, point.lat, slackDegrees, cells);
  return [...cells].sort((a, b) => a - b);
}

/** The open cells among them. */
export function openCellsAt(mesh: Mesh, point: LatLon): number[] {
  return cellsAt(mesh, point).filter((cell) => cell < mesh.openCount);
}

function collect(
  { bounds, grid, bucketStart, bucketCell }: Mesh,
  lon: number,
  lat: number,
  slack: number,
  found: Set<number>,
): void {
  const reach = slack + SAME_PLACE; // a point on the line between two buckets may be filed under either
  const lastColumn = columnOf(grid, lon + reach);
  const lastRow = rowOf(grid, lat + reach);
  for (let r = rowOf(grid, lat - reach); r <= lastRow; r++) {
    for (let c = columnOf(grid, lon - reach); c <= lastColumn; c++) {
      const bucket = r * grid[4] + c;
      for (let k = bucketStart[bucket]; k < bucketStart[bucket + 1]; k++) {
        const i = 4 * bucketCell[k];
        if (
          lon >= bounds[i] - slack &&
          lat >= bounds[i + 1] - slack &&
          lon <= bounds[i + 2] + slack &&
          lat <= bounds[i + 3] + slack
        )
          found.add(bucketCell[k]);
      }
    }
  }
}
