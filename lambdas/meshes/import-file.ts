import type { Context } from 'aws-lambda';
import { dynamo } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import type { FileAnswer } from '../../lib/aws/file-importer.ts';
import { logger } from '../../lib/aws/logger.ts';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { MeshTable } from '../../lib/aws/mesh-table.ts';
import { s3 } from '../../lib/aws/s3-client.ts';
import { chartToImport, importChart } from '../../lib/meshes/import/import-chart.ts';
import { fileToImport, importFile } from '../../lib/meshes/import/import-file.ts';
import { MeshRefused } from '../../lib/meshes/mesh-refused.ts';

const env = environment('MESH_BUCKET', 'MESHES_TABLE', 'CALCULATOR_MEMORY_MB');
const files = new MeshBucket(s3, env.MESH_BUCKET);
const store = new MeshTable(dynamo, env.MESHES_TABLE, files);
const ports = { files, store, now: () => new Date(), calculatorMemoryMb: env.CALCULATOR_MEMORY_MB };

/** Invoked by `meshes/import`, which logs the outcome. */
export async function handler(event: unknown, context: Context): Promise<FileAnswer> {
  logger.addContext(context);
  const chart = chartToImport.safeParse(event).data?.chart;
  try {
    if (chart !== undefined) {
      logger.info(`${chart}: begun`, { key: chart });
      return await importChart(files, chart, ports.now());
    }
    const file = fileToImport.parse(event);
    logger.info(`${file.name}: begun`, { key: file.key });
    return await importFile(ports, file);
  } catch (error) {
    if (error instanceof MeshRefused) return { refused: error.reasons };
    throw error;
  }
}
