/** The mesh bucket in S3. */
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileType, ListedFile, MeshFiles, StoredFile } from '../meshes/mesh-files.ts';
import { ifThere } from './if-there.ts';
import type { VersionedFile } from './mesh-catalogue.ts';

const LINK_SECONDS = 15 * 60;
/** The object of a conditional write is gone, is being written, or is another one. */
const OVERTAKEN = [404, 409, 412];

export class MeshBucket implements MeshFiles, VersionedFile {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  async *list(prefix: string, after?: string): AsyncIterable<ListedFile> {
    const input = { Bucket: this.bucket, Prefix: prefix, ...(after && { StartAfter: after }) };
    for await (const page of paginateListObjectsV2({ client: this.client }, input)) {
      for (const { Key, ETag, LastModified } of page.Contents ?? []) {
        yield { key: Key!, etag: ETag!, lastModified: LastModified! };
      }
    }
  }

  async etag(key: string): Promise<string | null> {
    const head = new HeadObjectCommand({ Bucket: this.bucket, Key: key });
    return ifThere(async () => (await this.client.send(head)).ETag!);
  }

  read(key: string): Promise<StoredFile | null> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: key });
    return ifThere(async () => {
      const { Body, ETag, ContentLength } = await this.client.send(get);
      const chunks = async function* () {
        yield* Body as unknown as AsyncIterable<Uint8Array>;
      };
      return Object.assign(chunks(), { etag: ETag!, size: ContentLength! });
    });
  }

  async readIfChanged(key: string, etag?: string) {
    const condition = etag === undefined ? {} : { IfNoneMatch: etag };
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: key, ...condition });
    try {
      return await ifThere(async () => {
        const { Body, ETag } = await this.client.send(get);
        return { etag: ETag!, bytes: await Body!.transformToByteArray() };
      });
    } catch (error) {
      if (statusOf(error) === 304) return 'unchanged';
      throw error;
    }
  }

  async replace(key: string, bytes: Uint8Array, etag: string | null): Promise<boolean> {
    const condition = etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag };
    const put = new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ...condition });
    try {
      await this.client.send(put);
      return true;
    } catch (error) {
      if (OVERTAKEN.includes(statusOf(error) ?? 0)) return false;
      throw error;
    }
  }

  async copy(from: string, etag: string, to: string, type: FileType): Promise<void> {
    const source = [this.bucket, ...from.split('/')].map(encodeURIComponent).join('/');
    const copy = new CopyObjectCommand({
      Bucket: this.bucket,
      Key: to,
      CopySource: source,
      CopySourceIfMatch: etag,
      MetadataDirective: 'REPLACE',
      TaggingDirective: 'REPLACE', // copying tags needs another permission
      ...describe(type),
    });
    await this.client.send(copy);
  }

  /** A link to a file, which needs no credentials for 15 minutes. */
  link(key: string): Promise<string> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: key });
    return getSignedUrl(this.client, get, { expiresIn: LINK_SECONDS });
  }

  async write(key: string, bytes: Uint8Array, type?: FileType): Promise<void> {
    const object = { Bucket: this.bucket, Key: key, Body: bytes };
    await this.client.send(new PutObjectCommand({ ...object, ...(type && describe(type)) }));
  }
}

const describe = ({ contentType, contentEncoding }: FileType) => ({
  ContentType: contentType,
  ContentEncoding: contentEncoding,
});

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
