import { createHash } from 'node:crypto';
import type { Vehicle } from './vehicle.ts';

/** The same text for vehicles with the same properties, in whatever order they are given, and for no others. */
export const vehicleKey = (vehicle: Vehicle): string => keyOf(vehicle);

/** A digest that is equal for equal JSON values, whatever the order of their fields. */
export function keyOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value, withSortedFields)).digest('hex').slice(0, 32);
}

function withSortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
