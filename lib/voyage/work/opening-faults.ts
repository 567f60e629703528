/** What contradicts itself in what ties a stop to time: for requests, and where a person writes it. */
import type { OpeningFields } from './opening-fields.ts';
import { OPENINGS } from './timed-stop.ts';

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
  const { name, windows } = stop;
  const of = `of stop "${name}"`;
  const faults: OpeningFault[] = [];
  const refuse = (path: OpeningFault['path'], text: string) => faults.push({ path, text });
  const decidedBy = OPENINGS.filter((field) => stop[field] !== undefined);
  for (const field of decidedBy) {
    if (departure === null) refuse([field], `${of} needs a departure`);
  }
  for (const field of ['not_before', 'not_after'] as const) {
    if (windows && stop[field] !== null)
      refuse([field], `${of} can not be combined with its windows, which say it too`);
  }
  if (stop.may_pause !== undefined && decidedBy.length === 0)
    refuse(['may_pause'], `${of} needs windows, daylight or a limit of weather`);
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
