import * as z from 'zod';

/** The public number of a route, in a path: a positive integer without leading zeros. */
export const routeId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** Tags that a route carries at most; those added later are left out. */
export const MAX_ROUTE_TAGS = 50;
