import { basename } from 'node:path';
import { compileMesh } from '../engine/compile/compile-mesh.ts';
import { type Mesh, openMesh } from '../engine/mesh/mesh.ts';
import { MeshRefused } from '../meshes/mesh-refused.ts';
import type { EnvironmentMesh, VesselMesh } from '../meshes/read/parse-mesh.ts';
import type { DocumentMesh } from '../routes/route-document.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { vesselOf } from '../vehicles/vessel-of.ts';
import { VesselUnusable } from '../vessel/errors.ts';
import { meshForVessel } from '../vessel/mesh-for-vessel.ts';
import { milliseconds, tell } from './progress.ts';
import { readMeshFile } from './read-mesh-file.ts';
import { CommandFailed } from './run-command.ts';

/** A mesh file, ready to plan on. */
export interface LoadedMesh {
  readonly mesh: Mesh;
  readonly description: DocumentMesh;
  readonly vehicle: Vehicle | null;
}

/** @throws CommandFailed for a file that is no mesh, or none for the vehicle */
export async function loadMeshFile(file: string, vehicle: Vehicle | null): Promise<LoadedMesh> {
  const start = performance.now();
  try {
    const parsed = (await readMeshFile(file)).mesh();
    const source = vehicle ? sourceFor(vehicle, parsed) : sourceOf(parsed);
    const mesh = openMesh(compileMesh(source));
    tell(`${file}: ${source.ids.length} cells, read in ${milliseconds(start)} ms`);
    const name = basename(file).replace(/\.gz$/, '');
    const { bounds, validDateStart, validDateEnd, missingDataSources } = parsed;
    const { consumption } = source;
    const description = { name, bounds, validDateStart, validDateEnd, missingDataSources, consumption };
    return { mesh, description, vehicle };
  } catch (error) {
    if (error instanceof MeshRefused) throw new CommandFailed(`${file}: ${error.message}`);
    if (error instanceof VesselUnusable) throw new CommandFailed(error.message);
    throw error;
  }
}

function sourceOf(mesh: VesselMesh | EnvironmentMesh) {
  if (mesh.kind === 'vessel') return mesh.source;
  throw new MeshRefused(['an environment mesh, without a vessel: give a vehicle with --vehicle']);
}

function sourceFor(vehicle: Vehicle, mesh: VesselMesh | EnvironmentMesh) {
  if (mesh.kind === 'environment') return meshForVessel(vesselOf(vehicle), mesh.source);
  throw new MeshRefused(['a mesh that was made for a vessel already: --vehicle needs an environment mesh']);
}
