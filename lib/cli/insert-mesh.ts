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
      let group: Looked[] = [];
      const insert = async () => {
        for (const result of await insertGroup(stack, group, options)) {
          console.log(resultLine(result));
          if (needsAttention(result) || result.outcome === 'removed') process.exitCode = 1;
        }
        group = [];
      };
      for (const file of files) {
        const looked = await withProgress(file, uploadFile(stack, file));
        const bytes = group.reduce((sum, each) => sum + each.bytes, looked.bytes);
        if (group.length === GROUP.files || bytes > GROUP.bytes) await insert();
        group.push(looked);
      }
      await insert();
    });
  return addStackOptions(command);
}

function parseDate(text: string): string {
  const time = readTimeOrDay(text);
  if (time) return time.toISOString();
  throw new InvalidArgumentError('Expected an ISO 8601 date such as 2024-02-14 or 2024-02-14T05:05:00Z.');
}

/** Files that one run of the import inserts, which tells those that watch once of all; it has a quarter of an hour for them. */
const GROUP = { files: 100, bytes: 100e6 };

/** A file that was uploaded, or why it was not. */
interface Looked {
  readonly file: string;
  readonly bytes: number;
  readonly key?: string;
  readonly result?: ImportResult;
}

/** A file that is not a mesh is refused here, before anything is uploaded. */
async function uploadFile(stack: StackAccess, file: string): Promise<Looked> {
  try {
    const { md5, isGzip, mesh } = await readMeshFile(file);
    mesh();
    const name = basename(file)
      .replace(/\.gz$/, '')
      .replace(/[^\w.-]/g, '_');
    const key = `inserted/${md5}/${name}.gz`;
    const body = isGzip ? await readFile(file) : await gzipped(file);
    await upload(stack, key, body);
    return { file, bytes: body.byteLength, key };
  } catch (error) {
    return { file, bytes: 0, result: resultOfError(file, error) };
  }
}

/** The results in the order of the files. */
async function insertGroup(
  stack: StackAccess,
  group: readonly Looked[],
  { created, restore }: InsertOptions,
): Promise<ImportResult[]> {
  const keys = group.flatMap(({ key }) => key ?? []);
  const command = { insert: keys, ...(created && { created }), ...(restore && { restore }) };
  let inserted: readonly ImportResult[] = [];
  let failed: unknown;
  try {
    if (keys.length > 0) inserted = (await invokeImport(stack, command)).results;
  } catch (error) {
    failed = error;
  }
  const results = inserted.values();
  return group.map(({ file, result }) => ({
    ...(result ?? results.next().value ?? resultOfError(file, failed)),
    file,
  }));
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
