/** The import of meshes that an operator inserts. */
import { MeshRefused } from '../mesh-refused.ts';
import { type ImportResult, resultOfError } from './import-result.ts';
import { baseName } from './new-metadata.ts';
import { type ImportPorts, readStoredMesh, storeMesh } from './store-mesh.ts';

export interface InsertOptions {
  /** When the meshes were made, ISO 8601; if absent, the end of the period of their data, or now. */
  readonly created?: string;
  /** Makes removed meshes selectable again. */
  readonly restore?: boolean;
}

/** Inserts the meshes that were uploaded to the bucket under `keys`. */
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
  { created, restore = false }: InsertOptions,
): Promise<ImportResult> {
  const name = meshName(key);
  const missing = new MeshRefused([`there is no ${key} in the mesh bucket`]);
  return storeMesh(ports, await readStoredMesh(ports.files, key, missing), {
    name,
    created: created ?? null,
    bounds: {},
    restore,
  });
}

function meshName(key: string): string {
  return baseName(key).replace(/\.gz$/, '');
}
