/** Bundles under the digest of what they are made from: made once, whatever the configuration they are deployed with. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleHandlers } from './bundle.ts';
import type { BundleForm } from './bundle-form.ts';

const root = join(import.meta.dirname, '../..');
const store = join(root, 'dist/bundles');
const INPUTS = ['lambdas', 'lib', 'package.json', 'node_modules/.package-lock.json', 'tsconfig.json'];
/** No handler imports these (see test/architecture.test.ts). */
const NOT_INPUTS = ['lib/local', 'lib/local-mode'];
/** Other bundles that were not used for this long are deleted. */
const KEPT_MS = 86_400_000;

/** A folder with the bundles of handlers, each in the folder of its id. */
export interface StoredBundles {
  readonly folder: string;
  /** Digest of what they are made from. */
  readonly digest: string;
  /** Settles when the folder is complete. */
  readonly made: Promise<void>;
}

/** The bundles of the handlers, made if they are not there. `npm run build` makes them beforehand. */
export async function storedBundles(handlerIds: readonly string[], form: BundleForm): Promise<StoredBundles> {
  const digest = await digestOf(handlerIds);
  const folder = join(store, `${form}-${digest}`);
  return { folder, digest, made: makeOrKeep(handlerIds, form, folder) };
}

async function makeOrKeep(handlerIds: readonly string[], form: BundleForm, folder: string): Promise<void> {
  if (!existsSync(folder)) await make(handlerIds, form, folder);
  await utimes(folder, new Date(), new Date());
}

/** A folder is complete as soon as it has its name; of two that are made at once, the first stays. */
async function make(handlerIds: readonly string[], form: BundleForm, folder: string): Promise<void> {
  await mkdir(store, { recursive: true });
  await deleteOld();
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    await bundleHandlers(handlerIds, draft, form);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

async function deleteOld(): Promise<void> {
  for (const name of await readdir(store)) {
    const { mtimeMs } = await stat(join(store, name)).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(store, name), { recursive: true, force: true });
  }
}

async function digestOf(handlerIds: readonly string[]): Promise<string> {
  const files = (await Promise.all(INPUTS.map(filesAt))).flat().sort();
  const hash = createHash('sha256').update(JSON.stringify([handlerIds, files]));
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
