import { meshes } from '../../lib/api/meshes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HttpError } from '../../lib/http/errors.ts';
import { acceptedCoding } from '../../lib/http/headers.ts';
import { ChartStore } from '../../lib/ice-charts/chart-store.ts';
import { MAX_CELLS_WHILE_WAITING } from '../../lib/meshes/load/load-mesh.ts';
import { loadMeshFor, meshKeyFor } from '../../lib/meshes/load/mesh-for-vehicle.ts';
import type { MeshRecord } from '../../lib/meshes/mesh-record.ts';
import { compressedCopyOf } from '../../lib/meshes/show/compressed-copy.ts';
import { namedMesh } from '../../lib/routes/named-mesh.ts';
import type { Vehicle } from '../../lib/vehicles/vehicle.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET');
const stores = {
  meshes: new MeshRecords(dynamo, env.MESHES_TABLE),
  vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
};
const files = new MeshBucket(s3, env.MESH_BUCKET);
const charts = new ChartStore(files);
const ports = { files, log: logger, maxCells: MAX_CELLS_WHILE_WAITING };

export const handler = endpoint(meshes.compiled, async ({ parameters, query, headers, answer }) => {
  const { mesh, vehicle } = await namedMesh(stores, parameters.mesh_id, query.vehicle_type);
  const chart = await chartFor(query.ice_chart, mesh, vehicle);
  const key = meshKeyFor(mesh, vehicle, chart);
  // If it is missing or of an older format, loading it makes it.
  if ((await files.etag(key)) === null) await loadMeshFor(ports, mesh, vehicle, chart);
  const coding = acceptedCoding(headers['accept-encoding'], ['br', 'gzip']);
  const copy = coding ? await compressedCopyOf(files, key, coding) : null;
  const link = await files.link(copy ?? key);
  if (headers.accept?.startsWith('application/json')) return answer(200, { url: link });
  return answer(302, undefined, { Location: link });
});

async function chartFor(id: string | undefined, mesh: MeshRecord, vehicle: Vehicle | null) {
  if (id === undefined) return null;
  if (!vehicle)
    throw new HttpError(400, 'ice_chart can only be combined with vehicle_type: name the vehicle.');
  if (mesh.kind === 'vessel')
    throw new HttpError(400, `ice_chart needs an environment mesh, and mesh ${mesh.id} is none.`);
  await charts.find(id);
  return { id, read: () => charts.chart(id) };
}
