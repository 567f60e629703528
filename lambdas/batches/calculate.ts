import type { Context } from 'aws-lambda';
import { BatchBucket } from '../../lib/aws/batch-bucket.ts';
import { BatchTable } from '../../lib/aws/batch-table.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { plannerOf } from '../../lib/aws/planner-of.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { StandingSetFiles } from '../../lib/aws/standing-set-files.ts';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import {
  type CalculatePorts,
  calculateLines,
  type Progress,
  RESERVED_MS,
  type Task,
} from '../../lib/batches/calculate-lines.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';
import { StandingZones } from '../../lib/zones/standing.ts';

const env = environment(
  'BATCHES_TABLE',
  'BATCH_BUCKET',
  'MESHES_TABLE',
  'MESH_BUCKET',
  'REQUESTS_TABLE',
  'ROUTE_BUCKET',
  'ROUTE_RETENTION_DAYS',
  'WAYPOINT_DISTANCE_TOLERANCE_NM',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
  'CALCULATION_SECONDS',
);
const files = new MeshBucket(s3, env.MESH_BUCKET);
const meshes = new MeshRecords(dynamo, env.MESHES_TABLE);
const planner = plannerOf(env, files);
const stores = {
  batches: new BatchTable(dynamo, env.BATCHES_TABLE),
  files: new BatchBucket(s3, env.BATCH_BUCKET),
  standingZones: new StandingZones(new StandingSetFiles(files)),
  routes: {
    routes: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
    documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
    storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
    toleranceNm: env.WAYPOINT_DISTANCE_TOLERANCE_NM,
    retentionDays: env.ROUTE_RETENTION_DAYS,
  },
};

/** Invoked by a child of the workflow of batches, until all of its lines are answered. */
export function handler(task: Task, context: Context): Promise<Progress> {
  logger.resetKeys();
  logger.appendKeys({ batch_id: task.batch_id });
  const left = () => context.getRemainingTimeInMillis();
  const ports = {
    ...stores,
    meshById: (id: number) => meshes.byId(id),
    log: { error: (message: string, error: Error) => logger.error(message, error) },
    plan: ((mesh, request, certificate, forecast) => {
      const leftMs = () => left() - RESERVED_MS / 2;
      return planner.plan(mesh, request, { certificate, forecast, leftMs });
    }) satisfies CalculatePorts['plan'],
  };
  return withTransientNames(async () => {
    const progress = await calculateLines(ports, task, { now: () => performance.now(), leftMs: left });
    record('batchLines', progress.next - task.progress.next);
    return progress;
  });
}
