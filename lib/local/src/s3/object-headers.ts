import type { IncomingMessage } from 'node:http';
import { AwsError } from '../errors.ts';
import type { ObjectRecord } from './object-store.ts';

/** Headers that are returned with an object as they were sent; the same is true of `x-amz-meta-…`. */
const KEPT_HEADERS = [
  'content-type',
  'content-encoding',
  'content-language',
  'content-disposition',
  'cache-control',
  'expires',
];

/** The request headers that are stored with the object. */
export function keptHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-'),
  );
  const values = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  const encoding = values['content-encoding']?.split(',').map((each) => each.trim());
  const stored = encoding?.filter((each) => each && each !== 'aws-chunked').join(',');
  if (stored) values['content-encoding'] = stored;
  else delete values['content-encoding'];
  return values;
}

/** Headers that are returned with an object. */
export const objectHeaders = ({ headers, etag, lastModified }: ObjectRecord): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...headers,
  etag: `"${etag}"`,
  'last-modified': new Date(lastModified).toUTCString(),
  'accept-ranges': 'bytes',
});

/**
 * The byte range that a `Range` header requests, both ends included. @throws AwsError when the object has no
 * such bytes
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (start > end) throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416);
  return { start, end };
}

/** @throws AwsError where an object is not the one that a request is about */
export function requireMatch(etag: string | undefined, record: ObjectRecord): void {
  if (!etag || etag.replaceAll('"', '') === record.etag) return;
  throw new AwsError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    412,
  );
}
