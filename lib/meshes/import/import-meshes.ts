/** The import of meshes that a pipeline uploaded with metadata. */

import { compiledPrefix } from '../compiled-key.ts';
import type { ListedFile } from '../mesh-files.ts';
import { Faults, MeshRefused } from '../mesh-refused.ts';
import type { MeshStore } from '../mesh-store.ts';
import { MAX_METADATA_BYTES, readContent } from '../read/read-content.ts';
import { atOnce } from './at-once.ts';
import type { ImportFile } from './import-file.ts';
import { importPending } from './import-pending.ts';
import { type ImportResult, resultOfError } from './import-result.ts';
import { type ImportState, type PendingMesh, readState, STATE_KEY, writeState } from './import-state.ts';
import { type MetadataRecord, parseMetadata, type RecordContent } from './mesh-metadata.ts';
import { baseName, etags, findNewMetadata } from './new-metadata.ts';
import { recompileMeshes } from './recompile-meshes.ts';
import type { ImportPorts } from './store-mesh.ts';

export interface DropFolders {
  /** Key prefixes in the bucket, each with its slash. */
  readonly meshPrefix: string;
  readonly metadataPrefix: string;
}

export interface RunPorts extends ImportPorts {
  readonly store: ImportPorts['store'] & Pick<MeshStore, 'page'>;
  /** Milliseconds that the run may still take. */
  readonly timeLeftMs: () => number;
  readonly importFile: ImportFile;
  /** How many files are imported at once: each takes a processor and as much memory as its mesh. */
  readonly filesAtOnce: number;
  /** Called once all results are told and before the run is noted as done: if it throws, the next run tells them again. */
  readonly beforeDone: () => Promise<void>;
}

/** Pending meshes that are looked at at the same time, to see whether their file is there. */
const LOOKED_AT_AT_ONCE = 25;
/** Where more meshes are pending than this, their files are listed, 1,000 in one request. */
const LISTED_FROM = 20;
/** Results of one run that say of a mesh that its file is not there yet. */
const MAX_NAMED = 100;
const MS_PER_HOUR = 3_600_000;
/** Number of metadata files that are read before the meshes that they name are imported. */
const BATCH = 20;
/** Maximum number of records kept for one mesh name. */
const MAX_RECORDS_OF_A_NAME = 5;
/** Time that the largest mesh may take, and some to tell of it; with less time left, meshes wait for the next run. */
const TIME_FOR_A_MESH_MS = 5.5 * 60_000;

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
  const run = new ImportRun(ports, folders, await readState(ports.files), scheduled);
  const options = { now: ports.now(), everything: !scheduled };
  const { files, whenRead } = await findNewMetadata(ports.files, folders.metadataPrefix, run.state, options);
  for (let i = 0; i < files.length && run.hasTime; i += BATCH) {
    yield* run.readMetadata(files.slice(i, i + BATCH));
    yield* run.importMeshes();
  }
  yield* run.importMeshes();
  yield* run.tellTheRest();
  try {
    yield* recompileMeshes({ ...ports, hasTime: () => run.hasTime }, run.state);
  } catch (error) {
    yield resultOfError(compiledPrefix, error); // the next run goes on
  }
  // if some could not be read, the next run finds them as new again
  if (files.every(({ key, etag }) => run.state.read[key] === etag)) Object.assign(run.state, whenRead);
  try {
    await ports.beforeDone();
    await run.save();
  } catch (error) {
    yield resultOfError(STATE_KEY, error); // the next run reads the same files again
  }
}

interface Seen {
  readonly pending: PendingMesh;
  readonly etag: string | null;
}

/**
 * Whether a mesh that is pending since then is looked up now: in each run of the first hour, then whenever its age has
 * grown by a fifth, which are forty times in a month.
 */
function isDueSince(since: string, ranAt: Date, now: Date): boolean {
  const step = (time: Date) => Math.floor(4 * Math.log2((time.getTime() - Date.parse(since)) / MS_PER_HOUR));
  return now.getTime() - Date.parse(since) < MS_PER_HOUR || step(now) !== step(ranAt);
}

class ImportRun {
  readonly state: Omit<ImportState, 'pending'>;
  readonly #ports: RunPorts;
  readonly #folders: DropFolders;
  readonly #asRead: string;
  /** By name; the state has them as a list. */
  readonly #pending: Map<string, PendingMesh>;
  /** ETags of the mesh files by key, once this run has listed them. */
  #listed: Map<string, string> | undefined;
  /** Meshes whose file is not there. */
  #named = 0;
  /** When the run before looked at pending meshes, if this run may look at fewer. */
  readonly #ranAt: Date | undefined;
  /** Names whose newest record this run has imported or given up: their older records no longer matter. */
  readonly #done = new Set<string>();

