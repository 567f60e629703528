/** Drops meshes into the bucket of the stack and imports them, as a mesh pipeline does. */
import { type LocalStack, LocalStackError } from 'template-runner';
import type { ImportAnswer, MeshCommand } from '../meshes/import/mesh-commands.ts';
import type { DroppedMeshes } from '../sample-mesh/sample-mesh.ts';

/**
 * @param what they are, for the error: `sample meshes were`
 * @param commandFor what the import is told to do with the keys of the meshes
 * @throws LocalStackError
 */
export async function importDropped(
  stack: Omit<LocalStack, 'stop'>,
  { meshes, metadataName, metadataGzip }: DroppedMeshes,
  what: string,
  commandFor: (keys: string[]) => MeshCommand = () => ({}),
): Promise<ImportAnswer['results']> {
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX, METADATA_PREFIX } = stack.environment(importer);
  const dropped = meshes.map(({ name, gzip }) => ({ key: `${MESH_PREFIX}${name}`, gzip }));
  for (const { key, gzip } of dropped) await stack.putObject(bucket, key, gzip);
  await stack.putObject(bucket, `${METADATA_PREFIX}${metadataName}`, metadataGzip);
  const command = commandFor(dropped.map(({ key }) => key));
  const { results } = (await stack.invoke(importer, command)) as ImportAnswer;
  if (results.some(({ outcome }) => outcome === 'refused' || outcome === 'failed')) {
    throw new LocalStackError(`The ${what} not imported: ${JSON.stringify(results)}`);
  }
  return results;
}
