import type { LatLon } from '../engine/geometry/sphere.ts';

/** Reads `LAT,LON` in degrees; null where the text is no such thing. `-s=LAT,LON` leaves its `=` to be dropped. */
export function parsePoint(text: string): LatLon | null {
  const parts = text
    .replace(/^=/, '')
    .split(',')
    .map((part) => part.trim());
  const [lat, lon] = parts.map(Number);
  if (parts.length !== 2 || parts.includes('') || !isPoint({ lat: lat!, lon: lon! })) return null;
  return { lat: lat!, lon: lon! };
}

/** Latitude −90…90, longitude −180…180; NaN is neither. */
export function isPoint({ lat, lon }: LatLon): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
