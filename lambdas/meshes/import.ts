import type { Context } from 'aws-lambda';
import { dynamo, s3 } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { importNewMeshes, insertMeshes } from '../../lib/meshes/import-meshes.ts';
import type { ImportResult } from '../../lib/meshes/import-result.ts';

const { MESH_BUCKET, MESHES_TABLE, MESH_PREFIX, METADATA_PREFIX } = environment(
  'MESH_BUCKET',
  'MESHES_TABLE',
  'MESH_PREFIX',
  'METADATA_PREFIX',
);
const folders = { meshPrefix: MESH_PREFIX, metadataPrefix: METADATA_PREFIX };
const ports = {
  files: new MeshBucket(s3, MESH_BUCKET),
  store: new MeshTable(dynamo, MESHES_TABLE),
  now: () => new Date(),
};

/** `{"insert": ["key", …]}` inserts these objects of the mesh bucket; any other event imports what was dropped. */
export async function handler(
  event: { insert?: readonly string[] } | null,
  context: Context,
): Promise<{ results: ImportResult[] }> {
  logger.addContext(context);
  const imported = event?.insert ? insertMeshes(ports, event.insert) : importNewMeshes(ports, folders);
  const results: ImportResult[] = [];
  for await (const result of imported) {
    log(result);
    results.push(result);
  }
  return { results };
}

/** One line per file, at once: a run that is cut short has told what it did. */
function log(result: ImportResult): void {
  const message = `${result.file}: ${result.outcome}`;
  if (result.outcome === 'failed') logger.error(message, { ...result });
  else if (result.outcome === 'refused') logger.warn(message, { ...result });
  else logger.info(message, { ...result });
}
