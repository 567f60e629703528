import type { Job } from '../../lib/jobs/job.ts';
import type { NewJob } from '../../lib/jobs/job-store.ts';
import { newJobId } from '../../lib/jobs/new-job-id.ts';

let lastRouteId = 1000;

/** A request that was just accepted, with a route number of its own. */
export function newJob(different: Partial<NewJob> = {}): NewJob {
  const routeId = different.routeId ?? ++lastRouteId;
  return {
    id: newJobId(routeId),
    routeId,
    requestedAt: new Date().toISOString(),
    requester: null,
    start: { lat: -51.731, lon: -57.706 },
    end: { lat: -67.764, lon: -68.02 },
    startName: 'Falklands',
    endName: null,
    tags: ['a'],
    vehicle: null,
    requestKey: null,
    stops: [],
    meshIds: [3, 1],
    reuseKey: 'no-vehicle#85cf4d83fffffff#85ef1b73fffffff',
    expiresAt: Math.floor(Date.now() / 1000) + 86_400,
    ...different,
  };
}

/** The job that it becomes. */
export function jobOf({ reuseKey: _, ...accepted }: NewJob, different: Partial<Job> = {}): Job {
  return {
    ...accepted,
    status: 'PENDING',
    updatedAt: accepted.requestedAt,
    meshId: accepted.meshIds[0]!,
    meshName: null,
    calculatedAt: null,
    totals: null,
    info: null,
    ...different,
  };
}
