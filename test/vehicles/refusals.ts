import { vehicleRequest } from '../../lib/vehicles/vehicle.ts';

/** `field: message` of everything that is wrong. */
export function refusals(fields: unknown): string[] {
  const parsed = vehicleRequest.safeParse(fields);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).sort();
}

export const fieldsOf = (issues: string[]) => issues.map((issue) => issue.split(':')[0]);
