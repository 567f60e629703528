/** The work on one file that the import found: reading, checking, compiling, storing. It has a function of its own. */
import * as z from 'zod';
import { MeshRefused } from '../mesh-refused.ts';
import type { ImportResult } from './import-result.ts';
import { record } from './import-state.ts';
import { type ImportPorts, readStoredMesh, storeMesh } from './store-mesh.ts';

export const fileToImport = z.object({
  /** In the mesh bucket. */
  key: z.string(),
  /** Name of the mesh file, without folder and `.gz`. */
  name: z.string(),
  /** What metadata files say about it, the newest first. */
  records: z.array(record).min(1),
});

export type FileToImport = z.output<typeof fileToImport>;

export interface ImportedFile {
  readonly result: ImportResult;
  /** Whether the file is the one that the newest record describes. */
  readonly isNewest: boolean;
}

/** @throws MeshRefused, ImportEndedAbruptly */
export type ImportFile = (file: FileToImport) => Promise<ImportedFile>;

/** What works on a file ran out of memory or time: the file may be the cause. */
export class ImportEndedAbruptly extends Error {
  override readonly name = 'ImportEndedAbruptly';
}

/**
 * Stores the mesh of a file under the record that has the file's md5.
 *
 * @throws MeshRefused if no record has it, and for bad files
 */
export async function importFile(
  ports: ImportPorts,
  { key, name, records }: FileToImport,
): Promise<ImportedFile> {
  const missing = new Error(`${key} was deleted while it was imported`);
  const file = await readStoredMesh(ports.files, key, missing);
  const found = records.find(({ md5 }) => md5 === file.md5);
  if (!found) {
    throw new MeshRefused([`md5: expected ${records[0]!.md5} as the metadata says, found ${file.md5}`]);
  }
  return { result: await storeMesh(ports, file, { name, ...found }), isNewest: found === records[0] };
}
