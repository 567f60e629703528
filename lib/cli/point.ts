import type { LatLon } from '../engine/geometry/sphere.ts';

/** Reads two numbers with a comma between; null where the text is something else. The `=` of `-s=LAT,LON` is dropped. */
export function parsePoint(text: string): LatLon | null {
  const parts = text
    .replace(/^=/, '')
    .split(',')
    .map((part) => part.trim());
  const [lat = Number.NaN, lon = Number.NaN] = parts.map(Number);
  if (parts.length !== 2 || parts.includes('') || Number.isNaN(lat) || Number.isNaN(lon)) return null;
  return { lat, lon };
}

/** Latitude −90…90, longitude −180…180; NaN is neither. */
export function isPoint({ lat, lon }: LatLon): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}
