import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { HttpError } from './errors.ts';
import { header } from './headers.ts';
import { requireValid } from './validation.ts';

const DEFAULT_MAX_BYTES = 64 * 1024;
const JSON_MEDIA_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export interface JsonBody<S extends z.ZodType> {
  readonly schema: S;
  readonly maxBytes?: number;
}

/** The request's JSON body, valid under a schema; the 400 names every field that is not valid. */
export function readJsonBody<S extends z.ZodType>(
  event: APIGatewayProxyEvent,
  { schema, maxBytes = DEFAULT_MAX_BYTES }: JsonBody<S>,
): z.output<S> {
  requireJson(event);
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) {
    throw new HttpError(413, `The body has ${bytes.length} bytes; at most ${maxBytes} are accepted.`);
  }
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(400, 'The body must be a JSON object.');
  }
  return requireValid(schema, value);
}

function requireJson(event: APIGatewayProxyEvent): void {
  const type = header(event, 'content-type');
  if (type?.trim() && !JSON_MEDIA_TYPE.test(type)) {
    throw new HttpError(415, 'The body must be JSON: send Content-Type: application/json.');
  }
  const coding = header(event, 'content-encoding')?.trim().toLowerCase();
  if (coding && coding !== 'identity') {
    throw new HttpError(415, 'The body must not be compressed.');
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.');
  }
}
