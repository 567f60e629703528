/** The files of a page in the form that its handler reads (lib/http/page-files.ts). */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { BundleForm } from './bundle-form.ts';

export interface PageContent {
  readonly html: Uint8Array;
  /** Every other file, by its name, which contains a hash of the content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Names of files by their role: what the handler inserts into the page. */
  readonly names: Readonly<Record<string, string>>;
}

/** `style-1A2B3C4D.css` for the content of `style.css`. */
export function hashedName(source: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
  return `${basename(source, extname(source))}-${hash}${extname(source)}`;
}

/**
 * Writes `index.html`, `files.json` (the names) and every other file, plain, `.gz` and `.br`, into a folder.
 */
export async function writePage(
  folder: string,
  { html, files, names }: PageContent,
  form: BundleForm = 'deployed',
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    [...files].map(([name, bytes]) => writeCompressed(join(folder, name), bytes, COMPRESSION[form])),
  );
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'files.json'), JSON.stringify(names));
}

/** Quality of brotli and level of gzip: on one machine nothing is saved by seconds of compression, and 5 takes a tenth of them. */
const COMPRESSION = { deployed: { quality: 11, level: 9 }, shared: { quality: 5, level: 5 } } as const;

async function writeCompressed(
  path: string,
  bytes: Uint8Array,
  { quality, level }: (typeof COMPRESSION)[BundleForm],
): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await Promise.all([
    writeFile(path, bytes),
    writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level })),
    writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params })),
  ]);
}
