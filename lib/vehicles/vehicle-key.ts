import { createHash } from 'node:crypto';
import { sortedJson } from './sorted-json.ts';
import type { Vehicle } from './vehicle.ts';

/** The same text for vehicles with the same properties, in whatever order they are given, and for no others. */
export const vehicleKey = (vehicle: Vehicle): string => keyOf(vehicle);

/** A digest that is equal for equal JSON values, whatever the order of their fields. */
export function keyOf(value: object): string {
  return createHash('sha256').update(sortedJson(value)).digest('hex').slice(0, 32);
}
