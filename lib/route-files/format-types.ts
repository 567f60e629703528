/**
 * What a client may ask for, apart from the writers in `formats.ts`: the definitions of the API, which every handler
 * loads, need no XML.
 */

const csv = 'text/csv; charset=utf-8';

/** The formats that hold one route's waypoints; `svg`, a picture of all routes, is made by `lib/chart`. */
export const formatTypes = {
  geojson: { extension: 'geojson', contentType: 'application/geo+json' },
  gpx: { extension: 'gpx', contentType: 'application/gpx+xml' },
  rtz: { extension: 'rtz', contentType: 'application/rtz+xml' },
  s421: { extension: 's421.gml', contentType: 'application/gml+xml' },
  csv: { extension: 'csv', contentType: csv },
  charttrack: { extension: 'csv', contentType: csv },
  kml: { extension: 'kml', contentType: 'application/vnd.google-earth.kml+xml' },
} as const;

/** A calendar holds what happens when, no waypoints. */
export const calendarType = { extension: 'ics', contentType: 'text/calendar; charset=utf-8' } as const;

export type RouteFileFormat = keyof typeof formatTypes;

export const routeFileFormats = Object.keys(formatTypes) as readonly RouteFileFormat[];

/** The media types of the formats, without parameters. */
export const routeFileTypes: readonly string[] = [
  ...new Set(Object.values(formatTypes).map(({ contentType }) => contentType.split(';')[0]!)),
];

/** The media types under which a file with a route may be sent: what is in it, its content tells. */
export const readFileTypes: readonly string[] = [
  ...routeFileTypes,
  'application/octet-stream',
  'application/xml',
  'text/xml',
  'text/plain',
  'application/zip',
  'application/vnd.google-earth.kmz',
  'application/x-www-form-urlencoded', // what curl names where it is told nothing
];

export const rtzVersions = ['1.0', '1.1', '1.2'] as const;
export type RtzVersion = (typeof rtzVersions)[number];
