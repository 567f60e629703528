/** Places that routes start and end at, by name. */
import * as z from 'zod';

export interface Location {
  readonly id: number;
  readonly name: string;
  /** Degrees. */
  readonly lat: number;
  readonly lon: number;
}

export interface StandardLocation extends Location {
  /** What is typed at the command line. */
  readonly key: string;
}

export const standardLocations: readonly StandardLocation[] = [
  { id: 1, key: 'bird', name: 'Bird Island', lat: -54.025, lon: -38.044 },
  { id: 2, key: 'mareharbour', name: 'Mare Harbour, Falklands', lat: -51.902, lon: -58.494 },
  { id: 3, key: 'halley', name: 'Halley', lat: -75.059, lon: -25.84 },
  { id: 4, key: 'rothera', name: 'Rothera', lat: -67.764, lon: -68.02 },
  { id: 5, key: 'kep', name: 'King Edward Point', lat: -54.22, lon: -36.433 },
  { id: 6, key: 'signy', name: 'Signy', lat: -60.72, lon: -45.48 },
  { id: 7, key: 'nyalesund', name: 'Ny Ålesund', lat: 78.929, lon: 11.928 },
  { id: 8, key: 'harwich', name: 'Harwich', lat: 51.949, lon: 1.255 },
  { id: 9, key: 'rosyth', name: 'Rosyth', lat: 56.017, lon: -3.44 },
  { id: 10, key: 'falklands', name: 'Falklands', lat: -51.731, lon: -57.706 },
];

const FIRST_FREE_ID = Math.max(...standardLocations.map(({ id }) => id)) + 1;
/** They are handed to the Lambdas in an environment variable, and all variables together have 4 KB. */
const MAX_ADDED_BYTES = 3000;

/** The locations that an operator adds; each has an id of its own, so that its URL stays. */
export const addedLocations = z
  .array(
    z.strictObject({
      id: z.int().min(FIRST_FREE_ID, `must be at least ${FIRST_FREE_ID}`),
      name: z.string().min(1).max(100),
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
    }),
    'must be an array of {"id", "name", "lat", "lon"}',
  )
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'two locations have the same id')
  .refine((list) => Buffer.byteLength(JSON.stringify(list)) <= MAX_ADDED_BYTES, {
    message: `the locations together may have ${MAX_ADDED_BYTES} bytes of JSON`,
  });

/** The standard locations and the added ones, by name. */
export const allLocations = (added: readonly Location[]): Location[] =>
  [...standardLocations.map(({ key: _, ...location }) => location), ...added].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
