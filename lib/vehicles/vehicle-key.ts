import { createHash } from 'node:crypto';
import type { Vehicle } from './vehicle.ts';

/** The same text for vehicles with the same properties, in whatever order they are given, and for no others. */
export function vehicleKey(vehicle: Vehicle): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(vehicle)))
    .digest('hex')
    .slice(0, 32);
}

/** A JSON value with the fields of every object in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
