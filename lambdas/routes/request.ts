import { jobs } from '../../lib/api/jobs.ts';
import { routes } from '../../lib/api/routes.ts';
import { ClaimTable } from '../../lib/aws/claim-table.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { StandingSetFiles } from '../../lib/aws/standing-set-files.ts';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { ZoneTable } from '../../lib/aws/zone-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import { requestRoute } from '../../lib/routes/request-route.ts';
import { stopsOf } from '../../lib/voyage/voyage-request.ts';
import { StandingDigest, StandingZones } from '../../lib/zones/standing.ts';

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
const requests = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);
const zones = new ZoneTable(dynamo, env.ZONES_TABLE);
const meshBucket = new MeshBucket(s3, env.MESH_BUCKET);
const ports = {
  jobs: requests,
  routes: requests,
  claims: new ClaimTable(dynamo, env.REQUESTS_TABLE),
  meshes: new MeshTable(dynamo, env.MESHES_TABLE, meshBucket),
  vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
  zones,
  charts: new ChartStore(meshBucket),
  standingDigest: new StandingDigest(zones),
  standingZones: new StandingZones(new StandingSetFiles(meshBucket)),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
  storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
  workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
};
const limits = {
  toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
  retentionDays: env.ROUTE_RETENTION_DAYS,
};

const JOINED = 'This route is being calculated already; the answer is the running job.';
const REUSED =
  'A route that was calculated before is reused; send "force_new_route": true to calculate a new one.';

const REPEATED = 'A request with the same Idempotency-Key was sent before; the answer is its job.';

export const handler = endpoint(routes.request, async ({ body, headers, requester, url, answer }) => {
  const caller = { requester, idempotencyKey: headers['idempotency-key'] || null };
  const { outcome, job } = await requestRoute(ports, body, caller, limits, new Date());
  record('submissions', 1, outcome);
  const { start_lat, start_lon, end_lat, end_lon, vehicle_type } = body;
  const stops = stopsOf(body.voyage).map(({ lat, lon }) => [lat, lon]);
  const points = { start: [start_lat, start_lon], end: [end_lat, end_lon], stops };
  logger.info('submission', {
    outcome,
    job_id: job.id,
    route_id: job.routeId,
    requester,
    vehicle_type,
    ...points,
  });
  const submitted = { id: job.id, 'status-url': url(jobs.get, { job_id: job.id }) };
  if (outcome === 'new') return answer(202, submitted);
  const info = { message: { joined: JOINED, reused: REUSED, repeated: REPEATED }[outcome] };
  if (job.status !== 'SUCCESS') return answer(202, { ...submitted, info });
  const route = { route_id: job.routeId, route_url: url(routes.get, { route_id: job.routeId }) };
  return answer(200, { ...submitted, ...route, info });
});
