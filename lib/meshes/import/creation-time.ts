import { readTime } from '../../time/read-time.ts';
import { MeshRefused } from '../mesh-refused.ts';

/** Clocks differ, and a date without a time may be tomorrow's elsewhere; more is a mistake that would win every selection. */
const MAX_AHEAD_MS = 86_400_000;

/**
 * When a mesh was made: what its record says; else when its data end, so that old data inserted by hand are not
 * preferred to today's; else now, also where the data end later than now.
 *
 * @param recorded ISO 8601 in UTC, or null
 * @param validDateEnd as the mesh file has it: an ISO date or time as a rule
 * @throws MeshRefused where the record's time is more than a day ahead of now
 */
export function creationTime(recorded: string | null, validDateEnd: string | null, now: Date): string {
  if (recorded !== null) {
    if (Date.parse(recorded) > now.getTime() + MAX_AHEAD_MS) {
      throw new MeshRefused([`created: ${recorded} is more than a day ahead of now, ${now.toISOString()}`]);
    }
    return recorded;
  }
  const end = validDateEnd === null ? null : (readTime(validDateEnd) ?? lastMomentOf(validDateEnd));
  return (end && end < now ? end : now).toISOString();
}

/** Data of a day are valid to its end: a forecast of today that is inserted today is newer than those before it. */
const lastMomentOf = (day: string): Date | null => readTime(`${day}T23:59:59.999`);
