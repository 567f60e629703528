import type { LatLon } from '../engine/geometry/sphere.ts';
import { standardLocations } from '../locations/locations.ts';
import { parsePoint } from './point.ts';
import { CommandFailed } from './run-command.ts';

/** A place on the chart, in degrees; the name of a standard location is kept in the route. */
export interface Location extends LatLon {
  readonly name?: string;
}

export const locationNames = standardLocations.map(({ key }) => key).join(', ');

/** A standard location or `LAT,LON` in degrees. */
export function parseLocation(text: string): Location {
  const key = text.trim().toLowerCase();
  const location = standardLocations.find((each) => each.key === key);
  if (location) return { name: location.name, lat: location.lat, lon: location.lon };
  const point = parsePoint(text);
  if (!point) {
    throw new CommandFailed(`unknown location "${text}": give LAT,LON in degrees or one of ${locationNames}`);
  }
  requireRange('latitude', point.lat, 90);
  requireRange('longitude', point.lon, 180);
  return point;
}

function requireRange(what: string, degrees: number, limit: number): void {
  if (Math.abs(degrees) > limit) {
    throw new CommandFailed(`the ${what} ${degrees} is out of range: give -${limit} to ${limit}`);
  }
}
