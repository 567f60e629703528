import { writeXml, type XmlElement } from '../xml.ts';
import type { ObjectStore } from './object-store.ts';

export const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** One page of a listing. */
export interface Page {
  readonly keys: readonly string[];
  readonly commonPrefixes: readonly string[];
  /** Key or common prefix after which the next page begins; undefined on the last. */
  readonly next: string | undefined;
}

const startsAfter = (entry: string, after: string): boolean =>
  Buffer.compare(Buffer.from(entry), Buffer.from(after)) > 0;

/** Keys with a prefix; keys that contain the delimiter after it are listed only by their common prefix. */
function listPage(
  keys: readonly string[],
  {
    prefix = '',
    delimiter = '',
    after = '',
    limit = 1000,
  }: { prefix?: string; delimiter?: string; after?: string; limit?: number },
): Page {
  const page: string[] = [];
  const prefixes: string[] = [];
  let last = '';
  for (const key of keys) {
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const entry = cut < 0 ? key : key.slice(0, cut + delimiter.length);
    if (entry === prefixes.at(-1) || (after && !startsAfter(entry, after))) continue;
    if (page.length + prefixes.length >= limit) return { keys: page, commonPrefixes: prefixes, next: last };
    (cut < 0 ? page : prefixes).push(entry);
    last = entry;
  }
  return { keys: page, commonPrefixes: prefixes, next: undefined };
}

/** The answer to ListObjectsV2, or to ListObjects if the query has no `list-type=2`. */
export function listObjects(bucket: string, store: ObjectStore, query: URLSearchParams): string {
  const second = query.get('list-type') === '2';
  const token = query.get('continuation-token');
  const after = second
    ? token
      ? Buffer.from(token, 'base64url').toString()
      : (query.get('start-after') ?? '')
    : (query.get('marker') ?? '');
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const limit = Math.min(1000, Number(query.get('max-keys') ?? 1000) || 0);
  const page = listPage(store.keys(), { prefix, delimiter, after, limit });
  const encode = query.get('encoding-type') === 'url' ? encodeKey : (text: string) => text;
  const next = limit > 0 ? page.next : undefined;
  return writeXml(
    'ListBucketResult',
    {
      Name: bucket,
      Prefix: encode(prefix),
      Delimiter: delimiter ? encode(delimiter) : undefined,
      MaxKeys: limit,
      EncodingType: query.get('encoding-type') ?? undefined,
      IsTruncated: next !== undefined,
      ...(second
        ? {
            KeyCount: page.keys.length + page.commonPrefixes.length,
            ContinuationToken: token ?? undefined,
            StartAfter: query.get('start-after') ?? undefined,
            NextContinuationToken: next && Buffer.from(next).toString('base64url'),
          }
        : { Marker: encode(after), NextMarker: next && encode(next) }),
      Contents: page.keys.map((key) => contents(store, key, encode)),
      CommonPrefixes: page.commonPrefixes.map((each) => ({ Prefix: encode(each) })),
    },
    NAMESPACE,
  );
}

function contents(store: ObjectStore, key: string, encode: (text: string) => string): XmlElement {
  const record = store.get(key)!;
  return {
    Key: encode(key),
    LastModified: record.lastModified,
    ETag: `"${record.etag}"`,
    Size: record.size,
    StorageClass: 'STANDARD',
  };
}

const encodeKey = (key: string): string => encodeURIComponent(key).replaceAll('%2F', '/');
