/** Bundles under the digest of what they are made from: made once, whatever the configuration they are deployed with. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundleFunctions } from './bundle.ts';
import type { BundleForm } from './bundle-form.ts';

const root = join(import.meta.dirname, '../..');
const store = join(root, 'dist/bundles');
const INPUTS = ['lambdas', 'lib', 'package.json', 'node_modules/.package-lock.json', 'tsconfig.json'];
/** No handler imports these (see test/architecture.test.ts). */
const NOT_INPUTS = ['lib/local', 'lib/local-mode'];
/** In a folder of bundles, the digest of each of its files, by its path in the folder. */
const DIGESTS = 'digests.json';
/** Other bundles that were not used for this long are deleted. */
const KEPT_MS = 86_400_000;

/** A folder with the bundles of functions, each in the folder of its id. */
export interface StoredBundles {
  readonly folder: string;
  /** Digest of what they are made from. */
  readonly digest: string;
  /** Settles when the folder is complete. */
  readonly made: Promise<void>;
}

/** The bundles of the functions, made if they are not there as they were made. `npm run build` makes them beforehand. */
export async function storedBundles(
  functionIds: readonly string[],
  form: BundleForm,
): Promise<StoredBundles> {
  const digest = await digestOf(functionIds);
  const folder = join(store, `${form}-${digest}`);
  return { folder, digest, made: makeOrKeep(functionIds, form, folder) };
}

async function makeOrKeep(functionIds: readonly string[], form: BundleForm, folder: string): Promise<void> {
  if (!(await isWhole(folder))) await make(functionIds, form, folder);
  await utimes(folder, new Date(), new Date());
}

/** A folder is complete as soon as it has its name; of two that are made at once, the first that is whole stays. */
async function make(functionIds: readonly string[], form: BundleForm, folder: string): Promise<void> {
  await mkdir(store, { recursive: true });
  await deleteOld();
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    await bundleFunctions(functionIds, draft, form);
    await writeFile(join(draft, DIGESTS), JSON.stringify(await digestsIn(draft)));
    if (!(await isWhole(folder))) await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isWhole(folder))) throw error;
  }
}

/** Whether the folder has all its files as they were made: one that is cut short would fail only where it runs. */
async function isWhole(folder: string): Promise<boolean> {
  const made = await readFile(join(folder, DIGESTS), 'utf8').catch(() => null);
  return made !== null && made === JSON.stringify(await digestsIn(folder));
}

async function digestsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const digests: Record<string, string> = {};
  for (const file of files.sort()) {
    const path = relative(folder, file);
    if (path !== DIGESTS)
      digests[path] = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
  }
  return digests;
}

async function deleteOld(): Promise<void> {
  for (const name of await readdir(store)) {
    const { mtimeMs } = await stat(join(store, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(store, name), { recursive: true, force: true });
  }
}

async function digestOf(functionIds: readonly string[]): Promise<string> {
  const files = (await Promise.all(INPUTS.map(filesAt))).flat().sort();
  const hash = createHash('sha256').update(JSON.stringify([functionIds, files]));
  for (const file of files) {
    const content = await readFile(join(root, file));
    hash.update(`${content.length}:`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Every file at or below a path, both from the root. */
async function filesAt(path: string): Promise<string[]> {
  if (NOT_INPUTS.includes(path) || path.endsWith('/node_modules')) return [];
  const found = await stat(join(root, path)).catch(() => null);
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = await readdir(join(root, path));
  return (await Promise.all(names.map((name) => filesAt(`${path}/${name}`)))).flat();
}
