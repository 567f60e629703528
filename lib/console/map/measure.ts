import { haversineNm, type Point, RADIANS, rhumb } from '../../engine/geometry/sphere.ts';
import type { measured } from '../state/state.ts';

const latLon = ([lon, lat]: Point) => ({ lat, lon });

/** Course of the last leg, its length and that of the whole line, along rhumb lines; null for less than a leg. */
export function measure(points: readonly Point[]): typeof measured.value {
  let totalMetres = 0;
  let last: { bearingDegrees: number; legMetres: number } | null = null;
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [latLon(points[i - 1]!), latLon(points[i]!)];
    if (haversineNm(from, to) === 0) continue; // a second click on the same place
    const { bearing, lengthM } = rhumb(from, to);
    last = { bearingDegrees: (bearing / RADIANS + 360) % 360, legMetres: lengthM };
    totalMetres += lengthM;
  }
  return last && { ...last, totalMetres };
}
