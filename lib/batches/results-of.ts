/** What a batch has brought so far: links to its files, and the lines that failed. */
import { keysOf } from './batch.ts';
import { BatchNotFound } from './errors.ts';
import type { LineFault } from './input/check-line.ts';
import type { BatchFiles, BatchStore } from './ports.ts';
import { readLines } from './price-routes.ts';

interface ResultPorts {
  readonly batches: Pick<BatchStore, 'find' | 'parts'>;
  readonly files: Pick<BatchFiles, 'link' | 'read'>;
}

/** Part by part; `next` is the last one told. @throws BatchNotFound */
export async function resultsOf(
  { batches, files }: ResultPorts,
  id: string,
  limit: number,
  after: string | null,
) {
  const batch = await batches.find(id);
  if (!batch) throw new BatchNotFound(id);
  const keys = keysOf(id);
  const left = (await batches.parts(id)).filter((part) => after === null || part.id > after);
  const parts = left.slice(0, limit);
  const manifest = parts.map(async (part) => ({
    url: await files.link(keys.rows(part.id), `${part.id}.parquet`),
    rows: part.rows,
    bytes: part.bytes,
  }));
  const documents = parts.map(async ({ id: part, documentBytes }) => ({
    url: await files.link(keys.documents(part), `${part}.jsonl`),
    bytes: documentBytes ?? 0,
  }));
  const isPublished = batch.status === 'SUCCESS';
  const hasSpread = isPublished && batch.hasSpread && batch.notes.length === 0;
  return {
    manifest: await Promise.all(manifest),
    ...(left.length > limit && { next: parts.at(-1)!.id }),
    ...(batch.results === 'jsonl' && { documents: await Promise.all(documents) }),
    ...(isPublished && { summary_url: await files.link(keys.summary, 'summary.csv') }),
    ...(hasSpread && { spread_url: await files.link(keys.spread, 'spread.json') }),
  };
}

/** Part by part; `next` is the part, and how many of it were told. @throws BatchNotFound */
export async function failuresOf(
  { batches, files }: ResultPorts,
  id: string,
  limit: number,
  next: string | null,
) {
  if (!(await batches.find(id))) throw new BatchNotFound(id);
  const [, from = '', told = '0'] = /^(.*)~(\d+)$/.exec(next ?? '') ?? [];
  const failures: LineFault[] = [];
  for (const part of await batches.parts(id)) {
    if (part.failed === 0 || part.id < from) continue;
    const all = await readLines<LineFault>(files, keysOf(id).failures(part.id));
    const skipped = part.id === from ? Number(told) : 0;
    const some = all.slice(skipped, skipped + limit - failures.length);
    failures.push(...some);
    if (failures.length === limit)
      return { failures: copied(failures), next: `${part.id}~${skipped + some.length}` };
  }
  return { failures: copied(failures) };
}

const copied = (failures: readonly LineFault[]) =>
  failures.map(({ details, ...fault }) => ({ ...fault, ...(details && { details: [...details] }) }));
