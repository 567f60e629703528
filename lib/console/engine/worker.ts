/** The engine, off the page's thread: it answers one request after the other. */
import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import { type PlannedWaypoint, placeWaypoints } from '../../engine/waypoints/waypoints.ts';
import { RouteNotSailable } from '../../routes/errors.ts';
import { evaluateRoute } from '../../routes/evaluate-route.ts';
import { buildRouteDocument } from '../../routes/route-document.ts';
import { KeptLegs, type VoyageOptions } from '../../voyage/kept-legs.ts';
import { type PlannedRequest, planVoyage } from '../../voyage/plan-voyage.ts';
import { vehicleUnderWay } from '../../voyage/speed-step.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { VoyagePlan } from '../../voyage/voyage-route.ts';
import { enteredZones } from '../../voyage/zone-effects.ts';
import { type LeastClearance, leastClearance } from '../../zones/least-clearance.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import type {
  AreasRequest,
  EngineAnswer,
  EngineFailure,
  EngineRequest,
  EvaluateRequest,
  OpenRequest,
  OrderCosts,
  PlanRequest,
} from './protocol.ts';

/** A worker's own global, of which the page's DOM types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => void;
  postMessage: (answer: EngineAnswer) => void;
};

let mesh: Mesh | null = null;
/** Makes the mesh of a vehicle, where an environment mesh was opened. */
let makeFor: ((vehicle: Vehicle) => Uint8Array) | null = null;
/** The mesh for the last limit of speed that a voyage had. */
let limited: { readonly knots: number; readonly mesh: Mesh } | null = null;
/** While one stop is moved, the legs between the others stay. */
const kept = new KeptLegs();

worker.onmessage = async ({ data }) => {
  worker.postMessage(await answerOrFailure(data));
};

async function answerOrFailure(request: EngineRequest): Promise<EngineAnswer> {
  try {
    return request.kind === 'open' ? await open(request) : await answer(request);
  } catch (error) {
    return failure(error as Error);
  }
}

/** Opens a mesh; an environment mesh is made into the vehicle's own first, as the service does it. */
async function open({ bytes, vehicle }: OpenRequest): Promise<EngineAnswer> {
  mesh = makeFor = limited = null; // so that a mesh that can't be opened doesn't leave the one before it in use
  const opened = openMesh(new Uint8Array(bytes));
  if (!opened.isEnvironment) {
    mesh = opened;
    return { kind: 'opened', made: null };
  }
  if (!vehicle) throw new Error('An environment mesh is shown for a vehicle: choose one.');
  const { meshOfVehicle } = await import('../vehicles/mesh-of-vehicle.ts');
  makeFor = (own) => meshOfVehicle(opened, own);
  const made = makeFor(vehicle);
  mesh = openMesh(made);
  return { kind: 'opened', made: made.slice().buffer };
}

function answer(request: Exclude<EngineRequest, OpenRequest>): EngineAnswer | Promise<EngineAnswer> {
  if (!mesh) throw new Error('There is no mesh to plan on.');
  if (request.kind === 'reach') return areas(mesh, request);
  return request.kind === 'plan' ? plan(mesh, request) : evaluate(mesh, request);
}

/** The mesh that a voyage is planned on: its vehicle may sail no faster than the voyage allows. */
function meshUnderWay(own: Mesh, vehicle: Vehicle | null, voyage: Voyage | null): Mesh {
  const knots = voyage?.max_speed_kn ?? null;
  if (knots === null || !vehicle || !makeFor) return own;
  if (limited?.knots !== knots) {
    limited = { knots, mesh: openMesh(makeFor(vehicleUnderWay(vehicle, voyage))) };
  }
  return limited.mesh;
}

/** The routes of a request, as the service plans and describes them. */
function plan(
  open: Mesh,
  { start, end, vehicle, voyage, mesh, adjustmentLimitNm }: PlanRequest,
): EngineAnswer {
  const begin = performance.now();
  const on = meshUnderWay(open, vehicle, voyage);
  const place = ({ lat, lon }: PlanRequest['start']) => ({ lat, lon });
  const request = { start: place(start), end: place(end), vehicle, voyage };
  const options = { adjustmentLimitNm, kept };
  const { planned, unmet } = planOrShow(on, request, options);
  const inGivenOrder = voyage?.stop_order === 'best' ? costsInGivenOrder(on, request, options) : null;
  const milliseconds = performance.now() - begin;
  const { routes } = buildRouteDocument({
    plan: planned,
    mesh,
    startName: start.name ?? null,
    endName: end.name ?? null,
    planned: { vehicle, mesh: planned.mesh ?? on },
    departure: voyage?.departure ?? null,
    now: new Date(),
  });
  const pinches = planned.routes.flatMap((route) => route.pinches);
  const waypoint = ({ requested, used, movedNm }: PlannedWaypoint) => ({ requested, used, movedNm });
  return {
    kind: 'planned',
    routes,
    start: waypoint(planned.start),
    end: waypoint(planned.end),
    pinches,
    tooNear: tooNear(on, planned, voyage),
    milliseconds,
    inGivenOrder,
    unmet,
  };
}

