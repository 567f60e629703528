/** The fields that say when what is done at a stop can be done. */
import * as z from 'zod';
import { instant } from '../../request/instant.ts';
import { optional } from '../../request/values.ts';
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
  may_pause: optional(z.boolean('must be true or false')).describe(
    'Whether it may be laid down at the end of a window or of a day and taken up in the next; default false: it is begun and ended in one',
  ),
};

const fields = z.object(openingFields);

/** What of a stop says when it can be done, and how long it stays without a line or an area. */
export type OpeningFields = z.output<typeof fields>;

interface StopInTime extends OpeningFields {
  readonly name: string;
  readonly not_before: string | null;
  readonly not_after: string | null;
}

interface OpeningFault {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** What is wrong with the openings of a stop whose fields are valid one by one. */
export function openingFaults(stop: StopInTime, departure: string | null): OpeningFault[] {
  const { name, windows, daylight } = stop;
  const of = `of stop "${name}"`;
  const faults: OpeningFault[] = [];
  const refuse = (path: OpeningFault['path'], text: string) => faults.push({ path, text });
  for (const field of ['windows', 'daylight'] as const) {
    if (stop[field] !== undefined && departure === null) refuse([field], `${of} needs a departure`);
  }
  for (const field of ['not_before', 'not_after'] as const) {
    if (windows && stop[field] !== null)
      refuse([field], `${of} can not be combined with its windows, which say it too`);
  }
  if (stop.may_pause !== undefined && !windows && !daylight)
    refuse(['may_pause'], `${of} needs windows or daylight`);
  windows?.forEach(({ from, to }, k) => {
    if (to <= from) refuse(['windows', k, 'to'], `${of} is not later than its from`);
    const before = windows[k - 1];
    if (!before || from > before.to) return;
    const isLater = from >= before.from;
    refuse(
      ['windows', k, 'from'],
      `${of} ${isLater ? 'overlaps the window before: make them one' : 'is earlier than the window before: put them in order'}`,
    );
  });
  return faults;
}
