import { basename } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { Command } from 'commander';
import { MeshBucket } from '../aws/mesh-bucket.ts';
import { ChartStore } from '../ice-charts/chart-store.ts';
import { ChartError } from '../ice-charts/errors.ts';
import { storeChart } from '../ice-charts/store-chart.ts';
import { MAX_DROPPED_BYTES } from '../meshes/import/import-chart.ts';
import { CommandFailed } from './run-command.ts';
import { accessStack, addStackOptions, type StackOptions } from './stack-outputs.ts';
import { readBytes } from './text-file.ts';

interface Options extends StackOptions {
  readonly referenceTime?: string;
}

/** `insert_ice_chart FILE…` */
export function insertIceChartCommand(): Command {
  const command = new Command('insert_ice_chart')
    .description(
      'Stores ice charts, also those that are too large for POST /api/ice_chart, and prints a line for each.',
    )
    .argument('<files...>', 'S-411 (GML) or zipped SIGRID-3, up to 50 MB')
    .option(
      '--reference-time <time>',
      'when the ice was as it is drawn, where neither the chart nor its name says it',
    )
    .addHelpText('after', '\nExits with 1 if any file was refused.')
    .action(insertCharts);
  return addStackOptions(command);
}

async function insertCharts(files: string[], options: Options): Promise<void> {
  const { clientConfig, meshBucket } = await accessStack(options);
  const client = new S3Client({
    ...clientConfig,
    forcePathStyle: clientConfig.endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const store = new ChartStore(new MeshBucket(client, meshBucket));
  try {
    for (const file of files) console.log(`${file}: ${await insertChart(store, file, options)}`);
  } finally {
    client.destroy();
  }
}

async function insertChart(store: ChartStore, file: string, options: Options): Promise<string> {
  try {
    const bytes = await readBytes(file);
    if (bytes.length > MAX_DROPPED_BYTES)
      throw new CommandFailed(`it has ${Math.ceil(bytes.length / 1e6)} MB, at most 50 are read`);
    const { summary, isNew } = await storeChart(
      store,
      bytes,
      { fileName: basename(file), referenceTime: options.referenceTime ?? null },
      null,
      new Date(),
    );
    const { id, areas, info } = summary;
    return [`${isNew ? 'stored' : 'already stored'} as ${id}, ${areas} areas`, ...info].join('. ');
  } catch (error) {
    if (!(error instanceof ChartError || error instanceof CommandFailed)) throw error;
    process.exitCode = 1;
    return `refused: ${error.message}`;
  }
}
