/** The fields of a request that concern its clearance. */
import * as z from 'zod';
import { orNull } from '../request/values.ts';

export const MOST_CLEARANCE_NM = 20;
export const CLEARANCE_RULE = `must be a number of nautical miles from 0 to ${MOST_CLEARANCE_NM}`;

export const clearanceFields = {
  clearance_nm: orNull(z.number(CLEARANCE_RULE).min(0, CLEARANCE_RULE).max(MOST_CLEARANCE_NM, CLEARANCE_RULE))
    .transform((nm) => nm || null)
    .describe('The least distance of the route to land and closed zones, but near its ends and stops'),
  clearance_of: orNull(z.enum(['land', 'all'], 'must be "land" or "all"'))
    .transform((of) => (of === 'all' ? of : null))
    .describe('What to keep clear of: land (the default), or all closed cells'),
};
