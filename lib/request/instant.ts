/** Times in the bodies of requests. */
import * as z from 'zod';
import { readTime } from '../time/read-time.ts';

const MUST_BE = 'must be an ISO 8601 time with a zone, such as 2026-11-21T10:00Z';
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** An instant, read as ISO 8601 in UTC: `2026-11-21T10:00:00.000Z`. */
export const instant = z
  .string(MUST_BE)
  .transform((text, context) => {
    const time = ZONE.test(text) ? readTime(text) : null;
    if (time) return time.toISOString();
    context.addIssue({ code: 'custom', message: MUST_BE });
    return z.NEVER;
  })
  .describe('ISO 8601 with a zone');
