import type { Topic } from 'aws-cdk-lib/aws-sns';
import { CHART_FOLDER } from '../ice-charts/chart-folder.ts';
import type { BatchWorkflow } from './batch-workflow.ts';
import type { Config } from './config.ts';
import type { HandlerId } from './functions.ts';
import type { HandlerFunction } from './handler-function.ts';
import { type Storage, vehicleMeshPrefix } from './storage.ts';
import type { WatchWorkflow } from './watch-workflow.ts';
import type { RouteWorkflow } from './workflow.ts';

/**
 * Prefixes in the mesh bucket of compiled meshes, the files from which they were made, and their GeoJSON
 * form.
 */
const compiledPrefix = 'compiled/';
const sourcePrefix = 'sources/';
const geoJsonPrefix = 'geojson/';
/** Prefix of route documents in the route bucket. */
const routePrefix = 'routes/';
/** Prefix there of the whole requests of voyages. */
const requestPrefix = 'requests/';
/** Where insert_mesh uploads files, and where the import keeps its state between runs. */
const insertedPrefix = 'inserted/';
const importStatePrefix = 'import/';
/** The catalogue of the meshes that can be selected. */
const cataloguePrefix = 'catalogue/';
/** Ice charts, and the list of them. */
const chartPrefix = 'ice-charts/';
/** All zones that stand together, as of each time. */
const standingPrefix = 'standing-zones/';
/** The files of batches in their bucket. */
const batchPrefix = 'batches/';

export interface Bindable {
  /** The function that runs a handler. */
  readonly handler: (id: HandlerId) => HandlerFunction;
  readonly storage: Storage;
  readonly workflow: RouteWorkflow;
  readonly batchWorkflow: BatchWorkflow;
  readonly watchWorkflow: WatchWorkflow;
  readonly watchTopic: Topic;
  readonly config: Config;
}

/**
 * Gives each handler access to what its code uses; handlers that share a function have what one of them needs. All
 * permissions in the stack are here, except for logs and traces.
 */
export function bindHandlers(stack: Bindable): void {
  bindVehicles(stack);
  bindZones(stack);
  bindCharts(stack);
  bindRoutes(stack);
  bindJobs(stack);
  bindCalculation(stack);
  bindBatches(stack);
  bindBatchSteps(stack);
  bindWatches(stack);
  bindWatchSteps(stack);
  bindImport(stack);
  bindMeshes(stack);
  bindLocations(stack);
  bindService(stack);
  bindPages(stack);
}

function bindVehicles({ handler, storage: { vehicles }, config }: Bindable): void {
  handler('vehicles/create').useTable('VEHICLES_TABLE', vehicles, [
    'PutItem',
    'GetItem',
    'Scan',
    'DeleteItem',
  ]);
  handler('vehicles/create').set({ VEHICLES_PER_REQUESTER: String(config.vehiclesPerRequester) });
  handler('vehicles/list').useTable('VEHICLES_TABLE', vehicles, ['Scan']);
  handler('vehicles/list-types').useTable('VEHICLES_TABLE', vehicles, ['Scan']);
  handler('vehicles/get').useTable('VEHICLES_TABLE', vehicles, ['GetItem']);
  handler('vehicles/delete').useTable('VEHICLES_TABLE', vehicles, ['DeleteItem']);
}

function bindZones({ handler, storage: { zones }, config }: Bindable): void {
  handler('zones/create').useTable('ZONES_TABLE', zones, ['PutItem', 'GetItem', 'DeleteItem'], ['by-name']);
  handler('zones/create').set({ ZONES_PER_REQUESTER: String(config.zonesPerRequester) });
  handler('zones/list').useTable('ZONES_TABLE', zones, [], ['by-name']);
  handler('zones/get').useTable('ZONES_TABLE', zones, ['GetItem']);
  handler('zones/delete').useTable('ZONES_TABLE', zones, ['DeleteItem', 'GetItem']);
}

function bindCharts({ handler, storage: { meshBucket } }: Bindable): void {
  for (const id of ['charts/create', 'charts/delete'] as const) {
    handler(id)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], chartPrefix)
      .listBucket(meshBucket);
  }
  for (const id of ['charts/list', 'charts/get'] as const) {
    handler(id).useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix).listBucket(meshBucket);
  }
}

