import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import type { Mesh } from '../../engine/mesh/mesh.ts';
import type { EnvironmentSource } from '../../engine/mesh/mesh-source.ts';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import { chartedSource } from '../../ice-charts/overlay/charted-source.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { environmentSourceOf } from '../../vessel/compile-environment.ts';
import { meshForVessel } from '../../vessel/mesh-for-vessel.ts';
import type { Vehicle } from './vehicle-fields.ts';

/** The sea of an environment mesh, under an ice chart if there is one. */
export function seaUnder(environment: Mesh, chart: Pick<IceChart, 'areas'> | null): EnvironmentSource {
  const source = environmentSourceOf(environment);
  return chart ? chartedSource(source, chart) : source;
}

/**
 * The compiled mesh of a vehicle on a sea, made as the service makes it.
 *
 * @throws VesselUnusable where the vehicle can't be computed with
 */
export const meshOfVehicle = (sea: EnvironmentSource, vehicle: Vehicle): Uint8Array =>
  compileMesh(meshForVessel(vesselOf(vehicle), sea));
