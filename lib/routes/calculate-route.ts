/** One calculation of a job: the route on one mesh of its list. */
import type { RoutePlan } from '../engine/route-plan.ts';
import type { Submission } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { WorkflowState } from '../jobs/route-workflow.ts';
import { isOver } from '../jobs/transitions.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { MeshNotFound } from './errors.ts';
import type { CalculatedRoute } from './route.ts';
import { buildRouteDocument } from './route-document.ts';
import { type CalculatedRouteStore, documentKey, type RouteDocuments } from './route-store.ts';
import { toStored } from './stored-document.ts';

export interface CalculatePorts {
  readonly jobs: Pick<JobStore, 'find' | 'transition'>;
  readonly meshes: Pick<MeshStore, 'byId'>;
  readonly routes: CalculatedRouteStore;
  readonly documents: Pick<RouteDocuments, 'put'>;
  /** Plans on a compiled mesh. */
  readonly plan: (mesh: MeshRecord, submission: Submission) => Promise<RoutePlan>;
}

/**
 * Plans, stores the document, then the route, then tells the job, so that a SUCCESS can be read at once. Does
 * nothing for a job that is over, and changes nothing if it ended meanwhile.
 */
export async function calculateRoute(ports: CalculatePorts, state: WorkflowState): Promise<void> {
  const job = await ports.jobs.transition(state.job_id, 'STARTED');
  if (!job) return;
  const { submission } = job;
  const mesh = await requireMesh(ports.meshes, state.mesh_ids[state.mesh_position]!);
  const plan = await ports.plan(mesh, submission);
  const now = new Date();
  const document = toStored(
    buildRouteDocument({
      plan,
      mesh,
      id: state.route_id,
      job: { requestedAt: submission.requestedAt, calculatedAt: now.toISOString() },
      startName: submission.startName,
      endName: submission.endName,
      inaccessibleMeshIds: inaccessibleMeshes(state),
      now,
    }),
  );
  const current = await ports.jobs.find(state.job_id);
  if (!current || isOver(current.status)) return;
  await ports.documents.put(documentKey(state.route_id, state.job_id), document);
  const { startCell } = submission;
  await ports.routes.recordCalculation({ id: state.route_id, startCell }, calculated(plan, mesh.id, now));
  await ports.jobs.transition(state.job_id, 'SUCCESS');
}

async function requireMesh(meshes: Pick<MeshStore, 'byId'>, id: number): Promise<MeshRecord> {
  const mesh = await meshes.byId(id);
  if (!mesh) throw new MeshNotFound(id);
  return mesh;
}

const inaccessibleMeshes = ({ attempts }: WorkflowState): number[] =>
  attempts.filter(({ outcome }) => outcome === 'inaccessible').map((attempt) => attempt.mesh_id);

function calculated(plan: RoutePlan, meshId: number, now: Date): CalculatedRoute {
  const totals = plan.routes.map(({ objective, track }) => [
    objective,
    {
      days: track.timeDays.at(-1),
      metres: track.distanceM.at(-1),
      consumption: track.consumption?.at(-1) ?? null,
    },
  ]);
  return { meshId, calculatedAt: now.toISOString(), totals: Object.fromEntries(totals) };
}
