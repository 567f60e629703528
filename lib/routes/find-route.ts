/** The search for a route that another request may use. */
import { haversineNm, type LatLon } from '../engine/geometry/sphere.ts';
import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { isUsable } from '../jobs/transitions.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { reuseKeysNear } from './reuse-key.ts';
import { documentKey, type ReusableRoute, type RouteDocuments, type RouteStore } from './route-store.ts';

export interface FindPorts {
  readonly jobs: Pick<JobStore, 'find'>;
  readonly routes: Pick<RouteStore, 'similar' | 'withdraw'>;
  readonly documents: Pick<RouteDocuments, 'exists'>;
}

export interface RouteQuery {
  readonly start: LatLon;
  readonly end: LatLon;
  readonly vehicle: Vehicle | null;
  readonly voyage: Voyage | null;
  readonly standing: string | null;
  /** Where it stops. */
  readonly stops: readonly LatLon[];
  /** Meshes by priority. */
  readonly meshIds: readonly number[];
  /** Those of its forecast: a route through it is on the one that it begins on. */
  readonly forecast?: readonly number[] | null;
  /** From the route's start to the one asked for, and the same for the ends. */
  readonly toleranceNm: number;
}

/** The index may be a moment behind the records: so many of the best routes are looked at, then none is used. */
const MAX_LOOKED_AT = 2;
/** The same for voyages with stops, which the index does not tell apart. */
const MAX_VOYAGES_LOOKED_AT = 10;

/**
 * The best route that is finished or being calculated: on the first mesh that has any, the one whose ends lie nearest
 * to those asked for (sum of the two distances), among equals the newest.
 *
 * At most nine queries of the index and two records (of voyages with stops: ten) are read, however many routes there
 * are.
 */
export async function findRoute(ports: FindPorts, query: RouteQuery): Promise<Job | null> {
  const meshIds = [...query.meshIds, ...(query.forecast ?? [])];
  const similar = await ports.routes.similar(reuseKeysNear(query, query.toleranceNm), meshIds);
  const most = query.stops.length > 0 ? MAX_VOYAGES_LOOKED_AT : MAX_LOOKED_AT;
  for (const { jobId, meshId } of rank(similar, { ...query, meshIds }).slice(0, most)) {
    const job = await ports.jobs.find(jobId);
    if (job?.meshId === meshId && stopsNear(job, query) && (await isReusable(ports, job))) return job;
  }
  return null;
}

function stopsNear({ stops }: Pick<Job, 'stops'>, query: Pick<RouteQuery, 'stops' | 'toleranceNm'>): boolean {
  if (stops.length !== query.stops.length) return false;
  return stops.every((stop, i) => haversineNm(stop, query.stops[i]!) <= query.toleranceNm);
}

/** Whether a job's route is calculated and readable, or may still be. A route without its document is withdrawn. */
export async function isReusable(
  { routes, documents }: Pick<FindPorts, 'documents'> & { readonly routes: Pick<RouteStore, 'withdraw'> },
  job: Job,
): Promise<boolean> {
  if (job.status !== 'SUCCESS') return isUsable(job.status);
  if (await documents.exists(documentKey(job))) return true;
  await routes.withdraw(job.id);
  return false;
}

/** The routes on the meshes asked for within the tolerance, best first. */
export function rank(
  routes: readonly ReusableRoute[],
  { start, end, meshIds, toleranceNm }: Pick<RouteQuery, 'start' | 'end' | 'meshIds' | 'toleranceNm'>,
): ReusableRoute[] {
  return routes
    .map((route) => ({
      route,
      priority: meshIds.indexOf(route.meshId),
      fromStart: haversineNm(route.start, start),
      fromEnd: haversineNm(route.end, end),
    }))
    .filter(({ priority }) => priority >= 0)
    .filter(({ fromStart, fromEnd }) => fromStart <= toleranceNm && fromEnd <= toleranceNm)
    .map(({ route, priority, fromStart, fromEnd }) => ({ route, priority, distance: fromStart + fromEnd }))
    .sort((a, b) => a.priority - b.priority || a.distance - b.distance || b.route.routeId - a.route.routeId)
    .map(({ route }) => route);
}
