import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { logger } from '../../lib/http/logger.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';

const env = environment('JOBS_TABLE', 'ROUTE_WORKFLOW_ARN', 'ALLOWED_ORIGINS');
const jobs = new JobTable(dynamo, env.JOBS_TABLE, logger);
const workflow = new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN);

export const handler = endpoint('jobs/cancel', env, async ({ parameters }) => {
  const { submission } = await cancelJob(jobs, workflow, parameters.job_id);
  const { jobId, routeId } = submission;
  return { status: 202, json: { message: 'Job cancelled.', job_id: jobId, route_id: routeId } };
});
