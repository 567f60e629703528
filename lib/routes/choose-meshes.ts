/** Which meshes a request is to be calculated on. */
import { pointText } from '../engine/waypoints/errors.ts';
import { contains } from '../meshes/geo-bounds.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import { type AcceptMesh, acceptVesselMeshes } from '../meshes/select/select-meshes.ts';
import { performanceKey } from '../vehicles/performance-key.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { vesselOf } from '../vehicles/vessel-of.ts';
import { isPlain, type VoyagePoint } from '../voyage/voyage-request.ts';
import {
  MeshNotFound,
  NeedsEnvironment,
  NoMeshAvailable,
  NoMeshForVehicle,
  PointOutsideMesh,
  WrongMeshKind,
} from './errors.ts';

export interface MeshQuery {
  readonly meshId: number | null;
  /** At least one; a mesh has to contain all of them. */
  readonly points: readonly VoyagePoint[];
  readonly vehicle: Vehicle | null;
  /** Why only environment meshes count, as a sentence begins; null where others do too. */
  readonly environmentFor?: string | null;
}

/**
 * Ids of the meshes to try, by priority: the requested mesh, otherwise those of the selection rule. With a
 * vehicle, these are environment meshes and meshes that were made for a vessel with the same properties;
 * without one, vessel meshes.
 *
 * @throws NoMeshAvailable, NoMeshForVehicle, MeshNotFound, PointOutsideMesh, WrongMeshKind, VesselUnusable,
 *   NeedsEnvironment
 */
export async function chooseMeshes(
  meshes: Pick<MeshStore, 'byId' | 'candidates'>,
  { meshId, points, vehicle, environmentFor = null }: MeshQuery,
): Promise<number[]> {
  const accepts = environmentFor
    ? acceptEnvironments
    : vehicle
      ? acceptMeshesFor(vehicle)
      : acceptVesselMeshes;
  if (meshId === null) {
    const selected = await meshes.candidates(points, accepts);
    if (selected.length > 0) return selected.map(({ id }) => id);
    if (environmentFor) throw new NeedsEnvironment(noEnvironmentHere(environmentFor));
    const others = vehicle ? await meshes.candidates(points, () => true) : [];
    throw vehicle && others.length > 0
      ? new NoMeshForVehicle(vehicle.vessel_type)
      : new NoMeshAvailable(isPlain(points) ? null : await outsideOf(meshes, points, accepts));
  }
  const mesh = await meshes.byId(meshId);
  if (!mesh || mesh.removed) throw new MeshNotFound(meshId);
  const outside = points.find((point) => !contains(mesh.bounds, point));
  if (outside) throw new PointOutsideMesh(outside, mesh.id);
  if (environmentFor && !accepts(mesh)) throw new NeedsEnvironment(noEnvironment(environmentFor, mesh.id));
  if (!accepts(mesh)) throw new WrongMeshKind(mesh, vehicle?.vessel_type ?? null);
  return [mesh.id];
}

/**
 * The first of some points that no mesh contains together with those before it, by halving: each look at the meshes may
 * be a call of S3, and a matrix has thousands of points.
 */
async function outsideOf(
  meshes: Pick<MeshStore, 'candidates'>,
  points: readonly VoyagePoint[],
  accepts: AcceptMesh,
): Promise<string> {
  const areIn = async (some: readonly VoyagePoint[]) => (await meshes.candidates(some, accepts)).length > 0;
  let [within, beyond] = [0, points.length];
  while (beyond - within > 1) {
    const middle = (within + beyond) >> 1;
    if (await areIn(points.slice(0, middle))) within = middle;
    else beyond = middle;
  }
  const { what, lat, lon } = points[within]!;
  const point = `${pointText(what)} (latitude ${lat}, longitude ${lon})`;
  const isAlone = await areIn([points[within]!]);
  return isAlone ? `none that contains the points before it contains ${point} too` : `none contains ${point}`;
}

/**
 * Environment meshes, and meshes that were made for a vessel with the same properties. @throws VesselUnusable
 */
export function acceptMeshesFor(vehicle: Vehicle): AcceptMesh {
  const key = performanceKey(vesselOf(vehicle));
  return ({ kind, vesselKey }) => kind === 'environment' || vesselKey === key;
}

const acceptEnvironments: AcceptMesh = ({ kind }) => kind === 'environment';

/** What only an environment mesh has; each begins a sentence. */
export const FOR_SPEED = 'Speeds can be chosen';
export const FOR_CHART = 'An ice chart can be laid';

const noEnvironmentHere = (what: string): string =>
  `${what} on an environment mesh only, and no environment mesh contains all points: insert one, or ask without.`;

const noEnvironment = (what: string, id: number): string =>
  `${what} on an environment mesh only, and mesh ${id} is a vessel mesh, made for one vessel at one speed: insert the environment mesh that it was ` +
  'made from, or leave out mesh_id.';
