/** What is closed near a place, or near all that is in a box. */
import { EARTH_RADIUS_M, type LatLon, METRES_PER_NM, RADIANS } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { columnOf, rowOf } from '../engine/mesh/point-index.ts';
import type { Box } from './geometry/polygon.ts';

const NM_PER_DEGREE = (EARTH_RADIUS_M * RADIANS) / METRES_PER_NM;

/** A box, and by how many degrees of longitude it is turned to be on the mesh. */
export interface TurnedBox extends Box {
  readonly turn: number;
}

/** The longitudes and latitudes within a distance of a box, and those on the other side of the antimeridian. */
export function boxesAround({ west, south, east, north }: Box, nm: number): TurnedBox[] {
  const Δlat = nm / NM_PER_DEGREE;
  const farthest = Math.min(89.9, Math.max(Math.abs(south), Math.abs(north)) + Δlat);
  const Δlon = Math.min(180, Δlat / Math.cos(farthest * RADIANS));
  const turns = [0, ...(west - Δlon < -180 ? [360] : []), ...(east + Δlon > 180 ? [-360] : [])];
  return turns.map((turn) => ({
    turn,
    west: west + turn - Δlon,
    east: east + turn + Δlon,
    south: south - Δlat,
    north: north + Δlat,
  }));
}

export const boxOfPlace = ({ lat, lon }: LatLon): Box => ({ west: lon, east: lon, south: lat, north: lat });

/** The closed cells that meet a box. */
export function closedCellsIn(
  { grid, bucketStart, bucketCell, bounds, openCount }: Mesh,
  { west, south, east, north }: Box,
): Set<number> {
  const cells = new Set<number>();
  for (let row = rowOf(grid, south); row <= rowOf(grid, north); row++) {
    for (let column = columnOf(grid, west); column <= columnOf(grid, east); column++) {
      const bucket = row * grid[4]! + column;
      for (let k = bucketStart[bucket]!; k < bucketStart[bucket + 1]!; k++) {
        const i = 4 * bucketCell[k]!;
        if (bucketCell[k]! < openCount) continue;
        if (bounds[i]! > east || bounds[i + 2]! < west) continue;
        if (bounds[i + 1]! <= north && bounds[i + 3]! >= south) cells.add(bucketCell[k]!);
      }
    }
  }
  return cells;
}

/**
 * The point of an edge that is nearest to a place in a plane with the place's own scales. At 20 NM and 75° of latitude these are
 * wrong by tan 75° · 20 NM / R = 2 %, so that the point lies as much of the distance beside the nearest one: 0.02 % farther away.
 */
export function nearestOnEdge(edge: ArrayLike<number>, { lat, lon }: LatLon): LatLon {
  const [x1, y1, x2, y2] = [edge[0]!, edge[1]!, edge[2]!, edge[3]!];
  const scale = Math.cos(lat * RADIANS);
  const [dx, dy] = [(x2 - x1) * scale, y2 - y1];
  const along = ((lon - x1) * scale * dx + (lat - y1) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.max(0, Math.min(1, along));
  return { lat: y1 + part * (y2 - y1), lon: x1 + part * (x2 - x1) };
}
