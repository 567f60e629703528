/**
 * The two kinds of import: of meshes that a pipeline uploaded with metadata, and of meshes that an operator
 * inserts.
 */

import type { ListedFile } from '../mesh-files.ts';
import { MeshRefused } from '../mesh-refused.ts';
import { MAX_METADATA_BYTES, readContent } from '../read/read-content.ts';
import { importPending } from './import-pending.ts';
import { type ImportResult, resultOfError } from './import-result.ts';
import { type ImportState, type PendingMesh, readState, STATE_KEY, writeState } from './import-state.ts';
import { type MetadataRecord, parseMetadata, type RecordContent } from './mesh-metadata.ts';
import { baseName, etags, findNewMetadata } from './new-metadata.ts';
import { type ImportPorts, readStoredMesh, storeMesh } from './store-mesh.ts';

export interface DropFolders {
  /** Key prefixes in the bucket, each with its slash. */
  readonly meshPrefix: string;
  readonly metadataPrefix: string;
}

export interface RunPorts extends ImportPorts {
  /** Milliseconds that the run may still take. */
  readonly timeLeftMs: () => number;
}

/** Number of metadata files that are read before the meshes that they name are imported. */
const BATCH = 20;
/** Maximum number of records kept for one mesh name. */
const MAX_RECORDS_OF_A_NAME = 5;
/** Time that the largest mesh may take; with less time left, meshes wait for the next run. */
const TIME_FOR_A_MESH_MS = 5 * 60_000;

/**
 * Imports every mesh that a metadata file names and that is not stored yet, newest metadata first. A bad file
 * gives one result with the reason, and does not stop the others.
 *
 * @param scheduled true for a run whose results nobody waits for: it lists only the metadata files of the
 *   last days, except in one run a day
 */
export async function* importNewMeshes(
  ports: RunPorts,
  folders: DropFolders,
  { scheduled = false }: { readonly scheduled?: boolean } = {},
): AsyncGenerator<ImportResult, void> {
  const run = new ImportRun(ports, folders, await readState(ports.files));
  const options = { now: ports.now(), everything: !scheduled };
  const { files, whenRead } = await findNewMetadata(ports.files, folders.metadataPrefix, run.state, options);
  for (let i = 0; i < files.length && run.hasTime; i += BATCH) {
    yield* run.readMetadata(files.slice(i, i + BATCH));
    yield* run.importMeshes();
  }
  yield* run.importMeshes();
  // if some could not be read, the next run finds them as new again
  if (files.every(({ key, etag }) => run.state.read[key] === etag)) Object.assign(run.state, whenRead);
  try {
    await run.save();
  } catch (error) {
    yield resultOfError(STATE_KEY, error); // the next run reads the same files again
  }
}

class ImportRun {
  readonly state: ImportState;
  readonly #ports: RunPorts;
  readonly #folders: DropFolders;
  readonly #asRead: string;
  /** Names whose newest record this run has imported or given up: their older records no longer matter. */
  readonly #done = new Set<string>();

  constructor(ports: RunPorts, folders: DropFolders, state: ImportState) {
    this.state = structuredClone(state);
    this.#ports = ports;
    this.#folders = folders;
    this.#asRead = JSON.stringify(state);
  }

  get hasTime(): boolean {
    return this.#ports.timeLeftMs() >= TIME_FOR_A_MESH_MS;
  }

  /** Reads metadata files, newest first, and adds what they name to the pending meshes. */
  async *readMetadata(files: readonly ListedFile[]): AsyncGenerator<ImportResult, void> {
    const contents = await Promise.all(files.map((file) => this.#recordsOf(file)));
    const found = new Map<string, RecordContent[]>();
    for (const [i, { records, failure }] of contents.entries()) {
      if (failure) yield failure;
      if (failure?.outcome !== 'failed') Object.assign(this.state.read, etags([files[i]]));
      for (const { name, content } of records) {
        if (content instanceof MeshRefused) yield resultOfError(name, content);
        else if (!this.#done.has(name)) found.set(name, [...(found.get(name) ?? []), content]);
      }
    }
    for (const [name, records] of found) this.#addPending(name, records);
  }

  /**
   * Imports the pending meshes that this run has not tried yet, newest first; those during which a run ended
   * abruptly come last.
   */
  async *importMeshes(): AsyncGenerator<ImportResult, void> {
    const waiting = this.state.pending.filter(({ name }) => !this.#done.has(name));
    for (const pending of waiting.sort(
      (a, b) => a.begun - b.begun || Date.parse(b.since) - Date.parse(a.since),
    )) {
      if (!this.hasTime) return;
      const begin = async (begun: PendingMesh) => {
        this.#replace(begun);
        await this.save().catch(() => {}); // reported when it fails at the end
      };
      const outcome = await importPending(this.#ports, this.#folders.meshPrefix, pending, begin);
      this.#replace(outcome.pending, pending.name);
      this.#done.add(pending.name);
      yield outcome.result;
    }
  }

  async save(): Promise<void> {
    if (JSON.stringify(this.state) !== this.#asRead) await writeState(this.#ports.files, this.state);
  }

  async #recordsOf({ key }: ListedFile): Promise<{ records: MetadataRecord[]; failure?: ImportResult }> {
    try {
      const file = await this.#ports.files.read(key);
      if (!file) return { records: [] }; // deleted since it was listed
      const { bytes } = await readContent(file, MAX_METADATA_BYTES);
      return { records: parseMetadata(new TextDecoder().decode(bytes)) };
    } catch (error) {
      return { records: [], failure: resultOfError(baseName(key), error) };
    }
  }

  #addPending(name: string, records: readonly RecordContent[]): void {
    const before = this.state.pending.find((each) => each.name === name)?.records ?? [];
    const all = [...records, ...before].slice(0, MAX_RECORDS_OF_A_NAME);
    const since = this.#ports.now().toISOString();
    this.#replace({ name, records: all, since, begun: 0, last: null }, name);
  }

  #replace(pending: PendingMesh | null, name = pending?.name): void {
    const others = this.state.pending.filter((each) => each.name !== name);
    this.state.pending = pending ? [...others, pending] : others;
  }
}

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
