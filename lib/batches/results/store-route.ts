/** The route of a line as a route with a number: it can be fetched, and other requests use it. */
import { newJobId } from '../../jobs/new-job-id.ts';
import type { MeshRecord } from '../../meshes/mesh-record.ts';
import { calculatedRoute } from '../../routes/calculate-route.ts';
import { reuseKey } from '../../routes/reuse-key.ts';
import type { buildRouteDocument } from '../../routes/route-document.ts';
import { documentKey, type RouteDocuments, type RouteStore } from '../../routes/route-store.ts';
import { toStored } from '../../routes/stored-document.ts';
import { requestKeyOf, type StoredRequests, toStoredRequest } from '../../routes/stored-request.ts';
import { stopsOf, type VoyageRequest } from '../../voyage/voyage-request.ts';
import type { VoyagePlan } from '../../voyage/voyage-route.ts';

/** A planned route under the number that was given out for it. */
export interface NumberedRoute {
  readonly routeId: number;
  readonly calculatedAt: Date;
  /** As it was accepted: its voyage has the zones that it names, and not the standing ones. */
  readonly request: VoyageRequest;
  readonly tags: readonly string[];
  /** The meshes to try. */
  readonly meshIds: readonly number[];
  /** Those that were tried and have no way. */
  readonly inaccessible: readonly number[];
  readonly mesh: MeshRecord;
  readonly plan: VoyagePlan;
  /** It says the number too. */
  readonly document: ReturnType<typeof buildRouteDocument>;
}

/** Where routes with a number are kept. */
export interface RoutePorts {
  readonly routes: Pick<RouteStore, 'nextRouteId' | 'addCalculated'>;
  readonly documents: Pick<RouteDocuments, 'put'>;
  readonly storedRequests: Pick<StoredRequests, 'put'>;
  readonly toleranceNm: number;
  readonly retentionDays: number;
}

const MS_PER_DAY = 86_400_000;

/**
 * The request, then the document, then the record: what has a record can be read. A child that dies before its part is stored
 * plans its lines again, and their routes get other numbers: those that it stored are used by others like any route.
 */
export async function storeRoute(
  { routes, documents, storedRequests, toleranceNm, retentionDays }: RoutePorts,
  requester: string | null,
  { routeId, calculatedAt, request, tags, meshIds, inaccessible, mesh, plan, document }: NumberedRoute,
): Promise<void> {
  const id = newJobId(routeId);
  const { start, end, startName, endName, vehicle, voyage, standing } = request;
  const isPlain = voyage === null && standing === null;
  const job = {
    ...{ id, routeId, requester, start, end, startName, endName, tags, vehicle, meshIds },
    requestedAt: calculatedAt.toISOString(), // numbers and times have one order
    stops: stopsOf(voyage),
    requestKey: isPlain ? null : requestKeyOf(id),
    expiresAt: Math.ceil((calculatedAt.getTime() + retentionDays * MS_PER_DAY) / 1000),
    reuseKey: reuseKey(request, toleranceNm),
  };
  if (job.requestKey) await storedRequests.put(job.requestKey, toStoredRequest(request));
  await documents.put(documentKey(job), toStored(document));
  const attempts = inaccessible.map((mesh_id) => ({ mesh_id, outcome: 'inaccessible' }));
  await routes.addCalculated(job, calculatedRoute(plan, mesh, attempts, calculatedAt));
}
