/** A part of the results: its files first, then its record, which decides whether they count. */
import { type Batch, keysOf, type Part } from '../batch.ts';
import type { LineFault } from '../input/check-line.ts';
import type { BatchFiles, BatchStore } from '../ports.ts';
import type { ResultRow } from './row.ts';
import { toParquet } from './write-parquet.ts';

/** What became of one line. */
export interface LineResult {
  /** At least one. */
  readonly rows: readonly ResultRow[];
  /** Where it failed. */
  readonly fault?: LineFault;
  /** The whole route, where documents are asked for. */
  readonly document?: object;
  /** Of a study over meshes: what its spread is made of. */
  readonly paths?: readonly object[];
}

export interface StorePorts {
  readonly batches: Pick<BatchStore, 'addPart'>;
  readonly files: Pick<BatchFiles, 'write'>;
}

/** The part that counts: another with the same id may have been stored before. */
export async function storePart(
  { batches, files }: StorePorts,
  batch: Batch,
  {
    id,
    next,
    results,
  }: { readonly id: string; readonly next: number; readonly results: readonly LineResult[] },
): Promise<Part> {
  const keys = keysOf(batch.id);
  const rows = results.flatMap((result) => result.rows);
  const parquet = toParquet(rows);
  const failures = results.flatMap(({ fault }) => fault ?? []);
  const paths = results.flatMap((result) => result.paths ?? []);
  await files.write(keys.rows(id), parquet);
  if (failures.length > 0) await files.write(keys.failures(id), toLines(failures));
  if (paths.length > 0) await files.write(keys.paths(id), toLines(paths));
  let documentBytes: number | null = null;
  if (batch.results === 'jsonl') {
    const documents = Buffer.from(
      toLines(results.map(({ rows: [row], document }) => toDocument(row!, document))),
    );
    documentBytes = documents.length;
    await files.write(keys.documents(id), documents);
  }
  const count = (status: ResultRow['status']) =>
    results.filter(({ rows: [row] }) => row!.status === status).length;
  const part: Part = {
    id,
    rows: rows.length,
    bytes: parquet.length,
    documentBytes,
    next,
    done: count('done'),
    failed: count('failed'),
    noWay: count('no_way'),
  };
  return batches.addPart(batch.id, part, batch.expiresAt);
}

const toLines = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** One line of JSON a line of the batch. */
const toDocument = ({ key, line, status, reason }: ResultRow, document: object = {}) => ({
  key,
  line,
  status,
  ...(reason !== null && { reason }),
  ...document,
});
