import { createReadStream } from 'node:fs';
import { MeshRefused } from '../meshes/mesh-refused.ts';
import { type Content, MAX_MESH_BYTES, readContent } from '../meshes/read-content.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'a directory, not a file',
  EACCES: 'not readable',
};

/**
 * A mesh file from disk, `.json` or `.json.gz`.
 * @throws MeshRefused if it cannot be read
 */
export async function readMeshFile(path: string): Promise<Content> {
  try {
    return await readContent(createReadStream(path), MAX_MESH_BYTES);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof MeshRefused || !code) throw error;
    throw new MeshRefused([REASONS[code] ?? message]);
  }
}
