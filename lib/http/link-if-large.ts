/** Answers that are larger than a Lambda may give. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { GzippedJson } from '../api/content.ts';
import type { MeshBucket } from '../aws/mesh-bucket.ts';

/** A folder below that of vehicle meshes, whose objects the bucket deletes after a month. */
const FOLDER = 'vehicle-meshes/answers/';
const MAX_BYTES = 4_000_000;

/** The document itself, or a link to it, good for 15 minutes, where it is large. */
export async function linkIfLarge(
  files: Pick<MeshBucket, 'write' | 'link'>,
  document: unknown,
  maxBytes = MAX_BYTES,
): Promise<GzippedJson | { url: string }> {
  const json = Buffer.from(JSON.stringify(document));
  const bytes = gzipSync(json);
  if (json.length <= maxBytes) return new GzippedJson(bytes);
  const key = `${FOLDER}${createHash('sha256').update(json).digest('hex')}.json`;
  await files.write(key, bytes, { contentType: 'application/json', contentEncoding: 'gzip' });
  return { url: await files.link(key) };
}
