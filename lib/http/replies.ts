import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { HttpError } from './errors.ts';

/** What a handler answers: a value to send as JSON, JSON that is gzipped already, or nothing (204). */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly gzippedJson?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Below this a gzip header and its base64 cost more than they save. */
const MIN_GZIP_BYTES = 1024;
/** A Lambda's response may have 6 MB; base64 takes a third more than the bytes, escaped JSON less. */
const MAX_BODY_BYTES = 4_500_000;

export function render(reply: Reply, gzipAccepted: boolean): APIGatewayProxyResult {
  const headers: Record<string, string> = { ...reply.headers };
  if (reply.json === undefined && !reply.gzippedJson) return { statusCode: reply.status, headers, body: '' };
  headers['Content-Type'] = 'application/json';
  headers.Vary = 'Accept-Encoding';
  const gzipped = gzipAccepted ? compressed(reply) : null;
  if (gzipped) {
    requireSize(gzipped.length, 'The answer is too large to be sent.');
    headers['Content-Encoding'] = 'gzip';
    return {
      statusCode: reply.status,
      headers,
      body: Buffer.from(gzipped).toString('base64'),
      isBase64Encoded: true,
    };
  }
  const body = reply.gzippedJson ? decompressed(reply.gzippedJson) : JSON.stringify(reply.json);
  requireSize(Buffer.byteLength(body), TOO_LARGE_UNCOMPRESSED);
  return { statusCode: reply.status, headers, body };
}

const TOO_LARGE_UNCOMPRESSED = 'The answer is too large to be sent uncompressed: send Accept-Encoding: gzip.';

function compressed(reply: Reply): Uint8Array | null {
  if (reply.gzippedJson) return reply.gzippedJson;
  const body = JSON.stringify(reply.json);
  return body.length < MIN_GZIP_BYTES ? null : gzipSync(body);
}

function decompressed(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new HttpError(406, TOO_LARGE_UNCOMPRESSED);
  }
}

function requireSize(bytes: number, message: string): void {
  if (bytes > MAX_BODY_BYTES) throw new HttpError(406, message);
}
