/**
 * The globe in tiles of 30° by 30°. A mesh is listed in every tile that it touches, a point looks in its own: a
 * request in the Arctic reads nothing about Antarctic meshes, and even a global mesh is listed no more than 72 times.
 */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { GeoBounds } from '../geo-bounds.ts';

const TILE_DEGREES = 30;
const ROWS = 180 / TILE_DEGREES;
const COLUMNS = 360 / TILE_DEGREES;

const rowOf = (lat: number): number => Math.min(ROWS - 1, Math.floor((lat + 90) / TILE_DEGREES));
const columnOf = (lon: number): number => Math.floor((lon + 180) / TILE_DEGREES);
const nameOf = (row: number, column: number): string => `${row}-${column % COLUMNS}`;

/** The tile of a point, degrees. */
export function tileOf({ lat, lon }: LatLon): string {
  return nameOf(rowOf(lat), columnOf(lon));
}

/** Every tile that has a point of the bounds, edges included. */
export function tilesOf({ latMin, latMax, lonMin, lonMax }: GeoBounds): string[] {
  const tiles = new Set<string>();
  const east = lonMin <= lonMax ? lonMax : lonMax + 360;
  for (let row = rowOf(latMin); row <= rowOf(latMax); row++) {
    for (let column = columnOf(lonMin); column <= columnOf(east); column++) tiles.add(nameOf(row, column));
  }
  return [...tiles];
}
