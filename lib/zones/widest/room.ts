/** How much room there is at a place: its distance to what a voyage keeps clear of. */
import { haversineNm, type LatLon } from '../../engine/geometry/sphere.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { nearestPoint } from '../../engine/waypoints/nearest-point.ts';
import type { Coverage } from '../geometry/coverage.ts';
import { boxesAround, closedCellsNear, nearestOnEdge } from '../leg-clearance.ts';
import { type ClearanceOf, isKeptClearOf } from '../mesh/buffers.ts';

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
    for (const cell of closedCellsNear(mesh, place, mostNm)) {
      if (!isKept(cell)) continue;
      const point = nearestPoint(mesh.bounds, cell, place, least);
      if (point) least = Math.min(least, haversineNm(place, point));
    }
    for (const box of boxesAround(place, least)) {
      const turned = { lat: place.lat, lon: 0.5 * (box.west + box.east) };
      for (const area of areas) {
        if (!area.isNear(box)) continue;
        for (const e of area.edgesNear(box))
          least = Math.min(least, haversineNm(turned, nearestOnEdge(area.edge(e), turned)));
      }
    }
    return least;
  };
}
