/** The two ways in: what the pipeline dropped, told by its metadata, and what is inserted by hand. */
import { type ImportResult, resultOfError } from './import-result.ts';
import type { MeshFiles } from './mesh-files.ts';
import { isMetadataFile, type MetadataRecord, parseMetadata, type RecordContent } from './mesh-metadata.ts';
import { MeshRefused } from './mesh-refused.ts';
import { MAX_MESH_BYTES, MAX_METADATA_BYTES, readContent } from './read-content.ts';
import { type ImportPorts, storeMesh } from './store-mesh.ts';

export interface DropFolders {
  /** Key prefixes in the bucket, each with its slash. */
  readonly meshPrefix: string;
  readonly metadataPrefix: string;
}

/**
 * Imports every mesh that a metadata file tells of and that is not stored yet, newest metadata first. What is
 * wrong with one file is its result, and never stops the others.
 */
export async function* importNewMeshes(
  ports: ImportPorts,
  { meshPrefix, metadataPrefix }: DropFolders,
): AsyncGenerator<ImportResult, void> {
  // the pipeline writes a file of one name again and again: all that was ever told of it, newest first
  const toldOf = new Map<string, RecordContent[]>();
  for (const key of await metadataNewestFirst(ports.files, metadataPrefix)) {
    try {
      for (const { name, content } of await readMetadata(ports.files, key)) {
        if (content instanceof MeshRefused) yield resultOfError(name, content);
        else toldOf.set(name, [...(toldOf.get(name) ?? []), content]);
      }
    } catch (error) {
      yield resultOfError(baseName(key), error);
    }
  }
  for (const [name, records] of toldOf) {
    yield await importDropped(ports, meshPrefix, name, records).catch((error) => resultOfError(name, error));
  }
}

export interface InsertOptions {
  /** When the meshes were made, ISO 8601; their data's end, or now, without it. */
  readonly created?: string;
  /** Makes meshes selectable again that were removed. */
  readonly restore?: boolean;
}

/** Inserts meshes that were put into the bucket under `keys`. */
export async function* insertMeshes(
  ports: ImportPorts,
  keys: readonly string[],
  options: InsertOptions = {},
): AsyncGenerator<ImportResult, void> {
  for (const key of keys) {
    yield await insertMesh(ports, key, options).catch((error) => resultOfError(meshName(key), error));
  }
}

async function insertMesh(
  ports: ImportPorts,
  key: string,
  { created = null, restore = false }: { created?: string | null; restore?: boolean },
): Promise<ImportResult> {
  const name = meshName(key);
  const content = await readMesh(ports.files, key);
  if (!content) throw new MeshRefused([`there is no ${key} in the mesh bucket`]);
  return storeMesh(ports, content, { name, created, bounds: {}, restore });
}

/** One mesh file, of which `records` tell, the newest first; what it is, its md5 decides. */
async function importDropped(
  ports: ImportPorts,
  meshPrefix: string,
  file: string,
  records: readonly RecordContent[],
): Promise<ImportResult> {
  const newest = records[0];
  const { md5 } = newest;
  if (await ports.store.byMd5(md5)) return { file, outcome: 'already stored', md5 };
  const key = `${meshPrefix}${file}.gz`;
  const content = await readMesh(ports.files, key);
  if (!content) return { file, outcome: 'waiting', reason: `${key} is not there yet` };
  const record = records.find(({ md5 }) => md5 === content.md5);
  if (!record) {
    throw new MeshRefused([`md5: expected ${md5} as the metadata tells, found ${content.md5}`]);
  }
  const result = await storeMesh(ports, content, { name: file, ...record });
  if (record !== newest && result.outcome === 'already stored') {
    return { file, outcome: 'waiting', reason: `${key} is still the earlier one, md5 ${record.md5}` };
  }
  return result;
}

/** Their names carry their time. */
async function metadataNewestFirst(files: MeshFiles, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys
    .filter((key) => isMetadataFile(baseName(key)))
    .sort()
    .reverse();
}

async function readMetadata(files: MeshFiles, key: string): Promise<MetadataRecord[]> {
  const file = await files.read(key);
  if (!file) return []; // removed since it was listed
  const { bytes } = await readContent(file, MAX_METADATA_BYTES);
  return parseMetadata(new TextDecoder().decode(bytes));
}

async function readMesh(files: MeshFiles, key: string) {
  const file = await files.read(key);
  return file && readContent(file, MAX_MESH_BYTES);
}

function baseName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function meshName(key: string): string {
  return baseName(key).replace(/\.gz$/, '');
}
