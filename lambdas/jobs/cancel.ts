import { jobs } from '../../lib/api/jobs.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { logger } from '../../lib/aws/logger.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';

const env = environment('JOBS_TABLE', 'ROUTE_WORKFLOW_ARN');
const table = new JobTable(dynamo, env.JOBS_TABLE, logger);
const workflow = new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN);

export const handler = endpoint(jobs.cancel, async ({ parameters, answer }) => {
  const { submission } = await cancelJob(table, workflow, parameters.job_id);
  const { jobId, routeId } = submission;
  return answer(202, { message: 'Job cancelled.', job_id: jobId, route_id: routeId });
});
