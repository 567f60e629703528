import { EARTH_RADIUS_M, type LatLon, METRES_PER_NM, RADIANS, shortWayDegrees } from '../geometry/sphere.ts';

/**
 * The point of a cell nearest to a given point on the sphere; null where the difference in latitude alone
 * exceeds `limitNm`.
 *
 * Where the cell spans the given point's longitude, the nearest point is on that meridian. Otherwise it is on
 * the nearer of the cell's two meridians, at the foot of the great circle perpendicular to it:
 * tan φ = tan φ₀ / cos Δλ (Napier's rules).
 */
export function nearestPoint(
  bounds: Float64Array,
  cell: number,
  { lat, lon }: LatLon,
  limitNm: number,
): LatLon | null {
  const [west, south, east, north] = bounds.subarray(4 * cell, 4 * cell + 4);
  const apart = Math.max(south - lat, lat - north);
  if (apart * RADIANS * EARTH_RADIUS_M > limitNm * METRES_PER_NM) return null;
  const clamp = (φDegrees: number) => Math.max(south, Math.min(north, φDegrees));
  for (const turned of [lon, lon - 360, lon + 360]) {
    if (turned >= west && turned <= east) return { lat: clamp(lat), lon: lon };
  }
  const toWest = Math.abs(shortWayDegrees(west - lon));
  const toEast = Math.abs(shortWayDegrees(east - lon));
  const Δλ = Math.min(toWest, toEast) * RADIANS;
  const meridian = toWest <= toEast ? west : east;
  // more than 90° of longitude away, the end of the meridian towards the nearer pole is nearest
  const foot =
    Δλ < Math.PI / 2 ? Math.atan(Math.tan(lat * RADIANS) / Math.cos(Δλ)) / RADIANS : lat < 0 ? -90 : 90;
  return { lat: clamp(foot), lon: meridian };
}
