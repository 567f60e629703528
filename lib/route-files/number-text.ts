/** Numbers as files have them. */

/** Digits after the decimal point of a coordinate: 1e-9° is a tenth of a millimetre. */
export const COORDINATE_DIGITS = 9;

/** Decimal text without an exponent, which XML's decimals do not allow, and without trailing zeros. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  const trimmed = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

/** A latitude, or a longitude (in [−180, 180) still after rounding), in decimal degrees. */
export function coordinate(degrees: number): string {
  const text = decimal(degrees, COORDINATE_DIGITS);
  return text === '180' ? '-180' : text;
}

/**
 * Degrees and decimal minutes: `51°43.860'S`, or with another sign between the two.
 *
 * @param degreeSign `°`, or the `-` of ChartTrack
 */
export function degreesAndMinutes(degrees: number, axis: 'lat' | 'lon', degreeSign = '°'): string {
  // rounded as a whole, so that 59.9996 minutes become the next degree
  const thousandths = Math.round(Math.abs(degrees) * 60_000);
  const whole = Math.floor(thousandths / 60_000);
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0');
  const hemisphere = axis === 'lat' ? (degrees < 0 ? 'S' : 'N') : degrees < 0 ? 'W' : 'E';
  return `${whole}${degreeSign}${minutes}'${hemisphere}`;
}

/** A course with a fixed number of digits; one that rounds to 360° is 0°. */
export function course(degrees: number, digits: number): string {
  const text = degrees.toFixed(digits);
  return Number(text) === 360 ? (0).toFixed(digits) : text;
}

export const nearestSecond = (time: Date): Date => new Date(Math.round(time.getTime() / 1000) * 1000);

/** UTC to the nearest second: `2026-11-21T10:00:00Z`. */
export const utc = (time: Date): string =>
  nearestSecond(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');

/** Digits of hours of a stay: they are differences of days, of which the digits beyond these are rounding. */
export const STAY_DIGITS = 6;

/** `1 hour`, `12.25 hours`. */
export function hoursText(hours: number): string {
  const text = decimal(hours, 2);
  return `${text} ${text === '1' ? 'hour' : 'hours'}`;
}
