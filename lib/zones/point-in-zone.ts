import type { LatLon, Point } from '../engine/geometry/sphere.ts';
import { pointFirst } from '../engine/waypoints/errors.ts';
import { areaOf } from './area-of.ts';
import { timeInside } from './entered.ts';
import { placeText } from './geometry/place-text.ts';
import type { Zone } from './zone.ts';

/** A line that a voyage sails exactly as it is given, and what messages call it. */
export interface NamedLine {
  readonly what: string;
  readonly line: readonly Point[];
}

/** A sentence on the first point or line of a voyage that lies in a closed zone or crosses one; null where none does. */
export function closedZoneFault(
  points: readonly (LatLon & { readonly what: string })[],
  zones: readonly Zone[],
  lines: readonly NamedLine[] = [],
): string | null {
  for (const zone of zones) {
    if (zone.kind !== 'closed') continue;
    const area = areaOf(zone);
    const inside = points.find(({ lat, lon }) => area.contains(lon, lat));
    if (inside)
      return `${pointFirst(inside.what)} (${placeText(inside.lat, inside.lon)}) lies in the closed zone "${zone.name}".`;
    for (const { what, line } of lines) {
      const none = line.map(() => 0);
      const [entered] = timeInside(area, { coordinates: line, timeDays: none, distanceM: none }).entered;
      if (entered)
        return `${pointFirst(what)} crosses the closed zone "${zone.name}" at ${placeText(entered.lat, entered.lon)}.`;
    }
  }
  return null;
}
