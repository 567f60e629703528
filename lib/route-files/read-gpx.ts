import { decimalOf } from '../files/decimal.ts';
import { children, textOf, type XmlElement } from '../files/xml.ts';
import { isSame } from './join-lines.ts';
import { type ReadWaypoint, type RoutesInFile, routeOf, stayPart } from './read-route.ts';

/** The routes and tracks of a GPX file (1.0, 1.1), the segments of a track joined; where it has neither, its waypoints. */
export function readGpx(gpx: unknown): RoutesInFile {
  const creators = children({ gpx }, 'gpx').map((root) => textOf(root, '@creator'));
  const points = children(gpx, 'rte').map((route) => children(route, 'rtept').flatMap(waypointsFrom));
  // of route points OpenCPN writes when they were made (GPXCreateWpt in its nav_object_database.cpp)
  const isMade = creators.includes('OpenCPN') && points.flat().some(({ time }) => time !== undefined);
  const routes = children(gpx, 'rte').map((route, i) =>
    routeOf(
      'route',
      textOf(route, 'name'),
      isMade ? points[i]!.map(({ time: _, ...point }) => point) : points[i]!,
    ),
  );
  let gaps = 0;
  const tracks = children(gpx, 'trk').map((track) => {
    const segments = children(track, 'trkseg')
      .map((segment) => children(segment, 'trkpt').map(waypoint))
      .filter(({ length }) => length > 0);
    gaps += segments.slice(1).filter(([begins], k) => !isSame(segments[k]!.at(-1)!, begins!)).length;
    return routeOf('track', textOf(track, 'name'), segments.flat());
  });
  return {
    routes: [...routes, ...tracks, routeOf('points', null, gpxPlaces(gpx))],
    notes: [
      ...(isMade ? ['Times of route points were passed over: OpenCPN writes when they were made.'] : []),
      ...gapNotes(gaps),
    ],
  };
}

/** Where a recording was interrupted, the ship may have sailed another way. */
function gapNotes(count: number): string[] {
  if (count === 0) return [];
  const [gaps, legs] = count === 1 ? ['gap', 'was closed with a leg'] : ['gaps', 'were closed with legs'];
  return [`${count} ${gaps} between segments of a track ${legs}.`];
}

/** A point of a route, and those between it and the next that Garmin's plotters add where they have planned the way. */
const waypointsFrom = (point: XmlElement): ReadWaypoint[] => {
  const between = children(point, 'extensions').flatMap((each) => children(each, 'RoutePointExtension'));
  return [waypoint(point), ...between.flatMap((each) => children(each, 'rpt')).map(waypoint)];
};

/** The loose waypoints of a GPX file. */
export const gpxPlaces = (gpx: unknown): ReadWaypoint[] => children(gpx, 'wpt').map(waypoint);

function waypoint(point: XmlElement): ReadWaypoint {
  const time = textOf(point, 'time');
  return {
    lat: decimalOf(textOf(point, '@lat')),
    lon: decimalOf(textOf(point, '@lon')),
    name: textOf(point, 'name'),
    ...(time !== null && { time }),
    ...stayPart(Number(children(point, 'extensions').map((each) => textOf(each, 'stay_hours'))[0] ?? 0)),
  };
}
