import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { ClaimTable } from '../../lib/aws/claim-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';

const env = environment(
  'MESHES_TABLE',
  'ROUTES_TABLE',
  'JOBS_TABLE',
  'ROUTE_WORKFLOW_ARN',
  'WAYPOINT_DISTANCE_TOLERANCE_NM',
  'ROUTE_RETENTION_DAYS',
);
const jobTable = new JobTable(dynamo, env.JOBS_TABLE, logger);
const ports = {
  jobs: jobTable,
  statuses: jobTable,
  claims: new ClaimTable(dynamo, env.JOBS_TABLE),
  meshes: new MeshTable(dynamo, env.MESHES_TABLE),
  routes: new RouteTable(dynamo, env.ROUTES_TABLE),
  workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
};
const limits = {
  toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
  retentionDays: env.ROUTE_RETENTION_DAYS,
};

const JOINED = 'This route is being calculated already; the answer is the running job.';
const REUSED =
  'A route that was calculated before is reused; send "force_new_route": true to calculate a new one.';

export const handler = endpoint(routes.request, async ({ body, url, answer }) => {
  const { outcome, jobId, routeId } = await requestRoute(ports, body, limits, new Date());
  const job = { id: jobId, 'status-url': url(jobs.get, { job_id: jobId }) };
  if (outcome === 'new') return answer(202, job);
  if (outcome === 'joined') return answer(202, { ...job, info: { message: JOINED } });
  const route = { route_id: routeId, route_url: url(routes.get, { route_id: routeId }) };
  return answer(200, { ...job, ...route, info: { message: REUSED } });
});
