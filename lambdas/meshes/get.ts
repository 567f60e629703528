import { GzippedJson } from '../../lib/api/content.ts';
import { meshes } from '../../lib/api/meshes.ts';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshRecords } from '../../lib/aws/mesh-records.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { VehicleTable } from '../../lib/aws/vehicle-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { MAX_BODY_BYTES } from '../../lib/http/replies.ts';
import { viewMesh } from '../../lib/meshes/show/mesh-view.ts';
import { namedMesh } from '../../lib/routes/named-mesh.ts';

const env = environment('MESHES_TABLE', 'VEHICLES_TABLE', 'MESH_BUCKET');
const stores = {
  meshes: new MeshRecords(dynamo, env.MESHES_TABLE),
  vehicles: new VehicleTable(dynamo, env.VEHICLES_TABLE),
};
const files = new MeshBucket(s3, env.MESH_BUCKET);

export const handler = endpoint(meshes.get, async ({ parameters, query, acceptsGzip, answer }) => {
  const { mesh, vehicle } = await namedMesh(stores, parameters.mesh_id, query.vehicle_type);
  const view = await viewMesh(files, mesh, vehicle, { acceptsGzip, maxBytes: MAX_BODY_BYTES });
  if ('document' in view) return answer(200, new GzippedJson(view.document));
  return answer(200, {
    id: mesh.id,
    json_url: await files.link(view.jsonKey),
    ...(view.geoJsonKey === null
      ? { info: `Mesh ${mesh.id} is too large for GeoJSON: ${mesh.cellCount} cells.` }
      : { geojson_url: await files.link(view.geoJsonKey) }),
  });
});
