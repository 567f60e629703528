import type { LatLon } from '../engine/geometry/sphere.ts';
import { pointFirst } from '../engine/waypoints/errors.ts';
import { areaOf } from './area-of.ts';
import { placeText } from './geometry/place-text.ts';
import type { Zone } from './zone.ts';

/** A sentence on the first point of a voyage that lies in a closed zone; null where none does. */
export function closedZoneFault(
  points: readonly (LatLon & { readonly what: string })[],
  zones: readonly Zone[],
): string | null {
  for (const zone of zones) {
    if (zone.kind !== 'closed') continue;
    const area = areaOf(zone);
    const inside = points.find(({ lat, lon }) => area.contains(lon, lat));
    if (inside)
      return `${pointFirst(inside.what)} (${placeText(inside.lat, inside.lon)}) lies in the closed zone "${zone.name}".`;
  }
  return null;
}
