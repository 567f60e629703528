import * as z from 'zod';

/** The identifier of a route in a path: a positive integer without leading zeros. */
export const routeId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
