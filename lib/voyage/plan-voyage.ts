/**
 * The best voyages for a request: what the service, the command line and the map all call.
 *
 * The steps, each run only for a request that asks for it: zones and clearance change the mesh; speed or stops decide what
 * is sailed on it; every leg is planned and proved by `planRoute`.
 */
import type { Objective } from '../engine/cost/cost.ts';
import type { Mesh } from '../engine/mesh/mesh.ts';
import { type PlanOptions, planRoute } from '../engine/plan-route.ts';
import type { ObjectiveRoute, RoutePlan } from '../engine/route-plan.ts';
import { Impossible } from '../request/impossible.ts';
import type { TradeOffPoint } from '../speed/choose-speeds.ts';
import { planAmongZones, type ZoneEffect } from './plan-among-zones.ts';
import { choosesSpeed, speedRefusal, withSpeeds } from './speed-step.ts';
import type { VoyageRequest } from './voyage-request.ts';

/** What a route of a voyage is best in; `within`: it consumes least within a given time. */
export type VoyageObjective = Objective | 'within';

/** A route with what only voyages have. */
export interface VoyageRoute extends Omit<ObjectiveRoute, 'objective'> {
  readonly objective: VoyageObjective;
  /** Against the fastest route: what is consumed less, and how much later it arrives. */
  readonly saves?: { readonly consumption: number; readonly percent: number; readonly hours: number };
  /** What a client should know about it, in sentences without a full stop. */
  readonly remarks?: readonly string[];
  /** What the zones of the request did to it. */
  readonly zones?: readonly ZoneEffect[];
}

export interface VoyagePlan extends Omit<RoutePlan, 'routes'> {
  readonly routes: readonly VoyageRoute[];
  /** Voyages at other speeds, where they were asked for. */
  readonly tradeOff?: readonly TradeOffPoint[];
  /** What it was planned on, where that is not the mesh that was given. */
  readonly mesh?: Mesh;
  /** What a client should know about it, in sentences. */
  readonly notes?: readonly string[];
}

/** What of a request is planned. */
export type PlannedRequest = Pick<VoyageRequest, 'start' | 'end' | 'vehicle' | 'voyage'>;

/**
 * @param mesh made for the request's vehicle, as it is under way (speed-step.ts)
 * @throws WaypointOutsideMesh, RouteInaccessible, Impossible, ImpossibleOnMesh
 */
export function planVoyage(mesh: Mesh, request: PlannedRequest, options: PlanOptions): VoyagePlan {
  const { start, end, vehicle, voyage } = request;
  const refusal = speedRefusal(vehicle, voyage);
  if (refusal) throw new Impossible(refusal);
  const plan = (on: Mesh, how: PlanOptions): VoyagePlan => {
    const { timeBudgetMs = Infinity, now = () => performance.now() } = how;
    const begun = now();
    const routes = planRoute(on, start, end, how);
    const left = { ...how, timeBudgetMs: timeBudgetMs - (now() - begun) };
    return choosesSpeed(voyage) ? withSpeeds(on, request, routes, left) : routes;
  };
  const changesMesh = voyage?.zones || voyage?.clearance_nm;
  return changesMesh ? planAmongZones(mesh, request, options, plan) : plan(mesh, options);
}
