import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataFolder } from '../data-folder.ts';
import { AwsError } from '../errors.ts';
import { difference } from '../lost-files.ts';

/** The record of an object. */
export interface ObjectRecord {
  readonly key: string;
  /** Name of the file with the object's bytes. */
  readonly blob: string;
  readonly size: number;
  readonly etag: string;
  /** ISO 8601. */
  readonly lastModified: string;
  /** Headers that are returned with the object: its content type, `x-amz-meta-…` and similar ones. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes on disk to which no object refers yet. */
export interface Blob {
  readonly name: string;
  readonly size: number;
  readonly md5: string;
}

/** Condition on the existing object that must hold for a write. */
export interface WriteCondition {
  readonly ifNoneMatch?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/**
 * The objects of one bucket, on disk. The bytes of an object are in a separate file, which is never written
 * again once an object refers to it. The object's record is a small file that is put in place by renaming. So
 * a reader sees either the complete old object or the complete new one, and a process that dies leaves at
 * most a file that the next start removes.
 */
export class ObjectStore {
  readonly #data: DataFolder;
  readonly #folder: string;
  readonly #records = new Map<string, ObjectRecord>();
  /** Objects that this process wrote, or has read once and found as they were stored. */
  readonly #checked = new WeakSet<ObjectRecord>();
  /** The keys in order, created when a listing needs them. */
  #sortedKeys: string[] | undefined;
  #changes: Promise<unknown> = Promise.resolve();

  private constructor(data: DataFolder, folder: string) {
    this.#data = data;
    this.#folder = folder;
  }

