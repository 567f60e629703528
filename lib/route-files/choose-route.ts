import type { ReadRoute } from './read-route.ts';

/** A file with several routes of which none is chosen, or another; the message is a sentence, and names them. */
export class RouteNotChosen extends Error {
  override readonly name = 'RouteNotChosen';
  readonly kind = 'invalid';
  readonly routes: readonly string[];
  readonly details: { field: string; message: string }[];

  constructor(routes: readonly string[], chosen: string | null) {
    const list = routes.map((name, i) => `${i + 1} "${name}"`).join(', ');
    const problem =
      chosen === null ? `The file has ${routes.length} routes` : `The file has no route "${chosen}"`;
    super(`${problem}: choose with route=, by name or number: ${list.slice(0, 2000)}.`);
    this.routes = routes;
    this.details = [{ field: 'route', message: `must be one of ${routes.length} routes, by name or number` }];
  }
}

/** `name`, else what it is and where: `track 2`. */
export const routeNames = (routes: readonly ReadRoute[]): string[] =>
  routes.map(({ name, kind }, i) => name ?? `${kind} ${i + 1}`);

/**
 * The route of a file that has one, or the one that is chosen by name or number (from 1).
 *
 * @throws RouteNotChosen
 */
export function chooseRoute(routes: readonly ReadRoute[], chosen: string | null): ReadRoute {
  const names = routeNames(routes);
  if (chosen === null) {
    if (routes.length === 1) return routes[0]!;
    throw new RouteNotChosen(names, null);
  }
  const named = routes.filter((_, i) => names[i] === chosen);
  const found = named.length === 1 ? named[0] : /^\d+$/.test(chosen) ? routes[Number(chosen) - 1] : undefined;
  if (!found) throw new RouteNotChosen(names, chosen);
  return found;
}
