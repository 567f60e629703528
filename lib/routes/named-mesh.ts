import type { MeshRecord } from '../meshes/mesh-record.ts';
import type { MeshStore } from '../meshes/mesh-store.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import type { VehicleStore } from '../vehicles/vehicle-store.ts';
import { getVehicle } from '../vehicles/vehicles.ts';
import { acceptMeshesFor } from './choose-meshes.ts';
import { MeshNotFound, WrongMeshKind } from './errors.ts';

/**
 * The mesh that a client names, and the vehicle for which it wants the mesh, if any.
 *
 * @throws MeshNotFound, VehicleNotFound, VesselUnusable, WrongMeshKind
 */
export async function namedMesh(
  stores: { readonly meshes: Pick<MeshStore, 'byId'>; readonly vehicles: Pick<VehicleStore, 'find'> },
  meshId: number,
  vesselType: string | undefined,
): Promise<{ mesh: MeshRecord; vehicle: Vehicle | null }> {
  const mesh = await stores.meshes.byId(meshId);
  if (!mesh) throw new MeshNotFound(meshId);
  if (vesselType === undefined) return { mesh, vehicle: null };
  const vehicle = await getVehicle(stores.vehicles, vesselType);
  if (!acceptMeshesFor(vehicle)(mesh)) throw new WrongMeshKind(mesh, vesselType);
  return { mesh, vehicle };
}
