/**
 * The document of a route as it is stored: gzipped JSON without tags, since tags can be added when it is long
 * written. It ends in a known way, so that they can be put in without parsing it.
 */
import { gunzipSync, gzipSync } from 'node:zlib';

const NO_TAGS = ',"tags":[]}';

export const toStored = (document: { routes: readonly unknown[] }): Uint8Array =>
  gzipSync(`{"routes":${JSON.stringify(document.routes)}${NO_TAGS}`);

/** The stored document with the tags that the route has now; as it is if there are none. */
export function withTags(stored: Uint8Array, tags: readonly string[]): Uint8Array {
  if (tags.length === 0) return stored;
  const text = gunzipSync(stored).toString();
  return gzipSync(`${text.slice(0, -NO_TAGS.length)},"tags":${JSON.stringify(tags)}}`);
}
