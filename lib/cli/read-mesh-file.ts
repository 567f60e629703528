import { createReadStream } from 'node:fs';
import { MeshRefused } from '../meshes/mesh-refused.ts';
import { readContent } from '../meshes/read/read-content.ts';
import { MAX_MESH_BYTES, type ReadMesh, readMesh } from '../meshes/read/read-mesh.ts';
import { readFault } from './text-file.ts';

/**
 * A mesh file from disk, `.json` or `.json.gz`.
 * @throws MeshRefused if it cannot be read
 */
export function readMeshFile(path: string): Promise<ReadMesh> {
  return explained(readMesh(async () => createReadStream(path)));
}

/**
 * The uncompressed bytes of a mesh file, for code that needs all of them at once.
 *
 * @throws MeshRefused if the file cannot be read
 */
export async function readWholeMeshFile(path: string): Promise<Uint8Array> {
  return (await explained(readContent(createReadStream(path), MAX_MESH_BYTES))).bytes;
}

async function explained<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const fault = readFault(error as Error);
    if (error instanceof MeshRefused || fault === undefined) throw error;
    throw new MeshRefused([fault]);
  }
}
