/**
 * Places from a file, for stops: its points, else those of the route that it has. A route of GPX or RTZ says in which order
 * its points come, so that loose waypoints count only without one.
 */
import type { FileContent } from '../files/recognise.ts';
import { unpacked } from '../files/unpacked.ts';
import { chooseRoute } from './choose-route.ts';
import { passedOver, type ReadRoute, type ReadWaypoint } from './read-route.ts';
import { countBeside, placed, readRouteFile, routesIn } from './read-route-file.ts';

export interface PlacesRead {
  readonly places: readonly ReadWaypoint[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

/** @throws FileUnreadable with a sentence that says what is wrong; RouteNotChosen where there are several routes */
export function readPlaces(given: FileContent): PlacesRead {
  const content = unpacked(given);
  const { routes, notes } = routesIn(content);
  const isFull = ({ waypoints }: ReadRoute) => waypoints.length > 0;
  const points = routes.filter((route) => route.kind === 'points' && isFull(route));
  const ways = routes.filter((route) => route.kind !== 'points' && isFull(route));
  if (points.length === 0 || ways.some(({ kind }) => kind === 'route')) {
    const read = readRouteFile(content);
    return { places: chooseRoute(read.routes, null).waypoints, notes: read.notes };
  }
  const beside = ways.filter((way) => countBeside([way], points) > 0).length;
  return {
    places: points.flatMap(({ waypoints }) => waypoints).map(placed),
    notes: [...content.notes, ...notes, ...passedOver(beside, ['line', 'lines'])],
  };
}
