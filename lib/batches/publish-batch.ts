/** The last step of a batch: its summary, the spread of a study over meshes, and its end. */
import { answered, type Batch, keysOf, sumOf } from './batch.ts';
import type { BatchFiles, BatchStore } from './ports.ts';
import { spreadOfStudy } from './price-routes.ts';
import { readColumns } from './results/read-parquet.ts';
import { SUMMARISED, Summary } from './results/summary.ts';

export interface PublishPorts {
  readonly batches: Pick<BatchStore, 'find' | 'change' | 'parts'>;
  readonly files: Pick<BatchFiles, 'read' | 'write'>;
}

/** @param prices whether routes were priced on the meshes of a study */
export async function publishBatch(
  ports: PublishPorts,
  id: string,
  prices: boolean,
  now: Date,
): Promise<Batch | null> {
  const batch = await ports.batches.find(id);
  if (batch?.status !== 'STARTED') return batch;
  const keys = keysOf(id);
  const parts = await ports.batches.parts(id);
  const counts = sumOf(parts);
  const summary = new Summary();
  for (const part of parts) {
    const bytes = await ports.files.read(keys.rows(part.id));
    if (!bytes) throw new Error(`The rows of part ${part.id} of batch ${id} are gone.`);
    for (const row of await readColumns(bytes, SUMMARISED)) summary.add(row);
  }
  await ports.files.write(keys.summary, summary.toCsv());
  if (prices) await ports.files.write(keys.spread, JSON.stringify(await spreadOfStudy(ports, id)));
  const missing = (batch.total ?? 0) - answered(counts);
  const ended = { counts, ended: now.toISOString() };
  if (missing === 0) return ports.batches.change(id, ['STARTED'], { ...ended, status: 'SUCCESS' });
  const error = `${missing} of ${batch.total} lines were not answered: what is done can be read; send the others again.`;
  return ports.batches.change(id, ['STARTED'], { ...ended, status: 'FAILURE', info: { error } });
}

/** The end of a batch whose execution ended without a word. */
export async function settleBatch(
  { batches }: Pick<PublishPorts, 'batches'>,
  id: string,
  how: string,
  now: Date,
): Promise<void> {
  const error = `The batch ${how === 'TIMED_OUT' ? 'took longer than it may' : 'was ended by a fault of the service'}: what is done can be read.`;
  const counts = sumOf(await batches.parts(id));
  await batches.change(id, ['PENDING', 'STARTED'], {
    status: 'FAILURE',
    info: { error },
    counts,
    ended: now.toISOString(),
  });
}
