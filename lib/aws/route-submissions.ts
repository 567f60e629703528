/** Requests for routes, as the handlers that take them submit them. */
import { ChartStore } from '../ice-charts/chart-store.ts';
import { type Caller, type RequestedRoute, requestRoute } from '../routes/request-route.ts';
import type { SentRequest } from '../routes/route-request.ts';
import { ClaimTable, JOBS } from './claim-table.ts';
import { dynamo, stepFunctions } from './clients.ts';
import { logger } from './logger.ts';
import { MeshBucket } from './mesh-bucket.ts';
import { MeshTable } from './mesh-table.ts';
import { jobLog, record } from './metrics.ts';
import { RequestTable } from './request-table.ts';
import { RouteDocumentBucket } from './route-document-bucket.ts';
import { RouteExecutions } from './route-executions.ts';
import { s3 } from './s3-client.ts';
import { zonesOf } from './seas.ts';
import { StoredRequestBucket } from './stored-request-bucket.ts';
import { VehicleTable } from './vehicle-table.ts';

interface Environment {
  readonly MESHES_TABLE: string;
  readonly REQUESTS_TABLE: string;
  readonly VEHICLES_TABLE: string;
  readonly ZONES_TABLE: string;
  readonly MESH_BUCKET: string;
  readonly ROUTE_BUCKET: string;
  readonly ROUTE_WORKFLOW_ARN: string;
  readonly WAYPOINT_DISTANCE_TOLERANCE_NM: number;
  readonly ROUTE_RETENTION_DAYS: number;
}

export function routeSubmissions(env: Environment) {
  const requests = new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog);
  const meshBucket = new MeshBucket(s3, env.MESH_BUCKET);
  const ports = {
    ...zonesOf(env, meshBucket),
    jobs: requests,
    routes: requests,
    claims: new ClaimTable(dynamo, env.REQUESTS_TABLE, JOBS),
    meshes: new MeshTable(dynamo, env.MESHES_TABLE, meshBucket),
    vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
    charts: new ChartStore(meshBucket),
    documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
    storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
    workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
  };
  const limits = {
    toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
    retentionDays: env.ROUTE_RETENTION_DAYS,
  };
  /** With one line, by which an operator finds the request again. @throws what requestRoute throws */
  const submit = async (request: SentRequest, caller: Caller): Promise<RequestedRoute> => {
    const requested = await requestRoute(ports, request, caller, limits, new Date());
    const { outcome, job } = requested;
    record('submissions', 1, outcome);
    const { start_lat, start_lon, end_lat, end_lon, vehicle_type, voyage, continues } = request;
    const stops = (voyage?.stops ?? []).map(({ lat, lon }) => [lat, lon]);
    logger.info('submission', {
      outcome,
      job_id: job.id,
      route_id: job.routeId,
      requester: caller.requester,
      vehicle_type,
      start: [start_lat, start_lon],
      end: [end_lat, end_lon],
      stops,
      ...(continues && { continues: continues.routeId }),
    });
    return requested;
  };
  return { ports, submit };
}
