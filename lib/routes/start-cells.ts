/**
 * The cells by which routes with nearby starts are found: H3, a grid of hexagons over the globe whose neighbours are
 * known by number. https://h3geo.org
 */
import { gridDisk, latLngToCell } from 'h3-js';
import type { LatLon } from '../engine/geometry/sphere.ts';

/** Edges of about 10 km. Routes are stored under cells of this size, so it can't change without moving them. */
const RESOLUTION = 5;
/**
 * Crossing one ring of cells takes at least this: the shortest edge anywhere at this resolution, a little rounded
 * down (cells are smallest near the grid's twelve pentagons).
 */
const RING_NM = 2.5;

export const startCell = ({ lat, lon }: LatLon): string => latLngToCell(lat, lon, RESOLUTION);

/** Cells that contain every point within a distance, nautical miles. */
export function cellsWithin(point: LatLon, distanceNm: number): string[] {
  return gridDisk(startCell(point), Math.ceil(distanceNm / RING_NM));
}
