import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { GzippedJson, MediaContent } from '../api/content.ts';
import { HttpError } from './errors.ts';

export interface Reply {
  readonly status: number;
  /** Undefined: no body. Any other value than `GzippedJson` and `MediaContent` is sent as JSON. */
  readonly content?: unknown;
  /** One that is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Below this a gzip header and base64 cost more than compression saves. */
const MIN_GZIP_BYTES = 1024;
/** A Lambda's response may have 6 MB; base64 takes a third more than the bytes, escaped JSON less. */
export const MAX_BODY_BYTES = 4_500_000;
const TOO_LARGE_UNCOMPRESSED = 'The answer is too large to be sent uncompressed: send Accept-Encoding: gzip.';

export function render(
  { status, content, headers: given }: Reply,
  gzipAccepted: boolean,
): APIGatewayProxyResult {
  const sent = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  const headers = Object.fromEntries(sent) as Record<string, string>;
  if (content === undefined) return { statusCode: status, headers, body: '' };
  headers['Content-Type'] = content instanceof MediaContent ? content.type : 'application/json';
  if (headers['Content-Encoding']) return bytesResult(status, headers, bytesOf(content));
  headers.Vary = [...new Set([headers.Vary, 'Accept-Encoding'])].filter(Boolean).join(', ');
  const compressed = gzipAccepted ? gzipped(content) : null;
  if (compressed) {
    headers['Content-Encoding'] = 'gzip';
    return bytesResult(status, headers, compressed);
  }
  const body = bytesOf(content);
  if (body.length > MAX_BODY_BYTES) throw new HttpError(406, TOO_LARGE_UNCOMPRESSED);
  const isBinary = content instanceof MediaContent && typeof content.body !== 'string';
  return isBinary
    ? bytesResult(status, headers, body)
    : { statusCode: status, headers, body: Buffer.from(body).toString() };
}

function bytesResult(statusCode: number, headers: Record<string, string>, bytes: Uint8Array) {
  if (bytes.length > MAX_BODY_BYTES) throw new HttpError(406, 'The answer is too large to be sent.');
  return { statusCode, headers, body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true };
}

/** The content without compression. */
function bytesOf(content: unknown): Uint8Array {
  if (content instanceof GzippedJson) return decompressed(content.bytes);
  return Buffer.from(content instanceof MediaContent ? content.body : JSON.stringify(content));
}

/** The content as gzip, or null where compression is not worth it. */
function gzipped(content: unknown): Uint8Array | null {
  if (content instanceof GzippedJson) return content.bytes;
  const bytes = bytesOf(content);
  return bytes.length < MIN_GZIP_BYTES ? null : gzipSync(bytes);
}

function decompressed(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new HttpError(406, TOO_LARGE_UNCOMPRESSED);
  }
}
