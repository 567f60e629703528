/** The engine, off the page's thread: it answers one request after the other. */
import type { LatLon } from '../../engine/geometry/sphere.ts';
import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { planRoute } from '../../engine/plan-route.ts';
import { RouteInaccessible, WaypointOutsideMesh } from '../../engine/waypoints/errors.ts';
import { type PlannedWaypoint, placeWaypoints } from '../../engine/waypoints/waypoints.ts';
import { greatCirclePoints } from '../../route-files/great-circle.ts';
import { RouteNotSailable } from '../../routes/errors.ts';
import { evaluateRoute } from '../../routes/evaluate-route.ts';
import { buildRouteDocument } from '../../routes/route-document.ts';
import { KeptLegs, keptVoyages, type VoyageOptions } from '../../voyage/kept.ts';
import { choosesSpeed, FULL_SPEED, vehicleUnderWay } from '../../voyage/speeds/speed-wish.ts';
import type { Voyage } from '../../voyage/voyage-fields.ts';
import type { PlannedRequest } from '../../voyage/voyage-request.ts';
import type { VoyagePlan } from '../../voyage/voyage-route.ts';
import { type LeastClearance, leastClearance } from '../../zones/least-clearance.ts';
import type { Vehicle } from '../vehicles/vehicle-fields.ts';
import { isInVain } from './in-vain.ts';
import type {
  AreasRequest,
  EngineAnswer,
  EngineFailure,
  EngineRequest,
  EvaluatedTrack,
  EvaluateRequest,
  GreatCircle,
  OpenRequest,
  PlanRequest,
  TradeOffRequest,
} from './protocol.ts';

/** A worker's own global, of which the page's DOM types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (event: { data: EngineRequest }) => void;
  postMessage: (answer: EngineAnswer) => void;
};

let mesh: Mesh | null = null;
/** The vehicle that it is for; null of data that were made for a vessel without saying which. */
let vessel: Vehicle | null = null;
/** Makes the mesh of a vehicle, where an environment mesh was opened. */
let makeFor: ((vehicle: Vehicle) => Uint8Array) | null = null;
/** The mesh for the last limit of speed that a voyage had. */
let limited: { readonly knots: number; readonly mesh: Mesh } | null = null;
/** While one stop is moved, the legs between the others stay. */
const legs = new KeptLegs();
/** While the speed is chosen, what was found at other speeds is known. */
const voyages = keptVoyages();

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

/** Opens a mesh; an environment mesh is laid under the chart, and made into the vehicle's own, as the service does it. */
async function open({ bytes, vehicle, chart }: OpenRequest): Promise<EngineAnswer> {
  vessel = vehicle;
  mesh = makeFor = limited = null; // so that a mesh that can't be opened doesn't leave the one before it in use
  const opened = openMesh(new Uint8Array(bytes));
  if (!opened.isEnvironment) {
    mesh = opened;
    return { kind: 'opened', made: null };
  }
  if (!vehicle) throw new Error('These ice data are shown for a vessel: choose one.');
  const { meshOfVehicle, seaUnder } = await import('../vehicles/mesh-of-vehicle.ts');
  const sea = seaUnder(opened, chart);
  makeFor = (own) => meshOfVehicle(sea, own);
  const made = makeFor(vehicle);
  mesh = openMesh(made);
  return { kind: 'opened', made: made.slice().buffer };
}

function answer(request: Exclude<EngineRequest, OpenRequest>): EngineAnswer | Promise<EngineAnswer> {
  if (!mesh) throw new Error('There are no ice data to plan with.');
  if (request.kind === 'reach') return areas(mesh, request);
  if (request.kind === 'trade-off') return tradeOff(mesh, request);
  return request.kind === 'plan' ? plan(mesh, request) : evaluate(mesh, request);
}

const NO_SPEEDS =
  'These ice data were made for one vessel at full speed, so that no other speed can be chosen on them: choose data of the sea alone.';

