/** A route from a file that somebody drops or sends, told apart by its content. */
import { FileUnreadable } from '../files/errors.ts';
import {
  type BinaryContent,
  type BinaryFormat,
  readerFor,
  recognise,
  type TextContent,
  type TextFormat,
} from '../files/recognise.ts';
import { readXml } from '../files/xml.ts';
import { readGeoJson } from './read-geojson.ts';
import { readGpx } from './read-gpx.ts';
import type { ReadRoute, RoutesInFile } from './read-route.ts';
import { readRtz } from './read-rtz.ts';

export const MAX_POINTS = 10_000;

type Readers = { readonly [Format in TextFormat]?: (content: TextContent) => RoutesInFile } & {
  readonly [Format in BinaryFormat]?: (content: BinaryContent) => RoutesInFile;
};

/** The formats in which routes are read, each with its reader. */
const readers: Readers = {
  gpx: ({ text }) => found(readGpx(readXml(text).gpx)),
  rtz: ({ text }) => found(readRtz(readXml(text).route)),
  json: ({ text }) => found(readGeoJson(text)),
};

const found = (route: ReadRoute): RoutesInFile => ({ routes: [route], notes: [] });

/** @throws FileUnreadable with a sentence that says what is wrong */
export function readRouteFile(given: Uint8Array | string): ReadRoute {
  const content = recognise(given);
  const reader = readerFor<(content: never) => RoutesInFile>(readers, content.format);
  const { routes } = reader(content as never);
  return checked(routes[0]!);
}

function checked(route: ReadRoute): ReadRoute {
  const { length } = route.waypoints;
  if (length < 2) throw new FileUnreadable(`A route needs two points, the file has ${length}.`);
  if (length > MAX_POINTS) {
    throw new FileUnreadable(`The route has ${length} points; at most ${MAX_POINTS} are read.`);
  }
  for (const [i, { lat, lon }] of route.waypoints.entries()) {
    if (!(Math.abs(lat) <= 90)) throw new FileUnreadable(`The latitude of point ${i + 1} is not in −90…90.`);
    if (!(Math.abs(lon) <= 180)) {
      throw new FileUnreadable(`The longitude of point ${i + 1} is not in −180…180.`);
    }
  }
  return route;
}
