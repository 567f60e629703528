/** Routes from a file that somebody drops or sends, told apart by its content. */
import { wrapLongitude } from '../engine/geometry/sphere.ts';
import { FileUnreadable } from '../files/errors.ts';
import { readGeoJsonFeatures } from '../files/geojson.ts';
import { readKmlFeatures } from '../files/kml.ts';
import { type FileContent, formatTitles, type Readers, readAs, recognise } from '../files/recognise.ts';
import { unpacked } from '../files/unpacked.ts';
import { readXml } from '../files/xml.ts';
import { joinedLines } from './join-lines.ts';
import { readCsv } from './read-csv.ts';
import { readGpx } from './read-gpx.ts';
import {
  Places,
  passedOver,
  type ReadRoute,
  type ReadWaypoint,
  type RoutesInFile,
  requireFewPoints,
} from './read-route.ts';
import { readRtz } from './read-rtz.ts';
import { readS421 } from './read-s421.ts';
import { routesOfFeatures } from './routes-of-features.ts';

/** The formats in which routes are read, each with its reader. */
const readers: Readers<RoutesInFile> = {
  gpx: ({ text }) => readGpx(readXml(text).gpx),
  rtz: ({ text }) => readRtz(readXml(text).route),
  s421: ({ text }) => readS421(text),
  kml: ({ text }) => routesOfFeatures(readKmlFeatures(text)),
  json: ({ text }) => routesOfFeatures(readGeoJsonFeatures(text)),
  text: ({ text }) => readCsv(text),
};

export interface RouteFileRead extends RoutesInFile {
  /** How people call the format: `GPX`. */
  readonly format: string;
}

/** All that a file has, unchecked. @throws FileUnreadable */
export const routesIn = (content: FileContent): RoutesInFile => readAs(readers, unpacked(content));

/**
 * The routes of a file: one at least, each with two waypoints at least. Points are one only where there is no line.
 *
 * @throws FileUnreadable with a sentence that says what is wrong
 */
export const readRouteFile = (given: Uint8Array | string | FileContent): RouteFileRead => read(given, 2);

/** The same of where a ship was, which may be one position. */
export const readTrackFile = (given: Uint8Array | string | FileContent): RouteFileRead => read(given, 1);

/** Shorter routes are passed over where a file has longer ones, too. */
function read(given: Uint8Array | string | FileContent, fewest: number): RouteFileRead {
  const isRaw = typeof given === 'string' || given instanceof Uint8Array;
  const content = unpacked(isRaw ? recognise(given) : given);
  const { routes, notes } = routesIn(content);
  const lines = joinedLines(
    routes.filter(({ kind, waypoints }) => kind !== 'points' && waypoints.length > 0),
  );
  const points = routes.filter(({ kind, waypoints }) => kind === 'points' && waypoints.length > 0);
  const found = lines.length > 0 ? lines : points;
  const long = found.filter(({ waypoints }) => waypoints.length > 1);
  const [short] = found;
  const kept = long.length > 0 || fewest > 1 ? long : found;
  if (kept.length === 0) {
    throw new FileUnreadable(
      short
        ? `A route needs two points, the file has ${short.waypoints.length}.`
        : `The ${formatTitles[content.format]} file has no route, no line and no points.`,
    );
  }
  const ofPoints =
    lines.length === 0
      ? ['The file has no line: its points, in their order, were taken as the route.']
      : passedOver(countBeside(points, lines), ['point beside the line', 'points beside the line']);
  return {
    format: formatTitles[content.format],
    routes: kept.map(checked),
    notes: [
      ...content.notes,
      ...notes,
      ...(content.format === 'text' ? [] : ofPoints),
      ...passedOver(found.length - kept.length, ['route of one point', 'routes of one point']),
    ],
  };
}

/** How many waypoints of some routes are none of others. */
export function countBeside(some: readonly ReadRoute[], others: readonly ReadRoute[]): number {
  const places = new Places(others.flatMap(({ waypoints }) => waypoints));
  return some.flatMap(({ waypoints }) => waypoints).filter((waypoint) => !places.has(waypoint)).length;
}

function checked(route: ReadRoute): ReadRoute {
  requireFewPoints(route.waypoints);
  return { ...route, waypoints: route.waypoints.map(placed) };
}

/** As at a stop of a voyage. */
const MAX_STAY_HOURS = 10_000;
/** Latitudes beyond this are longitudes rather than slips of the hand. */
const MAX_SLIP = 91;

/** Longitudes of 0 to 360, and those that run on beyond the antimeridian, are as good as others. */
export function placed(waypoint: ReadWaypoint, i: number): ReadWaypoint {
  const { lat, lon, stayHours = 0 } = waypoint;
  if (Math.abs(lat) > MAX_SLIP && Math.abs(lat) <= 360 && Math.abs(lon) <= 90) {
    throw new FileUnreadable(
      `The latitude of point ${i + 1} is ${lat}: latitude and longitude look swapped (GeoJSON and KML have the longitude first).`,
    );
  }
  if (!(Math.abs(lat) <= 90)) throw new FileUnreadable(`The latitude of point ${i + 1} is not in −90…90.`);
  if (!(Math.abs(lon) <= 360)) {
    throw new FileUnreadable(`The longitude of point ${i + 1} is not in −180…180, nor in 0…360.`);
  }
  if (stayHours > MAX_STAY_HOURS) {
    throw new FileUnreadable(`The stay at point ${i + 1} is more than ${MAX_STAY_HOURS} hours.`);
  }
  return Math.abs(lon) <= 180 ? waypoint : { ...waypoint, lon: wrapLongitude(lon) };
}
