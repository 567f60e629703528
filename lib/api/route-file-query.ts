/** The query that asks for a route as a file. */
import * as z from 'zod';
import { routeFileFormats, routeFileTypes, rtzVersions } from '../route-files/format-types.ts';
import { readTime } from '../time/read-time.ts';

const DEPARTURE = 'must be an ISO 8601 time such as 2026-11-21T10:00Z';

export const departure = z
  .string(DEPARTURE)
  .transform(readTime)
  .refine((time) => time !== null, DEPARTURE)
  .optional()
  .transform((time) => time ?? null)
  .describe('When the ship leaves, ISO 8601, UTC unless it says otherwise; times are given only then');

const fields = z.strictObject({
  format: z
    .enum(['json', ...routeFileFormats, 'svg', 'ics'])
    .default('json')
    .describe('ics: the schedule as a calendar, which needs a departure'),
  objective: z.enum(['traveltime', 'fuel', 'battery', 'within', 'cost']).default('traveltime'),
  points: z
    .enum(['sailing', 'all'])
    .default('sailing')
    .describe('The sailing waypoints, or every crossing of a cell border'),
  part: z
    .enum(['route', 'trade_off', 'schedule'])
    .default('route')
    .describe(
      'trade_off: the curve of time and consumption, as csv or svg; schedule: stops, waits and work in the order of time, as csv or ics',
    ),
  departure,
  version: z.enum(rtzVersions).default('1.0').describe('Of RTZ'),
});

/** The document is one with all its parts. */
export const fileQuery = fields.superRefine(({ format, part }, context) => {
  if (format !== 'json' || part === 'route') return;
  const formats = part === 'schedule' ? 'csv or ics' : 'csv or svg';
  context.addIssue({ code: 'custom', path: ['format'], message: `must be ${formats} with part=${part}` });
});

export const fileTypes: readonly string[] = [...routeFileTypes, 'image/svg+xml', 'text/calendar'];
