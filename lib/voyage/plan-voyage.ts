/**
 * The best voyages for a request: what the service, the command line and the map all call.
 *
 * The steps, each run only for a request that asks for it: zones and clearance change the mesh; speed or stops decide what
 * is sailed on it; every leg is planned and proved by `planRoute`.
 */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { type PlanOptions, planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../engine/route-plan.ts';
import { planAmongZones, type ZoneEffect } from './plan-among-zones.ts';
import type { VoyageRequest } from './voyage-request.ts';

/** A route with what only voyages have. */
export interface VoyageRoute extends ObjectiveRoute {
  /** What the zones of the request did to it. */
  readonly zones?: readonly ZoneEffect[];
}

export interface VoyagePlan extends Omit<RoutePlan, 'routes'> {
  readonly routes: readonly VoyageRoute[];
  /** What it was planned on, where that is not the mesh that was given. */
  readonly mesh?: Mesh;
  /** What a client should know about it, in sentences. */
  readonly notes?: readonly string[];
}

/** What of a request is planned. */
export type PlannedRequest = Pick<VoyageRequest, 'start' | 'end' | 'vehicle' | 'voyage'>;

/**
 * @param mesh made for the request's vehicle
 * @throws WaypointOutsideMesh, RouteInaccessible, Impossible, ImpossibleOnMesh
 */
export function planVoyage(mesh: Mesh, request: PlannedRequest, options: PlanOptions): VoyagePlan {
  const { start, end, voyage } = request;
  const plan = (on: Mesh, how: PlanOptions): VoyagePlan => planRoute(on, start, end, how);
  const changesMesh = voyage?.zones || voyage?.clearance_nm;
  return changesMesh ? planAmongZones(mesh, request, options, plan) : plan(mesh, options);
}
