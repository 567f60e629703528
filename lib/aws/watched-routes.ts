/** The routes that are watched, read from their documents. */
import { gunzipSync } from 'node:zlib';
import { documentKey, type RouteDocuments, type RouteStore } from '../routes/route-store.ts';
import type { CheckPorts } from '../watches/check-watch.ts';
import type { WatchedRoute } from '../watches/planned-way.ts';

export const watchedRoutes =
  (routes: Pick<RouteStore, 'byRouteId'>, documents: Pick<RouteDocuments, 'get'>): CheckPorts['routeOf'] =>
  async (routeId) => {
    const job = await routes.byRouteId(routeId);
    const document = job?.status === 'SUCCESS' ? await documents.get(documentKey(job)) : null;
    return document && (JSON.parse(gunzipSync(document).toString()) as WatchedRoute);
  };
