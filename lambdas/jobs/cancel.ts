import { jobs } from '../../lib/api/jobs.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { cancelJob } from '../../lib/jobs/cancel-job.ts';

const env = environment('REQUESTS_TABLE', 'ROUTE_WORKFLOW_ARN');
const ports = {
  jobs: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
  workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
};

export const handler = endpoint(jobs.cancel, async ({ parameters, requester, answer }) => {
  const { id, routeId } = await cancelJob(ports, parameters.job_id, requester);
  return answer(202, { message: 'Job cancelled.', job_id: id, route_id: routeId });
});
