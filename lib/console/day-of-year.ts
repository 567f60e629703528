/** Days of the year, as seasons have them: stored as `11-01`, written `01 Nov`, read in any usual way. */
import type { Season } from '../zones/season.ts';
import { parseTime } from './parse-time.ts';
import { MONTHS } from './units.ts';

/** Has every day. */
const LEAP_YEAR = 2024;

export const formatDayOfYear = (day: string): string =>
  `${day.slice(3)} ${MONTHS[Number(day.slice(0, 2)) - 1]}`;

/** `01 Nov – 31 Mar` */
export const seasonText = ({ from, to }: Season): string =>
  `${formatDayOfYear(from)} – ${formatDayOfYear(to)}`;

/** Null where the text is no day. */
export function parseDayOfYear(text: string): string | null {
  const plain = text.trim();
  const dated = /^\d\d-\d\d$/.test(plain) ? `${LEAP_YEAR}-${plain}` : `${plain} ${LEAP_YEAR}`;
  const time = /\d/.test(plain) ? parseTime(dated, new Date()) : null;
  return time?.toISOString().slice(5, 10) ?? null;
}
