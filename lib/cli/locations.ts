import type { LatLon } from '../engine/geometry/sphere.ts';
import { parsePoint } from './point.ts';
import { CommandFailed } from './run-command.ts';

/** A place on the chart, degrees; what has a name of its own keeps it in the route. */
export interface Location extends LatLon {
  readonly name?: string;
}

/** The standard locations, by the name that is typed. */
export const standardLocations: Readonly<Record<string, Required<Location>>> = {
  bird: { name: 'Bird Island', lat: -54.025, lon: -38.044 },
  falklands: { name: 'Falklands', lat: -51.731, lon: -57.706 },
  halley: { name: 'Halley', lat: -75.059, lon: -25.84 },
  rothera: { name: 'Rothera', lat: -67.764, lon: -68.02 },
  kep: { name: 'King Edward Point', lat: -54.22, lon: -36.433 },
  signy: { name: 'Signy', lat: -60.72, lon: -45.48 },
  nyalesund: { name: 'Ny-Ålesund', lat: 78.929, lon: 11.928 },
  harwich: { name: 'Harwich', lat: 51.949, lon: 1.255 },
  rosyth: { name: 'Rosyth', lat: 56.017, lon: -3.44 },
};

export const locationNames = Object.keys(standardLocations).join(', ');

/** A standard location or `LAT,LON` in degrees. */
export function parseLocation(text: string): Location {
  const name = text.trim().toLowerCase();
  const location = Object.hasOwn(standardLocations, name) ? standardLocations[name] : parsePoint(text);
  if (location) return location;
  throw new CommandFailed(`unknown location "${text}": give LAT,LON in degrees or one of ${locationNames}`);
}
