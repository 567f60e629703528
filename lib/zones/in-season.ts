/** When zones count, by their seasons. */
import type { Zone } from './zone.ts';

const MS_PER_DAY = 86_400_000;
const DAYS_OF_LEAP_YEAR = 366;

/** Whether a zone counts whenever the vessel is there: it has no season, or nobody knows when that is. */
export const countsAlways = ({ season }: Zone, departure: string | null): boolean =>
  season === undefined || departure === null;

/**
 * Whether a zone counts at a time (UTC).
 *
 * @param departure ISO 8601; null: every zone does
 * @param days since departure
 */
export function countsAt({ season }: Zone, departure: string | null, days: number): boolean {
  if (season === undefined || departure === null) return true;
  const date = new Date(Date.parse(departure) + days * MS_PER_DAY).toISOString().slice(5, 10);
  const { from, to } = season;
  return from <= to ? from <= date && date <= to : date >= from || date <= to;
}

/** Whether a zone counts at any time of a voyage of so many days. */
export function countsWithin(zone: Zone, departure: string | null, days: number): boolean {
  for (let day = 0; day < Math.min(days, DAYS_OF_LEAP_YEAR); day++) {
    if (countsAt(zone, departure, day)) return true;
  }
  return countsAt(zone, departure, days);
}
