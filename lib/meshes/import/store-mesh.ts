import { compiledKeyOf, sourceKeyOf } from '../compiled-key.ts';
import { areaKm2, type GeoBounds } from '../geo-bounds.ts';
import { type CompiledFile, compileFile } from '../load/compile-file.ts';
import type { MeshFiles } from '../mesh-files.ts';
import type { MeshRecord } from '../mesh-record.ts';
import type { MeshStore } from '../mesh-store.ts';
import { type ReadMesh, readMesh } from '../read/read-mesh.ts';
import { checkBounds } from './cell-extent.ts';
import { creationTime } from './creation-time.ts';
import { type ImportResult, inserted } from './import-result.ts';
import { requireMemoryFor } from './memory-for-cells.ts';
import { recordedBounds } from './mesh-metadata.ts';

/** The services and settings of an import. */
export interface ImportPorts {
  readonly files: MeshFiles;
  readonly store: Pick<MeshStore, 'byMd5' | 'insert' | 'restore'>;
  readonly now: () => Date;
  /** The memory of the functions that calculate routes. */
  readonly calculatorMemoryMb: number;
}

/** What is known about a mesh besides its file. */
export interface Provenance {
  readonly name: string;
  /** ISO 8601 in UTC; null where it is not known. */
  readonly created: string | null;
  readonly bounds: Partial<GeoBounds>;
  /** Makes the mesh selectable again if it was removed. */
  readonly restore?: boolean;
}

/** A mesh file that was read from the bucket. */
export interface StoredMesh extends ReadMesh {
  readonly key: string;
  readonly etag: string;
}

/**
 * @param missing thrown if there is no such file
 * @throws MeshRefused if the file is too large, truncated or damaged
 */
export async function readStoredMesh(
  files: Pick<MeshFiles, 'read'>,
  key: string,
  missing: Error,
): Promise<StoredMesh> {
  let etag = '';
  const read = await readMesh(async () => {
    const file = await files.read(key);
    if (!file) throw missing;
    etag = file.etag;
    return file;
  });
  return { ...read, key, etag };
}

/**
 * Checks, compiles and stores one mesh.
 *
 * Its source and its compiled form are written before the record, under its md5. So every mesh with a record
 * can be used for routes; and of two runs at the same time, both write the same bytes and one writes the
 * record.
 *
 * @throws MeshRefused if the content cannot be used as a mesh
 */
export async function storeMesh(
  ports: ImportPorts,
  read: StoredMesh,
  provenance: Provenance,
): Promise<ImportResult> {
  const { name, created, bounds: recorded, restore = false } = provenance;
  const { md5 } = read;
  const known = await ports.store.byMd5(md5);
  if (known) return keepStored(ports, known, read, name, restore);
  const parsed = read.mesh();
  requireMemoryFor(parsed.source.ids.length, ports.calculatorMemoryMb);
  const file = compileFile(parsed);
  const bounds = recordedBounds(recorded, file.bounds);
  checkBounds(bounds, file.cells, file.bounds);
  const time = creationTime(created, file.validDateEnd, ports.now());
  await writeFiles(ports.files, read, file);
  const { compiled: _, cells: __, ...described } = file;
  const mesh = { ...described, name, md5, created: time, bounds, areaKm2: areaKm2(bounds) };
  const { record, inserted: isNew } = await ports.store.insert(mesh);
  return isNew ? inserted(name, record) : { file: name, outcome: 'already stored', md5 };
}

/**
 * A mesh that already has a record: restores it if requested, and compiles it again if its compiled form is
 * missing.
 */
async function keepStored(
  { files, store }: ImportPorts,
  { id, md5, removed }: MeshRecord,
  read: StoredMesh,
  file: string,
  restore: boolean,
): Promise<ImportResult> {
  if (removed && !restore) {
    const reason = `mesh ${id} was removed on ${removed.slice(0, 10)}; insert_mesh --restore brings it back`;
    return { file, outcome: 'removed', md5, reason };
  }
  const complete =
    (await files.etag(compiledKeyOf(md5))) !== null && (await files.etag(sourceKeyOf(md5))) !== null;
  if (!complete) await writeFiles(files, read, compileFile(read.mesh()));
  if (removed) {
    await store.restore(id);
    return { file, outcome: 'restored', id, md5 };
  }
  return { file, outcome: complete ? 'already stored' : 'recompiled', md5 };
}

async function writeFiles(
  files: MeshFiles,
  { key, etag, md5, isGzip }: StoredMesh,
  { compiled }: CompiledFile,
): Promise<void> {
  const type = { contentType: 'application/json', ...(isGzip && { contentEncoding: 'gzip' as const }) };
  await files.copy(key, etag, sourceKeyOf(md5), type);
  await files.write(compiledKeyOf(md5), compiled);
}
