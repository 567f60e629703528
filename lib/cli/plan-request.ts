/** Plans what `POST /api/route` would be sent, on mesh files, without a service. */
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { forecastOf } from '../routes/forecast-of.ts';
import { buildRouteDocument } from '../routes/route-document.ts';
import { type RouteRequest, routeRequest } from '../routes/route-request.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { departuresOf } from '../voyage/forecast/departures.ts';
import { type ForecastMesh, validityOf } from '../voyage/forecast/timeline.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import { speedRefusal, vehicleUnderWay } from '../voyage/speeds/speed-wish.ts';
import type { VoyageRequest } from '../voyage/voyage-request.ts';
import type { ZoneCandidate } from '../zones/read/zones-of-features.ts';
import { onlyWhole } from '../zones/whole.ts';
import { type LoadedMesh, loadMeshFile } from './load-mesh-file.ts';
import { milliseconds, tell } from './progress.ts';
import { CommandFailed, NO_WAY_THROUGH } from './run-command.ts';
import { readJson } from './text-file.ts';
import { costsOf } from './told-cost.ts';

/** Fields that mean something to a service only: the meshes and the vehicle are those of the command line. */
const IGNORED = ['vehicle_type', 'vessel_type', 'mesh_id', 'mesh_ids', 'tags', 'force_new_route'];

export interface PlanOptions {
  readonly vehicle: Vehicle | null;
  readonly certificate: boolean;
}

/** What would be sent to a service. @throws CommandFailed */
export async function readRequestFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  const json = await readJson(file);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new CommandFailed(`${file}: not a request: expected a JSON object`);
  }
  return json as Record<string, unknown>;
}

/**
 * What is asked for, with further zones. What a service would refuse is a "no" too, and exits with the same code as one
 * where no way leads.
 *
 * @param what is named where it is refused
 * @throws CommandFailed
 */
export function requestOf(
  what: string,
  sent: Readonly<Record<string, unknown>>,
  zones: readonly ZoneCandidate[],
): RouteRequest {
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !IGNORED.includes(name)));
  const own = fields.zones ?? [];
  const isList = Array.isArray(own);
  const parsed = routeRequest.safeParse(
    zones.length > 0 && isList ? { ...fields, zones: [...own, ...zones] } : fields,
  );
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${[...issue.path, key].join('.')} is not a known field`).join('; ')
      : `${issue.path.join('.')} ${issue.message}`,
  );
  throw new CommandFailed(`${what}: ${faults.join('; ')}`, NO_WAY_THROUGH);
}

/**
 * The routes of a request on the first of some meshes that has them; with a departure, through all of them, each while it is valid.
 *
 * @throws CommandFailed
 */
export async function planRequest(meshFiles: readonly string[], sent: RouteRequest, options: PlanOptions) {
  const request: VoyageRequest = {
    start: { lat: sent.start_lat, lon: sent.start_lon },
    end: { lat: sent.end_lat, lon: sent.end_lon },
    startName: sent.start_name,
    endName: sent.end_name,
    vehicle: options.vehicle,
    voyage: sent.voyage,
    standing: null,
  };
  const refusal = speedRefusal(options.vehicle, sent.voyage);
  if (refusal) throw new CommandFailed(refusal, NO_WAY_THROUGH);
  const load = (file: string) => loadMeshFile(file, vehicleUnderWay(options.vehicle, sent.voyage));
  if (departuresOf(sent.voyage ?? {}).length > 0 && asksForForecast(meshFiles, sent)) {
    const loaded: LoadedMesh[] = [];
    for (const file of meshFiles) loaded.push(await load(file));
    try {
      return planOn(loaded[0]!, request, [], options, forecastIn(meshFiles, loaded, sent));
    } catch (error) {
      if (isNo(error)) throw new CommandFailed((error as Error).message, NO_WAY_THROUGH);
      throw error;
    }
  }
  const tried: string[] = [];
  for (const file of meshFiles) {
    const loaded = await load(file);
    try {
      return planOn(loaded, request, tried, options);
    } catch (error) {
      const isLast = tried.push(loaded.description.name) === meshFiles.length;
      if (isLast && isNo(error)) throw new CommandFailed((error as Error).message, NO_WAY_THROUGH);
      if (!triesNextMesh(error)) throw error;
      tell(`${file}: ${(error as Error).message}`);
    }
  }
  throw new Error('no mesh');
}

function planOn(
  { mesh, description }: LoadedMesh,
  request: VoyageRequest,
  inaccessibleMeshes: readonly string[],
  { certificate }: PlanOptions,
  forecast?: readonly ForecastMesh[],
) {
  const begun = performance.now();
  const plan = planVoyage(mesh, request, { certificate, ...(forecast && { forecast }) });
  const took = milliseconds(begun);
  const document = buildRouteDocument({
    plan,
    mesh: description,
    startName: request.startName,
    endName: request.endName,
    inaccessibleMeshes,
    planned: { vehicle: request.vehicle, mesh: plan.mesh ?? mesh },
    departure: request.voyage?.departure ?? null,
    asked: request.voyage,
    now: new Date(),
  });
  tell(`${costsOf(plan, document)}, ${took} ms`);
  return { document, mesh: plan.mesh ?? mesh, zones: onlyWhole(request.voyage?.zones ?? []) };
}

/** Whether there are several meshes, or what only a forecast answers is asked. */
function asksForForecast(meshFiles: readonly string[], { voyage }: RouteRequest): boolean {
  const asked = voyage?.departures ?? voyage?.max_wait_hours ?? voyage?.beyond_forecast ?? null;
  return meshFiles.length > 1 || asked !== null;
}

/** The meshes with the times at which they are valid, numbered as they were given. @throws CommandFailed */
function forecastIn(
  meshFiles: readonly string[],
  loaded: readonly LoadedMesh[],
  { voyage }: RouteRequest,
): ForecastMesh[] {
  const records = loaded.map(({ description }, k) => ({ ...description, id: k + 1, created: '' }));
  records.forEach(({ validDateStart, validDateEnd }, k) => {
    if (records.length < 2 || validityOf(validDateStart, validDateEnd)) return;
    throw new CommandFailed(`${meshFiles[k]}: does not say when its data are valid`);
  });
  const meshes = loaded.map(({ mesh }) => mesh);
  return forecastOf(records, meshes, voyage);
}

const triesNextMesh = (error: unknown): boolean =>
  error instanceof RouteInaccessible ||
  error instanceof WaypointOutsideMesh ||
  error instanceof ImpossibleOnMesh;

const isNo = (error: unknown): boolean => triesNextMesh(error) || error instanceof Impossible;