  constructor(ports: RunPorts, folders: DropFolders, state: ImportState, scheduled: boolean) {
    const { pending, ...rest } = structuredClone(state);
    this.state = rest;
    this.#pending = new Map(pending.map((each) => [each.name, each]));
    this.#ports = ports;
    this.#folders = folders;
    this.#asRead = JSON.stringify(state);
    if (scheduled && state.ranAt) this.#ranAt = new Date(state.ranAt);
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
   * Imports the pending meshes that this run has not tried yet, several at once, newest first; those that ended abruptly
   * come last. Those whose file is not there are looked at many at once, and only some are named.
   */
  async *importMeshes(): AsyncGenerator<ImportResult, void> {
    const waiting = [...this.#pending.values()]
      .filter(({ name }) => !this.#done.has(name))
      .sort((a, b) => a.begun - b.begun || Date.parse(b.since) - Date.parse(a.since));
    const etagOf = await this.#etagsOf(waiting.length);
    for (let i = 0; i < waiting.length && this.hasTime; i += LOOKED_AT_AT_ONCE) {
      const some = waiting.slice(i, i + LOOKED_AT_AT_ONCE);
      const etags = await Promise.all(some.map(({ name }) => etagOf(this.#keyOf(name))));
      const seen = some.map((pending, k) => ({ pending, etag: etags[k]! }));
      const away = seen.filter(({ etag }) => etag === null);
      const there = seen.filter(({ etag }) => etag !== null);
      yield* this.#few(atOnce(away, LOOKED_AT_AT_ONCE, this.#import));
      yield* this.#few(atOnce(this.#whileTime(there), this.#ports.filesAtOnce, this.#import));
    }
  }

  *#whileTime<T>(items: readonly T[]): Generator<T, void> {
    for (const item of items) {
      if (!this.hasTime) return;
      yield item;
    }
  }

  /** Without the files that are waited for beyond the first hundred. */
  async *#few(results: AsyncIterable<ImportResult>): AsyncGenerator<ImportResult, void> {
    for await (const each of results) {
      if (each.outcome !== 'waiting' || this.#named++ < MAX_NAMED) yield each;
    }
  }

  /** What the meshes that were not named have in common. */
  *tellTheRest(): Generator<ImportResult, void> {
    const count = this.#named - MAX_NAMED;
    if (count <= 0) return;
    yield { file: `${count} more`, outcome: 'waiting', reason: 'their files are not there yet either' };
  }

  readonly #import = async ({ pending, etag }: Seen): Promise<ImportResult> => {
    const isDue = !this.#ranAt || isDueSince(pending.since, this.#ranAt, this.#ports.now());
    const looked = { key: this.#keyOf(pending.name), etag, isDue };
    const outcome = await importPending(this.#ports, looked, pending);
    if (outcome.pending) this.#pending.set(pending.name, outcome.pending);
    else this.#pending.delete(pending.name);
    this.#done.add(pending.name);
    return outcome.result;
  };

  readonly #keyOf = (name: string): string => `${this.#folders.meshPrefix}${name}.gz`;

  /** Asks for one file after the other, or where there are many, lists all once in this run. */
  async #etagsOf(count: number): Promise<(key: string) => Promise<string | null>> {
    const { files } = this.#ports;
    if (count <= LISTED_FROM && !this.#listed) return (key) => files.etag(key);
    if (!this.#listed) {
      this.#listed = new Map();
      for await (const { key, etag } of files.list(this.#folders.meshPrefix)) this.#listed.set(key, etag);
    }
    return async (key) => this.#listed!.get(key) ?? null;
  }

  async save(): Promise<void> {
    const pending = [...this.#pending.values()];
    const ranAt = pending.length > 0 ? this.#ports.now().toISOString() : null;
    const state = { ...this.state, ranAt, pending };
    if (JSON.stringify(state) !== this.#asRead) await writeState(this.#ports.files, state);
  }

  async #recordsOf({ key }: ListedFile): Promise<{ records: MetadataRecord[]; failure?: ImportResult }> {
    let records: MetadataRecord[] = [];
    try {
      const file = await this.#ports.files.read(key);
      if (!file) return { records }; // deleted since it was listed
      const { bytes } = await readContent(file, MAX_METADATA_BYTES);
      const faults = new Faults();
      records = parseMetadata(new TextDecoder().decode(bytes), faults);
      faults.refuseIfAny(); // its other records are used
      return { records };
    } catch (error) {
      return { records, failure: resultOfError(baseName(key), error) };
    }
  }

  #addPending(name: string, records: readonly RecordContent[]): void {
    const before = this.#pending.get(name)?.records ?? [];
    const all = [...records, ...before].slice(0, MAX_RECORDS_OF_A_NAME);
    const since = this.#ports.now().toISOString();
    this.#pending.set(name, { name, records: all, since, begun: 0, last: null });
  }
}
