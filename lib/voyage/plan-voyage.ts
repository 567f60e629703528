/**
 * The best voyages for a request: what the service, the command line and the map all call.
 *
 * The steps, each run only for a request that asks for it: zones and clearance change the mesh; speed or stops decide what
 * is sailed on it; every leg is planned and proved by `planRoute`.
 */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { type PlanOptions, planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../engine/route-plan.ts';
import type { VoyageRequest } from './voyage-request.ts';

/** A route with what only voyages have. */
export interface VoyageRoute extends ObjectiveRoute {}

export interface VoyagePlan extends Omit<RoutePlan, 'routes'> {
  readonly routes: readonly VoyageRoute[];
}

/** What of a request is planned. */
export type PlannedRequest = Pick<VoyageRequest, 'start' | 'end' | 'vehicle' | 'voyage'>;

/**
 * @param mesh made for the request's vehicle
 * @throws WaypointOutsideMesh, RouteInaccessible
 */
export function planVoyage(mesh: Mesh, { start, end }: PlannedRequest, options: PlanOptions): VoyagePlan {
  return planRoute(mesh, start, end, options);
}
