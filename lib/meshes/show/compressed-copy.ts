import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MeshFiles } from '../mesh-files.ts';

/** Costs little more time than the least, and most of what there is to gain. */
const LEVEL = 6;

/**
 * The key of a gzipped copy of a compiled mesh, which browsers take: a quarter of the bytes. It is made when it is first
 * asked for. The ETag of what it was made of is in its name, so a mesh that is compiled again gets a new copy.
 *
 * @returns null if there is no such mesh
 */
export async function compressedCopyOf(
  files: Pick<MeshFiles, 'etag' | 'read' | 'write'>,
  key: string,
): Promise<string | null> {
  const etag = await files.etag(key);
  if (etag === null) return null;
  const copy = `${key}.${etag.replace(/\W/g, '')}.gz`;
  if ((await files.etag(copy)) !== null) return copy;
  const file = await files.read(key);
  if (!file) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  const bytes = await promisify(gzip)(Buffer.concat(chunks), { level: LEVEL });
  await files.write(copy, bytes, { contentType: 'application/octet-stream', contentEncoding: 'gzip' });
  return copy;
}
