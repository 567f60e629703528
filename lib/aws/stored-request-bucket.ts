import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ServiceBusy } from '../jobs/errors.ts';
import type { StoredRequests } from '../routes/stored-request.ts';
import { ifThere } from './if-there.ts';

/** The requests of voyages, beside the documents of the calculated routes. */
export class StoredRequestBucket implements StoredRequests {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.client = client;
    this.bucket = bucket;
  }

  async put(key: string, request: Uint8Array): Promise<void> {
    const put = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      Body: request,
      ContentType: 'application/json',
      ContentEncoding: 'gzip',
      IfNoneMatch: '*',
    });
    try {
      await this.client.send(put);
    } catch (error) {
      const { name } = error as Error;
      if (name === 'ConditionalRequestConflict') throw new ServiceBusy('This request is being stored.');
      if (name !== 'PreconditionFailed') throw error;
    }
  }

  get(key: string): Promise<Uint8Array | null> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: key });
    return ifThere(async () => (await this.client.send(get)).Body!.transformToByteArray());
  }
}
