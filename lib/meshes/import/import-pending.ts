import { MeshRefused } from '../mesh-refused.ts';
import { ImportEndedAbruptly, type ImportFile } from './import-file.ts';
import type { ImportResult } from './import-result.ts';
import { resultOfError } from './import-result.ts';
import type { PendingMesh } from './import-state.ts';
import type { ImportPorts } from './store-mesh.ts';

/** Times that the work on a file may end abruptly (out of memory, out of time) before the file is refused. */
const MAX_BEGUN = 3;
const MS_PER_DAY = 86_400_000;
/** Time that the import waits for the file of a record to appear, or for a bad file to change. */
const WATCHED_DAYS = 30;

export interface PendingOutcome {
  readonly result: ImportResult;
  /** What to store for the next run; null if nothing is left to do. */
  readonly pending: PendingMesh | null;
}

/** What a run knows about a pending mesh. */
export interface Looked {
  /** In the mesh bucket. */
  readonly key: string;
  /** Of the file; null if there is no such file. */
  readonly etag: string | null;
  /** Whether it is time to ask if a mesh whose file is not there was stored in another way. */
  readonly isDue: boolean;
}

export interface PendingPorts extends Pick<ImportPorts, 'now'> {
  readonly store: Pick<ImportPorts['store'], 'byMd5'>;
  readonly importFile: ImportFile;
}

/**
 * Imports one mesh that metadata names. Its file is not read if it is missing, or if it was refused and has
 * not changed.
 */
export async function importPending(
  ports: PendingPorts,
  { key, etag, isDue }: Looked,
  pending: PendingMesh,
): Promise<PendingOutcome> {
  const file = pending.name;
  const waiting = { file, outcome: 'waiting', reason: `${key} is not there yet` } as const;
  const isWatched = Date.parse(pending.since) > ports.now().getTime() - WATCHED_DAYS * MS_PER_DAY;
  if (etag === null && isWatched && !isDue) return { result: waiting, pending };
  try {
    const [newest] = pending.records;
    const known = await ports.store.byMd5(newest.md5);
    if (known) return { result: { file, outcome: 'already stored', md5: newest.md5 }, pending: null };
    if (etag === null && isWatched) return { result: waiting, pending };
    if (etag === null) throw new MeshRefused([`${key} did not come within ${WATCHED_DAYS} days`]);
    if (pending.last?.etag === etag) {
      const { outcome, reason } = pending.last;
      return { result: { file, outcome, reason, known: true }, pending: isWatched ? pending : null };
    }
    return await readPending(ports, key, etag, pending);
  } catch (error) {
    const result = resultOfError(file, error);
    return { result, pending: result.outcome === 'refused' ? null : pending };
  }
}

async function readPending(
  ports: PendingPorts,
  key: string,
  etag: string,
  pending: PendingMesh,
): Promise<PendingOutcome> {
  const keep = (outcome: 'waiting' | 'refused', reason: string): PendingOutcome => ({
    result: { file: pending.name, outcome, reason },
    pending: { ...pending, begun: 0, last: { etag, outcome, reason } },
  });
  if (pending.begun >= MAX_BEGUN) {
    return keep('refused', `the import ended abruptly ${pending.begun} times while it read ${key}`);
  }
  try {
    const { name, records } = pending;
    const { result, isNewest } = await ports.importFile({ key, name, records });
    if (!isNewest && result.outcome === 'already stored') {
      return keep('waiting', `${key} is still the earlier one, md5 ${result.md5}`);
    }
    return { result, pending: isNewest ? null : { ...pending, begun: 0 } };
  } catch (error) {
    if (error instanceof MeshRefused) return keep('refused', error.message);
    const begun = error instanceof ImportEndedAbruptly ? pending.begun + 1 : 0;
    return { result: resultOfError(pending.name, error), pending: { ...pending, begun } };
  }
}
