/**
 * Places from a file, for stops: its points, else those of the route that it has. A route of GPX or RTZ says in which order
 * its points come, so that loose waypoints count only without one.
 */
import type { FileContent } from '../files/recognise.ts';
import { chooseRoute } from './choose-route.ts';
import type { ReadWaypoint } from './read-route.ts';
import { placed, readRouteFile, routesIn } from './read-route-file.ts';

/** @throws FileUnreadable with a sentence that says what is wrong; RouteNotChosen where there are several routes */
export function readPlaces(content: FileContent): readonly ReadWaypoint[] {
  const { routes } = routesIn(content);
  const hasRoute = routes.some(({ kind, waypoints }) => kind === 'route' && waypoints.length > 0);
  const points = routes.filter(({ kind }) => kind === 'points').flatMap(({ waypoints }) => waypoints);
  if (!hasRoute && points.length > 0) return points.map(placed);
  return chooseRoute(readRouteFile(content).routes, null).waypoints;
}
