/** Which zones count for a voyage, by their seasons. */
import type { Zone } from './zone.ts';

const MS_PER_DAY = 86_400_000;
const DAYS_OF_LEAP_YEAR = 366;

/**
 * The zones whose season has a day between departure and arrival (UTC); without a departure all of them.
 *
 * @param departure ISO 8601
 */
export function zonesDuring(zones: readonly Zone[], departure: string | null, days: number): Zone[] {
  if (departure === null) return [...zones];
  const begin = Date.parse(departure);
  return zones.filter(({ season }) => {
    if (!season) return true;
    const count = Math.min(
      DAYS_OF_LEAP_YEAR,
      Math.floor(begin / MS_PER_DAY + days) - Math.floor(begin / MS_PER_DAY),
    );
    for (let day = 0; day <= count; day++) {
      const date = new Date(begin + day * MS_PER_DAY).toISOString().slice(5, 10);
      const { from, to } = season;
      if (from <= to ? from <= date && date <= to : date >= from || date <= to) return true;
    }
    return false;
  });
}
