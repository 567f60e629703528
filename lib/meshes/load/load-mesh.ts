import { type Mesh, openMesh } from '../../engine/mesh/mesh.ts';
import { MeshFormatError } from '../../engine/mesh/mesh-format.ts';
import { compiledKeyOf, sourceKeyOf } from '../compiled-key.ts';
import type { MeshFiles } from '../mesh-files.ts';
import type { MeshRecord } from '../mesh-record.ts';
import { MeshRefused } from '../mesh-refused.ts';
import { readMesh } from '../read/read-mesh.ts';
import { compileFile } from './compile-file.ts';
import { type MakePorts, makeOnce } from './make-once.ts';

/** Neither the compiled form of a mesh nor its source can be read. */
export class MeshLost extends Error {
  override readonly name = 'MeshLost';

  constructor({ id, name }: Pick<MeshRecord, 'id' | 'name'>, why: string) {
    super(`Mesh ${id} (${name}) can't be read: ${why}. Insert its file again with insert_mesh.`);
  }
}

/**
 * A mesh with more cells is not compiled again while a client of the API waits, which is for less than half a
 * minute.
 */
export const MAX_CELLS_WHILE_WAITING = 250_000;

/** The compiled form has to be made again, and that takes longer than the caller can wait. */
export class MeshNotReady extends Error {
  override readonly name = 'MeshNotReady';
  readonly kind = 'busy';
  readonly retryAfterSeconds = 300;

  constructor({ id, cellCount }: Pick<MeshRecord, 'id' | 'cellCount'>) {
    super(
      `Mesh ${id} has ${cellCount} cells and has to be compiled again, which takes minutes: ` +
        'request a route on it, and try again when that is calculated.',
    );
  }
}

export interface LoadPorts extends MakePorts {
  /** Meshes with more cells are not compiled again; if absent, every mesh is. */
  readonly maxCells?: number;
  readonly log: { warn(message: string, fields: Record<string, unknown>): void };
}

export interface LoadedMesh {
  readonly mesh: Mesh;
  /** Size of the compiled form. */
  readonly bytes: number;
}

/**
 * Opens the compiled form of a mesh. If it is missing, damaged or of an older format, it is made again from
 * the mesh's source and stored, and one line is logged.
 *
 * @throws MeshLost if the source cannot be read either; MeshNotReady; MeshBeingCompiled
 */
export async function loadMesh(
  ports: LoadPorts,
  mesh: Pick<MeshRecord, 'id' | 'name' | 'md5' | 'cellCount'>,
): Promise<LoadedMesh> {
  const key = compiledKeyOf(mesh.md5);
  const opened = await openCompiled(ports.files, key);
  if (typeof opened !== 'string') return opened;
  if (mesh.cellCount > (ports.maxCells ?? Infinity)) throw new MeshNotReady(mesh);
  const compiled = await makeOnce(ports, key, mesh, () => compileSource(ports.files, mesh));
  ports.log.warn('compiled mesh made again', { mesh_id: mesh.id, key, reason: opened });
  return { mesh: openMesh(compiled), bytes: compiled.length };
}

/** The compiled mesh, or the reason why it cannot be used. */
export async function openCompiled(
  files: Pick<MeshFiles, 'read'>,
  key: string,
): Promise<LoadedMesh | string> {
  const file = await files.read(key);
  if (!file) return 'missing';
  // allocated at once: joining a list of chunks would need twice the memory
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const chunk of file) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  try {
    return { mesh: openMesh(bytes), bytes: bytes.length };
  } catch (error) {
    if (error instanceof MeshFormatError) return error.message;
    throw error;
  }
}

async function compileSource(
  files: Pick<MeshFiles, 'read'>,
  mesh: Pick<MeshRecord, 'id' | 'name' | 'md5'>,
): Promise<Uint8Array> {
  try {
    const source = await readMesh(async () => {
      const file = await files.read(sourceKeyOf(mesh.md5));
      if (!file) throw new MeshLost(mesh, 'its compiled form and its source are missing');
      return file;
    });
    const { md5 } = source;
    if (md5 !== mesh.md5) throw new MeshLost(mesh, `its source has the md5 ${md5}, not ${mesh.md5}`);
    return compileFile(source.mesh()).compiled;
  } catch (error) {
    if (error instanceof MeshRefused) throw new MeshLost(mesh, `its source is damaged: ${error.message}`);
    throw error;
  }
}
