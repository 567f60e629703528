/** Routes that were calculated, read from their documents. */
import { gunzipSync } from 'node:zlib';
import type { PlannedRoute } from '../routes/planned-way.ts';
import { documentKey, type RouteDocuments, type RouteStore } from '../routes/route-store.ts';

/** Null where there is no such route, or none that was calculated. */
export const plannedRoutes =
  (routes: Pick<RouteStore, 'byRouteId'>, documents: Pick<RouteDocuments, 'get'>) =>
  async (routeId: number): Promise<PlannedRoute | null> => {
    const job = await routes.byRouteId(routeId);
    const document = job?.status === 'SUCCESS' ? await documents.get(documentKey(job)) : null;
    return document && plannedRouteOf(document);
  };

export const plannedRouteOf = (document: Uint8Array): PlannedRoute =>
  JSON.parse(gunzipSync(document).toString()) as PlannedRoute;
