import type * as z from 'zod';
import type { FieldError } from '../api/errors.ts';
import { HttpError } from './errors.ts';

/** The value as the schema reads it; a 400 that names every field that is not valid. */
export function requireValid<S extends z.ZodType>(schema: S, value: object): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap((issue) => fieldErrors(issue, value));
  throw new HttpError(400, summary([...new Set(details.map(({ field }) => field))]), { details });
}

function fieldErrors(issue: z.core.$ZodIssue, value: object): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: 'is not a known field',
    }));
  }
  const [name = '', ...below] = issue.path;
  // a rule over several fields says itself why one is missing
  const missing = issue.code !== 'custom' && below.length === 0 && !Object.hasOwn(value, name);
  return [{ field: issue.path.join('.'), message: missing ? 'is required' : messageOf(issue) }];
}

/** A schema's own sentence; else one for the kind of value that is expected. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

function summary(fields: readonly string[]): string {
  const named = fields
    .slice(0, 5)
    .map((field) => field || '""')
    .join(', ');
  const more = fields.length > 5 ? ` and ${fields.length - 5} more` : '';
  return `Invalid request: correct ${named}${more} (see details).`;
}
