import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from './read-record.ts';

/** Tables and buckets whose data a folder holds. */
export interface Contents {
  /** Keys of each table, as text to compare. */
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: readonly string[];
}

/** What a data folder holds, kept in it as `data.json`. */
export interface Manifest {
  /** Form in which this package stores data. */
  readonly format: number;
  /** Form in which the application stores its data. */
  readonly dataVersion: string;
  readonly contents: Contents;
  /** Bytes of every data file after a clean stop; null while a process uses the folder. */
  readonly sizes: Readonly<Record<string, number>> | null;
}

/** Raised when this package stores data in another way. */
export const FORMAT = 1;

const NAME = 'data.json';

/** Undefined where there is none. @throws DamagedData when it cannot be read */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, NAME);
  return existsSync(file) ? readRecord<Manifest>(folder, file) : undefined;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, NAME);
  await writeFile(`${path}.draft`, JSON.stringify(manifest));
  await rename(`${path}.draft`, path);
}
