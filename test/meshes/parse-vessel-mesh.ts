import { MeshRefused } from '../../lib/meshes/mesh-refused.ts';
import { parseMesh, type VesselMesh } from '../../lib/meshes/read/parse-mesh.ts';

/**
 * parseMesh for those who need the speeds of a vessel in the file.
 *
 * @throws MeshRefused also where it is an environment mesh
 */
export function parseVesselMesh(json: Uint8Array): VesselMesh {
  const mesh = parseMesh(json);
  if (mesh.kind === 'vessel') return mesh;
  throw new MeshRefused([
    'an environment mesh, without a vessel: config.vessel_info is missing (name a vehicle, or make a vessel mesh with add_vehicle)',
  ]);
}
