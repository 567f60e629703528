/** Whether the services that the stack is made of answer. A check reads a description, no data. */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand, type SFNClient } from '@aws-sdk/client-sfn';

/** Rejects where what it checks does not answer. */
export type HealthCheck = () => Promise<unknown>;

export const checkTable =
  (client: DynamoDBClient, table: string): HealthCheck =>
  () =>
    client.send(new DescribeTableCommand({ TableName: table }));

export const checkBucket =
  (client: S3Client, bucket: string): HealthCheck =>
  () =>
    client.send(new HeadBucketCommand({ Bucket: bucket }));

export const checkStateMachine =
  (client: SFNClient, stateMachineArn: string): HealthCheck =>
  () =>
    client.send(new DescribeStateMachineCommand({ stateMachineArn }));

/** The names of the checks that fail or take longer than a time limit. */
export async function failedChecks(
  checks: Readonly<Record<string, HealthCheck>>,
  limitMs: number,
): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, passed: await passes(check, limitMs) })),
  );
  return results.filter(({ passed }) => !passed).map(({ name }) => name);
}

async function passes(check: HealthCheck, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const passed = check().then(
    () => true,
    () => false,
  );
  return Promise.race([passed, tooLate]).finally(() => clearTimeout(timer));
}
