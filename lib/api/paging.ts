/** The query of an operation that answers a long list page by page. */
import * as z from 'zod';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 500;

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message));
};

export const limit = wholeNumber(1, MAX_PAGE)
  .default(DEFAULT_PAGE)
  .describe(`Entries in one answer, 1 to ${MAX_PAGE}; default ${DEFAULT_PAGE}`);

/** After the last of one's own records on a page: when it was created, and its UUID. */
export const nextOwned = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    'must be the `next` of an earlier answer',
  )
  .optional()
  .describe('`next` of the page before');