/** The mesh that a voyage is planned on: its vehicle may sail no faster than the voyage allows. */
function meshUnderWay(own: Mesh, vehicle: Vehicle | null, voyage: Voyage | null): Mesh {
  if (choosesSpeed(voyage) && !makeFor) throw new Error(NO_SPEEDS);
  const knots = voyage?.max_speed_kn ?? null;
  if (knots === null || !vehicle || !makeFor) return own;
  if (limited?.knots !== knots) {
    limited = { knots, mesh: openMesh(makeFor(vehicleUnderWay(vehicle, voyage))) };
  }
  return limited.mesh;
}

/** What plans voyages is loaded with the first of them: between two points the engine suffices. */
async function planShown(on: Mesh, request: PlannedRequest, options: VoyageOptions) {
  const { start, end, voyage } = request;
  if (!voyage) {
    const direct: VoyagePlan = legs.leg(on, start, end, () => planRoute(on, start, end, options));
    return { planned: direct, unmet: null, inGivenOrder: null };
  }
  const { costsInGivenOrder, planOrShow } = await import('./plan-or-show.ts');
  const inGivenOrder = voyage.stop_order === 'best' ? costsInGivenOrder(on, request, options) : null;
  return { ...planOrShow(on, request, options), inGivenOrder };
}

/** The routes of a request, as the service plans and describes them. */
async function plan(
  open: Mesh,
  { start, end, vehicle, voyage: wished, mesh, adjustmentLimitNm, zones, isMoving }: PlanRequest,
): Promise<EngineAnswer> {
  const begin = performance.now();
  // ready-made data know one speed: the routes are shown at that, with the reason
  const isFixed = choosesSpeed(wished) && !makeFor;
  const voyage = wished && isFixed ? { ...wished, ...FULL_SPEED } : wished;
  const on = meshUnderWay(open, vehicle, voyage);
  const place = ({ lat, lon }: PlanRequest['start']) => ({ lat, lon });
  // other ways, and that of the least money, take longer than a hand waits
  const asked = voyage && isMoving ? { ...voyage, alternatives: null, price: null } : voyage;
  const names = { startName: start.name ?? null, endName: end.name ?? null };
  const request = { start: place(start), end: place(end), ...names, vehicle, voyage: asked };
  const options = { adjustmentLimitNm, legs, ...(isMoving && { voyages }) };
  const { planned: shown, unmet, inGivenOrder } = await planShown(on, request, options);
  const milliseconds = performance.now() - begin;
  const { routes } = buildRouteDocument({
    plan: shown,
    mesh,
    ...names,
    planned: { vehicle, mesh: shown.mesh ?? on },
    departure: voyage?.departure ?? null,
    now: new Date(),
    clearances: !isMoving, // nobody looks at them while the hand moves
  });
  const pinches = shown.routes.flatMap((route) => route.pinches);
  const calls = routes[0]?.stops?.slice(1, -1) ?? [];
  const places = [shown.start.used, ...calls, shown.end.used];
  const waypoint = ({ requested, used, movedNm }: PlannedWaypoint) => ({ requested, used, movedNm });
  return {
    kind: 'planned',
    routes,
    start: waypoint(shown.start),
    end: waypoint(shown.end),
    pinches,
    tooNear: tooNear(on, shown, voyage),
    milliseconds,
    inGivenOrder,
    unmet: isFixed ? NO_SPEEDS : unmet,
    greatCircle: await greatCircle(open, places, { adjustmentLimitNm, zones }),
  };
}

/** Between the places to which ends and stops were moved, so that a vessel can be there. */
async function greatCircle(
  on: Mesh,
  places: readonly LatLon[],
  options: Pick<EvaluateRequest, 'adjustmentLimitNm' | 'zones'>,
): Promise<GreatCircle> {
  const points = places.flatMap((to, k) => (k === 0 ? [to] : [...greatCirclePoints(places[k - 1]!, to), to]));
  const coordinates = points.map(({ lat, lon }) => [lon, lat] as const);
  try {
    return { coordinates, evaluated: await evaluate(on, { coordinates, ...options }) };
  } catch (error) {
    return { coordinates, evaluated: failure(error as Error) };
  }
}

