import { FileUnreadable } from '../files/errors.ts';
import { children, textOf, type XmlElement } from '../files/xml.ts';
import type { ReadRoute, ReadWaypoint } from './read-route.ts';

/** The first route of a GPX file, or where it has none the first track, its segments joined. */
export function readGpx(gpx: unknown): ReadRoute {
  const route = children(gpx, 'rte')[0];
  if (route) return { name: textOf(route, 'name'), waypoints: children(route, 'rtept').map(waypoint) };
  const track = children(gpx, 'trk')[0];
  if (!track) throw new FileUnreadable('The GPX file has neither a route (<rte>) nor a track (<trk>).');
  const points = children(track, 'trkseg').flatMap((segment) => children(segment, 'trkpt'));
  return { name: textOf(track, 'name'), waypoints: points.map(waypoint) };
}

/** The loose waypoints of a GPX file without a route. */
export const gpxPlaces = (gpx: unknown): ReadWaypoint[] =>
  children(gpx, 'rte').length > 0 ? [] : children(gpx, 'wpt').map(waypoint);

const waypoint = (point: XmlElement): ReadWaypoint => ({
  lat: Number(textOf(point, '@lat') ?? Number.NaN),
  lon: Number(textOf(point, '@lon') ?? Number.NaN),
  name: textOf(point, 'name'),
});
