import * as z from 'zod';
import { standardLocations } from '../locations/locations.ts';

/** `LAT,LON,LAT,LON` in degrees, or two of the standard locations. */
export const canaryRoute = z.string().transform((text, context) => {
  const named = text.split('/').map((key) => standardLocations.find((each) => each.key === key.trim()));
  const numbers = named.every((each) => each)
    ? named.flatMap((each) => [each!.lat, each!.lon])
    : text.split(',').map((part) => (part.trim() ? Number(part) : Number.NaN));
  const [start_lat, start_lon, end_lat, end_lon] = numbers as [number, number, number, number];
  const isOnEarth =
    [start_lat, end_lat].every((lat) => Math.abs(lat) <= 90) &&
    [start_lon, end_lon].every((lon) => Math.abs(lon) <= 180);
  if (numbers.length === 4 && isOnEarth) return { start_lat, start_lon, end_lat, end_lon };
  const message = 'must be two locations such as "falklands/rothera", or "LAT,LON,LAT,LON" in degrees';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
