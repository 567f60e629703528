import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { type FailedState, recover } from '../../lib/jobs/recovery.ts';
import { withTransientName } from '../../lib/jobs/transient-failures.ts';

const env = environment('REQUESTS_TABLE');
const jobs = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);

/** Invoked by the workflow after a failed calculation: answers its next state. The workflow retries a transient error. */
export async function handler(failed: FailedState) {
  logger.resetKeys();
  logger.appendKeys({ job_id: failed.job_id });
  const { next, state, ...rest } = await recover(jobs, failed).catch((error: Error) => {
    throw withTransientName(error);
  });
  logger.warn('calculation failed', { failure: failed.failure, next });
  record('failedCalculations', 1, failed.failure.Error);
  return { ...state, next, ...('waitSeconds' in rest && { wait_seconds: rest.waitSeconds }) };
}
