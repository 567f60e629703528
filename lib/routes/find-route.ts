/** The search for a route that another request may use. */
import type { LatLon } from '../engine/geometry/sphere.ts';
import { haversineNm } from '../engine/geometry/sphere.ts';
import type { JobStatus } from '../jobs/job.ts';
import type { Route } from './route.ts';
import type { RouteStore } from './route-store.ts';
import { cellsWithin } from './start-cells.ts';

export interface JobStatuses {
  /** The statuses of the jobs that exist, as they are now. */
  statusesOf(jobIds: readonly string[]): Promise<Map<string, JobStatus>>;
}

export interface Wanted {
  readonly start: LatLon;
  readonly end: LatLon;
  /** Meshes by priority. */
  readonly meshIds: readonly number[];
  /** From the route's start to the wanted one, and the same for the ends. */
  readonly toleranceNm: number;
}

/** How many jobs are asked for their status at once. */
const BATCH = 100;

/**
 * The best route that is finished or being calculated: on the first mesh that has any, the one whose ends lie
 * nearest to the wanted ones (sum of the two distances), of equals the newest.
 */
export async function findRoute(
  routes: Pick<RouteStore, 'startingIn'>,
  jobs: JobStatuses,
  wanted: Wanted,
): Promise<{ route: Route; status: JobStatus } | null> {
  const cells = cellsWithin(wanted.start, wanted.toleranceNm);
  const byMesh = await Promise.all(wanted.meshIds.map((meshId) => routes.startingIn(meshId, cells)));
  const candidates = byMesh.flatMap((onMesh) => rank(onMesh, wanted));
  for (let i = 0; i < candidates.length; i += BATCH) {
    const batch = candidates.slice(i, i + BATCH);
    const statuses = await jobs.statusesOf(batch.map(({ jobId }) => jobId));
    for (const route of batch) {
      const status = statuses.get(route.jobId);
      if (status && isUsable(status)) return { route, status };
    }
  }
  return null;
}

/** A failed or cancelled route is never used. */
export const isUsable = (status: JobStatus): boolean => status !== 'FAILURE' && status !== 'REVOKED';

/** The routes within the tolerance, nearest first, of equals the newest first. */
export function rank(
  routes: readonly Route[],
  { start, end, toleranceNm }: Omit<Wanted, 'meshIds'>,
): Route[] {
  return routes
    .map((route) => ({
      route,
      fromStart: haversineNm(route.start, start),
      fromEnd: haversineNm(route.end, end),
    }))
    .filter(({ fromStart, fromEnd }) => fromStart <= toleranceNm && fromEnd <= toleranceNm)
    .map(({ route, fromStart, fromEnd }) => ({ route, distance: fromStart + fromEnd }))
    .sort((a, b) => a.distance - b.distance || newestFirst(a.route, b.route))
    .map(({ route }) => route);
}

const newestFirst = (a: Route, b: Route): number =>
  Date.parse(b.created) - Date.parse(a.created) || b.id - a.id;
