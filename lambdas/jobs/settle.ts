import type { EventBridgeEvent } from 'aws-lambda';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { type EndedExecution, settleJob } from '../../lib/jobs/settle-job.ts';

const env = environment('REQUESTS_TABLE');
const jobs = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);

type StatusChange = EventBridgeEvent<
  'Step Functions Execution Status Change',
  { name: string; status: EndedExecution; error?: string | null; cause?: string | null }
>;

/** Invoked when an execution, named after its job, ended without having run to its end. */
export async function handler({ detail }: StatusChange): Promise<void> {
  const { name, status, error, cause } = detail;
  logger.resetKeys();
  logger.appendKeys({ job_id: name });
  logger.warn('execution ended', { status, error, cause });
  await settleJob(jobs, name, status);
}