function bindRoutes({ handler, storage, workflow, config }: Bindable): void {
  const { meshes, vehicles, zones, requests, meshBucket, routeBucket } = storage;
  bindAcceptance(handler('routes/request'), storage)
    .useTable('REQUESTS_TABLE', requests, ['GetItem', 'PutItem', 'UpdateItem'], ['similar'])
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject'], routePrefix)
    .useObjects('ROUTE_BUCKET', routeBucket, ['PutObject'], requestPrefix)
    .listBucket(routeBucket)
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow, ['StartExecution'])
    .recordMetrics()
    .set({
      WAYPOINT_DISTANCE_TOLERANCE_NM: String(config.waypointDistanceToleranceNm),
      ROUTE_RETENTION_DAYS: String(config.routeRetentionDays),
    });
  handler('routes/get')
    .useTable('REQUESTS_TABLE', requests, ['GetItem', 'UpdateItem'])
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject'], routePrefix)
    .listBucket(routeBucket)
    // A chart shows the zones and the mesh.
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject'], requestPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], standingPrefix)
    .useTable('MESHES_TABLE', meshes, ['GetItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .listBucket(meshBucket)
    .recordMetrics();
  for (const id of ['routes/evaluate', 'routes/reach', 'routes/matrix'] as const) {
    handler(id)
      .useTable('MESHES_TABLE', meshes, ['GetItem'], ['by-created'])
      .useTable('VEHICLES_TABLE', vehicles, ['GetItem'])
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], cataloguePrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix)
      .useTable('ZONES_TABLE', zones, ['GetItem'])
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], standingPrefix)
      .listBucket(meshBucket);
  }
  for (const id of ['routes/reach', 'routes/matrix'] as const) {
    handler(id).set({ WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm) });
  }
  handler('routes/recent').useTable('REQUESTS_TABLE', requests, ['GetItem', 'BatchGetItem']).recordMetrics();
}

function bindJobs({ handler, storage: { requests }, workflow, config }: Bindable): void {
  handler('jobs/get')
    .useTable('REQUESTS_TABLE', requests, ['GetItem'])
    .recordMetrics()
    .set({ STARTED_HOLD_SECONDS: String(config.startedHoldSeconds) });
  handler('jobs/cancel')
    .useTable('REQUESTS_TABLE', requests, ['GetItem', 'UpdateItem'])
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow, ['StopExecution'])
    .recordMetrics();
  handler('jobs/settle').useTable('REQUESTS_TABLE', requests, ['UpdateItem']).recordMetrics();
  handler('jobs/sweep')
    .useTable('REQUESTS_TABLE', requests, ['BatchGetItem', 'UpdateItem'], ['active'])
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow, ['StartExecution', 'ListExecutions', 'DescribeExecution'])
    .recordMetrics();
}

function bindCalculation({ handler, storage, config }: Bindable): void {
  const { meshes, requests, meshBucket, routeBucket } = storage;
  handler('jobs/calculate')
    .useTable('REQUESTS_TABLE', requests, ['GetItem', 'UpdateItem'])
    .useTable('MESHES_TABLE', meshes, ['GetItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], standingPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix)
    .listBucket(meshBucket)
    .useObjects('ROUTE_BUCKET', routeBucket, ['PutObject'], routePrefix)
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject'], requestPrefix)
    .listBucket(routeBucket)
    .recordMetrics()
    .set({
      WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm),
      CALCULATION_SECONDS: String(config.calculationSeconds),
    });
  handler('jobs/recover').useTable('REQUESTS_TABLE', requests, ['UpdateItem']).recordMetrics();
}

/** Of the operations. */
function bindBatches({ handler, storage, batchWorkflow }: Bindable): void {
  const { batches, batchBucket } = storage;
  bindAcceptance(handler('batches/create'), storage)
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'PutItem'])
    .useObjects('BATCH_BUCKET', batchBucket, ['PutObject'], batchPrefix)
    .useMachine('BATCH_WORKFLOW_ARN', batchWorkflow.stateMachine, ['StartExecution']);
  handler('batches/start')
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'UpdateItem'])
    .useObjects('BATCH_BUCKET', batchBucket, ['GetObject'], batchPrefix)
    .listBucket(batchBucket)
    .useMachine('BATCH_WORKFLOW_ARN', batchWorkflow.stateMachine, ['StartExecution']);
  handler('batches/cancel')
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'UpdateItem'])
    .useMachine('BATCH_WORKFLOW_ARN', batchWorkflow.stateMachine, ['StopExecution']);
  handler('batches/list').useTable('BATCHES_TABLE', batches, ['GetItem', 'Query'], ['by-owner']);
  handler('batches/get').useTable('BATCHES_TABLE', batches, ['GetItem', 'Query']);
  for (const id of ['batches/results', 'batches/failures'] as const) {
    handler(id)
      .useTable('BATCHES_TABLE', batches, ['GetItem', 'Query'])
      .useObjects('BATCH_BUCKET', batchBucket, ['GetObject'], batchPrefix);
  }
}

