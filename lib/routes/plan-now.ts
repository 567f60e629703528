/** A route that is planned here and now, and kept as any other only if somebody wants it. */
import type { Mesh } from '../engine/mesh/mesh.ts';
import type { Attempt } from '../jobs/job.ts';
import { isInaccessible } from '../jobs/recovery.ts';
import { initialState } from '../jobs/route-workflow.ts';
import { isFinal } from '../jobs/transitions.ts';
import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { VoyagePlan } from '../voyage/voyage-route.ts';
import { type CalculatePorts, calculateRoute, requireMesh } from './calculate-route.ts';
import { type Caller, type RequestLimits, type RequestPorts, requestRoute } from './request-route.ts';
import { resolveRequest } from './resolve-request.ts';
import type { SentRequest } from './route-request.ts';
import { withStanding } from './stored-request.ts';

export interface PlanNowPorts extends Omit<RequestPorts, 'workflow'>, Omit<CalculatePorts, 'plan'> {
  readonly jobs: RequestPorts['jobs'];
  readonly meshes: RequestPorts['meshes'];
  readonly documents: RequestPorts['documents'] & CalculatePorts['documents'];
  readonly storedRequests: RequestPorts['storedRequests'] & CalculatePorts['storedRequests'];
  readonly standingZones: RequestPorts['standingZones'];
  readonly plan: (
    mesh: MeshRecord,
    request: VoyageRequest,
    forecast: readonly MeshRecord[] | null,
  ) => Promise<{ readonly plan: VoyagePlan; readonly mesh: Mesh }>;
}

export interface PlannedNow {
  readonly plan: VoyagePlan;
  readonly mesh: Mesh;
  readonly meshId: number;
  /** On meshes without a way. */
  readonly attempts: readonly Attempt[];
}

/** Null where there is no way on any mesh. @throws what resolveRequest and the plan throw */
export async function planNow(ports: PlanNowPorts, request: SentRequest): Promise<PlannedNow | null> {
  const resolved = await resolveRequest(ports, request);
  const { voyage } = await withStanding(resolved, ports.standingZones);
  const record = (id: number) => requireMesh(ports.meshes, id);
  const forecast = resolved.forecast ? await Promise.all(resolved.forecast.map(record)) : null;
  const attempts: Attempt[] = [];
  for (const meshId of resolved.meshIds) {
    try {
      const planned = await ports.plan(await record(meshId), { ...resolved, voyage }, forecast);
      return { ...planned, meshId, attempts };
    } catch (error) {
      if (!isInaccessible(error as Error)) throw error;
      attempts.push({ mesh_id: meshId, outcome: 'inaccessible' });
    }
  }
  return null;
}

/**
 * Keeps the route as that of a request with this Idempotency-Key; again it does nothing, also where the request is another one because
 * the ship has gone on. Whoever dies in between leaves a job that the sweeper starts.
 *
 * @returns the number of the route
 */
export async function keepRoute(
  ports: PlanNowPorts,
  request: SentRequest,
  { plan, mesh, meshId, attempts }: PlannedNow,
  caller: Omit<Caller, 'mayDiffer'>,
  limits: RequestLimits,
  now: Date,
): Promise<number> {
  const workflow = { start: async () => 'started' as const };
  const { job } = await requestRoute(
    { ...ports, workflow },
    request,
    { ...caller, mayDiffer: true },
    limits,
    now,
  );
  const record = await ports.jobs.find(job.id);
  if (!record || isFinal(record.status)) return job.routeId;
  const state = { ...initialState({ ...record, meshIds: [meshId] }), attempts };
  await calculateRoute({ ...ports, plan: async () => ({ plan, mesh }) }, state);
  return job.routeId;
}
