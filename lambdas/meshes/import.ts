import type { Context } from 'aws-lambda';
import { dynamo, lambda, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { FileImporter } from '../../lib/aws/file-importer.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { record } from '../../lib/aws/metrics.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { WatchChecks } from '../../lib/aws/watch-checks.ts';
import { importNewCharts } from '../../lib/meshes/import/import-charts.ts';
import { importNewMeshes, type RunPorts } from '../../lib/meshes/import/import-meshes.ts';
import type { ImportResult } from '../../lib/meshes/import/import-result.ts';
import { insertMeshes } from '../../lib/meshes/import/insert-meshes.ts';
import {
  countOutcomes,
  type ImportAnswer,
  type ListAnswer,
  type MeshCommand,
  meshCommand,
  type RemoveAnswer,
} from '../../lib/meshes/import/mesh-commands.ts';
import { MeshNews } from '../../lib/meshes/import/mesh-news.ts';
import { newestMesh } from '../../lib/meshes/newest-mesh.ts';

const { MESH_BUCKET, MESHES_TABLE, MESH_PREFIX, METADATA_PREFIX, ...env } = environment(
  'MESH_BUCKET',
  'MESHES_TABLE',
  'MESH_PREFIX',
  'METADATA_PREFIX',
  'WATCH_WORKFLOW_ARN',
  'IMPORT_FILE_FUNCTION',
  'IMPORTS_AT_ONCE',
  'CALCULATOR_MEMORY_MB',
);
/** Outcomes that say nothing new: a run may have thousands of them. */
const QUIET = new Set<ImportResult['outcome']>(['waiting', 'already stored']);
const folders = { meshPrefix: MESH_PREFIX, metadataPrefix: METADATA_PREFIX };
const files = new MeshBucket(s3, MESH_BUCKET);
const store = new MeshTable(dynamo, MESHES_TABLE, files);
const importer = new FileImporter(lambda, env.IMPORT_FILE_FUNCTION);
const checks = new WatchChecks(stepFunctions, env.WATCH_WORKFLOW_ARN);
const now = () => new Date();

/** Does what `meshCommand` describes; no event at all imports what was dropped. */
export async function handler(
  event: MeshCommand | null,
  context: Context,
): Promise<ImportAnswer | RemoveAnswer | ListAnswer> {
  logger.addContext(context);
  const command = meshCommand.parse(event ?? {});
  if ('list' in command) return store.page(command.list.limit, command.list.after);
  if ('remove' in command) return remove(command.remove);
  await store.completeCatalogue();
  const timeLeftMs = () => context.getRemainingTimeInMillis();
  const news = new MeshNews({ store, announce: (bounds) => checks.start({ bounds }) });
  const beforeDone = () => news.tell();
  const ports = {
    ...{
      files,
      store,
      now,
      timeLeftMs,
      importFile: importer.import,
      beforeDone,
      filesAtOnce: env.IMPORTS_AT_ONCE,
    },
    calculatorMemoryMb: env.CALCULATOR_MEMORY_MB,
  };
  if (!('insert' in command)) return report(importNew(ports, command), news);
  const answer = await report(insertMeshes(ports, command.insert, command), news);
  await news.tell();
  return answer;
}

/** Charts first: they are few, and of this morning. */
async function* importNew(ports: RunPorts, options: { readonly scheduled?: boolean }) {
  yield* importNewCharts({ files, importChart: importer.importChart, timeLeftMs: ports.timeLeftMs });
  yield* importNewMeshes(ports, folders, options);
}

async function remove(ids: readonly number[]): Promise<RemoveAnswer> {
  const removed = [];
  for (const id of ids) {
    const mesh = await store.remove(id, now());
    if (mesh) logger.info('mesh removed', { mesh_id: id, name: mesh.name, md5: mesh.md5 });
    removed.push(mesh && { id, name: mesh.name, md5: mesh.md5, removed: mesh.removed });
  }
  return { removed };
}

/** Logs each result at once, so that a run that is cut short has told what it did, and the sums at the end. */
async function report(imported: AsyncIterable<ImportResult>, news: MeshNews): Promise<ImportAnswer> {
  const results: ImportResult[] = [];
  for await (const result of imported) {
    log(result);
    await news.add(result);
    results.push(result);
  }
  const counts = countOutcomes(results);
  logger.info('import finished', { ...counts, ...(await recordNewest()) });
  return { results, counts };
}

function log(result: ImportResult): void {
  const message = `${result.file}: ${result.outcome}`;
  if (result.outcome === 'failed') logger.error(message, { ...result });
  else if (result.outcome === 'refused' && !result.known) logger.warn(message, { ...result });
  else logger.info(message, { ...result });
  const isNews = !QUIET.has(result.outcome) && !(result.outcome === 'refused' && result.known);
  if (isNews) record('importedFiles', 1, result.outcome);
}

/** How old the newest mesh is: an alarm can be raised when none came for hours. */
async function recordNewest(): Promise<{ newest_mesh_id?: number; newest_mesh_age_hours?: number }> {
  const newest = await newestMesh(store, now());
  if (!newest) return {};
  record('newestMeshAge', newest.ageHours);
  return { newest_mesh_id: newest.mesh.id, newest_mesh_age_hours: newest.ageHours };
}
