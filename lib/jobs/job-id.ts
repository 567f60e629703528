/**
 * Job ids: UUIDs of version 8 (RFC 9562, section 5.8) that carry the route number, so that one key finds the record by
 * either. The number takes the first 48 bits; the 74 bits besides version and variant are random, so that nobody can
 * guess the id of a route's job from its public number.
 */
import * as z from 'zod';

export const jobId = z.uuid();

export const ROUTE_ID_BYTES = 6;
/** The largest route number that an id can carry. */
export const MAX_ROUTE_ID = 2 ** (8 * ROUTE_ID_BYTES) - 1;

const FORM = /^([0-9a-f]{8})-([0-9a-f]{4})-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The route number that an id carries; null for a UUID that is no job id of ours. */
export function routeIdOf(id: string): number | null {
  const [, high, low] = FORM.exec(id) ?? [];
  return high === undefined ? null : Number.parseInt(`${high}${low}`, 16) || null;
}
