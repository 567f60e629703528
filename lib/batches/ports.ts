import type { Batch, BatchStatus, Part } from './batch.ts';

/** Where batches are kept. Each method is one atomic step; reads but those of lists see every write that ended before. */
export interface BatchStore {
  /** False, and nothing done, if there is one with this id. */
  create(batch: Batch): Promise<boolean>;
  find(id: string): Promise<Batch | null>;
  /** A requester's own, newest first. */
  list(requester: string | null, limit: number, after: string | null): Promise<BatchPage>;
  /** Changes a batch of one of these statuses; null, and nothing done, for others. */
  change(id: string, from: readonly BatchStatus[], change: BatchChange): Promise<Batch | null>;
  /** The ids of a requester's batches whose start was asked for and that are not over, those asked for first at the front. */
  active(requester: string | null, limit: number): Promise<string[]>;
  /** Adds a part; if there is one with its id, that one counts. */
  addPart(id: string, part: Part, expiresAt: number): Promise<Part>;
  parts(id: string): Promise<Part[]>;
}

export interface BatchPage {
  readonly batches: readonly Batch[];
  readonly next: string | null;
}

export type BatchChange = Partial<
  Pick<
    Batch,
    'status' | 'startAsked' | 'inputTag' | 'started' | 'ended' | 'total' | 'counts' | 'info' | 'notes'
  >
>;

/** A form with which a file is uploaded: `POST` of its fields, then of `file`. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The objects of batches. */
export interface BatchFiles {
  write(key: string, bytes: Uint8Array | string): Promise<void>;
  /** Writes an object of any size. */
  writeAll(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null if there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Tells versions of an object apart; null if there is none. */
  tag(key: string): Promise<string | null>;
  /** The pieces of an object; null if there is none, or none with the tag. */
  stream(key: string, tag: string | null): Promise<AsyncIterable<Uint8Array> | null>;
  /** Good for 15 minutes, without credentials. */
  link(key: string, fileName: string): Promise<string>;
  uploadForm(key: string, maxBytes: number): Promise<UploadForm>;
}

/** What runs batches: an execution each, named after it. */
export interface BatchWorkflow {
  /** Starting again does nothing. */
  start(id: string): Promise<void>;
  /** Stopping one that does not run does nothing. */
  stop(id: string): Promise<void>;
}