/** Of the workflow, which exists after its functions. */
function bindBatchSteps({ handler, storage, config }: Bindable): void {
  const { batches, batchBucket, meshes, meshBucket, requests, routeBucket } = storage;
  handler('batches/admit').useTable('BATCHES_TABLE', batches, ['GetItem', 'UpdateItem'], ['active']);
  bindAcceptance(handler('batches/expand'), storage)
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'PutItem', 'UpdateItem'])
    .useObjects('BATCH_BUCKET', batchBucket, ['GetObject', 'PutObject'], batchPrefix)
    .listBucket(batchBucket);
  for (const id of ['batches/calculate', 'batches/price'] as const) {
    handler(id)
      .useTable('MESHES_TABLE', meshes, ['GetItem'])
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
      .listBucket(meshBucket)
      .useObjects('BATCH_BUCKET', batchBucket, ['GetObject', 'PutObject'], batchPrefix)
      .listBucket(batchBucket)
      .set({
        WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm),
        CALCULATION_SECONDS: String(config.calculationSeconds),
      });
  }
  handler('batches/calculate')
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'PutItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], standingPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix)
    // the routes of a batch that wants them stored
    .useTable('REQUESTS_TABLE', requests, ['PutItem', 'UpdateItem'])
    .useObjects('ROUTE_BUCKET', routeBucket, ['PutObject'], routePrefix)
    .useObjects('ROUTE_BUCKET', routeBucket, ['PutObject'], requestPrefix)
    .set({
      WAYPOINT_DISTANCE_TOLERANCE_NM: String(config.waypointDistanceToleranceNm),
      ROUTE_RETENTION_DAYS: String(config.routeRetentionDays),
    })
    .recordMetrics();
  handler('batches/price').useTable('BATCHES_TABLE', batches, ['Query']);
  handler('batches/publish')
    .useTable('BATCHES_TABLE', batches, ['GetItem', 'Query', 'UpdateItem'])
    .useObjects('BATCH_BUCKET', batchBucket, ['GetObject', 'PutObject'], batchPrefix)
    .listBucket(batchBucket);
  handler('batches/settle').useTable('BATCHES_TABLE', batches, ['GetItem', 'Query', 'UpdateItem']);
}

function bindWatches({ handler, storage, watchWorkflow }: Bindable): void {
  const { watches, vehicles, requests, routeBucket } = storage;
  for (const id of ['watches/create', 'watches/follow'] as const) {
    handler(id)
      .useTable('REQUESTS_TABLE', requests, ['GetItem'])
      .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject'], routePrefix)
      .listBucket(routeBucket)
      .useMachine('WATCH_WORKFLOW_ARN', watchWorkflow.stateMachine, ['StartExecution']);
  }
  handler('watches/create').useTable(
    'WATCHES_TABLE',
    watches,
    ['GetItem', 'PutItem', 'UpdateItem'],
    ['active'],
  );
  handler('watches/follow').useTable('WATCHES_TABLE', watches, ['GetItem', 'UpdateItem']);
  handler('watches/position').useTable('WATCHES_TABLE', watches, [
    'GetItem',
    'Query',
    'UpdateItem',
    'BatchWriteItem',
  ]);
  handler('watches/end').useTable('WATCHES_TABLE', watches, ['GetItem', 'UpdateItem']);
  handler('watches/list').useTable('WATCHES_TABLE', watches, [], ['by-owner']);
  for (const id of ['watches/get', 'watches/feed', 'watches/made-good'] as const)
    handler(id).useTable('WATCHES_TABLE', watches, ['GetItem', 'Query']);
  handler('watches/made-good')
    .useTable('WATCHES_TABLE', watches, [], ['by-owner'])
    .useTable('VEHICLES_TABLE', vehicles, ['GetItem']);
}

/** Of the workflow, which exists after its functions: a check prices a route, plans one, and keeps it as that of a request. */
function bindWatchSteps({ handler, storage, watchTopic, config }: Bindable): void {
  const { watches, requests, meshBucket, routeBucket } = storage;
  handler('watches/select').useTable('WATCHES_TABLE', watches, [], ['active']);
  bindAcceptance(handler('watches/check'), storage)
    .useTable('WATCHES_TABLE', watches, ['GetItem', 'PutItem', 'UpdateItem'])
    .useTopic('WATCH_TOPIC_ARN', watchTopic)
    .useTable('REQUESTS_TABLE', requests, ['GetItem', 'PutItem', 'UpdateItem'])
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject', 'PutObject'], routePrefix)
    .useObjects('ROUTE_BUCKET', routeBucket, ['GetObject', 'PutObject'], requestPrefix)
    .listBucket(routeBucket)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .listBucket(meshBucket)
    .recordMetrics()
    .set({
      WAYPOINT_DISTANCE_TOLERANCE_NM: String(config.waypointDistanceToleranceNm),
      WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm),
      ROUTE_RETENTION_DAYS: String(config.routeRetentionDays),
      CALCULATION_SECONDS: String(config.calculationSeconds),
    });
}

