/** Quantities as text, in nautical or metric units. Times are UTC. */
import type { Consumption } from '../engine/mesh/mesh-source.ts';
import { formatNumber } from '../route-files/shown-text.ts';

export type UnitSystem = 'nautical' | 'metric';

const METRES_PER_NM = 1852;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365.25;

export const distanceUnit = (units: UnitSystem): string => (units === 'nautical' ? 'NM' : 'km');
export const speedUnit = (units: UnitSystem): string => (units === 'nautical' ? 'kn' : 'km/h');

export const consumptionRateUnit = (consumption: Consumption | null): string =>
  consumption === 'battery' ? 'Ah/day' : 't/day';

/** Metres in the system's unit of distance. */
export const distanceIn = (units: UnitSystem, metres: number): number =>
  metres / (units === 'nautical' ? METRES_PER_NM : 1000);

/** Metres per second in the system's unit of speed. */
export const speedIn = (units: UnitSystem, mps: number): number =>
  units === 'nautical' ? (mps * 3600) / METRES_PER_NM : mps * 3.6;

export const formatDistance = (units: UnitSystem, metres: number): string =>
  `${formatNumber(distanceIn(units, metres), 1)} ${distanceUnit(units)}`;

export const formatSpeed = (units: UnitSystem, mps: number): string =>
  `${formatNumber(speedIn(units, mps), 1)} ${speedUnit(units)}`;

/** `24 Dec 18:00 UTC`; with its year, `14 Feb 2024 05:05 UTC`, where that is not this one. */
export function formatTime(time: Date, now = new Date()): string {
  return `${formatDay(time, now)} ${formatClock(time)}`;
}

const formatClock = (time: Date): string => `${formatMinute(time)} UTC`;

/** `18:00`, below a title that says of which clock. */
export const formatMinute = (time: Date): string => time.toISOString().slice(11, 16);

/** `24 Dec`, or `14 Feb 2024`. */
export function formatDay(time: Date, now = new Date()): string {
  const day = `${String(time.getUTCDate()).padStart(2, '0')} ${MONTHS[time.getUTCMonth()]}`;
  return time.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${time.getUTCFullYear()}`;
}

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `3 hours ago`, for the age of meshes and routes. */
export function formatAge(time: Date, now: Date): string {
  const milliseconds = now.getTime() - time.getTime();
  if (milliseconds < 60_000) return 'just now';
  const [value, unit] =
    milliseconds < HOUR_MS ? [milliseconds / 60_000, 'minute'] : [milliseconds / HOUR_MS, 'hour'];
  return `${milliseconds < DAY_MS ? counted(value, unit) : formatDays(milliseconds / DAY_MS)} ago`;
}

/** `12 days`; from two years on `20 years`. */
export const formatDays = (days: number): string =>
  days < 2 * DAYS_OF_YEAR ? counted(days, 'day') : counted(days / DAYS_OF_YEAR, 'year');

function counted(value: number, unit: string): string {
  const whole = Math.floor(value);
  return `${formatNumber(whole, 0)} ${unit}${whole === 1 ? '' : 's'}`;
}

export const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
