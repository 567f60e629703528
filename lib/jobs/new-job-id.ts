import { randomBytes } from 'node:crypto';
import { MAX_ROUTE_ID, ROUTE_ID_BYTES } from './job-id.ts';

/** @param random 16 random bytes, of which the last 10 are used. */
export function newJobId(routeId: number, random: Uint8Array = randomBytes(16)): string {
  if (!Number.isInteger(routeId) || routeId < 1 || routeId > MAX_ROUTE_ID) {
    throw new RangeError(`Expected a route number from 1 to ${MAX_ROUTE_ID}, found ${routeId}`);
  }
  const bytes = Buffer.from(random);
  bytes.writeUIntBE(routeId, 0, ROUTE_ID_BYTES);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f); // version 8
  bytes[8] = 0x80 | (bytes[8]! & 0x3f); // variant 10
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
