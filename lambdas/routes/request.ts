import { submissionAnswer } from '../../lib/api/answers.ts';
import { ClaimTable } from '../../lib/aws/claim-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { JobTable } from '../../lib/aws/job-table.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { RouteTable } from '../../lib/aws/route-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { logger } from '../../lib/http/logger.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';

const env = environment(
  'MESHES_TABLE',
  'ROUTES_TABLE',
  'JOBS_TABLE',
  'ROUTE_WORKFLOW_ARN',
  'WAYPOINT_DISTANCE_TOLERANCE_NM',
  'ROUTE_RETENTION_DAYS',
  'ALLOWED_ORIGINS',
);
const jobs = new JobTable(dynamo, env.JOBS_TABLE, logger);
const ports = {
  jobs,
  statuses: jobs,
  claims: new ClaimTable(dynamo, env.JOBS_TABLE),
  meshes: new MeshTable(dynamo, env.MESHES_TABLE),
  routes: new RouteTable(dynamo, env.ROUTES_TABLE),
  workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
};
const limits = {
  toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
  retentionDays: env.ROUTE_RETENTION_DAYS,
};

export const handler = endpoint('routes/request', env, async ({ body, urls }) =>
  submissionAnswer(await requestRoute(ports, body, limits, new Date()), urls),
);
