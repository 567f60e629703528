import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalStack, LocalStackError } from 'template-runner';

/**
 * Drops the sample mesh and imports it, as a mesh pipeline does; once for each data folder. `onStep` is called before
 * the work, where there is any. @throws LocalStackError
 */
export async function addSampleMesh(
  stack: LocalStack,
  dataFolder: string,
  onStep: () => void,
): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.sample-mesh`);
  if (existsSync(done)) return;
  onStep();
  const { generateSampleMesh } = await import('../sample-mesh/sample-mesh.ts');
  const { meshName, meshGzip, metadataName, metadataGzip } = generateSampleMesh();
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX, METADATA_PREFIX } = stack.environment(importer);
  await stack.putObject(bucket, `${MESH_PREFIX}${meshName}`, meshGzip);
  await stack.putObject(bucket, `${METADATA_PREFIX}${metadataName}`, metadataGzip);
  const report = JSON.stringify(await stack.invoke(importer, {}));
  if (/"outcome":"(refused|failed)"/.test(report)) {
    throw new LocalStackError(`The sample mesh was not imported: ${report}`);
  }
  await writeFile(done, '');
}
