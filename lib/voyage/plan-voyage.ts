/**
 * The best voyages for a request: what the service, the command line and the map all call.
 *
 * The steps, each run only for a request that asks for it: zones and clearance change the mesh; speed or stops decide what
 * is sailed on it; every leg is planned and proved by `planRoute`; alternatives are looked for beside what was planned; what
 * the fuel aboard does not suffice for is left out.
 */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { planRoute } from '../engine/plan-route.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { onlyWhole } from '../zones/whole.ts';
import { withAlternatives } from './alternatives/alternatives.ts';
import { planAmongZones } from './among-zones/plan-among-zones.ts';
import { effectsInstead } from './among-zones/zone-effects.ts';
import { planForecast } from './forecast/plan-forecast.ts';
import { planInWindows } from './forecast/plan-in-windows.ts';
import { keepsReserve } from './fuel/fuel-aboard.ts';
import { withReserve } from './fuel/keep-reserve.ts';
import type { VoyageOptions } from './kept.ts';
import { pricesSpeed, withLeastCost } from './money/least-cost.ts';
import { directly, withSpeeds } from './speeds/speed-step.ts';
import {
  choosesTime,
  daysAllowed,
  FULL_SPEED,
  leavesOut,
  limitsFuel,
  speedRefusal,
} from './speeds/speed-wish.ts';
import { withTradeOffOfStops } from './speeds/trade-off-of-stops.ts';
import { planStops } from './stops/plan-stops.ts';
import { StopInaccessible } from './stops/stop-inaccessible.ts';
import type { Voyage } from './voyage-fields.ts';
import type { PlannedRequest } from './voyage-request.ts';
import type { VoyagePlan, VoyageRoute } from './voyage-route.ts';
import { isTimed } from './work/timed-stop.ts';

/**
 * @param mesh made for the request's vehicle, as it is under way (speed-step.ts)
 * @throws WaypointOutsideMesh, RouteInaccessible, Impossible, ImpossibleOnMesh
 */
export function planVoyage(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  return withReserve(mesh, request, withoutReserve(mesh, request, options));
}

/** The plan, whatever is in the bunkers. */
function withoutReserve(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const { vehicle, voyage } = request;
  const refusal = speedRefusal(vehicle, voyage);
  if (refusal) throw new Impossible(refusal);
  if (voyage?.trade_off && leavesOut(voyage)) {
    const left = withTimeLeft(options);
    return withTradeOffOfStops(mesh, request, (one) => withoutReserve(mesh, one, left()));
  }
  // where speeds are chosen for the price, that is a step of theirs
  const atFullSpeed = voyage?.price && !pricesSpeed(mesh, request);
  const unpriced = voyage && { ...request, voyage: { ...voyage, price: null } };
  const plan = (on: Mesh, how: VoyageOptions): VoyagePlan => {
    if (!atFullSpeed) return planOn(on, request, how);
    const left = withTimeLeft(how);
    return withLeastCost(on, request, planOn(on, unpriced!, how), left(), planAtFullSpeed);
  };
  const changesMesh = voyage?.zones || voyage?.clearance_nm;
  const left = withTimeLeft(options);
  try {
    if (options.forecast) return planForecast(options.forecast, request, options, planOn);
    const planned = changesMesh ? planAmongZones(mesh, request, options, plan) : plan(mesh, options);
    if (!voyage?.alternatives) return planned;
    const { routes, ...rest } = withAlternatives(
      planned.mesh ?? mesh,
      planned,
      voyage.alternatives,
      left(),
      keepsReserve(mesh, voyage),
    );
    return { ...rest, routes: routes.map((route, k) => withZonesOf(route, planned.routes[k]!, voyage)) };
  } catch (error) {
    if (error instanceof StopInaccessible) throw new ImpossibleOnMesh(error.message);
    throw error;
  }
}

/** Through the stops, or directly; with speeds chosen where they are asked for. */
function planOn(mesh: Mesh, request: PlannedRequest, how: VoyageOptions): VoyagePlan {
  const { start, end, voyage } = request;
  if (voyage?.stops && choosesTime(voyage) && isInTime(voyage)) return planInWindows(mesh, request, how);
  if (voyage?.stops) return planStops(mesh, request, how);
  const left = withTimeLeft(how);
  const planned = () => planRoute(mesh, start, end, how);
  const routes = how.legs?.leg(mesh, start, end, planned) ?? planned();
  return choosesTime(voyage) ? withSpeeds(mesh, request, directly(request, routes), left()) : routes;
}

/** Whether speeds are chosen with what ties stops to time, or with a time in which fuel limits what is done. */
function isInTime(voyage: Voyage): boolean {
  const isTied = voyage.stops!.some(isTimed);
  return leavesOut(voyage) ? limitsFuel(voyage) && (isTied || daysAllowed(voyage) !== null) : isTied;
}

const planAtFullSpeed = (mesh: Mesh, request: PlannedRequest, how: VoyageOptions): VoyagePlan => {
  const limits = leavesOut(request.voyage!) ? {} : FULL_SPEED;
  return planOn(mesh, { ...request, voyage: { ...request.voyage!, ...limits, price: null } }, how);
};

/** What zones did to a route, where another one took the place of the planned one. */
function withZonesOf(route: VoyageRoute, planned: VoyageRoute, { zones, departure }: Voyage): VoyageRoute {
  if (!route.zones || route.track === planned.track) return route;
  return { ...route, zones: effectsInstead(route, planned, onlyWhole(zones ?? []), departure) };
}

/** The options for what comes after something that takes time, once that is done. */
function withTimeLeft(options: VoyageOptions): () => VoyageOptions {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const begun = now();
  return () => ({ ...options, timeBudgetMs: timeBudgetMs - (now() - begun) });
}
