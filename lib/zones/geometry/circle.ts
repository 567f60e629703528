import { METRES_PER_NM, RADIANS } from '../../engine/geometry/sphere.ts';
import type { ZoneGeometry } from './polygon.ts';

export interface Circle {
  readonly lat: number;
  readonly lon: number;
  readonly radius_nm: number;
}

/** Sides of the polygon that stands for a circle: it reaches at most a 3,000th of the radius beyond it. */
const SIDES = 120;
const EARTH_RADIUS_M = 6_371_100;

/**
 * The polygon whose sides touch a circle from outside, so that nothing of the circle is left out (great-circle
 * destinations by bearing, https://www.movable-type.co.uk/scripts/latlong.html).
 */
export function circlePolygon({ lat, lon, radius_nm }: Circle): ZoneGeometry {
  const δ = (radius_nm * METRES_PER_NM) / EARTH_RADIUS_M;
  const corner = Math.atan(Math.tan(δ) / Math.cos(Math.PI / SIDES));
  const φ = lat * RADIANS;
  const ring = Array.from({ length: SIDES }, (_, k): [number, number] => {
    const bearing = -(2 * Math.PI * (k + 0.5)) / SIDES; // counter-clockwise, as GeoJSON wants outlines
    const sin = Math.sin(φ) * Math.cos(corner) + Math.cos(φ) * Math.sin(corner) * Math.cos(bearing);
    const y = Math.sin(bearing) * Math.sin(corner) * Math.cos(φ);
    const degrees = lon + Math.atan2(y, Math.cos(corner) - Math.sin(φ) * sin) / RADIANS;
    return [
      degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees,
      Math.asin(sin) / RADIANS,
    ];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}
