/** A request for a route: an old route, a calculation that is under way, or a new job. */
import { randomUUID } from 'node:crypto';
import { ServiceBusy } from '../jobs/errors.ts';
import type { JobStatus, Submission } from '../jobs/job.ts';
import { contains } from '../meshes/geo-bounds.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { type Claims, claimKey } from './claims.ts';
import { MeshNotFound, NoMeshAvailable, PointOutsideMesh } from './errors.ts';
import { findRoute, isUsable, type JobStatuses } from './find-route.ts';
import type { RouteRequest } from './route-request.ts';
import type { RouteStore } from './route-store.ts';
import { startCell } from './start-cells.ts';
import { completeSubmission, type SubmissionPorts } from './submission.ts';
import { addTags } from './tags.ts';

export interface RequestPorts extends SubmissionPorts {
  readonly meshes: Pick<MeshStore, 'byId' | 'candidates'>;
  readonly routes: RouteStore;
  readonly statuses: JobStatuses;
  readonly claims: Claims;
}

export interface RequestLimits {
  readonly toleranceNm: number;
  readonly retentionDays: number;
}

/** The job that will bring the route, or has brought it. */
export interface RequestedRoute {
  readonly outcome: 'new' | 'joined' | 'reused';
  readonly jobId: string;
  readonly routeId: number;
}

/** Rounds of a race for one claim, each lost to another request; more than a few can't happen but by a fault. */
const CLAIM_TRIES = 5;
const MS_PER_DAY = 86_400_000;

export async function requestRoute(
  ports: RequestPorts,
  request: RouteRequest,
  { toleranceNm, retentionDays }: RequestLimits,
  now: Date,
): Promise<RequestedRoute> {
  const meshIds = await chooseMeshes(ports.meshes, request);
  const { start, end } = pointsOf(request);
  if (!request.force_new_route) {
    const found = await findRoute(ports.routes, ports.statuses, { start, end, meshIds, toleranceNm });
    if (found) return await use(ports, request, found.route.jobId, found.route.id, found.status);
  }
  const submission: Submission = {
    jobId: randomUUID(),
    routeId: await ports.routes.nextId(),
    requestedAt: now.toISOString(),
    start,
    end,
    startName: request.start_name,
    endName: request.end_name,
    tags: request.tags,
    meshIds,
    startCell: startCell(start),
    expiresAt: Math.ceil((now.getTime() + retentionDays * MS_PER_DAY) / 1000),
  };
  return request.force_new_route
    ? await submit(ports, submission)
    : await submitOnce(ports, request, submission);
}

const pointsOf = (request: RouteRequest) => ({
  start: { lat: request.start_lat, lon: request.start_lon },
  end: { lat: request.end_lat, lon: request.end_lon },
});

/** Identifiers of the meshes to try, by priority: the one that is asked for, else those that the rule selects. */
async function chooseMeshes(meshes: RequestPorts['meshes'], request: RouteRequest): Promise<number[]> {
  const { start, end } = pointsOf(request);
  if (request.mesh_id === null) {
    const selected = await meshes.candidates(start, end);
    if (selected.length === 0) throw new NoMeshAvailable();
    return selected.map(({ id }) => id);
  }
  const mesh = await meshes.byId(request.mesh_id);
  if (!mesh || mesh.removed) throw new MeshNotFound(request.mesh_id);
  if (!contains(mesh.bounds, start)) throw new PointOutsideMesh('start', start, mesh.id);
  if (!contains(mesh.bounds, end)) throw new PointOutsideMesh('end', end, mesh.id);
  return [mesh.id];
}

/** Submits unless an identical request was faster, whose job is used then. */
async function submitOnce(
  ports: RequestPorts,
  request: RouteRequest,
  submission: Submission,
): Promise<RequestedRoute> {
  const key = claimKey(submission);
  for (let tries = 0; tries < CLAIM_TRIES; tries++) {
    const holder = await ports.claims.claim(key, submission);
    if (holder.jobId === submission.jobId) return await submit(ports, submission);
    const status = (await ports.statuses.statusesOf([holder.jobId])).get(holder.jobId) ?? 'PENDING';
    if (isUsable(status)) {
      // Whoever made it may have died before all was written: a job that is answered must exist.
      if (status === 'PENDING') await submit(ports, holder);
      return await use(ports, request, holder.jobId, holder.routeId, status);
    }
    if (await ports.claims.takeOver(key, submission, holder.jobId)) return await submit(ports, submission);
  }
  throw new ServiceBusy('Others keep requesting, and cancelling, the same route.');
}

async function submit(ports: RequestPorts, submission: Submission): Promise<RequestedRoute> {
  const refusal = await completeSubmission(ports, submission);
  if (refusal) throw refusal;
  return { outcome: 'new', jobId: submission.jobId, routeId: submission.routeId };
}

async function use(
  { routes }: RequestPorts,
  { tags }: RouteRequest,
  jobId: string,
  routeId: number,
  status: JobStatus,
): Promise<RequestedRoute> {
  await addTags(routes, routeId, tags);
  return { outcome: status === 'SUCCESS' ? 'reused' : 'joined', jobId, routeId };
}
