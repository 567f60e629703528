import type { Context } from 'aws-lambda';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteDocumentBucket } from '../../lib/aws/route-document-bucket.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { StandingSetFiles } from '../../lib/aws/standing-set-files.ts';
import { StoredRequestBucket } from '../../lib/aws/stored-request-bucket.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import type { WorkflowState } from '../../lib/jobs/route-workflow.ts';
import { withTransientName } from '../../lib/jobs/transient-failures.ts';
import { MeshCache } from '../../lib/meshes/load/mesh-cache.ts';
import { loadMeshFor, meshKeyFor } from '../../lib/meshes/load/mesh-for-vehicle.ts';
import { type CalculatePorts, calculateRoute } from '../../lib/routes/calculate-route.ts';
import { CalculationTooLong, calculationBudgetMs, planWithin } from '../../lib/routes/calculation-budget.ts';
import { planVoyage } from '../../lib/voyage/plan-voyage.ts';
import { vehicleUnderWay } from '../../lib/voyage/speeds/speed-step.ts';
import { stopsOf } from '../../lib/voyage/voyage-request.ts';
import type { VoyagePlan } from '../../lib/voyage/voyage-route.ts';
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

let openMeshes = new MeshCache();
const files = new MeshBucket(s3, env.MESH_BUCKET);
const loadPorts = { files, log: logger };
const charts = new ChartStore(files);
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
  const plan: CalculatePorts['plan'] = async (meshRecord, request, requestedAt) => {
    const begun = Date.now();
    if (isFirst(state)) record('queueTime', begun - Date.parse(requestedAt));
    const vehicle = vehicleUnderWay(request.vehicle, request.voyage);
    const chartId = request.voyage?.ice_chart;
    const chart = chartId ? { id: chartId, read: () => charts.chart(chartId) } : null;
    const mesh = await openMeshes.open(meshKeyFor(meshRecord, vehicle, chart), meshRecord.cellCount, () =>
      loadMeshFor(loadPorts, meshRecord, vehicle, chart),
    );
    const legs = 1 + stopsOf(request.voyage).length;
    const budgetMs = Math.min(
      calculationBudgetMs(1000 * env.CALCULATION_SECONDS, meshRecord.cellCount, legs),
      context.getRemainingTimeInMillis() - TIME_TO_STORE_MS,
    );
    const options = { adjustmentLimitNm: env.WAYPOINT_ADJUSTMENT_LIMIT_NM, certificate: true };
    let planned: VoyagePlan;
    try {
      planned = planWithin(budgetMs, (timeBudgetMs) =>
        planVoyage(mesh, request, { ...options, timeBudgetMs }),
      );
    } catch (error) {
      // what was being worked out on the mesh may be half there
      if (error instanceof CalculationTooLong) openMeshes = new MeshCache();
      throw error;
    }
    record('calculationTime', Date.now() - begun);
    return { plan: planned, mesh: planned.mesh ?? mesh };
  };
  try {
    await calculateRoute({ ...stores, plan }, state);
  } catch (error) {
    throw withTransientName(error as Error);
  }
}

/** Whether this is the first calculation of its job. */
const isFirst = ({ mesh_position, attempt }: WorkflowState): boolean => mesh_position === 0 && attempt === 1;