  /** Opens a bucket of a data folder. An object that is not whole is lost. */
  static async open(data: DataFolder, bucket: string): Promise<ObjectStore> {
    const folder = data.folder('s3', bucket);
    const store = new ObjectStore(data, folder);
    await Promise.all(['blobs', 'records'].map((name) => mkdir(join(folder, name), { recursive: true })));
    const records = await readdir(join(folder, 'records'));
    for (const file of records.filter((name) => name.endsWith('.json'))) {
      const record = await data.read<ObjectRecord>(join(folder, 'records', file));
      if (!record) continue;
      const found = await stat(store.#blobPath(record.blob)).catch(() => undefined);
      if (found?.size === record.size) store.#records.set(record.key, record);
      else await store.#lose(record, found?.size);
    }
    const used = new Set([...store.#records.values()].map(({ blob }) => blob));
    const unused = (await readdir(join(folder, 'blobs'))).filter((name) => !used.has(name));
    // where a record is lost, one of these may be its object
    const mayBeWanted = data.lost.hasSome(join(folder, 'records'));
    for (const blob of unused.map((name) => join(folder, 'blobs', name))) {
      await (mayBeWanted ? data.lost.add(blob, 'belongs to no record') : unlink(blob));
    }
    return store;
  }

  get(key: string): ObjectRecord | undefined {
    return this.#records.get(key);
  }

  /** Every key, in the order of its UTF-8 bytes, as in S3 listings. */
  keys(): readonly string[] {
    this.#sortedKeys ??= [...this.#records.keys()].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    return this.#sortedKeys;
  }

  /**
   * An object with its file open, so that it can be read to its end even if it is replaced meanwhile. One that is no
   * longer as it was stored is lost: the first call after a start reads it whole.
   */
  async open(key: string): Promise<{ record: ObjectRecord; file: FileHandle } | undefined> {
    const record = this.#records.get(key);
    if (!record) return undefined;
    const file = await open(this.#blobPath(record.blob)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    const size = (await file?.stat())?.size;
    if (file && size === record.size && (await this.#isAsStored(record))) return { record, file };
    await file?.close();
    await this.#change(async () => {
      if (this.#records.get(key) !== record) return; // it has just been replaced
      this.#forget(key);
      await this.#lose(record, size);
      this.#data.lost.tell();
    });
    return this.open(key);
  }

  /** Writes a body to disk; nothing refers to it before `commit`. */
  async writeBlob(body: AsyncIterable<Buffer>): Promise<Blob> {
    const name = randomUUID();
    const hash = createHash('md5');
    let size = 0;
    const measure = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    };
    try {
      await pipeline(body, measure, createWriteStream(this.#blobPath(name)));
    } catch (error) {
      await rm(this.#blobPath(name), { force: true });
      throw error;
    }
    return { name, size, md5: hash.digest('hex') };
  }

  /** Joins several blobs, in order, into one; the parts are deleted. */
  async concatenate(parts: readonly Blob[]): Promise<Blob> {
    const pieces = async function* (this: ObjectStore) {
      for (const { name } of parts) yield* createReadStream(this.#blobPath(name)) as AsyncIterable<Buffer>;
    };
    const whole = await this.writeBlob(pieces.call(this));
    await Promise.all(parts.map((part) => this.discard(part)));
    return whole;
  }

  async discard({ name }: Pick<Blob, 'name'>): Promise<void> {
    await rm(this.#blobPath(name), { force: true });
  }

  /**
   * Stores a blob as the object with a key. @throws AwsError `PreconditionFailed`; the blob is then deleted
   */
  commit(
    key: string,
    blob: Blob,
    headers: ObjectRecord['headers'],
    options: { etag?: string; condition?: WriteCondition } = {},
  ): Promise<ObjectRecord> {
    return this.#change(() => this.#put(key, blob, headers, options));
  }

  delete(key: string): Promise<void> {
    return this.#change(() => this.#remove(key));
  }

  async #put(
    key: string,
    blob: Blob,
    headers: ObjectRecord['headers'],
    { etag = blob.md5, condition = {} }: { etag?: string; condition?: WriteCondition },
  ): Promise<ObjectRecord> {
    const before = this.#records.get(key);
    if (!holds(condition, before)) {
      await this.discard(blob);
      throw new AwsError(
        'PreconditionFailed',
        'At least one of the pre-conditions you specified did not hold',
        412,
      );
    }
    const lastModified = new Date().toISOString();
    const record: ObjectRecord = { key, blob: blob.name, size: blob.size, etag, lastModified, headers };
    const path = this.#recordPath(key);
    const draft = `${path}.${blob.name}`;
    await writeFile(draft, JSON.stringify(record));
    await rename(draft, path);
    if (!before) this.#sortedKeys = undefined;
    this.#records.set(key, record);
    this.#checked.add(record);
    if (before) await this.discard({ name: before.blob });
    return record;
  }

  async #remove(key: string): Promise<void> {
    const record = this.#records.get(key);
    if (!record) return;
    this.#forget(key);
    await rm(this.#recordPath(key), { force: true });
    await this.discard({ name: record.blob });
  }

  #forget(key: string): void {
    this.#records.delete(key);
    this.#sortedKeys = undefined;
  }

  /** By its digest, which is the tag of all objects but those that were uploaded in parts. */
  async #isAsStored(record: ObjectRecord): Promise<boolean> {
    const { blob, etag } = record;
    if (this.#checked.has(record) || etag.includes('-')) return true;
    const digest = createHash('md5');
    await pipeline(createReadStream(this.#blobPath(blob)), digest);
    if (digest.digest('hex') !== etag) return false;
    this.#checked.add(record);
    return true;
  }

  /** @param found bytes of it that are still there */
  async #lose({ key, blob, size }: ObjectRecord, found: number | undefined): Promise<void> {
    const how = `(the object ${key}) ${difference(found, size)}`;
    await this.#data.lost.add(this.#blobPath(blob), how, [this.#recordPath(key)]);
  }

  /**
   * Runs changes of the records one after the other, so that memory and disk have the same order of changes.
   */
  #change<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#changes.then(change);
    this.#changes = result.catch(() => {});
    return result;
  }

  #blobPath(name: string): string {
    return join(this.#folder, 'blobs', name);
  }

  #recordPath(key: string): string {
    return join(this.#folder, 'records', `${createHash('sha256').update(key).digest('hex')}.json`);
  }
}

function holds({ ifNoneMatch, ifMatch }: WriteCondition, record: ObjectRecord | undefined): boolean {
  if (ifNoneMatch === '*' && record) return false;
  return ifMatch === undefined || (record !== undefined && ifMatch.replaceAll('"', '') === record.etag);
}
