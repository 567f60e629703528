import { readFile } from 'node:fs/promises';
import { DamagedData } from './errors.ts';

/** Reads a JSON file of the data folder. @throws DamagedData when it is not JSON */
export async function readRecord<T>(folder: string, file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    throw new DamagedData(folder, file, 'is truncated');
  }
}
