import type { JobStore } from '../jobs/job-store.ts';
import { RouteNotFound, RouteNotReady } from './errors.ts';
import { documentKey, type RouteDocuments, type RouteStore } from './route-store.ts';
import { withTags } from './stored-document.ts';

export interface GetRoutePorts {
  readonly routes: Pick<RouteStore, 'find'>;
  readonly jobs: Pick<JobStore, 'find'>;
  readonly documents: Pick<RouteDocuments, 'get'>;
}

/** The document of a route that was calculated, gzipped JSON. */
export async function getRoute(ports: GetRoutePorts, routeId: number): Promise<Uint8Array> {
  const route = await ports.routes.find(routeId);
  const job = route && (await ports.jobs.find(route.jobId));
  if (!job) throw new RouteNotFound(routeId);
  if (job.status !== 'SUCCESS') throw new RouteNotReady(routeId, job.status);
  const stored = await ports.documents.get(documentKey(routeId, route.jobId));
  if (!stored) throw new RouteNotFound(routeId, ' any more: its document is gone');
  return withTags(stored, route.tags);
}
