import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { submissionOf } from '../../lib/api/submission.ts';
import { environment } from '../../lib/aws/environment.ts';
import { plannedRouteOf } from '../../lib/aws/planned-routes.ts';
import { routeSubmissions } from '../../lib/aws/route-submissions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { continuation } from '../../lib/routes/continue-route.ts';

const env = environment(
  'MESHES_TABLE',
  'REQUESTS_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
  'ROUTE_BUCKET',
  'ROUTE_WORKFLOW_ARN',
  'WAYPOINT_DISTANCE_TOLERANCE_NM',
  'ROUTE_RETENTION_DAYS',
);
const { ports, submit } = routeSubmissions(env);
const continuePorts = {
  ...ports,
  read: plannedRouteOf,
  // the world map is large, and other requests of this function do not need it
  inlandNm: async (place: { readonly lat: number; readonly lon: number }) =>
    (await import('../../lib/chart/inland.ts')).inlandNm(place),
};

export const handler = endpoint(
  routes.continue,
  async ({ parameters, body, headers, requester, url, answer }) => {
    const request = await continuation(continuePorts, parameters.route_id, body, requester);
    const requested = await submit(request, {
      requester,
      idempotencyKey: headers['idempotency-key'] || null,
    });
    const { id, routeId } = requested.job;
    const urls = { status: url(jobs.get, { job_id: id }), route: url(routes.get, { route_id: routeId }) };
    const told = submissionOf(requested, urls);
    return told.status === 200 ? answer(200, told.body) : answer(202, told.body);
  },
);
