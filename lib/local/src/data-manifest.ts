import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from './read-record.ts';

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
}

/** Increased when this package changes the way it stores data. */
export const FORMAT = 1;

const NAME = 'data.json';

/** Undefined when there is no manifest. @throws DamagedData when it cannot be read */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, NAME);
  return existsSync(file) ? readRecord<Manifest>(folder, file) : undefined;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, NAME);
  await writeFile(`${path}.draft`, JSON.stringify(manifest));
  await rename(`${path}.draft`, path);
}
