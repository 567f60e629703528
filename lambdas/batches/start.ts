import { batches } from '../../lib/api/batches.ts';
import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchExecutions } from '../../lib/aws/batch-executions.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { describeBatch } from '../../lib/batches/describe-batch.ts';
import { startBatch } from '../../lib/batches/make-batch.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment('BATCHES_TABLE', 'BATCH_BUCKET', 'BATCH_WORKFLOW_ARN');
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
  workflow: new BatchExecutions(stepFunctions, env.BATCH_WORKFLOW_ARN),
};

export const handler = endpoint(batches.start, async ({ parameters, requester, url, answer }) => {
  const { batch_id } = parameters;
  const batch = await startBatch(ports, batch_id, requester, new Date());
  return answer(202, describeBatch(batch, [], url(batches.results, { batch_id }), new Date()));
});
