/**
 * The best voyages for a request: what the service, the command line and the map all call.
 *
 * The steps, each run only for a request that asks for it: zones and clearance change the mesh; speed or stops decide what
 * is sailed on it; every leg is planned and proved by `planRoute`; alternatives are looked for beside what was planned.
 */
import type { Mesh } from '../engine/mesh/mesh.ts';
import { planRoute } from '../engine/plan-route.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { countsWithin } from '../zones/in-season.ts';
import { onlyWhole } from '../zones/whole.ts';
import { withAlternatives } from './alternatives/alternatives.ts';
import type { VoyageOptions } from './kept.ts';
import { planAmongZones } from './plan-among-zones.ts';
import { planStops } from './plan-stops.ts';
import { seaAmongZones } from './sea-among-zones.ts';
import { choosesTime, directly, speedRefusal, vehicleUnderWay, withSpeeds } from './speed-step.ts';
import { StopInaccessible } from './stop-inaccessible.ts';
import { type PlannedRequest, pointsOf } from './voyage-request.ts';
import type { VoyagePlan } from './voyage-route.ts';

const ADJUSTMENT_LIMIT_NM = 300;
/** Times the days of the slowest route: alternatives cost at most a tenth more, by their own objective. */
const LONGER = 1.2;

/**
 * @param mesh made for the request's vehicle, as it is under way (speed-step.ts)
 * @throws WaypointOutsideMesh, RouteInaccessible, Impossible, ImpossibleOnMesh
 */
export function planVoyage(mesh: Mesh, request: PlannedRequest, options: VoyageOptions): VoyagePlan {
  const { start, end, vehicle, voyage } = request;
  const refusal = speedRefusal(vehicle, voyage);
  if (refusal) throw new Impossible(refusal);
  const plan = (on: Mesh, how: VoyageOptions): VoyagePlan => {
    if (voyage?.stops) return planStops(on, request, how);
    const left = withTimeLeft(how);
    const planned = () => planRoute(on, start, end, how);
    const routes = how.legs?.leg(on, start, end, planned) ?? planned();
    return choosesTime(voyage) ? withSpeeds(on, request, directly(request, routes), left()) : routes;
  };
  const changesMesh = voyage?.zones || voyage?.clearance_nm;
  const left = withTimeLeft(options);
  try {
    const planned = changesMesh ? planAmongZones(mesh, request, options, plan) : plan(mesh, options);
    if (!voyage?.alternatives) return planned;
    const on = changesMesh ? amongAllZones(mesh, request, planned, options) : mesh;
    return withAlternatives(on, planned, voyage.alternatives, left());
  } catch (error) {
    if (error instanceof StopInaccessible) throw new ImpossibleOnMesh(error.message);
    throw error;
  }
}

/** The mesh with all zones that count at some time of a voyage that takes a little longer than those that were planned. */
function amongAllZones(
  mesh: Mesh,
  request: PlannedRequest,
  { routes }: VoyagePlan,
  { adjustmentLimitNm = ADJUSTMENT_LIMIT_NM }: VoyageOptions,
): Mesh {
  const { vehicle, voyage } = request;
  const { zones, departure, clearance_nm, clearance_of } = voyage!;
  const days = LONGER * Math.max(...routes.map(({ track }) => track.timeDays.at(-1)!));
  return seaAmongZones(mesh, {
    zones: onlyWhole(zones ?? []).filter((zone) => countsWithin(zone, departure, days)),
    clearance_nm,
    clearance_of,
    points: pointsOf(request),
    vehicle: vehicleUnderWay(vehicle, voyage),
    limitNm: adjustmentLimitNm,
  });
}

/** The options for what comes after something that takes time, once that is done. */
function withTimeLeft(options: VoyageOptions): () => VoyageOptions {
  const { timeBudgetMs = Infinity, now = () => performance.now() } = options;
  const begun = now();
  return () => ({ ...options, timeBudgetMs: timeBudgetMs - (now() - begun) });
}
