import { MONTHS } from './units.ts';

const ISO = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T\s]+(\d\d?)[:.h]?(\d\d)(?::\d\d(?:\.\d+)?)?)?\s*(?:Z|UTC)?$/i;
const DAY_FIRST =
  /^(\d\d?)(?:\.|\s|\/|-)\s*([a-z]{3,9}|\d\d?)\.?(?:(?:\s+|\/|-|(?<=\.)\s*)(\d{4}))?(?:[,\s]+(\d\d?)[:.h]?(\d\d))?\s*(?:Z|UTC)?$/i;
const HOUR = /^(\d\d?)[:.h]?(\d\d)\s*(?:Z|UTC)?$/i;

/** With an offset from UTC. */
const ISO_ELSEWHERE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d$/;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d\d?),?(?=\s|$)/i;
/** As in messages: day, hours and minutes, Z, and the month. */
const DATE_TIME_GROUP = /^(\d\d)(\d\d)(\d\d)\s*Z\s*([a-z]{3})\s*(?:(?:20)?(\d\d))?$/i;
/** `24 Dec 1800` is an hour: no ship sails in such a year. */
const HOUR_AS_YEAR = /(?<=[a-z]\s+)(\d\d)(\d\d)(?=\s*(?:Z|UTC)?$)/i;
const FIRST_YEAR = 19;
const DAY_MS = 86_400_000;

/**
 * A time as people write it, UTC: `24 Dec 18:00`, `24 Dec 2026 1800`, `24.12.2026 18:00`, `Dec 24 18:00`, `241800Z DEC 26`,
 * `2026-12-24T18:00Z`, `18:00`. Where
 * the year is left out it is the next such day; of an hour alone, the next such hour; a day without an hour begins. Null
 * where the text is no time.
 */
export function parseTime(text: string, now: Date): Date | null {
  const plain = text.trim();
  if (/^now$/i.test(plain)) return wholeMinute(now);
  const hour = HOUR.exec(plain);
  if (hour) {
    const today = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()] as const;
    const time = dateOf(...today, Number(hour[1]), Number(hour[2]));
    return time && time < now ? new Date(time.getTime() + DAY_MS) : time;
  }
  const iso = ISO.exec(plain);
  if (iso) {
    const [year, month, day, hours = 0, minutes = 0] = iso.slice(1).map((part) => Number(part ?? 0));
    return dateOf(year!, month! - 1, day!, hours, minutes);
  }
  if (ISO_ELSEWHERE.test(plain)) return dateOrNull(plain);
  const written = DAY_FIRST.exec(dayFirst(plain));
  if (!written) return null;
  const [, day, monthText, year, hours, minutes] = written;
  const month = monthOf(monthText!);
  const at = (inYear: number) => dateOf(inYear, month, Number(day), Number(hours ?? 0), Number(minutes ?? 0));
  if (year) return at(Number(year));
  const thisYear = at(now.getUTCFullYear());
  const isPast = thisYear !== null && thisYear.getTime() < now.getTime() - DAY_MS;
  return isPast || thisYear === null ? at(now.getUTCFullYear() + 1) : thisYear;
}

/**
 * When a ship under way was where it is said to have been: the latest time since its departure that the text may mean, as hardly
 * anybody tells what is to come; null where it is no time.
 */
export function timeOfReport(text: string, departure: Date, now: Date): Date | null {
  if (/^now$/i.test(text.trim())) return now;
  const read = [new Date(now.getTime() - DAY_MS), departure].map((after) => parseTime(text, after));
  const under = read.filter((time): time is Date => time !== null && time >= departure);
  const past = under.filter((time) => time <= now);
  return past.sort((a, b) => b.getTime() - a.getTime())[0] ?? under[0] ?? read[0]!;
}

/** What is written in other orders, in that of `24 Dec 2026 18:00`. */
const dayFirst = (text: string): string =>
  text
    .replace(MONTH_FIRST, '$2 $1')
    .replace(
      DATE_TIME_GROUP,
      (_, day, hours, minutes, month, year) =>
        `${day} ${month} ${year ? `20${year} ` : ''}${hours}:${minutes}`,
    )
    .replace(HOUR_AS_YEAR, (whole, hours, minutes) =>
      Number(hours) < FIRST_YEAR ? `${hours}:${minutes}` : whole,
    );

const dateOrNull = (text: string): Date | null => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
};

const wholeMinute = (time: Date) => new Date(60_000 * Math.ceil(time.getTime() / 60_000));

/** From 0; −1 where there is none of this name. */
function monthOf(text: string): number {
  if (/^\d/.test(text)) return Number(text) - 1;
  return MONTHS.findIndex((month) => text.toLowerCase().startsWith(month.toLowerCase()));
}

/** Null where there is no such day or hour. */
function dateOf(year: number, month: number, day: number, hours: number, minutes: number): Date | null {
  const date = new Date(Date.UTC(year, month, day, hours, minutes));
  const isThere = date.getUTCMonth() === month && date.getUTCDate() === day && hours < 24 && minutes < 60;
  return isThere && month >= 0 ? date : null;
}
