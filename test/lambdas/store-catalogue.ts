import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import type { AwsStub } from 'aws-sdk-client-mock';
import { CATALOGUE_KEY } from '../../lib/aws/mesh-catalogue.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { Catalogue } from '../../lib/meshes/select/catalogue.ts';

/** Lets the bucket of meshes have the catalogue of these. */
export function storeCatalogue(
  s3: AwsStub<ServiceInputTypes, ServiceOutputTypes, S3ClientResolvedConfig>,
  meshes: readonly MeshRecord[],
): void {
  const bytes = Catalogue.of(meshes).toBytes();
  const ETag = createHash('md5').update(bytes).digest('hex');
  s3.on(GetObjectCommand, { Key: CATALOGUE_KEY }).callsFake(() => ({
    ETag,
    Body: { transformToByteArray: async () => bytes } as never,
  }));
}
