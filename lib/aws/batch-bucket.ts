/** The bucket of batches in S3. */

import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BatchFiles, UploadForm } from '../batches/ports.ts';
import { ifThere } from './if-there.ts';

const LINK_SECONDS = 15 * 60;
/** An upload of a gigabyte may take a while. */
const UPLOAD_SECONDS = 3600;
/** Bytes of a part of a large object; they are sent one by one. */
const PART_BYTES = 8 * 1024 * 1024;

export class BatchBucket implements BatchFiles {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async write(key: string, bytes: Uint8Array | string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes }));
  }

  async writeAll(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const params = { Bucket: this.#bucket, Key: key, Body: Readable.from(chunks, { objectMode: false }) };
    const options = { client: this.#client, params, partSize: PART_BYTES, queueSize: 1 };
    const { Upload } = await import('@aws-sdk/lib-storage');
    await new Upload(options).done();
  }

  async read(key: string): Promise<Uint8Array | null> {
    return (await this.#get(key))?.transformToByteArray() ?? null;
  }

  async tag(key: string): Promise<string | null> {
    const head = new HeadObjectCommand({ Bucket: this.#bucket, Key: key });
    return ifThere(async () => (await this.#client.send(head)).ETag!);
  }

  async stream(key: string, tag: string | null): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.#get(key, tag)) as unknown as AsyncIterable<Uint8Array> | null;
  }

  link(key: string, fileName: string): Promise<string> {
    const get = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentDisposition: `attachment; filename="${fileName}"`,
    });
    return getSignedUrl(this.#client, get, { expiresIn: LINK_SECONDS });
  }

  /** As many bytes as are allowed, and at least one. */
  async uploadForm(key: string, maxBytes: number): Promise<UploadForm> {
    const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
    return createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: key,
      Conditions: [['content-length-range', 1, maxBytes]],
      Expires: UPLOAD_SECONDS,
    });
  }

  async #get(key: string, tag: string | null = null) {
    const get = { Bucket: this.#bucket, Key: key, ...(tag !== null && { IfMatch: tag }) };
    try {
      return await ifThere(async () => (await this.#client.send(new GetObjectCommand(get))).Body!);
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'PreconditionFailed') return null;
      throw error;
    }
  }
}
