import type * as z from 'zod';
import { fieldFaults } from '../request/field-faults.ts';
import { HttpError } from './errors.ts';

/** The value as the schema reads it; a 400 that names every field that is not valid. */
export function requireValid<S extends z.ZodType>(schema: S, value: object): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = fieldFaults(parsed.error.issues, value);
  throw new HttpError(400, summary([...new Set(details.map(({ field }) => field))]), { details });
}

/** A 400 that names fields that are valid, but not together. */
export function requireTogether(check: (report: (field: string, message: string) => void) => void): void {
  const details: { field: string; message: string }[] = [];
  check((field, message) => details.push({ field, message }));
  if (details.length > 0)
    throw new HttpError(400, summary([...new Set(details.map(({ field }) => field))]), { details });
}

function summary(fields: readonly string[]): string {
  const named = fields
    .slice(0, 5)
    .map((field) => field || '""')
    .join(', ');
  const more = fields.length > 5 ? ` and ${fields.length - 5} more` : '';
  return `Invalid request: correct ${named}${more} (see details).`;
}
