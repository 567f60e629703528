import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Command } from 'commander';
import { type ImportResult, resultOfError } from '../meshes/import-result.ts';
import { parseMesh } from '../meshes/parse-mesh.ts';
import { invokeImport, needsAttention, resultLine } from './import-function.ts';
import { withProgress } from './progress.ts';
import { readMeshFile } from './read-mesh-file.ts';
import { accessStack, addStackOptions, type StackAccess, type StackOptions } from './stack-outputs.ts';

/** `insert_mesh FILE…` */
export function insertMeshCommand(): Command {
  const command = new Command('insert_mesh')
    .description('Inserts vessel meshes into the service, one line per file.')
    .argument('<files...>', 'mesh files, .json or .json.gz')
    .addHelpText('after', '\nExits with 1 if any file was refused or could not be inserted.')
    .action(async (files: string[], options: StackOptions) => {
      const stack = await accessStack(options);
      for (const file of files) {
        const result = await withProgress(file, insertFile(stack, file));
        console.log(resultLine({ ...result, file }));
        if (needsAttention(result)) process.exitCode = 1;
      }
    });
  return addStackOptions(command);
}

/** What is no mesh is refused here and leaves nothing in the bucket. */
async function insertFile(stack: StackAccess, file: string): Promise<ImportResult> {
  try {
    const { bytes, md5 } = await readMeshFile(file);
    parseMesh(bytes);
    const name = basename(file)
      .replace(/\.gz$/, '')
      .replace(/[^\w.-]/g, '_');
    const key = `inserted/${md5}/${name}.gz`;
    await upload(stack, key, await promisify(gzip)(bytes));
    const [result] = await invokeImport(stack, { insert: [key] });
    return result!;
  } catch (error) {
    return resultOfError(file, error);
  }
}

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
