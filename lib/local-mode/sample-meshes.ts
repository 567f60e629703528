import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVELOPER, type LocalStack, LocalStackError } from 'template-runner';
import { ANTARCTIC, readZones } from '../cli/zones-file.ts';
import { sourceKeyOf } from '../meshes/compiled-key.ts';
import type { MeshCommand } from '../meshes/import/mesh-commands.ts';
import { requestSigner } from '../signing/sign-request.ts';
import { importDropped } from './import-dropped.ts';

/** Made once: a second of processor time. */
let generated: ReturnType<typeof generate> | undefined;
const sampleMeshes = () => (generated ??= generate());
const generate = async () => (await import('../sample-mesh/sample-mesh.ts')).generateSampleMeshes();

/** Makes the sample meshes now, while this process would wait, if they will be needed in this data folder. */
export function makeSampleEarly(dataFolder: string): void {
  if (readdirSync(dataFolder).some((name) => name.endsWith('.sample'))) return;
  sampleMeshes().catch(() => {}); // whoever needs them gets the error
}

/**
 * Adds the sample: drops its meshes and imports them, as a mesh pipeline does, and creates its vehicles and the areas of the
 * Antarctic; once for each data folder. Meshes whose files were lost since are made again.
 * `onStep` is called before the work, where there is any. @throws LocalStackError
 */
export async function addSample(
  stack: Omit<LocalStack, 'stop'>,
  dataFolder: string,
  onStep: (step: string) => void,
): Promise<void> {
  // at the same time: other functions do it
  await Promise.all([addMeshesAndVehicles(stack, dataFolder, onStep), addAreas(stack, dataFolder)]);
}

async function addMeshesAndVehicles(
  stack: Omit<LocalStack, 'stop'>,
  dataFolder: string,
  onStep: (step: string) => void,
): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.sample`);
  const isFirst = !existsSync(done);
  const known = isFirst ? null : await sourcesIn(done);
  if (known && (await areStored(stack, known))) return;
  const why = known ? 'files of them are lost' : 'they are of an older version';
  onStep(
    isFirst
      ? 'Making and importing the sample meshes and vehicles.'
      : `Making the sample meshes again: ${why}.`,
  );
  const sources = await addMeshes(stack, isFirst);
  const { SAMPLE_VEHICLES } = await import('../sample-mesh/vessel.ts');
  for (const vehicle of isFirst ? SAMPLE_VEHICLES : []) {
    await create(stack, '/api/vehicle', vehicle, `vehicle ${vehicle.vessel_type}`);
  }
  await writeFile(done, JSON.stringify(sources));
}

/**
 * The keys of what the service keeps of the sample meshes, from which it makes all else; null where they are not known.
 */
async function sourcesIn(done: string): Promise<readonly string[] | null> {
  try {
    return JSON.parse(await readFile(done, 'utf8'));
  } catch {
    return null;
  }
}

async function areStored(stack: Omit<LocalStack, 'stop'>, keys: readonly string[]): Promise<boolean> {
  const { MeshBucketName: bucket = '' } = stack.outputs;
  for (const key of keys) if (!(await stack.hasObject(bucket, key))) return false;
  return true;
}

/** Imports what was dropped or, where it was imported before and is not looked at again, inserts it; answers the keys of the sources. */
async function addMeshes(stack: Omit<LocalStack, 'stop'>, isFirst: boolean): Promise<string[]> {
  const sample = await sampleMeshes();
  const commandFor = (keys: string[]): MeshCommand => (isFirst ? {} : { insert: keys });
  const results = await importDropped(stack, sample, 'sample meshes were', commandFor);
  // what the user has removed need not be there
  const removed = results.flatMap((each) => (each.outcome === 'removed' ? [each.md5] : []));
  return sample.meshes
    .map(({ md5 }) => md5)
    .filter((md5) => !removed.includes(md5))
    .map(sourceKeyOf);
}

/** The areas of the Antarctic, for the planner's list: they hold only for requests that name them. Once for each data folder. */
async function addAreas(stack: Omit<LocalStack, 'stop'>, dataFolder: string): Promise<void> {
  const done = join(dataFolder, `${stack.stackName}.areas`);
  if (existsSync(done)) return;
  // one after another: while the meshes are imported, all at once might exceed the function's timeout
  for (const area of await readZones(ANTARCTIC)) await create(stack, '/api/zone', area, `zone ${area.name}`);
  await writeFile(done, '');
}

/** A busy machine may not answer in time: then a request is sent again, at most so often and after so long. */
const REPEATS = 10;
const REPEAT_AFTER_MS = 500;

/** Creates it unless it exists. The request has an API key and a signature, whichever the stage asks for. */
async function create(
  stack: Omit<LocalStack, 'stop'>,
  path: string,
  what: object,
  name: string,
): Promise<void> {
  const key = stack.apiKeys[0]?.value;
  const request = {
    method: 'POST',
    url: `${stack.apiUrl}${path}`,
    headers: { 'Content-Type': 'application/json', ...(key && { 'X-Api-Key': key }) },
    body: JSON.stringify(what),
  };
  const headers = await requestSigner(async () => DEVELOPER)(request);
  for (let repeated = 0; ; repeated++) {
    const response = await fetch(request.url, { ...request, headers });
    if (response.status === 201 || response.status === 409) return;
    if (response.status < 500 || repeated === REPEATS)
      throw new LocalStackError(`The sample's ${name} was not created: ${await response.text()}`);
    await sleep(REPEAT_AFTER_MS);
  }
}
