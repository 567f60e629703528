import { MediaContent } from '../../lib/api/content.ts';
import { reach } from '../../lib/api/reach.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { linkIfLarge } from '../../lib/http/link-if-large.ts';
import { MAX_CELLS_WHILE_WAITING } from '../../lib/meshes/load/load-mesh.ts';
import { MeshCache } from '../../lib/meshes/load/mesh-cache.ts';
import { loadMeshFor, meshKeyFor } from '../../lib/meshes/load/mesh-for-vehicle.ts';
import { chooseMeshes } from '../../lib/routes/choose-meshes.ts';
import { MeshNotFound } from '../../lib/routes/errors.ts';
import { getVehicle } from '../../lib/vehicles/vehicles.ts';
import { reachGeoJson } from '../../lib/voyage/reach/reach-geojson.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET', 'WAYPOINT_ADJUSTMENT_LIMIT_NM');
/** So that the answer comes before API Gateway's timeout. */
const TIME_BUDGET_MS = 25_000;

const files = new MeshBucket(s3, env.MESH_BUCKET);
const meshes = new MeshTable(dynamo, env.MESHES_TABLE, files);
const vehicles = new VehicleTable(dynamo, env.VEHICLES_TABLE);
const loadPorts = { files, log: logger, maxCells: MAX_CELLS_WHILE_WAITING };
const openMeshes = new MeshCache();

export const handler = endpoint(reach, async ({ body, headers, answer }) => {
  const over = performance.now() + TIME_BUDGET_MS;
  const vehicle = body.vehicle_type ? await getVehicle(vehicles, body.vehicle_type) : null;
  const points = [
    ...body.origins.map(({ lat, lon }, k) => ({ what: `origin ${k + 1}`, lat, lon })),
    ...(body.destination ? [{ what: 'destination', ...body.destination }] : []),
  ];
  const [meshId] = await chooseMeshes(meshes, { meshId: body.mesh_id, points, vehicle });
  const record = await meshes.byId(meshId!);
  if (!record) throw new MeshNotFound(meshId!);
  const mesh = await openMeshes.open(meshKeyFor(record, vehicle), record.cellCount, () =>
    loadMeshFor(loadPorts, record, vehicle),
  );
  const isOver = () => performance.now() > over;
  const collection = reachGeoJson(mesh, body, env.WAYPOINT_ADJUSTMENT_LIMIT_NM, isOver);
  if (headers.accept?.includes('image/svg+xml')) {
    // imported here because the world map is large and other requests do not need it
    const { drawReachChart } = await import('../../lib/chart/reach-chart.ts');
    return answer(200, new MediaContent('image/svg+xml', drawReachChart(collection, body.origins)));
  }
  return answer(200, await linkIfLarge(files, collection));
});
