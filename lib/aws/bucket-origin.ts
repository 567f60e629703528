import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

/** Scheme and host of the links to a bucket's objects, as the SDK makes them for this region or endpoint. */
export async function bucketOrigin(s3: S3Client, bucket: string): Promise<string> {
  const link = await getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: 'any' }), { expiresIn: 1 });
  return new URL(link).origin;
}
