/** What requests for routes and questions about jobs are answered: status and body. */
import type { Job } from '../jobs/job.ts';
import type { RequestedRoute } from '../routes/request-route.ts';
import type { ApiUrls } from './api-urls.ts';

const JOINED = 'This route is being calculated already; its job was joined.';
const REUSED =
  'A route that was calculated before is reused; send "force_new_route": true to calculate a new one.';

export function submissionAnswer({ outcome, jobId, routeId }: RequestedRoute, urls: ApiUrls) {
  const job = { id: jobId, 'status-url': urls.job(jobId) };
  if (outcome === 'new') return { status: 202, json: job };
  if (outcome === 'joined') return { status: 202, json: { ...job, info: { message: JOINED } } };
  const route = { route_id: routeId, route_url: urls.route(routeId) };
  return { status: 200, json: { ...job, ...route, info: { message: REUSED } } };
}

export function jobAnswer({ submission, status, updated, info }: Job, urls: ApiUrls) {
  const { jobId: id, routeId, requestedAt: created } = submission;
  return {
    status: 200,
    json: {
      id,
      status,
      created,
      updated,
      ...(status === 'SUCCESS' && { route_id: routeId, route_url: urls.route(routeId) }),
      ...(status === 'FAILURE' && { info }),
    },
  };
}
