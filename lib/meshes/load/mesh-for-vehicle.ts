import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import { openMesh } from '../../engine/mesh/mesh.ts';
import type { IceChart } from '../../ice-charts/ice-chart.ts';
import { chartedSource } from '../../ice-charts/overlay/charted-source.ts';
import { performanceKey } from '../../vehicles/performance-key.ts';
import type { Vehicle } from '../../vehicles/vehicle.ts';
import { vesselOf } from '../../vehicles/vessel-of.ts';
import { environmentSourceOf } from '../../vessel/compile-environment.ts';
import { meshForVessel } from '../../vessel/mesh-for-vessel.ts';
import { compiledKeyOf, vehicleMeshKeyOf } from '../compiled-key.ts';
import type { MeshRecord } from '../mesh-record.ts';
import { type LoadedMesh, type LoadPorts, loadMesh, openCompiled } from './load-mesh.ts';
import { makeOnce } from './make-once.ts';

type Mesh = Pick<MeshRecord, 'id' | 'name' | 'md5' | 'kind' | 'cellCount'>;

/** An ice chart that is laid over an environment mesh. */
export interface ChartOverMesh {
  readonly id: string;
  readonly read: () => Promise<Pick<IceChart, 'areas'>>;
}

/** The key of the compiled mesh on which a route for a vehicle (null: for none) is planned, under an ice chart if there is one. */
export function meshKeyFor(
  { md5, kind }: Pick<Mesh, 'md5' | 'kind'>,
  vehicle: Vehicle | null,
  chart: Pick<ChartOverMesh, 'id'> | null = null,
): string {
  if (kind === 'vessel' || vehicle === null) return compiledKeyOf(md5);
  return vehicleMeshKeyOf(md5, performanceKey(vesselOf(vehicle)), chart?.id ?? null);
}

/**
 * Opens the mesh on which a route for a vehicle is planned. For an environment mesh, it is computed from the
 * vehicle's properties, and the ice chart, when it is first needed, and kept for all vehicles with the same properties.
 *
 * @throws MeshLost, MeshNotReady, MeshBeingCompiled, VesselUnusable, ChartNotFound
 */
export async function loadMeshFor(
  ports: LoadPorts,
  mesh: Mesh,
  vehicle: Vehicle | null,
  chart: ChartOverMesh | null = null,
): Promise<LoadedMesh> {
  if (mesh.kind === 'vessel' || vehicle === null) return loadMesh(ports, mesh);
  const key = meshKeyFor(mesh, vehicle, chart);
  const opened = await openCompiled(ports.files, key);
  if (typeof opened !== 'string') return opened;
  const compiled = await makeOnce(ports, key, mesh, async () => {
    const environment = await loadMesh(ports, mesh);
    const source = environmentSourceOf(environment.mesh);
    const charted = chart ? chartedSource(source, await chart.read()) : source;
    return compileMesh(meshForVessel(vesselOf(vehicle), charted));
  });
  return { mesh: openMesh(compiled), bytes: compiled.length };
}
