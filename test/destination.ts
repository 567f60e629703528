import type { LatLon } from '../lib/engine/geometry/sphere.ts';

/** The point at a distance, nautical miles, and a bearing, radians, from another, on the sphere of 6,371.1 km. */
export function destination({ lat, lon }: LatLon, nm: number, bearing: number): LatLon {
  const [φ, λ, δ] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180, (nm * 1852) / 6_371_100];
  const φ2 = Math.asin(Math.sin(φ) * Math.cos(δ) + Math.cos(φ) * Math.sin(δ) * Math.cos(bearing));
  const y = Math.sin(bearing) * Math.sin(δ) * Math.cos(φ);
  const λ2 = λ + Math.atan2(y, Math.cos(δ) - Math.sin(φ) * Math.sin(φ2));
  return { lat: (φ2 * 180) / Math.PI, lon: (((λ2 * 180) / Math.PI + 540) % 360) - 180 };
}
