/**
 * The document of a route as it is stored: gzipped JSON without tags, because tags can be added long after it
 * was written. Its end is known, so that tags can be inserted without parsing it.
 */
import { gunzipSync, gzipSync } from 'node:zlib';

const NO_TAGS = ',"tags":[]}';

export const toStored = (document: { readonly routes: readonly unknown[] }): Uint8Array =>
  gzipSync(`${JSON.stringify(document).slice(0, -1)}${NO_TAGS}`);

/** The stored document with the tags that the route has now; unchanged if there are none. */
export function withTags(stored: Uint8Array, tags: readonly string[]): Uint8Array {
  if (tags.length === 0) return stored;
  const text = gunzipSync(stored).toString();
  return gzipSync(`${text.slice(0, -NO_TAGS.length)},"tags":${JSON.stringify(tags)}}`);
}
