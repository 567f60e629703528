/** Latitudes and longitudes in requests. */
import * as z from 'zod';

/**
 * Degrees as decimal text without spaces; the exponent is how languages write small numbers (5e-05). A text has only
 * one way to match, so that the time to refuse it grows with its length and no faster.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const MAX_NUMBER_CHARACTERS = 40;
/** Coordinates closer to zero than this (a tenth of a micrometre) are taken as zero; so is a negative zero. */
const ZERO_DEGREES = 1e-12;

function coordinate(limit: number) {
  const message = `must be a decimal number, or one as a string, from -${limit} to ${limit}`;
  const degrees = z.number(message).min(-limit, message).max(limit, message);
  return z
    .union(
      [degrees, z.string().max(MAX_NUMBER_CHARACTERS).regex(DECIMAL).transform(Number).pipe(degrees)],
      message,
    )
    .transform((value) => (Math.abs(value) < ZERO_DEGREES ? 0 : value));
}

export const latitude = coordinate(90).describe('Decimal degrees, -90 to 90');
export const longitude = coordinate(180).describe('Decimal degrees, -180 to 180');
