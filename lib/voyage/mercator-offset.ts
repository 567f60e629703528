/** Mercator's projection round a place, in which rhumb lines are straight: degrees east of it and north of it, these of isometric latitude. */
import { isometricLatitude, type Point, RADIANS, shortWayDegrees } from '../engine/geometry/sphere.ts';

export function mercatorOffset([lon0, lat0]: Point, [lon, lat]: Point): readonly [x: number, y: number] {
  const north = isometricLatitude(lat * RADIANS) - isometricLatitude(lat0 * RADIANS);
  return [shortWayDegrees(lon - lon0), north / RADIANS];
}
