import { RouteNotFound, RouteNotReady } from './errors.ts';
import { documentKey, type RouteDocuments, type RouteStore } from './route-store.ts';
import { withTags } from './stored-document.ts';

export interface GetRoutePorts {
  readonly routes: Pick<RouteStore, 'byRouteId' | 'withdraw'>;
  readonly documents: Pick<RouteDocuments, 'get'>;
}

/** The document of a calculated route, gzipped JSON. A route without its document is withdrawn from reuse. */
export async function getRoute({ routes, documents }: GetRoutePorts, routeId: number): Promise<Uint8Array> {
  const job = await routes.byRouteId(routeId);
  if (!job) throw new RouteNotFound(routeId);
  if (job.status !== 'SUCCESS') throw new RouteNotReady(routeId, job.status);
  const stored = await documents.get(documentKey(job));
  if (stored) return withTags(stored, job.tags);
  await routes.withdraw(job.id);
  throw new RouteNotFound(routeId, ' any more: its document was deleted');
}
