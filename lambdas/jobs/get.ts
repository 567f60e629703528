import { setTimeout as sleep } from 'node:timers/promises';
import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { jobLog } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { preferredWaitSeconds } from '../../lib/http/prefer.ts';
import { JobNotFound } from '../../lib/jobs/errors.ts';
import { holdJob } from '../../lib/jobs/hold-job.ts';

const env = environment('REQUESTS_TABLE', 'STARTED_HOLD_SECONDS');
const table = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);

const clock = { now: () => performance.now(), sleep };

export const handler = endpoint(jobs.get, async ({ parameters, headers, url, answer }) => {
  const waitSeconds = preferredWaitSeconds(headers.prefer);
  const patience = {
    waitMs: waitSeconds === null ? null : waitSeconds * 1000,
    startedHoldMs: env.STARTED_HOLD_SECONDS * 1000,
  };
  const job = await holdJob(() => table.find(parameters.job_id), patience, clock);
  if (!job) throw new JobNotFound(parameters.job_id);
  const { id, routeId, status, requestedAt, updatedAt, info } = job;
  const body = {
    id,
    status,
    created: requestedAt,
    updated: updatedAt,
    ...(status === 'SUCCESS' && { route_id: routeId, route_url: url(routes.get, { route_id: routeId }) }),
    ...(info && { info }),
  };
  return answer(200, body, {
    'Preference-Applied': waitSeconds === null ? undefined : `wait=${waitSeconds}`,
  });
});
