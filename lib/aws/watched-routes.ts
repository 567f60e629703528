/** The routes that are watched, read from their documents. */
import { gunzipSync } from 'node:zlib';
import { documentKey, type RouteDocuments, type RouteStore } from '../routes/route-store.ts';
import type { DatedEntry } from '../watches/planned-way.ts';
import type { MakePorts } from '../watches/watches.ts';

export const watchedRoutes =
  (routes: Pick<RouteStore, 'byRouteId'>, documents: Pick<RouteDocuments, 'get'>): MakePorts['entriesOf'] =>
  async (routeId) => {
    const job = await routes.byRouteId(routeId);
    const document = job?.status === 'SUCCESS' ? await documents.get(documentKey(job)) : null;
    return document && (JSON.parse(gunzipSync(document).toString()).routes as DatedEntry[]);
  };
