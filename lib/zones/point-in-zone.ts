import type { LatLon } from '../engine/geometry/sphere.ts';
import { Coverage } from './geometry/coverage.ts';
import { placeText } from './geometry/place-text.ts';
import { polygonsOf } from './geometry/polygon.ts';
import type { Zone } from './zone.ts';

/** A sentence on the first point of a voyage that lies in a closed zone; null where none does. */
export function closedZoneFault(
  points: readonly (LatLon & { readonly what: string })[],
  zones: readonly Zone[],
): string | null {
  for (const { name, kind, geometry } of zones) {
    if (kind !== 'closed') continue;
    const coverage = new Coverage(polygonsOf(geometry));
    const inside = points.find(({ lat, lon }) => coverage.contains(lon, lat));
    if (inside)
      return `The ${inside.what} (${placeText(inside.lat, inside.lon)}) lies in the closed zone "${name}".`;
  }
  return null;
}
