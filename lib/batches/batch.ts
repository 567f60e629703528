/** A batch: many requests for routes that are planned together. Its record, and the parts of its results. */
import type { LineFault } from './input/check-line.ts';

/** PENDING: not begun. STARTED: lines are being planned. SUCCESS: every line is answered. FAILURE: the input was refused. */
export type BatchStatus = 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE' | 'REVOKED';

export const FINAL: readonly BatchStatus[] = ['SUCCESS', 'FAILURE', 'REVOKED'];

/** How many lines have been answered, and how. */
export interface Counts {
  readonly done: number;
  readonly failed: number;
  readonly noWay: number;
}

export interface Batch {
  /** UUID; also the name of the execution. */
  readonly id: string;
  readonly name: string;
  /** API key id or IAM principal; null where callers are not told apart. */
  readonly requester: string | null;
  /** ISO 8601, UTC, as all times. */
  readonly created: string;
  readonly status: BatchStatus;
  /** What the input is; those of the body are stored as JSON Lines. */
  readonly input: 'jsonl' | 'csv' | 'study';
  readonly strict: boolean;
  readonly certificate: boolean;
  readonly results: 'parquet' | 'jsonl';
  /** Whether its routes are stored as routes with a number. */
  readonly store: boolean;
  /** Whether it is a study over meshes, whose spread is told. */
  readonly hasSpread: boolean;
  /** When its start was asked for; null while it waits for that. */
  readonly startAsked: string | null;
  /** Of the file that was there then: it is what counts, and no other. Null of input that came with the body. */
  readonly inputTag: string | null;
  /** When its lines began to be planned. */
  readonly started: string | null;
  readonly ended: string | null;
  /** Lines; null until they are counted. */
  readonly total: number | null;
  /** Once it is over. */
  readonly counts: Counts | null;
  /** Why it failed. */
  readonly info: { readonly error: string; readonly faults?: readonly LineFault[] } | null;
  /** What its results leave out. */
  readonly notes: readonly string[];
  /** When its record may be deleted, epoch seconds. */
  readonly expiresAt: number;
}

/** The results of some lines, which a child of the workflow planned one after the other. */
export interface Part extends Counts {
  /** Of its files too. */
  readonly id: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of the documents, where they are asked for. */
  readonly documentBytes: number | null;
  /** The item with which the child goes on. */
  readonly next: number;
}

/** A line that is to be planned, as the workflow carries it. */
export interface BatchItem {
  readonly line: number;
  readonly key: string;
  /** The meshes to try, as they were chosen when the batch began. */
  readonly meshes: readonly number[];
  /** The meshes that it is planned through where its sea changes, chosen with the others; null where it is planned on one. */
  readonly forecast: readonly number[] | null;
  /** The body, without its key. */
  readonly body: object;
}

/** All results are kept for so long. */
export const RETENTION_DAYS = 90;

/** The objects of a batch, in the bucket of batches. */
export const keysOf = (id: string) => {
  const folder = `batches/${id}`;
  return {
    input: `${folder}/input`,
    items: `${folder}/items.jsonl`,
    meshes: `${folder}/meshes.jsonl`,
    snapshot: `${folder}/snapshot.json`,
    summary: `${folder}/summary.csv`,
    spread: `${folder}/spread.json`,
    /** Where the workflow tells how its children ended. */
    runs: `${folder}/runs`,
    rows: (part: string) => `${folder}/parts/${part}.parquet`,
    documents: (part: string) => `${folder}/parts/${part}.jsonl`,
    failures: (part: string) => `${folder}/failures/${part}.jsonl`,
    paths: (part: string) => `${folder}/paths/${part}.jsonl`,
    prices: (meshId: number) => `${folder}/prices/${meshId}.jsonl`,
  };
};

export const sumOf = (parts: readonly Counts[]): Counts =>
  parts.reduce<Counts>(
    (sum, { done, failed, noWay }) => ({
      done: sum.done + done,
      failed: sum.failed + failed,
      noWay: sum.noWay + noWay,
    }),
    { done: 0, failed: 0, noWay: 0 },
  );

export const answered = ({ done, failed, noWay }: Counts): number => done + failed + noWay;
