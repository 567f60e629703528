import type { LatLon } from '../engine/geometry/sphere.ts';

/**
 * Reads two numbers separated by a comma; null if the text is anything else. Drops the `=` of `-s=LAT,LON`.
 */
export function parsePoint(text: string): LatLon | null {
  const parts = text
    .replace(/^=/, '')
    .split(',')
    .map((part) => part.trim());
  const [lat = Number.NaN, lon = Number.NaN] = parts.map(Number);
  if (parts.length !== 2 || parts.includes('') || Number.isNaN(lat) || Number.isNaN(lon)) return null;
  return { lat, lon };
}

/** Latitude −90…90, longitude −180…180; NaN is not valid. */
export function isPoint({ lat, lon }: LatLon): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
