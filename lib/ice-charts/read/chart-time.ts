/** When the ice of a chart was as it is drawn. */
import { FileUnreadable } from '../../files/errors.ts';

/** A day, with or without a time: `2026-11-27`, `20261127T0600Z`, `20261127_0600`. */
const DAY =
  /(?<!\d)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:[T_ -]?([01]\d|2[0-3]):?([0-5]\d)(?::?\d\d)?Z?)?(?!\d)/;
/** As the National Ice Center names its files: `arctic261127`. */
const SHORT_DAY = /(?<!\d)(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/;

/** The time in a file's name, or in a text that holds little else; null where there is none. */
export function timeIn(text: string): string | null {
  const [, year, month, day, hour = '00', minute = '00'] = DAY.exec(text) ?? [];
  if (year) return utc(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  const [, short, shortMonth, shortDay] = SHORT_DAY.exec(text) ?? [];
  return short ? utc(`20${short}-${shortMonth}-${shortDay}T00:00:00Z`) : null;
}

function utc(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

export function requireTime(time: string | null): string {
  if (time !== null) return time;
  throw new FileUnreadable(
    'The chart does not say when it was drawn, and neither does its file name: put the time there, as in ice_20261127T0600Z, or say it with reference_time, such as 2026-11-27T06:00Z.',
  );
}
