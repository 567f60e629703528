/** Places from a file: the waypoints of GPX or the points of GeoJSON, else the points of the route that it has. */
import { FileUnreadable } from '../files/errors.ts';
import { readXml } from '../files/xml.ts';
import { gpxPlaces } from './read-gpx.ts';
import type { ReadWaypoint } from './read-route.ts';
import { readRouteFile } from './read-route-file.ts';

/** @throws FileUnreadable with a sentence that says what is wrong */
export function readPlaces(text: string): readonly ReadWaypoint[] {
  const content = text.replace(/^\ufeff/, '').trimStart();
  const places = content.startsWith('{')
    ? pointsOf(content)
    : content.startsWith('<')
      ? waypointsOf(content)
      : [];
  if (places.length === 0) return readRouteFile(content).waypoints;
  places.forEach(({ lat, lon }, i) => {
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
      throw new FileUnreadable(`The position of point ${i + 1} is none.`);
  });
  return places;
}

/** A route in the file says in which order its points come, so that loose waypoints count only without one. */
function waypointsOf(xml: string): ReadWaypoint[] {
  const { gpx } = readXml(xml);
  return gpx ? gpxPlaces(gpx) : [];
}

function pointsOf(text: string): ReadWaypoint[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return []; // the reader of routes says what is wrong
  }
  const { features } = (json ?? {}) as { features?: unknown };
  if (!Array.isArray(features)) return [];
  return features.flatMap((feature): ReadWaypoint[] => {
    const { geometry, properties } = (feature ?? {}) as {
      geometry?: { type?: unknown; coordinates?: unknown } | null;
      properties?: { name?: unknown } | null;
    };
    if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates)) return [];
    const [lon, lat] = geometry.coordinates.map(Number);
    const name = typeof properties?.name === 'string' ? properties.name : null;
    return [{ lat: lat ?? Number.NaN, lon: lon ?? Number.NaN, name }];
  });
}