/** The nearest place of all routes to land, where that is nearer than asked. */
function tooNear(on: Mesh, { routes }: VoyagePlan, voyage: Voyage | null): LeastClearance | null {
  const { clearance_nm: nm, clearance_of: of } = voyage ?? {};
  if (!nm) return null;
  const places = routes.map(({ track }) => leastClearance(on, track.coordinates, nm, of ?? 'land'));
  return places.filter((place) => place !== null).sort((a, b) => a.nm - b.nm)[0] ?? null;
}

/** Where the windows of stops can't be met, the voyage is shown without them, with the reason. */
function planOrShow(on: Mesh, request: PlannedRequest, options: VoyageOptions) {
  const { voyage } = request;
  try {
    return { planned: planVoyage(on, request, options), unmet: null };
  } catch (error) {
    const { name, message } = error as Error;
    const timed = voyage?.stops?.some(({ not_before, not_after }) => not_before ?? not_after);
    if (name !== 'Impossible' || !timed) throw error;
    const stops = voyage!.stops!.map((stop) => ({ ...stop, not_after: null }));
    return {
      planned: planVoyage(on, { ...request, voyage: { ...voyage!, stops } }, options),
      unmet: message,
    };
  }
}

/** Null where the voyage can't be made in the order given. */
function costsInGivenOrder(on: Mesh, request: PlannedRequest, options: VoyageOptions): OrderCosts[] | null {
  try {
    const given = planVoyage(on, { ...request, voyage: { ...request.voyage!, stop_order: null } }, options);
    return given.routes.map(({ objective, track: { timeDays, consumption } }) => ({
      objective,
      days: timeDays.at(-1)!,
      consumption: consumption?.at(-1) ?? null,
    }));
  } catch (error) {
    if (!IN_VAIN.has((error as Error).name)) throw error;
    return null;
  }
}

/** Loaded with the first request: many never ask. */
async function areas(on: Mesh, { request, adjustmentLimitNm }: AreasRequest): Promise<EngineAnswer> {
  const { reachGeoJson } = await import('../../voyage/reach/reach-geojson.ts');
  return { kind: 'reached', areas: reachGeoJson(on, request, adjustmentLimitNm) };
}

/** A line by its points; an end in a closed cell, as places ashore are, is moved as that of a planned route is. */
function evaluate(mesh: Mesh, { coordinates, adjustmentLimitNm, zones }: EvaluateRequest): EngineAnswer {
  const points = coordinates.map(([lon, lat]) => ({ lat, lon }));
  const { start, end } = placeWaypoints(mesh, points[0]!, points.at(-1)!, adjustmentLimitNm);
  const placed = [start.used, ...points.slice(1, -1), end.used];
  const track = evaluateRoute(mesh, placed);
  return {
    kind: 'evaluated',
    track,
    zones: enteredZones(track, zones, null),
    coordinates: placed.map(({ lat, lon }) => [lon, lat] as const),
    moved: [start, end]
      .filter(({ movedNm }) => movedNm > 0)
      .map(({ requested, used, movedNm }) => ({ requested, used, movedNm })),
  };
}

/** Errors of a valid request that has no answer (lib/request/impossible.ts). */
const IN_VAIN: ReadonlySet<string> = new Set(['Impossible', 'ImpossibleOnMesh', 'ReachImpossible']);

function failure(error: Error): EngineFailure {
  const { message } = error;
  if (error instanceof WaypointOutsideMesh) return { kind: 'failed', reason: 'outside', message };
  if (error instanceof RouteInaccessible || IN_VAIN.has(error.name))
    return { kind: 'failed', reason: 'inaccessible', message };
  if (error instanceof RouteNotSailable) {
    return { kind: 'failed', reason: 'not-sailable', message, places: error.details };
  }
  return { kind: 'failed', reason: 'internal', message };
}
