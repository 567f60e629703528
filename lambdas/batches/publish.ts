import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { publishBatch } from '../../lib/batches/publish-batch.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment('BATCHES_TABLE', 'BATCH_BUCKET');
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
};

/** Invoked by the workflow of batches, once all lines are answered. */
export const handler = ({ batch_id, prices }: { readonly batch_id: string; readonly prices: boolean }) =>
  withTransientNames(async () => void (await publishBatch(ports, batch_id, prices, new Date())));
