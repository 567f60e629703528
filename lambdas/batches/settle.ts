import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { settleBatch } from '../../lib/batches/publish-batch.ts';

const env = environment('BATCHES_TABLE');
const ports = { batches: new BatchTable(dynamo, env.BATCHES_TABLE) };

interface StatusChange {
  readonly detail: { readonly name: string; readonly status: string };
}

/** Invoked when the execution of a batch has failed, timed out or been aborted. */
export async function handler({ detail: { name, status } }: StatusChange): Promise<void> {
  logger.info('batch execution ended', { batch_id: name, status });
  await settleBatch(ports, name, status, new Date());
}
