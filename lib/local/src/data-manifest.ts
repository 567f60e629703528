import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tables and buckets whose data a folder holds. */
export interface Contents {
  /** Keys of each table, as text for comparison. */
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: readonly string[];
}

/** What a data folder holds, kept in it as `data.json`. */
export interface Manifest {
  /** Format in which this package stores data. */
  readonly format: number;
  /** Format in which the application stores its data. */
  readonly dataVersion: string;
  readonly contents: Contents;
  /** Sizes in bytes of every data file after a clean stop; null while a process uses the folder. */
  readonly sizes: Readonly<Record<string, number>> | null;
  /** MD5 digests of the database's files after a clean stop. */
  readonly digests?: Readonly<Record<string, string>>;
}

/** Increased when this package changes the way it stores data. */
export const FORMAT = 1;

export const manifestPath = (folder: string): string => join(folder, 'data.json');

/** Resolves when it is on the disk itself: after a failure of power it is either the old one or the new one. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = manifestPath(folder);
  await writeFile(`${path}.draft`, JSON.stringify(manifest), { flush: true });
  await rename(`${path}.draft`, path);
}

/**
 * Names what a folder holds of a stack that the stack does not have now; undefined where that is nothing. Other stacks
 * may use the folder too.
 */
export function unreadSentence(held: Contents, stackName: string, now: Contents): string | undefined {
  const isOfStack = (name: string) => name.toLowerCase().startsWith(`${stackName.toLowerCase()}-`);
  const gone = [
    ...Object.keys(held.tables)
      .filter((name) => isOfStack(name) && !(name in now.tables))
      .map((name) => `table ${name}`),
    ...held.buckets
      .filter((name) => isOfStack(name) && !now.buckets.includes(name))
      .map((name) => `bucket ${name}`),
  ];
  if (gone.length === 0) return undefined;
  return `The stack has no ${gone.join(' and no ')} any more: what was stored there stays in the data folder, and is not read.`;
}
