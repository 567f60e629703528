import { batches } from '../../lib/api/batches.ts';
import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { resultsOf } from '../../lib/batches/results-of.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

const env = environment('BATCHES_TABLE', 'BATCH_BUCKET');
const ports = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
};

export const handler = endpoint(batches.results, async ({ parameters, query, answer }) =>
  answer(200, await resultsOf(ports, parameters.batch_id, query.limit, query.next ?? null)),
);
