import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { Body } from '../api/operation.ts';
import { HttpError } from './errors.ts';
import { header } from './headers.ts';
import { requireValid } from './validation.ts';

const DEFAULT_MAX_BYTES = 64 * 1024;
/** Twice as deep as GeoJSON; what is deeper would exhaust the stack of whoever walks through it. */
const MAX_LEVELS = 32;
const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** The request's body, valid under a schema; the 400 names every field that is not valid. */
export function readBody<S extends z.ZodType>(
  event: APIGatewayProxyEvent,
  { schema, maxBytes = DEFAULT_MAX_BYTES, file }: Omit<Body, 'schema' | 'example'> & { readonly schema: S },
): z.output<S> {
  const [sentType = ''] = (header(event, 'content-type') ?? '').split(';');
  const type = sentType.trim().toLowerCase();
  const mayBeFile = file !== undefined && (type === '' || file.types.includes(type));
  if (!mayBeFile) requireJson(type || 'application/json', file?.types);
  requireUncompressed(event);
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) {
    throw new HttpError(413, `The body has ${bytes.length} bytes; at most ${maxBytes} are accepted.`);
  }
  if (mayBeFile && !isRequest(bytes, file.field)) return requireValid(schema, { [file.field]: bytes });
  const value = parseJson(decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(400, 'The body must be a JSON object.');
  }
  if (isDeeperThan(value, MAX_LEVELS)) {
    throw new HttpError(400, `The body is nested too deeply; at most ${MAX_LEVELS} levels are accepted.`);
  }
  const isFile = file !== undefined && isGeoJson(value, file.field);
  return requireValid(schema, isFile ? { [file.field]: value } : value);
}

/** Whether a body that may be a file is a JSON object other than GeoJSON. */
function isRequest(bytes: Buffer, field: string): boolean {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !isGeoJson(value, field);
  } catch {
    return false;
  }
}

/** GeoJSON has a type, and nothing of a request. */
const isGeoJson = (value: object, field: string): boolean => 'type' in value && !(field in value);

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

function requireJson(type: string, others: readonly string[] = []): void {
  if (JSON_MEDIA_TYPE.test(type)) return;
  const accepted =
    others.length === 0
      ? 'The body must be JSON: send Content-Type: application/json.'
      : `The body must be JSON, or a file of one of these types, named in Content-Type: ${others.join(', ')}.`;
  throw new HttpError(415, accepted);
}

function requireUncompressed(event: APIGatewayProxyEvent): void {
  const coding = header(event, 'content-encoding')?.trim().toLowerCase();
  if (coding && coding !== 'identity') {
    throw new HttpError(415, 'The body must not be compressed.');
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8 text.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.');
  }
}
