/** Quantities as people read them: on the page, on charts, in descriptions. */
import type { LatLon } from '../engine/geometry/sphere.ts';

/** With a narrow space between thousands, which does not break. */
export function formatNumber(value: number, decimals: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const sign = value < 0 && Number(value.toFixed(decimals)) !== 0 ? '−' : '';
  return `${sign}${grouped}${fraction ? `.${fraction}` : ''}`;
}

/** `3 d 4 h 12 min`; parts that are zero at the front are left out. */
export function formatDuration(days: number): string {
  const minutes = Math.round(days * 1440);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  return (
    parts
      .slice(first < 0 ? 2 : first)
      // spaces that don't break
      .map(([value, unit]) => `${value}\u00a0${unit}`)
      .join('\u00a0')
  );
}

/** `67°45.840′S`: degrees and decimal minutes, as bridges write positions. */
export function formatLatitude(lat: number): string {
  return degreesAndMinutes(lat, 2, 'N', 'S');
}

export function formatLongitude(lon: number): string {
  return degreesAndMinutes(lon, 3, 'E', 'W');
}

export const formatPosition = ({ lat, lon }: LatLon): string =>
  `${formatLatitude(lat)} ${formatLongitude(lon)}`;

function degreesAndMinutes(degrees: number, digits: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(degrees) * 60_000);
  const whole = String(Math.floor(thousandths / 60_000)).padStart(digits, '0');
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${whole}°${minutes}′${degrees < 0 && thousandths > 0 ? negative : positive}`;
}
