import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '../errors.ts';
import { readElements, readText } from '../xml.ts';
import type { Blob, ObjectRecord, ObjectStore, WriteCondition } from './object-store.ts';

interface Upload {
  readonly store: ObjectStore;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, Blob>;
}

/**
 * The open multi-part uploads. They are lost when the process ends: a client then starts the upload again.
 */
export class MultipartUploads {
  readonly #uploads = new Map<string, Upload>();

  begin(store: ObjectStore, key: string, headers: Readonly<Record<string, string>>): string {
    const id = randomUUID();
    this.#uploads.set(id, { store, key, headers, parts: new Map() });
    return id;
  }

  /** Stores a part, or replaces it; returns its entity tag. */
  async putPart(id: string, number: number, body: AsyncIterable<Buffer>): Promise<string> {
    const { store, parts } = this.#get(id);
    const blob = await store.writeBlob(body);
    const before = parts.get(number);
    if (before) await store.discard(before);
    parts.set(number, blob);
    return blob.md5;
  }

  /** Joins the parts that the request document names. @throws AwsError when one of them is missing */
  async complete(id: string, document: string, condition: WriteCondition): Promise<ObjectRecord> {
    const { store, key, headers, parts } = this.#get(id);
    const wanted = readElements(document, 'Part').map((part) => {
      const blob = parts.get(Number(readText(part, 'PartNumber')));
      const etag = readText(part, 'ETag')?.replaceAll('"', '');
      if (!blob || (etag && etag !== blob.md5)) {
        throw new AwsError('InvalidPart', 'One or more of the specified parts could not be found.');
      }
      return blob;
    });
    if (wanted.length === 0) throw new AwsError('MalformedXML', 'The request names no parts.');
    this.#uploads.delete(id);
    const digest = createHash('md5');
    for (const { md5 } of wanted) digest.update(md5, 'hex');
    const etag = `${digest.digest('hex')}-${wanted.length}`;
    return store.commit(key, await store.concatenate(wanted), headers, { etag, condition });
  }

  async abort(id: string): Promise<void> {
    const { store, parts } = this.#get(id);
    this.#uploads.delete(id);
    await Promise.all([...parts.values()].map((blob) => store.discard(blob)));
  }

  #get(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (!upload) throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist.', 404);
    return upload;
  }
}
