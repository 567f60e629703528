import { children, textOf, type XmlElement } from '../files/xml.ts';
import { greatCirclePoints } from './great-circle.ts';
import type { ReadRoute, ReadWaypoint } from './read-route.ts';

/** A route in RTZ 1.0 to 1.2. Legs along a great circle are cut into short rhumb lines. */
export function readRtz(route: unknown): ReadRoute {
  const info = children(route, 'routeInfo')[0];
  const list = children(route, 'waypoints')[0];
  const defaults = children(list, 'defaultWaypoint')[0];
  const waypoints: ReadWaypoint[] = [];
  for (const element of children(list, 'waypoint')) {
    const next = waypoint(element);
    const before = waypoints.at(-1);
    const isGreatCircle = (geometryOf(element) ?? geometryOf(defaults)) === 'Orthodrome';
    if (before && isGreatCircle) {
      waypoints.push(...greatCirclePoints(before, next).map((point) => ({ ...point, name: null })));
    }
    waypoints.push(next);
  }
  return { name: info ? textOf(info, '@routeName') : null, waypoints };
}

function waypoint(element: XmlElement): ReadWaypoint {
  const position = children(element, 'position')[0];
  return {
    lat: Number((position && textOf(position, '@lat')) ?? Number.NaN),
    lon: Number((position && textOf(position, '@lon')) ?? Number.NaN),
    name: textOf(element, '@name'),
  };
}

/** `Loxodrome` or `Orthodrome` of the leg that ends at a waypoint; null where it does not say. */
function geometryOf(waypoint: XmlElement | undefined): string | null {
  const leg = children(waypoint, 'leg')[0];
  return leg ? textOf(leg, '@geometryType') : null;
}
