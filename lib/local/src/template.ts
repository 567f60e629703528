import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { LocalStackError } from './errors.ts';

/** One entry of a template's `Resources`, before its intrinsics are resolved. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
}

/** The part of a CloudFormation template that a local stack reads. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Mappings?: Readonly<Record<string, Record<string, Record<string, unknown>>>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Condition?: string }>>;
}

/** A template with everything that it needs from outside. */
export interface StackSource {
  readonly stackName: string;
  readonly template: Template;
  /** Directory of an asset's files, by the object key to which a deployment would upload it. */
  readonly assets: ReadonlyMap<string, string>;
}

interface Manifest {
  artifacts?: Record<
    string,
    { type: string; displayName?: string; properties?: { templateFile?: string; stackName?: string } }
  >;
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

/** Reads one stack of a synthesised cloud assembly; without a name, the only one. */
export async function readAssembly(directory: string, stackName?: string): Promise<StackSource> {
  const manifest = await readJson<Manifest>(join(directory, 'manifest.json'));
  const stacks = Object.entries(manifest.artifacts ?? {})
    .filter(([, artifact]) => artifact.type === 'aws:cloudformation:stack')
    .map(([id, { properties }]) => ({
      id,
      name: properties?.stackName ?? id,
      file: properties?.templateFile,
    }));
  const chosen = stackName ? stacks.filter(({ name }) => name === stackName) : stacks;
  const [stack] = chosen;
  if (!stack?.file || chosen.length !== 1) {
    const names = stacks.map(({ name }) => name).join(', ') || 'none';
    throw new LocalStackError(
      `${directory} should hold one stack${stackName ? ` ${stackName}` : ''}, it holds: ${names}.`,
    );
  }
  const template = await readJson<Template>(join(directory, stack.file));
  return { stackName: stack.name, template, assets: await readAssets(directory, `${stack.id}.assets.json`) };
}

async function readAssets(directory: string, file: string): Promise<Map<string, string>> {
  const manifest = await readJson<AssetManifest>(join(directory, file)).catch((): AssetManifest => ({}));
  const assets = new Map<string, string>();
  for (const { source, destinations } of Object.values(manifest.files ?? {})) {
    for (const { objectKey } of Object.values(destinations)) {
      if (source.path) assets.set(objectKey, resolve(directory, source.path));
    }
  }
  return assets;
}