/** The nearest place of all routes to land, where that is nearer than asked. */
function tooNear(on: Mesh, { routes }: VoyagePlan, voyage: Voyage | null): LeastClearance | null {
  const { clearance_nm: nm, clearance_of: of } = voyage ?? {};
  if (!nm) return null;
  const places = routes.map(({ track }) => leastClearance(on, track.coordinates, nm, of ?? 'land'));
  return places.filter((place) => place !== null).sort((a, b) => a.nm - b.nm)[0] ?? null;
}

/** The curve of fuel against time; what it finds is known to the plans that follow a hand along it. */
async function tradeOff(open: Mesh, request: TradeOffRequest): Promise<EngineAnswer> {
  const { tradeOffCurve } = await import('./plan-or-show.ts');
  const { vehicle, voyage, adjustmentLimitNm } = request;
  const on = meshUnderWay(open, vehicle, voyage);
  return { kind: 'traded-off', ...tradeOffCurve(on, request, { adjustmentLimitNm, legs, voyages }) };
}

/** Loaded with the first request: many never ask. */
async function areas(
  on: Mesh,
  { requests, adjustmentLimitNm, isMoving }: AreasRequest,
): Promise<EngineAnswer> {
  const { reachGeoJson } = await import('../../voyage/reach/reach-geojson.ts');
  const areas = requests.map((request) => reachGeoJson(on, request, adjustmentLimitNm, { isMoving }));
  if (areas.length === 1) return { kind: 'reached', areas: areas[0]! };
  const features = areas.flatMap((each, origin) =>
    each.features.map((feature) => ({ ...feature, properties: { ...feature.properties, origin } })),
  );
  features.sort((a, b) => b.properties.contour - a.properties.contour);
  return { kind: 'reached', areas: { ...areas[0]!, features } };
}

/** A line by its points; an end in a closed cell, as places ashore are, is moved as that of a planned route is. */
async function evaluate(
  mesh: Mesh,
  { coordinates, adjustmentLimitNm, zones }: Omit<EvaluateRequest, 'kind'>,
): Promise<EvaluatedTrack> {
  const points = coordinates.map(([lon, lat]) => ({ lat, lon }));
  const { start, end } = placeWaypoints(mesh, points[0]!, points.at(-1)!, adjustmentLimitNm);
  const placed = [start.used, ...points.slice(1, -1), end.used];
  const evaluated = zones.length > 0 ? await amongZones(mesh, placed, zones) : null;
  return {
    kind: 'evaluated',
    track: evaluated?.track ?? evaluateRoute(mesh, placed),
    zones: evaluated?.zones ?? [],
    coordinates: placed.map(({ lat, lon }) => [lon, lat] as const),
    moved: [start, end]
      .filter(({ movedNm }) => movedNm > 0)
      .map(({ requested, used, movedNm }) => ({ requested, used, movedNm })),
  };
}

/** Loaded with the first zone. */
async function amongZones(on: Mesh, places: readonly LatLon[], zones: EvaluateRequest['zones']) {
  const { enteredZones, evaluateAmongZones, slowDownOf } = await import('./among-zones.ts');
  // a line through a closed zone is shown, with where it enters
  const limits = zones.filter(({ kind }) => kind === 'speed_limit');
  const slowDown = slowDownOf(on, vessel);
  const { track } = evaluateAmongZones(on, places, { zones: limits, departure: null, slowDown });
  return { track, zones: enteredZones(track, zones, null) };
}

function failure(error: Error): EngineFailure {
  const { message } = error;
  if (error instanceof WaypointOutsideMesh) return { kind: 'failed', reason: 'outside', message };
  if (error instanceof RouteInaccessible || isInVain(error))
    return { kind: 'failed', reason: 'inaccessible', message };
  if (error instanceof RouteNotSailable) {
    return { kind: 'failed', reason: 'not-sailable', message, places: error.details };
  }
  return { kind: 'failed', reason: 'internal', message };
}
