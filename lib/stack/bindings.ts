import type { Config } from './config.ts';
import type { Handler } from './handler.ts';
import type { Storage } from './storage.ts';
import type { RouteWorkflow } from './workflow.ts';

/** Where the service keeps compiled meshes, and the files that they were made from, in the mesh bucket. */
const compiledPrefix = 'compiled/';
const sourcePrefix = 'sources/';

export interface Bindable {
  readonly handler: (id: string) => Handler;
  readonly storage: Storage;
  readonly workflow: RouteWorkflow;
  readonly config: Config;
}

/** Gives each handler what its code uses: every permission in the stack that is not log or trace is here. */
export function bindHandlers(stack: Bindable): void {
  bindVehicles(stack);
  bindRoutes(stack);
  bindJobs(stack);
  bindCalculation(stack);
  bindImport(stack);
  bindService(stack);
  bindConsole(stack);
}

function bindVehicles({ handler, storage: { vehicles } }: Bindable): void {
  handler('vehicles/create').useTable('VEHICLES_TABLE', vehicles, ['PutItem', 'GetItem', 'Scan']);
  handler('vehicles/list').useTable('VEHICLES_TABLE', vehicles, ['Scan']);
  handler('vehicles/list-types').useTable('VEHICLES_TABLE', vehicles, ['Scan']);
  handler('vehicles/get').useTable('VEHICLES_TABLE', vehicles, ['GetItem']);
  handler('vehicles/delete').useTable('VEHICLES_TABLE', vehicles, ['DeleteItem']);
}

function bindRoutes({ handler, storage, workflow, config }: Bindable): void {
  const { meshes, routes, jobs, routeBucket } = storage;
  handler('routes/request')
    .useTable('MESHES_TABLE', meshes, ['GetItem'], ['by-rank'])
    .useTable('ROUTES_TABLE', routes, ['GetItem', 'PutItem', 'UpdateItem'], ['by-start-cell'])
    .useTable('JOBS_TABLE', jobs, ['GetItem', 'PutItem', 'UpdateItem', 'BatchGetItem'])
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow.stateMachine, ['StartExecution'])
    .set({
      WAYPOINT_DISTANCE_TOLERANCE_NM: String(config.waypointDistanceToleranceNm),
      ROUTE_RETENTION_DAYS: String(config.routeRetentionDays),
    });
  handler('routes/get')
    .useTable('ROUTES_TABLE', routes, ['GetItem'])
    .useTable('JOBS_TABLE', jobs, ['GetItem'])
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject']);
}

function bindJobs({ handler, storage: { jobs, routes }, workflow: { stateMachine } }: Bindable): void {
  handler('jobs/get')
    .useTable('JOBS_TABLE', jobs, ['GetItem', 'PutItem', 'UpdateItem'])
    .useTable('ROUTES_TABLE', routes, ['PutItem'])
    .useWorkflow('ROUTE_WORKFLOW_ARN', stateMachine, ['StartExecution', 'DescribeExecution']);
  handler('jobs/cancel')
    .useTable('JOBS_TABLE', jobs, ['GetItem', 'UpdateItem'])
    .useWorkflow('ROUTE_WORKFLOW_ARN', stateMachine, ['StopExecution']);
}

function bindCalculation({ handler, storage, config }: Bindable): void {
  const { meshes, routes, jobs, meshBucket, routeBucket } = storage;
  handler('jobs/calculate')
    .useTable('JOBS_TABLE', jobs, ['GetItem', 'UpdateItem'])
    .useTable('ROUTES_TABLE', routes, ['UpdateItem'])
    .useTable('MESHES_TABLE', meshes, ['GetItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .listBucket(meshBucket)
    .useObjects('ROUTE_BUCKET', routeBucket, ['PutObject'])
    .set({ WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm) });
  handler('jobs/recover').useTable('JOBS_TABLE', jobs, ['UpdateItem']);
  handler('jobs/settle').useTable('JOBS_TABLE', jobs, ['UpdateItem']);
}

function bindImport({ handler, storage: { meshes, meshBucket }, config }: Bindable): void {
  handler('meshes/import')
    .useTable('MESHES_TABLE', meshes, ['GetItem', 'PutItem', 'UpdateItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'])
    .useObjects('MESH_BUCKET', meshBucket, ['PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['PutObject'], sourcePrefix)
    .listBucket(meshBucket)
    .set({ MESH_PREFIX: config.meshPrefix, METADATA_PREFIX: config.metadataPrefix });
}

/** Descriptions only: the health of the stack can be read without reading its data. */
function bindService({ handler, storage, workflow }: Bindable): void {
  const { vehicles, meshes, routes, jobs, meshBucket, routeBucket } = storage;
  handler('service/health')
    .useTable('VEHICLES_TABLE', vehicles, ['DescribeTable'])
    .useTable('MESHES_TABLE', meshes, ['DescribeTable'], ['by-created'])
    .useTable('ROUTES_TABLE', routes, ['DescribeTable'])
    .useTable('JOBS_TABLE', jobs, ['DescribeTable'])
    .listBucket(meshBucket)
    .listBucket(routeBucket)
    .set({ MESH_BUCKET: meshBucket.bucketName, ROUTE_BUCKET: routeBucket.bucketName })
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow.stateMachine, ['DescribeStateMachine']);
}

/** The page needs the name of the bucket only, which its security policy lets it read through links. */
function bindConsole({ handler, storage: { meshBucket }, config }: Bindable): void {
  handler('console/get').set({
    MESH_BUCKET: meshBucket.bucketName,
    AUTH: config.auth,
    WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm),
  });
}
