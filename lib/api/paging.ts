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
