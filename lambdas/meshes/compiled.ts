import { meshes } from '../../lib/api/meshes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { acceptedCoding } from '../../lib/http/headers.ts';
import { MAX_CELLS_WHILE_WAITING } from '../../lib/meshes/load/load-mesh.ts';
import { loadMeshFor, meshKeyFor } from '../../lib/meshes/load/mesh-for-vehicle.ts';
import { compressedCopyOf } from '../../lib/meshes/show/compressed-copy.ts';
import { namedMesh } from '../../lib/routes/named-mesh.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET');
const stores = {
  meshes: new MeshRecords(dynamo, env.MESHES_TABLE),
  vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
};
const files = new MeshBucket(s3, env.MESH_BUCKET);
const ports = { files, log: logger, maxCells: MAX_CELLS_WHILE_WAITING };

export const handler = endpoint(meshes.compiled, async ({ parameters, query, headers, answer }) => {
  const { mesh, vehicle } = await namedMesh(stores, parameters.mesh_id, query.vehicle_type);
  const key = meshKeyFor(mesh, vehicle);
  // If it is missing or of an older format, loading it makes it.
  if ((await files.etag(key)) === null) await loadMeshFor(ports, mesh, vehicle);
  const coding = acceptedCoding(headers['accept-encoding'], ['br', 'gzip']);
  const copy = coding ? await compressedCopyOf(files, key, coding) : null;
  const link = await files.link(copy ?? key);
  if (headers.accept?.startsWith('application/json')) return answer(200, { url: link });
  return answer(302, undefined, { Location: link });
});