/** What a request for a route is accepted with. */
function bindAcceptance(
  handler: HandlerFunction,
  { meshes, vehicles, zones, meshBucket }: Storage,
): HandlerFunction {
  return handler
    .useTable('ZONES_TABLE', zones, ['GetItem'])
    .useTable('MESHES_TABLE', meshes, ['GetItem'], ['by-created'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], cataloguePrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], standingPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix)
    .listBucket(meshBucket)
    .useTable('VEHICLES_TABLE', vehicles, ['GetItem']);
}

function bindImport({ handler, storage: { meshes, meshBucket }, watchWorkflow, config }: Bindable): void {
  for (const id of ['meshes/import', 'meshes/import-file'] as const) {
    handler(id)
      .useTable('MESHES_TABLE', meshes, ['GetItem', 'PutItem', 'UpdateItem'], ['by-created'])
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], cataloguePrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], config.meshPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
      .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], sourcePrefix)
      .listBucket(meshBucket)
      .set({ CALCULATOR_MEMORY_MB: String(config.calculatorMemoryMb) });
  }
  handler('meshes/import-file')
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], CHART_FOLDER)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], chartPrefix);
  handler('meshes/import')
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], config.metadataPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], insertedPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], importStatePrefix)
    .useFunction('IMPORT_FILE_FUNCTION', handler('meshes/import-file'))
    .useMachine('WATCH_WORKFLOW_ARN', watchWorkflow.stateMachine, ['StartExecution'])
    .recordMetrics()
    .set({
      MESH_PREFIX: config.meshPrefix,
      METADATA_PREFIX: config.metadataPrefix,
      IMPORTS_AT_ONCE: String(config.importsAtOnce),
    });
}

/**
 * With `ListBucket`, a missing object differs from a forbidden one; links are signed with the function's
 * permissions.
 */
function bindMeshes({ handler, storage: { meshes, vehicles, meshBucket } }: Bindable): void {
  handler('meshes/list')
    .useTable('MESHES_TABLE', meshes, [], ['by-created'])
    .useTable('VEHICLES_TABLE', vehicles, ['GetItem']);
  handler('meshes/compiled')
    .useTable('MESHES_TABLE', meshes, ['GetItem'])
    .useTable('VEHICLES_TABLE', vehicles, ['GetItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], compiledPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], chartPrefix)
    .listBucket(meshBucket);
  handler('meshes/get')
    .useTable('MESHES_TABLE', meshes, ['GetItem'])
    .useTable('VEHICLES_TABLE', vehicles, ['GetItem'])
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject'], sourcePrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], geoJsonPrefix)
    .useObjects('MESH_BUCKET', meshBucket, ['GetObject', 'PutObject'], vehicleMeshPrefix)
    .listBucket(meshBucket);
}

function bindLocations({ handler, config }: Bindable): void {
  for (const id of ['locations/list', 'locations/get'] as const) {
    handler(id).set({ LOCATIONS: JSON.stringify(config.locations) });
  }
}

/** Descriptions only: they show the health of the stack without access to its data. */
function bindService({ handler, storage, workflow }: Bindable): void {
  const { vehicles, zones, meshes, requests, meshBucket, routeBucket } = storage;
  handler('service/health')
    .useTable('ZONES_TABLE', zones, ['DescribeTable'])
    .useTable('VEHICLES_TABLE', vehicles, ['DescribeTable'])
    .useTable('MESHES_TABLE', meshes, ['DescribeTable'], ['by-created'])
    .useTable('REQUESTS_TABLE', requests, ['DescribeTable'])
    .listBucket(meshBucket)
    .listBucket(routeBucket)
    .set({ MESH_BUCKET: meshBucket.bucketName, ROUTE_BUCKET: routeBucket.bucketName })
    .useWorkflow('ROUTE_WORKFLOW_ARN', workflow, ['DescribeStateMachine']);
}

/**
 * The map page needs only the names of the buckets, so that its security policy allows reading from them through
 * links.
 */
function bindPages({ handler, storage: { meshBucket, batchBucket }, config }: Bindable): void {
  handler('schema/page').set({ AUTH: config.auth });
  handler('console/get').set({
    MESH_BUCKET: meshBucket.bucketName,
    BATCH_BUCKET: batchBucket.bucketName,
    AUTH: config.auth,
    WAYPOINT_ADJUSTMENT_LIMIT_NM: String(config.waypointAdjustmentLimitNm),
    MESH_ALARM_HOURS: String(config.meshAlarmHours),
  });
}
