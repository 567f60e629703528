import { batches } from '../../lib/api/batches.ts';
import { BatchExecutions } from '../../lib/aws/batch-executions.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { cancelBatch } from '../../lib/batches/make-batch.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment('BATCHES_TABLE', 'BATCH_WORKFLOW_ARN');
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  workflow: new BatchExecutions(stepFunctions, env.BATCH_WORKFLOW_ARN),
};

export const handler = endpoint(batches.cancel, async ({ parameters, requester, answer }) => {
  const { id } = await cancelBatch(ports, parameters.batch_id, requester, new Date());
  return answer(202, { message: 'Batch cancelled.', batch_id: id });
});
