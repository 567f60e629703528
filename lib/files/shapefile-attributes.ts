/** The attributes of shapefiles, from the heads of their tables (dBASE): what a shapefile is about is told without reading it. */
import { extensionOf, unzip } from './zip.ts';

const HEAD_BYTES = 32;
const FIELD_BYTES = 32;
const NAME_BYTES = 11;
/** Ends the list of fields. */
const END = 0x0d;

/** Upper case, of all layers of an archive; empty where it has no shapefile. @throws FileUnreadable for an archive that is damaged */
export function attributeNames(archive: Uint8Array): ReadonlySet<string> {
  return new Set(
    unzip(archive, (name) => extensionOf(name) === 'dbf').flatMap(({ bytes }) => namesIn(bytes)),
  );
}

function namesIn(table: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = HEAD_BYTES; at + NAME_BYTES <= table.length && table[at] !== END; at += FIELD_BYTES) {
    const [name] = String.fromCharCode(...table.subarray(at, at + NAME_BYTES)).split('\0');
    names.push(name!.trim().toUpperCase());
  }
  return names;
}
