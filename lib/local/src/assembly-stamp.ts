import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What an assembly was made from, and its files; written next to them when it is complete. */
interface Stamp {
  readonly key: string;
  /** Digest of each file, by its path in the assembly. */
  readonly digests: Readonly<Record<string, string>>;
}

const STAMP = 'made-from.json';

/** Every file at or below a path, sorted; none if nothing exists there. */
async function filesAt(path: string, except: readonly string[]): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found || except.includes(path)) return [];
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name !== 'node_modules').sort();
  return (await Promise.all(names.map((name) => filesAt(join(path, name), except)))).flat();
}

/** A digest of everything that the assembly depends on: contents of files, context, version of Node. */
export async function keyOf(
  inputs: readonly string[],
  except: readonly string[],
  context: object,
): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesAt(input, except)))).flat();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256').update(JSON.stringify([process.version, context, files]));
  for (const content of contents) hash.update(`${content.length}:`).update(content);
  return hash.digest('hex');
}

async function digestsOf(folder: string): Promise<Stamp['digests']> {
  const digests: Record<string, string> = {};
  for (const file of await filesAt(folder, [join(folder, STAMP)])) {
    digests[relative(folder, file)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }
  return digests;
}

/** Marks an assembly as complete and made from the inputs with that key. */
export async function stamp(folder: string, key: string): Promise<void> {
  const made: Stamp = { key, digests: await digestsOf(folder) };
  await writeFile(join(folder, STAMP), JSON.stringify(made));
}

/** Whether a folder holds a complete assembly made from the inputs with that key. */
export async function isStamped(folder: string, key: string): Promise<boolean> {
  try {
    const { key: madeFrom, digests } = JSON.parse(await readFile(join(folder, STAMP), 'utf8')) as Stamp;
    return madeFrom === key && JSON.stringify(digests) === JSON.stringify(await digestsOf(folder));
  } catch {
    return false; // no stamp, or one that cannot be read
  }
}
