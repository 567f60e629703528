import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readShapefiles } from '../../lib/files/shapefile.ts';
import { shapefile } from './write-shapefile.ts';

const RING = [
  [10, 60],
  [10, 61],
  [11, 61],
  [10, 60],
] as const;

/** The name of the one area, and what is said. @param bytes of its name in the .dbf */
function read(bytes: readonly number[], codePage?: string): { name: unknown; notes: readonly string[] } {
  const parts = shapefile([{ rings: [RING], attributes: { NAME: 'X'.repeat(bytes.length) } }]);
  parts.dbf!.set(bytes, parts.dbf!.lastIndexOf(0x58) + 1 - bytes.length);
  const files = Object.entries({ ...parts, ...(codePage && { cpg: strToU8(codePage) }) });
  const archive = zipSync(Object.fromEntries(files.map(([extension, file]) => [`areas.${extension}`, file])));
  const [layer] = readShapefiles(archive);
  return { name: layer!.features[0]!.properties.NAME, notes: layer!.notes };
}

const LATIN = [0xc5, 0x72, 0x65];

it('names are in the encoding of the .cpg', () => {
  expect(read(LATIN, 'ISO-8859-1')).toEqual({ name: 'Åre', notes: [] });
  expect(read([0xc3, 0x85, 0x72, 0x65], 'UTF-8')).toEqual({ name: 'Åre', notes: [] });
});

it('names without a .cpg are UTF-8, else windows-1252, which is said', () => {
  expect(read([0xc3, 0x85, 0x72, 0x65])).toEqual({ name: 'Åre', notes: [] });
  expect(read(LATIN)).toEqual({ name: 'Åre', notes: [expect.stringContaining('windows-1252')] });
});
