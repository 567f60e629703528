/** The fields of a request that concern its clearance. */
import * as z from 'zod';
import { orNull } from '../request/values.ts';

export const MOST_NM = 20;
const message = `must be a number of nautical miles from 0 to ${MOST_NM}`;

export const clearanceFields = {
  clearance_nm: orNull(z.number(message).min(0, message).max(MOST_NM, message))
    .transform((nm) => nm || null)
    .describe('The least distance of the route to land and closed zones, but near its ends and stops'),
  clearance_of: orNull(z.enum(['land', 'all'], 'must be "land" or "all"'))
    .transform((of) => (of === 'all' ? of : null))
    .describe('What to keep clear of: land (the default), or all closed cells'),
};
