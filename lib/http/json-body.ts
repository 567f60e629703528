import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { type FieldError, HttpError } from './errors.ts';
import { header } from './headers.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_MEDIA_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** The request's JSON body, valid under a schema; every field that is not valid is named in the 400. */
export function readJsonBody<S extends z.ZodType>(event: APIGatewayProxyEvent, schema: S): z.output<S> {
  requireJson(event);
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > BODY_LIMIT_BYTES) {
    throw new HttpError(413, `The body has ${bytes.length} bytes; at most ${BODY_LIMIT_BYTES} are accepted.`);
  }
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HttpError(400, 'The body must be a JSON object.');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap((issue) => fieldErrors(issue, value));
  const fields = [...new Set(details.map(({ field }) => field))];
  throw new HttpError(400, summary(fields), { details });
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

function fieldErrors(issue: z.core.$ZodIssue, body: object): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: 'is not a known field',
    }));
  }
  const [name = '', ...below] = issue.path;
  const missing = below.length === 0 && !Object.hasOwn(body, name);
  return [{ field: issue.path.join('.'), message: missing ? 'is required' : issue.message }];
}

function summary(fields: readonly string[]): string {
  const named = fields.slice(0, 5).join(', ');
  const more = fields.length > 5 ? ` and ${fields.length - 5} more` : '';
  return `Invalid request: correct ${named}${more} (see details).`;
}
