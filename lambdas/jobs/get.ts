import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { logger } from '../../lib/aws/logger.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { currentJob } from '../../lib/jobs/current-job.ts';
import type { Submission } from '../../lib/jobs/job.ts';
import { completeSubmission } from '../../lib/routes/submission.ts';

const env = environment('JOBS_TABLE', 'ROUTES_TABLE', 'ROUTE_WORKFLOW_ARN');
const jobTable = new JobTable(dynamo, env.JOBS_TABLE, logger);
const routeTable = new RouteTable(dynamo, env.ROUTES_TABLE);
const workflow = new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN);

async function complete(submission: Submission): Promise<void> {
  const refusal = await completeSubmission({ jobs: jobTable, routes: routeTable, workflow }, submission);
  if (refusal) logger.error('execution refused', { error: refusal });
}

export const handler = endpoint(jobs.get, async ({ parameters, url, answer }) => {
  const ports = { jobs: jobTable, workflow, complete };
  const { submission, status, updated, info } = await currentJob(ports, parameters.job_id, new Date());
  const { jobId, routeId, requestedAt } = submission;
  return answer(200, {
    id: jobId,
    status,
    created: requestedAt,
    updated,
    ...(status === 'SUCCESS' && {
      route_id: routeId,
      route_url: url(routes.get, { route_id: routeId }),
    }),
    ...(status === 'FAILURE' && info && { info }),
  });
});
