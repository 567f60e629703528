import type { Context } from 'aws-lambda';
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
import type { WorkflowState } from '../../lib/jobs/route-workflow.ts';
import { withTransientNames } from '../../lib/jobs/transient-failures.ts';
import { type CalculatePorts, calculateRoute } from '../../lib/routes/calculate-route.ts';
import { StandingZones } from '../../lib/zones/standing.ts';

const env = environment(
  'REQUESTS_TABLE',
  'MESHES_TABLE',
  'MESH_BUCKET',
  'ROUTE_BUCKET',
  'WAYPOINT_ADJUSTMENT_LIMIT_NM',
  'CALCULATION_SECONDS',
);
/** Kept back of the Lambda's time limit, to store the route. */
const TIME_TO_STORE_MS = 60_000;

const files = new MeshBucket(s3, env.MESH_BUCKET);
const planner = plannerOf(env, files);
const stores = {
  jobs: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
  meshes: new MeshRecords(dynamo, env.MESHES_TABLE),
  documents: new RouteDocumentBucket(s3, env.ROUTE_BUCKET),
  storedRequests: new StoredRequestBucket(s3, env.ROUTE_BUCKET),
  standingZones: new StandingZones(new StandingSetFiles(files)),
};

/** Invoked by the workflow. The name of an error decides what it does next (lib/jobs/recovery.ts). */
export async function handler(state: WorkflowState, context: Context): Promise<void> {
  logger.resetKeys();
  logger.appendKeys({ job_id: state.job_id });
  const plan: CalculatePorts['plan'] = async (meshRecord, request, requestedAt, forecast) => {
    const begun = Date.now();
    if (isFirst(state)) record('queueTime', begun - Date.parse(requestedAt));
    const leftMs = () => context.getRemainingTimeInMillis() - TIME_TO_STORE_MS;
    const planned = await planner.plan(meshRecord, request, { leftMs, certificate: true, forecast });
    record('calculationTime', Date.now() - begun);
    return planned;
  };
  await withTransientNames(() => calculateRoute({ ...stores, plan }, state));
}

/** Whether this is the first calculation of its job. */
const isFirst = ({ mesh_position, attempt }: WorkflowState): boolean => mesh_position === 0 && attempt === 1;
