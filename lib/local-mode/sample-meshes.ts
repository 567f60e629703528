import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVELOPER, type LocalStack, LocalStackError } from 'template-runner';
import { requestSigner } from '../signing/sign-request.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';

/**
 * Adds the sample: drops its meshes and imports them, as a mesh pipeline does, and creates its vehicles; once for each data folder.
 * `onStep` is called before the work, where there is any. @throws LocalStackError
 */
export async function addSample(
  stack: Omit<LocalStack, 'stop'>,
  dataFolder: string,
  onStep: () => void,
): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.sample`);
  if (existsSync(done)) return;
  onStep();
  const { generateSampleMeshes } = await import('../sample-mesh/sample-mesh.ts');
  const { SAMPLE_VEHICLES } = await import('../sample-mesh/vessel.ts');
  const { meshes, metadataName, metadataGzip } = generateSampleMeshes();
  const { MeshBucketName: bucket = '', ImportFunctionName: importer = '' } = stack.outputs;
  const { MESH_PREFIX, METADATA_PREFIX } = stack.environment(importer);
  for (const { name, gzip } of meshes) await stack.putObject(bucket, `${MESH_PREFIX}${name}`, gzip);
  await stack.putObject(bucket, `${METADATA_PREFIX}${metadataName}`, metadataGzip);
  const report = JSON.stringify(await stack.invoke(importer, {}));
  if (/"outcome":"(refused|failed)"/.test(report)) {
    throw new LocalStackError(`The sample meshes were not imported: ${report}`);
  }
  for (const vehicle of SAMPLE_VEHICLES) await createVehicle(stack, vehicle);
  await writeFile(done, '');
}

/** Leaves one alone that exists. The request has a key and a signature, whichever the stage asks for. */
async function createVehicle(stack: Omit<LocalStack, 'stop'>, vehicle: Vehicle): Promise<void> {
  const key = stack.apiKeys[0]?.value;
  const request = {
    method: 'POST',
    url: `${stack.apiUrl}/api/vehicle`,
    headers: { 'Content-Type': 'application/json', ...(key && { 'X-Api-Key': key }) },
    body: JSON.stringify(vehicle),
  };
  const headers = await requestSigner(async () => DEVELOPER)(request);
  const response = await fetch(request.url, { ...request, headers });
  if (response.status === 201 || response.status === 409) return;
  throw new LocalStackError(
    `The sample vehicle ${vehicle.vessel_type} was not created: ${await response.text()}`,
  );
}
