/** One calculation of a job: the route on one mesh of its list. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { RoutePlan } from '../engine/route-plan.ts';
import type { CalculatedRoute, Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { WorkflowState } from '../jobs/route-workflow.ts';
import { isFinal } from '../jobs/transitions.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { MeshNotFound } from './errors.ts';
import { buildRouteDocument } from './route-document.ts';
import { documentKey, type RouteDocuments } from './route-store.ts';
import { toStored } from './stored-document.ts';

export interface CalculatePorts {
  readonly jobs: Pick<JobStore, 'find' | 'transition'>;
  readonly meshes: Pick<MeshStore, 'byId'>;
  readonly documents: Pick<RouteDocuments, 'put'>;
  /** Plans the route of a job, for its vehicle if it has one; answers the compiled mesh that it was planned on too. */
  readonly plan: (mesh: MeshRecord, job: Job) => Promise<{ readonly plan: RoutePlan; readonly mesh: Mesh }>;
}

/**
 * Plans the route, stores its document, and then tells the job, so that a SUCCESS can be read at once. Does nothing
 * for a job that is over, and changes nothing if it ended meanwhile.
 */
export async function calculateRoute(ports: CalculatePorts, state: WorkflowState): Promise<void> {
  const job = await ports.jobs.transition(state.job_id, { to: 'STARTED' });
  if (!job) return;
  const mesh = await requireMesh(ports.meshes, state.mesh_ids[state.mesh_position]!);
  const { plan, mesh: compiled } = await ports.plan(mesh, job);
  const now = new Date();
  const document = toStored(
    buildRouteDocument({
      plan,
      mesh: { ...mesh, consumption: compiled.consumption },
      planned: { vehicle: job.vehicle, mesh: compiled },
      id: job.routeId,
      job: { requestedAt: job.requestedAt, calculatedAt: now.toISOString() },
      startName: job.startName,
      endName: job.endName,
      inaccessibleMeshIds: inaccessibleMeshes(state),
      now,
    }),
  );
  const current = await ports.jobs.find(job.id);
  if (!current || isFinal(current.status)) return;
  await ports.documents.put(documentKey(job), document);
  await ports.jobs.transition(job.id, { to: 'SUCCESS', route: calculated(plan, mesh, now) });
}

async function requireMesh(meshes: Pick<MeshStore, 'byId'>, id: number): Promise<MeshRecord> {
  const mesh = await meshes.byId(id);
  if (!mesh) throw new MeshNotFound(id);
  return mesh;
}

const inaccessibleMeshes = ({ attempts }: WorkflowState): number[] =>
  attempts.filter(({ outcome }) => outcome === 'inaccessible').map((attempt) => attempt.mesh_id);

function calculated(plan: RoutePlan, mesh: MeshRecord, now: Date): CalculatedRoute {
  const totals = plan.routes.map(({ objective, track }) => [
    objective,
    {
      days: track.timeDays.at(-1),
      metres: track.distanceM.at(-1),
      consumption: track.consumption?.at(-1) ?? null,
    },
  ]);
  return {
    meshId: mesh.id,
    meshName: mesh.name,
    calculatedAt: now.toISOString(),
    totals: Object.fromEntries(totals),
  };
}
