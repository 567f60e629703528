import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { type FailedState, recover } from '../../lib/jobs/recovery.ts';

const env = environment('REQUESTS_TABLE');
const jobs = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);

/** Invoked by the workflow after a failed calculation: answers its next state. */
export async function handler(failed: FailedState) {
  logger.resetKeys();
  logger.appendKeys({ job_id: failed.job_id });
  const { next, state, ...rest } = await recover(jobs, failed);
  logger.warn('calculation failed', { failure: failed.failure, next });
  record('failedCalculations', 1, failed.failure.Error);
  return { ...state, next, ...('waitSeconds' in rest && { wait_seconds: rest.waitSeconds }) };
}
