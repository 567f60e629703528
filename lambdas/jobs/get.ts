import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { JobNotFound } from '../../lib/jobs/errors.ts';

const env = environment('REQUESTS_TABLE');
const table = new RequestTable(dynamo, env.REQUESTS_TABLE, logger);

export const handler = endpoint(jobs.get, async ({ parameters, url, answer }) => {
  const job = await table.find(parameters.job_id);
  if (!job) throw new JobNotFound(parameters.job_id);
  const { id, routeId, status, requestedAt, updatedAt, info } = job;
  return answer(200, {
    id,
    status,
    created: requestedAt,
    updated: updatedAt,
    ...(status === 'SUCCESS' && { route_id: routeId, route_url: url(routes.get, { route_id: routeId }) }),
    ...(info && { info }),
  });
});
