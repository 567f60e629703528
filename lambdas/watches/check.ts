import type { Context } from 'aws-lambda';
import { ClaimTable, JOBS } from '../../lib/aws/claim-table.ts';
import { dynamo, notifications } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { plannedRoutes } from '../../lib/aws/planned-routes.ts';
import { plannerOf } from '../../lib/aws/planner-of.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { seasOf, zonesOf } from '../../lib/aws/seas.ts';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import type { NewData } from '../../lib/aws/watch-checks.ts';
import { WatchTable } from '../../lib/aws/watch-table.ts';
import { WatchTopic } from '../../lib/aws/watch-topic.ts';
import type { LatLon } from '../../lib/engine/geometry/sphere.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';
import { contains } from '../../lib/meshes/geo-bounds.ts';
import { keepRoute, type PlanNowPorts, planNow } from '../../lib/routes/plan-now.ts';
import { proofMayImprove } from '../../lib/voyage/to-compare.ts';
import { type CheckPorts, checkWatch, noteFailure } from '../../lib/watches/check-watch.ts';
import { priceRest } from '../../lib/watches/price-rest.ts';

const env = environment(
  'WATCHES_TABLE',
  'WATCH_TOPIC_ARN',
  'REQUESTS_TABLE',
  'MESHES_TABLE',
  'VEHICLES_TABLE',
  'ZONES_TABLE',
  'MESH_BUCKET',
  'ROUTE_BUCKET',
  'WAYPOINT_DISTANCE_TOLERANCE_NM',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
  'ROUTE_RETENTION_DAYS',
  'CALCULATION_SECONDS',
);
/** Kept back of the Lambda's time limit, to keep the route and tell what changed. */
const TIME_TO_TELL_MS = 60_000;

const files = new MeshBucket(s3, env.MESH_BUCKET);
const requests = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);
const documents = new RouteDocumentBucket(s3, env.ROUTE_BUCKET);
const zonePorts = zonesOf(env, files);
const topic = new WatchTopic(notifications, env.WATCH_TOPIC_ARN);
const planner = plannerOf(env, files);
const seas = seasOf(env, files, (...mesh) => planner.open(...mesh));
const stores = {
  ...zonePorts,
  charts: new ChartStore(files),
  documents,
  jobs: requests,
  routes: requests,
  claims: new ClaimTable(dynamo, env.REQUESTS_TABLE, JOBS),
  meshes: new MeshTable(dynamo, env.MESHES_TABLE, files),
  vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
  storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
};
const limits = {
  toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
  retentionDays: env.ROUTE_RETENTION_DAYS,
};

/** `began`: when the execution did whose check of the watch failed, ISO 8601. */
type Failed = { readonly failure: { readonly Error: string }; readonly began: string };
type Task = { readonly watch_id: string } & (NewData | Failed);

/** Invoked by the workflow of watches: checks one of them, or notes that its check keeps failing. */
export function handler(task: Task, context: Context): Promise<void> {
  const { watch_id } = task;
  logger.resetKeys();
  logger.appendKeys({ watch_id });
  const now = new Date();
  const leftMs = () => context.getRemainingTimeInMillis() - TIME_TO_TELL_MS;
  const planPorts = (isTold: boolean): PlanNowPorts => ({
    ...stores,
    plan: (mesh, request, forecast) => {
      const certificate = isTold || proofMayImprove(request.voyage, forecast !== null);
      return planner.plan(mesh, request, { leftMs, forecast, certificate });
    },
  });
  const ports: CheckPorts = {
    watches: new WatchTable(dynamo, env.WATCHES_TABLE),
    routeOf: plannedRoutes(requests, documents),
    price: (rest, of) => priceRest(seas, zonePorts, rest, of, env.WAYPOINT_ADJUSTMENT_LIMIT_NM),
    plan: (request, isTold) => planNow(planPorts(isTold), request),
    keep: (request, planned, { id, requester }, key) =>
      keepRoute(
        planPorts(true),
        request,
        planned,
        { requester, idempotencyKey: `watch/${id}/${key}` },
        limits,
        now,
      ),
    tell: async (watch, event) => {
      await topic.tell(watch, event);
      const { status, was } = event;
      logger.info('watch changed', { requested_by: watch.requester, status, was });
    },
  };
  return withTransientNames(async () => {
    if ('failure' in task) {
      record('failedWatchChecks', 1);
      const reason = `New data could not be looked at: the check failed (${task.failure.Error}). It is made again with the next data.`;
      return noteFailure(ports, watch_id, { reason, began: new Date(task.began) }, now);
    }
    const isNew = (place: LatLon) => task.bounds.some((bounds) => contains(bounds, place));
    return checkWatch(ports, watch_id, isNew, now);
  });
}
