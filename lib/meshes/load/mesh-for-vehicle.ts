import { compileMesh } from '../../engine/compile/compile-mesh.ts';
import { openMesh } from '../../engine/mesh/mesh.ts';
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

/** The key of the compiled mesh on which a route for a vehicle (null: for none) is planned. */
export function meshKeyFor({ md5, kind }: Pick<Mesh, 'md5' | 'kind'>, vehicle: Vehicle | null): string {
  if (kind === 'vessel' || vehicle === null) return compiledKeyOf(md5);
  return vehicleMeshKeyOf(md5, performanceKey(vesselOf(vehicle)));
}

/**
 * Opens the mesh on which a route for a vehicle is planned. For an environment mesh, it is computed from the
 * vehicle's properties when it is first needed, and kept for all vehicles with the same properties.
 *
 * @throws MeshLost, MeshNotReady, MeshBeingCompiled, VesselUnusable
 */
export async function loadMeshFor(
  ports: LoadPorts,
  mesh: Mesh,
  vehicle: Vehicle | null,
): Promise<LoadedMesh> {
  if (mesh.kind === 'vessel' || vehicle === null) return loadMesh(ports, mesh);
  const key = meshKeyFor(mesh, vehicle);
  const opened = await openCompiled(ports.files, key);
  if (typeof opened !== 'string') return opened;
  const compiled = await makeOnce(ports, key, mesh, async () => {
    const environment = await loadMesh(ports, mesh);
    return compileMesh(meshForVessel(vesselOf(vehicle), environmentSourceOf(environment.mesh)));
  });
  return { mesh: openMesh(compiled), bytes: compiled.length };
}
