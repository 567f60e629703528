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
  return z
    .union(
      [
        z.number(message).min(-limit, message).max(limit, message),
        z.string().max(MAX_NUMBER_CHARACTERS).regex(DECIMAL).transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).min(-limit, message).max(limit, message))
    .transform((degrees) => (Math.abs(degrees) < ZERO_DEGREES ? 0 : degrees));
}

export const latitude = coordinate(90).describe('Decimal degrees, -90 to 90');
export const longitude = coordinate(180).describe('Decimal degrees, -180 to 180');
