import { meshes } from '../../lib/api/meshes.ts';
import { dynamo, s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { compiledKeyOf } from '../../lib/meshes/compiled-key.ts';
import { loadMesh } from '../../lib/meshes/load-mesh.ts';
import { MeshNotFound } from '../../lib/routes/errors.ts';

const env = environment('MESHES_TABLE', 'MESH_BUCKET');
const table = new MeshTable(dynamo, env.MESHES_TABLE);
const files = new MeshBucket(s3, env.MESH_BUCKET);

export const handler = endpoint(meshes.compiled, async ({ parameters, headers, answer }) => {
  const mesh = await table.byId(parameters.mesh_id);
  if (!mesh) throw new MeshNotFound(parameters.mesh_id);
  const key = compiledKeyOf(mesh.md5);
  // Lost, or of an older format: loading makes it again.
  if ((await files.etag(key)) === null) await loadMesh({ files, log: logger }, mesh);
  const link = await files.link(key);
  if (headers.accept?.startsWith('application/json')) return answer(200, { url: link });
  return answer(302, undefined, { Location: link });
});
