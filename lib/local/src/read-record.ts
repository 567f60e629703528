import { readFile } from 'node:fs/promises';
import { DamagedData } from './errors.ts';

/** Reads a JSON file of the data folder. @throws DamagedData when it is not JSON */
export async function readRecord<T>(folder: string, file: string): Promise<T> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new DamagedData(folder, file, 'is truncated');
  }
}
