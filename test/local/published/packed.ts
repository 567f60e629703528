/** A data folder as one file. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';

/** Not data: code, logs, and the database's notes. */
const LEFT_OUT = /^(assembly|compiled|logs)\b|^dynamodb\/LO(CK|G)/;

/** Folders are kept too: that of a bucket has to be there when it is empty. */
export function pack(folder: string): Uint8Array {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const entryOf = (name: string): [string, Uint8Array] =>
    statSync(join(folder, name)).isFile()
      ? [name, readFileSync(join(folder, name))]
      : [`${name}/`, new Uint8Array()];
  return zipSync(Object.fromEntries(names.filter((name) => !LEFT_OUT.test(name)).map(entryOf)));
}

export function unpack(zip: Uint8Array, folder: string): void {
  for (const [name, bytes] of Object.entries(unzipSync(zip))) {
    const path = join(folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, bytes);
  }
}
