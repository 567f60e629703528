/** One calculation of a job: the route on one mesh of its list. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Attempt, CalculatedRoute } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { WorkflowState } from '../jobs/route-workflow.ts';
import { isFinal } from '../jobs/transitions.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { VesselUnusable } from '../vessel/errors.ts';
import { LONGEST_DAYS } from '../vessel/figures.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import { MeshNotFound } from './errors.ts';
import { meshBegunOn } from './forecast-of.ts';
import { buildRouteDocument } from './route-document.ts';
import { documentKey, type RouteDocuments } from './route-store.ts';
import { toStored } from './stored-document.ts';
import { type RequestPorts, wholeRequestOf } from './stored-request.ts';

export interface CalculatePorts extends RequestPorts {
  readonly jobs: Pick<JobStore, 'find' | 'transition'>;
  readonly meshes: Pick<MeshStore, 'byId'>;
  readonly documents: Pick<RouteDocuments, 'put'>;
  /** Plans a request, for its vehicle if it has one; answers the compiled mesh that it was planned on too. */
  readonly plan: (
    mesh: MeshRecord,
    request: VoyageRequest,
    requestedAt: string,
    /** The meshes of its forecast, where it has one. */
    forecast: readonly MeshRecord[] | null,
  ) => Promise<{ readonly plan: VoyagePlan; readonly mesh: Mesh }>;
}

/**
 * Plans the route, stores its document, and then tells the job, so that a SUCCESS can be read at once. Does nothing
 * for a job that is over, and changes nothing if it ended meanwhile.
 */
export async function calculateRoute(ports: CalculatePorts, state: WorkflowState): Promise<void> {
  const job = await ports.jobs.transition(state.job_id, { to: 'STARTED' });
  if (!job) return;
  const first = await requireMesh(ports.meshes, state.mesh_ids[state.mesh_position]!);
  const { asked, ...request } = await wholeRequestOf(ports, job);
  const ids = request.forecast ?? null;
  const forecast = ids && (await Promise.all(ids.map((id) => requireMesh(ports.meshes, id))));
  const { plan, mesh: compiled } = await ports.plan(first, request, job.requestedAt, forecast);
  const mesh = meshBegunOn(plan, first, forecast);
  requireTotals(plan);
  const now = new Date();
  const document = toStored(
    buildRouteDocument({
      plan,
      mesh: { ...mesh, consumption: compiled.consumption },
      planned: { vehicle: request.vehicle, mesh: compiled },
      departure: request.voyage?.departure ?? null,
      asked,
      continues: request.continues ?? null,
      // where nothing is consumed these are all
      objectives: compiled.consumption ? (request.objectives ?? null) : null,
      id: job.routeId,
      job: { requestedAt: job.requestedAt, calculatedAt: now.toISOString() },
      startName: request.startName,
      endName: request.endName,
      inaccessibleMeshes: inaccessibleMeshes(state),
      now,
    }),
  );
  const current = await ports.jobs.find(job.id);
  if (!current || isFinal(current.status)) return;
  await ports.documents.put(documentKey(job), document);
  const route = calculatedRoute(plan, mesh, state.attempts, now);
  await ports.jobs.transition(job.id, { to: 'SUCCESS', route });
}

/** @throws MeshNotFound */
export async function requireMesh(meshes: Pick<MeshStore, 'byId'>, id: number): Promise<MeshRecord> {
  const mesh = await meshes.byId(id);
  if (!mesh) throw new MeshNotFound(id);
  return mesh;
}

/** @throws VesselUnusable for a passage that takes longer than any: the speeds that are left can't be meant */
function requireTotals({ routes }: VoyagePlan): void {
  const days = Math.max(...routes.map(({ track }) => track.timeDays.at(-1)!));
  if (days <= LONGEST_DAYS) return;
  throw new VesselUnusable(
    `The vessel is so slow here that the route would take ${Number(days.toPrecision(4))} days; routes of at most ${LONGEST_DAYS} days are answered.`,
  );
}

const inaccessibleMeshes = ({ attempts }: WorkflowState): number[] =>
  attempts.filter(({ outcome }) => outcome === 'inaccessible').map((attempt) => attempt.mesh_id);

/** What the record of a route says of its plan. */
export function calculatedRoute(
  plan: VoyagePlan,
  mesh: Pick<MeshRecord, 'id' | 'name'>,
  attempts: readonly Attempt[],
  now: Date,
): CalculatedRoute {
  const ofMesh = plan.routes.filter(({ objective }) => objective !== 'within' && objective !== 'cost');
  const totals = ofMesh.map(({ objective, track }) => [
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
    attempts,
  };
}
