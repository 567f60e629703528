/** The operator's access to the standing zones of a stack. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { MeshBucket } from '../aws/mesh-bucket.ts';
import { StandingSetFiles } from '../aws/standing-set-files.ts';
import { ZoneTable } from '../aws/zone-table.ts';
import type { StandingItems, StandingSets } from '../zones/standing.ts';
import { accessStack, type StackOptions } from './stack-outputs.ts';

/** Does something with the standing zones, and closes the connections. */
export async function withStandingZones<T>(
  options: StackOptions,
  act: (items: StandingItems, sets: StandingSets) => Promise<T>,
): Promise<T> {
  const { clientConfig, meshBucket, zonesTable } = await accessStack(options);
  const dynamo = new DynamoDBClient(clientConfig);
  const s3 = new S3Client({
    ...clientConfig,
    forcePathStyle: clientConfig.endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const marshallOptions = { removeUndefinedValues: true };
  try {
    return await act(
      new ZoneTable(DynamoDBDocumentClient.from(dynamo, { marshallOptions }), zonesTable),
      new StandingSetFiles(new MeshBucket(s3, meshBucket)),
    );
  } finally {
    dynamo.destroy();
    s3.destroy();
  }
}
