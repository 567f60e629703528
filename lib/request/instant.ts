/** Times in the bodies of requests. */
import * as z from 'zod';
import { readTime } from '../time/read-time.ts';

const MUST_BE = 'must be an ISO 8601 time with a zone, such as 2026-11-21T10:00Z';
const OTHER_YEAR = 'must be in the years 1000 to 2999';
const YEAR_OF_OTHERS = /^(?![12]\d{3}-)[+-]?\d{4,6}(?=-)/;
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** An instant, read as ISO 8601 in UTC: `2026-11-21T10:00:00.000Z`. */
export const instant = z
  .string(MUST_BE)
  .transform((text, context) => {
    const read = (time: string) => (ZONE.test(time) ? readTime(time) : null);
    const time = read(text);
    if (time) return time.toISOString();
    const message = read(text.replace(YEAR_OF_OTHERS, '2000')) ? OTHER_YEAR : MUST_BE;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .describe('ISO 8601 with a zone');

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Likewise; a day alone is its first moment. */
export const instantOrDay = z
  .string(MUST_BE)
  .transform((text) => (DAY.test(text) ? `${text}T00:00Z` : text))
  .pipe(instant);
