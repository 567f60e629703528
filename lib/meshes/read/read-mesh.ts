import { MeshRefused } from '../mesh-refused.ts';
import { MeshParser, type ParsedMesh } from './parse-mesh.ts';
import { type Digest, readChunks } from './read-content.ts';

/** Maximum uncompressed bytes of a mesh; a million cells have about a gigabyte. */
export const MAX_MESH_BYTES = 2_500_000_000;

/** A mesh file that was read to its end, valid or not. */
export interface ReadMesh extends Digest {
  /** Checks the mesh. @throws MeshRefused with every kind of fault that was found */
  readonly mesh: () => ParsedMesh;
}

/**
 * Reads a mesh file in chunks. A file that is not a mesh has an md5 too.
 *
 * @param open opens the file; called again if its parts are in an unusual order
 * @throws MeshRefused if the file is too large, truncated or damaged
 */
export async function readMesh(open: () => Promise<AsyncIterable<Uint8Array>>): Promise<ReadMesh> {
  const parser = new MeshParser();
  let fault: MeshRefused | undefined;
  const attempt = (step: () => void) => {
    if (fault) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof MeshRefused)) throw error;
      fault = error;
    }
  };
  let first: Digest | undefined;
  do {
    parser.begin();
    const digest = await readChunks(await open(), MAX_MESH_BYTES, (chunk) =>
      attempt(() => parser.write(chunk)),
    );
    attempt(() => parser.end());
    first ??= digest;
    if (digest.md5 !== first.md5) throw new Error('the file changed while it was read');
  } while (!fault && !parser.isDone);
  const mesh = () => {
    if (fault) throw fault;
    return parser.finish();
  };
  return { ...first, mesh };
}
