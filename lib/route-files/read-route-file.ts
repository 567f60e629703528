/** A route from a file that somebody drops or sends: GPX, RTZ or GeoJSON, told apart by its content. */
import { RouteFileRefused } from './errors.ts';
import { readGeoJson } from './read-geojson.ts';
import { readGpx } from './read-gpx.ts';
import type { ReadRoute } from './read-route.ts';
import { readRtz } from './read-rtz.ts';
import { readXml } from './xml.ts';

export const MAX_POINTS = 10_000;

/** @throws RouteFileRefused with a sentence that says what is wrong */
export function readRouteFile(text: string): ReadRoute {
  const content = text.replace(/^\ufeff/, '').trimStart();
  if (content.startsWith('{')) return checked(readGeoJson(content));
  if (!content.startsWith('<')) throw new RouteFileRefused('The file is neither GPX, RTZ nor GeoJSON.');
  const document = readXml(content);
  if ('gpx' in document) return checked(readGpx(document.gpx));
  if ('route' in document) return checked(readRtz(document.route));
  throw new RouteFileRefused('The XML file is neither GPX (<gpx>) nor RTZ (<route>).');
}

function checked(route: ReadRoute): ReadRoute {
  const { length } = route.waypoints;
  if (length < 2) throw new RouteFileRefused(`A route needs two points, the file has ${length}.`);
  if (length > MAX_POINTS) {
    throw new RouteFileRefused(`The route has ${length} points; at most ${MAX_POINTS} are read.`);
  }
  for (const [i, { lat, lon }] of route.waypoints.entries()) {
    if (!(Math.abs(lat) <= 90))
      throw new RouteFileRefused(`The latitude of point ${i + 1} is not in −90…90.`);
    if (!(Math.abs(lon) <= 180)) {
      throw new RouteFileRefused(`The longitude of point ${i + 1} is not in −180…180.`);
    }
  }
  return route;
}
