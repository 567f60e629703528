import { compileMesh } from '../engine/compile/compile-mesh.ts';
import { compiledKeyOf } from './compiled-key.ts';
import { areaKm2, type GeoBounds } from './geo-bounds.ts';
import { type ImportResult, inserted } from './import-result.ts';
import type { MeshFiles } from './mesh-files.ts';
import { recordedBounds } from './mesh-metadata.ts';
import type { MeshRecord } from './mesh-record.ts';
import type { MeshStore } from './mesh-store.ts';
import { parseVesselMesh } from './parse-vessel-mesh.ts';
import type { Content } from './read-content.ts';

/** What the import works on. */
export interface ImportPorts {
  readonly files: MeshFiles;
  readonly store: MeshStore;
  readonly now: () => Date;
}

/** What is known of a mesh apart from its file. */
export interface Provenance {
  readonly name: string;
  readonly created: string | null;
  readonly bounds: Partial<GeoBounds>;
}

/**
 * Validates, compiles and stores one mesh, or compiles it anew where it is stored in another version's format.
 *
 * The compiled mesh is written before the record that tells of it, and under its md5, so that a second run at the
 * same time writes the same bytes and only one of them writes the record.
 * @throws MeshRefused where the content is no vessel mesh
 */
export async function storeMesh(
  { files, store, now }: ImportPorts,
  { bytes, md5 }: Content,
  { name, created, bounds: recorded }: Provenance,
): Promise<ImportResult> {
  const alreadyStored: ImportResult = { file: name, outcome: 'already stored', md5 };
  const compiledKey = compiledKeyOf(md5);
  const storedKey = await store.compiledKey(md5);
  if (storedKey === compiledKey) return alreadyStored;
  const mesh = parseVesselMesh(bytes);
  const bounds = recordedBounds(recorded, mesh.bounds);
  await files.write(compiledKey, compileMesh(mesh.source));
  if (storedKey !== null) {
    const replaced = await store.replaceCompiledKey(md5, storedKey, compiledKey);
    return replaced ? { file: name, outcome: 'recompiled', md5 } : alreadyStored;
  }
  const record: MeshRecord = {
    id: await store.nextId(),
    md5,
    name,
    created: created ?? now().toISOString(),
    bounds,
    areaKm2: areaKm2(bounds),
    validDateStart: mesh.validDateStart,
    validDateEnd: mesh.validDateEnd,
    cellCount: mesh.source.ids.length,
    consumption: mesh.source.consumption,
    missingDataSources: mesh.missingDataSources,
    compiledKey,
  };
  const outcome = await store.insert(record);
  return outcome === 'inserted' ? inserted(name, record) : alreadyStored;
}
