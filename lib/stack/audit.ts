import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { ReadWriteType, Trail } from 'aws-cdk-lib/aws-cloudtrail';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Who read or wrote which object of the buckets is kept for this time. */
const KEPT = Duration.days(365);

/** Records every reading and writing of objects in a bucket of its own, which outlives the stack. */
export function addAudit(scope: Construct, buckets: readonly Bucket[]): void {
  const records = new Bucket(scope, 'AuditRecords', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ expiration: KEPT }],
    removalPolicy: RemovalPolicy.RETAIN,
  });
  acknowledge(records, 'AwsSolutions-S1', 'It holds the records themselves.');
  const trail = new Trail(scope, 'Audit', {
    bucket: records as IBucket, // isWebsite is undefined there, absent here
    isMultiRegionTrail: false,
    includeGlobalServiceEvents: false,
    enableFileValidation: true,
    managementEvents: ReadWriteType.NONE,
  });
  trail.addS3EventSelector(
    buckets.map((bucket) => ({ bucket: bucket as IBucket })),
    { readWriteType: ReadWriteType.ALL },
  );
}
