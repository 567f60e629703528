/** Plans what `POST /api/route` would be sent, on mesh files, without a service. */
import { RouteInaccessible, WaypointOutsideMesh } from '../engine/waypoints/errors.ts';
import { Impossible, ImpossibleOnMesh } from '../request/impossible.ts';
import { buildRouteDocument } from '../routes/route-document.ts';
import { type RouteRequest, routeRequest } from '../routes/route-request.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { planVoyage } from '../voyage/plan-voyage.ts';
import { speedRefusal, vehicleUnderWay } from '../voyage/speeds/speed-step.ts';
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

/** The routes of a request on the first of some meshes that has them. @throws CommandFailed */
export async function planRequest(meshFiles: readonly string[], sent: RouteRequest, options: PlanOptions) {
  if (sent.voyage?.departure && meshFiles.length > 1) {
    throw new CommandFailed('a request with a departure is planned on one mesh: give one', NO_WAY_THROUGH);
  }
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
  const tried: string[] = [];
  for (const file of meshFiles) {
    const loaded = await loadMeshFile(file, vehicleUnderWay(options.vehicle, sent.voyage));
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
) {
  const begun = performance.now();
  const plan = planVoyage(mesh, request, { certificate });
  const took = milliseconds(begun);
  const document = buildRouteDocument({
    plan,
    mesh: description,
    startName: request.startName,
    endName: request.endName,
    inaccessibleMeshes,
    planned: { vehicle: request.vehicle, mesh: plan.mesh ?? mesh },
    departure: request.voyage?.departure ?? null,
    now: new Date(),
  });
  tell(`${costsOf(plan, document)}, ${took} ms`);
  return { document, mesh: plan.mesh ?? mesh, zones: onlyWhole(request.voyage?.zones ?? []) };
}

const triesNextMesh = (error: unknown): boolean =>
  error instanceof RouteInaccessible ||
  error instanceof WaypointOutsideMesh ||
  error instanceof ImpossibleOnMesh;

const isNo = (error: unknown): boolean => triesNextMesh(error) || error instanceof Impossible;
