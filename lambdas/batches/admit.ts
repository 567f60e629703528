import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { admitBatch } from '../../lib/batches/admit-batch.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';

const env = environment('BATCHES_TABLE');
const table = new BatchTable(dynamo, env.BATCHES_TABLE);

/** Invoked by the workflow of batches. */
export const handler = ({ batch_id }: { readonly batch_id: string }) =>
  withTransientNames(async () => ({ next: await admitBatch(table, batch_id, new Date()) }));
