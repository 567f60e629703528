import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { RouteDocuments } from '../routes/route-store.ts';
import { ifThere } from './if-there.ts';

/** The documents of the calculated routes, as gzipped JSON in S3. */
export class RouteDocumentBucket implements RouteDocuments {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  async put(key: string, document: Uint8Array): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key: key,
        Body: document,
        ContentType: 'application/json',
        ContentEncoding: 'gzip',
      }),
    );
  }

  get(key: string): Promise<Uint8Array | null> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: key });
    return ifThere(async () => (await this.client.send(get)).Body!.transformToByteArray());
  }

  async exists(key: string): Promise<boolean> {
    const head = new HeadObjectCommand({ Bucket: this.bucket, Key: key });
    return (await ifThere(() => this.client.send(head))) !== null;
  }
}
