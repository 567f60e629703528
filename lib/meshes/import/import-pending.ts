import { MeshRefused } from '../mesh-refused.ts';
import type { ImportResult } from './import-result.ts';
import { resultOfError } from './import-result.ts';
import type { PendingMesh } from './import-state.ts';
import { type ImportPorts, readStoredMesh, storeMesh } from './store-mesh.ts';

/**
 * Times that the import may end abruptly (out of memory, out of time) while it reads one file, before it
 * refuses the file.
 */
const MAX_BEGUN = 3;
const MS_PER_DAY = 86_400_000;
/** Time that the import waits for the file of a record to appear, or for a bad file to change. */
const WATCHED_DAYS = 30;

export interface PendingOutcome {
  readonly result: ImportResult;
  /** What to store for the next run; null if nothing is left to do. */
  readonly pending: PendingMesh | null;
}

/** The ETag of a file; null if there is no such file. */
export type EtagOf = (key: string) => Promise<string | null>;

/**
 * Imports one mesh that metadata names. Its file is not read if it is missing, or if it was refused and has
 * not changed.
 *
 * @param begin is awaited before the file is read
 */
export async function importPending(
  ports: ImportPorts,
  key: string,
  pending: PendingMesh,
  etagOf: EtagOf,
  begin: (pending: PendingMesh) => Promise<void>,
): Promise<PendingOutcome> {
  const file = pending.name;
  try {
    const [newest] = pending.records;
    const known = await ports.store.byMd5(newest.md5);
    if (known) return { result: { file, outcome: 'already stored', md5: newest.md5 }, pending: null };
    const etag = await etagOf(key);
    const isWatched = Date.parse(pending.since) > ports.now().getTime() - WATCHED_DAYS * MS_PER_DAY;
    if (etag === null && isWatched) {
      return { result: { file, outcome: 'waiting', reason: `${key} is not there yet` }, pending };
    }
    if (etag === null) throw new MeshRefused([`${key} did not come within ${WATCHED_DAYS} days`]);
    if (pending.last?.etag === etag) {
      const { outcome, reason } = pending.last;
      return { result: { file, outcome, reason, known: true }, pending: isWatched ? pending : null };
    }
    return await readPending(ports, key, etag, pending, begin);
  } catch (error) {
    const result = resultOfError(file, error);
    return { result, pending: result.outcome === 'refused' ? null : pending };
  }
}

async function readPending(
  ports: ImportPorts,
  key: string,
  etag: string,
  pending: PendingMesh,
  begin: (pending: PendingMesh) => Promise<void>,
): Promise<PendingOutcome> {
  const keep = (outcome: 'waiting' | 'refused', reason: string): PendingOutcome => ({
    result: { file: pending.name, outcome, reason },
    pending: { ...pending, begun: 0, last: { etag, outcome, reason } },
  });
  if (pending.begun >= MAX_BEGUN) {
    return keep('refused', `the import ended abruptly ${pending.begun} times while it read ${key}`);
  }
  await begin({ ...pending, begun: pending.begun + 1 });
  try {
    const { result, isNewest } = await importFile(ports, key, pending);
    if (!isNewest && result.outcome === 'already stored') {
      return keep('waiting', `${key} is still the earlier one, md5 ${result.md5}`);
    }
    return { result, pending: isNewest ? null : { ...pending, begun: 0 } };
  } catch (error) {
    if (error instanceof MeshRefused) return keep('refused', error.message);
    return { result: resultOfError(pending.name, error), pending: { ...pending, begun: 0 } };
  }
}

/**
 * Stores the mesh of a file under the record that has the file's md5.
 *
 * @throws MeshRefused if no record has it, and for bad files
 */
async function importFile(ports: ImportPorts, key: string, { name, records }: PendingMesh) {
  const missing = new Error(`${key} was deleted while it was imported`);
  const file = await readStoredMesh(ports.files, key, missing);
  const record = records.find(({ md5 }) => md5 === file.md5);
  if (!record) {
    throw new MeshRefused([`md5: expected ${records[0].md5} as the metadata says, found ${file.md5}`]);
  }
  return { result: await storeMesh(ports, file, { name, ...record }), isNewest: record === records[0] };
}
