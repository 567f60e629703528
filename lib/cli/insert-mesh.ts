import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Command, InvalidArgumentError } from 'commander';
import { type ImportResult, resultOfError } from '../meshes/import/import-result.ts';
import { readTimeOrDay } from '../time/read-time.ts';
import { invokeImport, needsAttention, resultLine } from './import-function.ts';
import { withProgress } from './progress.ts';
import { readMeshFile } from './read-mesh-file.ts';
import { accessStack, addStackOptions, type StackAccess, type StackOptions } from './stack-outputs.ts';

interface InsertOptions {
  readonly created?: string;
  readonly restore?: boolean;
}

/** `insert_mesh FILE…` */
export function insertMeshCommand(): Command {
  const command = new Command('insert_mesh')
    .description('Inserts vessel and environment meshes into the service, and prints one line for each file.')
    .argument('<files...>', 'mesh files, .json or .json.gz')
    .option(
      '--created <date>',
      'when the meshes were made, such as 2024-02-14 or 2024-02-14T05:05:00Z (default: the last day of their data, or now)',
      parseDate,
    )
    .option('--restore', 'bring back meshes that were removed')
    .addHelpText('after', '\nExits with 1 if any file was refused or could not be inserted.')
    .action(async (files: string[], options: StackOptions & InsertOptions) => {
      const stack = await accessStack(options);
      for (const file of files) {
        const result = await withProgress(file, insertFile(stack, file, options));
        console.log(resultLine({ ...result, file }));
        if (needsAttention(result) || result.outcome === 'removed') process.exitCode = 1;
      }
    });
  return addStackOptions(command);
}

function parseDate(text: string): string {
  const time = readTimeOrDay(text);
  if (time) return time.toISOString();
  throw new InvalidArgumentError('Expected an ISO 8601 date such as 2024-02-14 or 2024-02-14T05:05:00Z.');
}

/** A file that is not a mesh is refused here, before anything is uploaded. */
async function insertFile(
  stack: StackAccess,
  file: string,
  { created, restore }: InsertOptions,
): Promise<ImportResult> {
  try {
    const { md5, isGzip, mesh } = await readMeshFile(file);
    mesh();
    const name = basename(file)
      .replace(/\.gz$/, '')
      .replace(/[^\w.-]/g, '_');
    const key = `inserted/${md5}/${name}.gz`;
    await upload(stack, key, isGzip ? await readFile(file) : await gzipped(file));
    const { results } = await invokeImport(stack, {
      insert: [key],
      ...(created && { created }),
      ...(restore && { restore }),
    });
    return results[0]!;
  } catch (error) {
    return resultOfError(file, error);
  }
}

const gzipped = (file: string): Promise<Uint8Array> => buffer(createReadStream(file).pipe(createGzip()));

async function upload(
  { meshBucket, clientConfig }: StackAccess,
  key: string,
  body: Uint8Array,
): Promise<void> {
  const client = new S3Client({
    ...clientConfig,
    forcePathStyle: clientConfig.endpoint !== undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  try {
    await client.send(new PutObjectCommand({ Bucket: meshBucket, Key: key, Body: body }));
  } finally {
    client.destroy();
  }
}
