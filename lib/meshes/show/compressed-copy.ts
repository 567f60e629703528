import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MeshFiles } from '../mesh-files.ts';

/**
 * The best of brotli takes two seconds for a mesh of 8,000 cells, once in its life, and saves a fifth of the bytes in every
 * first view; a larger mesh gets what takes a tenth of a second, since somebody waits for it.
 */
const qualityFor = ({ length }: Uint8Array): number => (length < 4_000_000 ? 11 : 5);
const LEVEL = 6;

const CODINGS = {
  br: {
    suffix: 'br',
    compress: (bytes: Uint8Array) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: qualityFor(bytes) } }),
  },
  gzip: { suffix: 'gz', compress: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: LEVEL }) },
};

/**
 * The key of a compressed copy of a compiled mesh, which browsers take: a fifth of the bytes with brotli, a quarter with
 * gzip. It is made when it is first asked for. The ETag of what it was made of is in its name, so a mesh that is compiled
 * again gets a new copy.
 *
 * @returns null if there is no such mesh
 */
export async function compressedCopyOf(
  files: Pick<MeshFiles, 'etag' | 'read' | 'write'>,
  key: string,
  coding: keyof typeof CODINGS,
): Promise<string | null> {
  const etag = await files.etag(key);
  if (etag === null) return null;
  const { suffix, compress } = CODINGS[coding];
  const copy = `${key}.${etag.replace(/\W/g, '')}.${suffix}`;
  if ((await files.etag(copy)) !== null) return copy;
  const file = await files.read(key);
  if (!file) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  const bytes = await compress(Buffer.concat(chunks));
  await files.write(copy, bytes, { contentType: 'application/octet-stream', contentEncoding: coding });
  return copy;
}
