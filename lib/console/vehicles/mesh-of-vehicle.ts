import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { environmentSourceOf } from '../../vessel/compile-environment.ts';
import { meshForVessel } from '../../vessel/mesh-for-vessel.ts';
import type { Vehicle } from './vehicle-fields.ts';

/**
 * The compiled mesh of a vehicle on an environment mesh, made as the service makes it.
 *
 * @throws VesselUnusable where the vehicle can't be computed with
 */
export function meshOfVehicle(environment: Mesh, vehicle: Vehicle): Uint8Array {
  return compileMesh(meshForVessel(vesselOf(vehicle), environmentSourceOf(environment)));
}
