/** Where a line comes nearer than asked to what it is to keep clear of. */
import { MercatorLine } from '../engine/geometry/mercator-line.ts';
import { haversineNm, type LatLon, METRES_PER_NM, type Point, rhumb } from '../engine/geometry/sphere.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { nearestPoint } from '../engine/waypoints/nearest-point.ts';
import { type ClearanceOf, isKeptClearOf } from './mesh/buffers.ts';
import { boxesAround, boxOfPlace, closedCellsIn } from './near-place.ts';

export interface LeastClearance extends LatLon {
  readonly nm: number;
}

/** Along what is too near, nautical miles. */
const STEP_NM = 0.1;
/** A route that keeps clear is no nearer than what its cells are divided to, nautical miles. */
const EXACT_NM = 0.02;

/** The nearest place of all that are too near; null where there is none. */
export function leastClearance(
  mesh: Mesh,
  coordinates: readonly Point[],
  nm: number,
  of: ClearanceOf,
): LeastClearance | null {
  const isLand = isKeptClearOf(mesh, of);
  let least: LeastClearance | null = null;
  for (let k = 1; k < coordinates.length; k++) {
    const line = new MercatorLine(coordinates[k - 1]!, coordinates[k]!);
    const [from, to] = [coordinates[k - 1]!, coordinates[k]!].map(([lon, lat]) => ({ lon, lat }));
    const lengthNm = rhumb(from!, to!).lengthM / METRES_PER_NM;
    for (let along = 0; along <= lengthNm; ) {
      const [lon, lat] = line.at(lengthNm === 0 ? 0 : along / lengthNm);
      const distance = distanceTo(mesh, isLand, { lat, lon }, 2 * nm);
      if (distance < nm - EXACT_NM && distance < (least?.nm ?? Infinity)) least = { nm: distance, lat, lon };
      // the distance changes by no more than what is sailed
      along += Math.max(STEP_NM, distance - nm);
    }
  }
  return least;
}

function distanceTo(mesh: Mesh, isLand: (cell: number) => boolean, from: LatLon, mostNm: number): number {
  let least = mostNm;
  const cells = boxesAround(boxOfPlace(from), mostNm).flatMap((box) => [...closedCellsIn(mesh, box)]);
  for (const cell of cells) {
    if (!isLand(cell)) continue;
    const point = nearestPoint(mesh.bounds, cell, from, least);
    if (point) least = Math.min(least, haversineNm(from, point));
  }
  return least;
}
