/** The fields that say when what is done at a stop can be done. */
import * as z from 'zod';
import { instant } from '../../request/instant.ts';
import { notNegative, optional, positive } from '../../request/values.ts';
import { DAYLIGHTS } from '../../time/daylight.ts';

const MOST_WINDOWS = 50;
const WINDOWS = `must be 1 to ${MOST_WINDOWS} windows, [{"from", "to"}, …]`;

export const openingFields = {
  windows: optional(
    z
      .array(z.strictObject({ from: instant, to: instant }), WINDOWS)
      .min(1, WINDOWS)
      .max(MOST_WINDOWS, WINDOWS),
  ).describe(
    'What is done here begins and ends within one of these, ascending; instead of not_before and not_after; needs `departure`',
  ),
  daylight: optional(z.enum(DAYLIGHTS, 'must be "sun", "civil" or "nautical"')).describe(
    'It is done by day only: while the upper edge of the sun is above the horizon (sun), or its centre above −6° (civil) or −12° (nautical); needs `departure`',
  ),
  most_wind_kn: optional(positive).describe(
    'It is done only while the mesh of that time has no more wind there; needs `departure`, as the other limits',
  ),
  most_wave_m: optional(notNegative).describe('The same of the significant height of waves'),
  most_ice_percent: optional(notNegative.max(100, 'must be at most 100')).describe(
    'The same of the concentration of ice',
  ),
  may_pause: optional(z.boolean('must be true or false')).describe(
    'Whether it may be laid down when its window, the day or the weather for it ends, and taken up in the next; default false: it is begun and ended in one',
  ),
};

const fields = z.object(openingFields);

/** What of a stop says when it can be done, and how long it stays without a line or an area. */
export type OpeningFields = z.output<typeof fields>;
