import { jobAnswer } from '../../lib/api/answers.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { logger } from '../../lib/http/logger.ts';
import { currentJob } from '../../lib/jobs/current-job.ts';
import type { Submission } from '../../lib/jobs/job.ts';
import { completeSubmission } from '../../lib/routes/submission.ts';

const env = environment('JOBS_TABLE', 'ROUTES_TABLE', 'ROUTE_WORKFLOW_ARN', 'ALLOWED_ORIGINS');
const jobs = new JobTable(dynamo, env.JOBS_TABLE, logger);
const routes = new RouteTable(dynamo, env.ROUTES_TABLE);
const workflow = new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN);

async function complete(submission: Submission): Promise<void> {
  const refusal = await completeSubmission({ jobs, routes, workflow }, submission);
  if (refusal) logger.error('execution refused', { error: refusal });
}

export const handler = endpoint('jobs/get', env, async ({ parameters, urls }) =>
  jobAnswer(await currentJob({ jobs, workflow, complete }, parameters.job_id, new Date()), urls),
);
