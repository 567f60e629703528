/** How much room there is at a place: its distance to what a voyage keeps clear of. */
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { nearestPoint } from '../../engine/waypoints/nearest-point.ts';
import type { Coverage } from '../geometry/coverage.ts';
import { type ClearanceOf, isKeptClearOf } from '../mesh/buffers.ts';
import { boxesAround, boxOfPlace, closedCellsIn, nearestOnEdge } from '../near-place.ts';

/**
 * Nautical miles, at most as many as are asked about.
 *
 * @param areas closed zones
 */
export function roomOn(
  mesh: Mesh,
  of: ClearanceOf,
  areas: readonly Coverage[],
): (place: LatLon, mostNm: number) => number {
  const isKept = isKeptClearOf(mesh, of);
  return (place, mostNm) => {
    let least = mostNm;
    for (const box of boxesAround(boxOfPlace(place), mostNm)) {
      for (const cell of closedCellsIn(mesh, box)) {
        if (!isKept(cell)) continue;
        const point = nearestPoint(mesh.bounds, cell, place, least);
        if (point) least = Math.min(least, haversineNm(place, point));
      }
    }
    for (const box of boxesAround(boxOfPlace(place), least)) {
      const turned = { lat: place.lat, lon: place.lon + box.turn };
      for (const area of areas) {
        for (const e of area.edgesNear(box))
          least = Math.min(least, haversineNm(turned, nearestOnEdge(area.edge(e), turned)));
      }
    }
    return least;
  };
}
