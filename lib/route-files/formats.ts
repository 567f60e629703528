/** The file formats in which a route can be had. */
import { type PassageOptions, type PassagePlan, passagePlan, type RouteEntry } from './passage-plan.ts';
import { writeChartTrack, writeCsv } from './write-csv.ts';
import { writeGeoJson } from './write-geojson.ts';
import { writeGpx } from './write-gpx.ts';
import { writeKml } from './write-kml.ts';
import { type RtzVersion, writeRtz } from './write-rtz.ts';

export interface RouteFile {
  /** With its ending; without characters that a file system refuses. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

export interface RouteFileOptions extends PassageOptions {
  readonly rtzVersion: RtzVersion;
}

interface Format {
  readonly extension: string;
  readonly contentType: string;
  readonly write: (plan: PassagePlan, fileStem: string, options: RouteFileOptions) => string;
}

const csv = 'text/csv; charset=utf-8';

/** The formats that hold one route's waypoints; `svg`, a picture of all routes, is made by `lib/chart`. */
const formats = {
  geojson: { extension: 'geojson', contentType: 'application/geo+json', write: writeGeoJson },
  gpx: { extension: 'gpx', contentType: 'application/gpx+xml', write: writeGpx },
  rtz: {
    extension: 'rtz',
    contentType: 'application/rtz+xml',
    write: (plan, fileStem, { rtzVersion }) => writeRtz(plan, fileStem, rtzVersion),
  },
  csv: { extension: 'csv', contentType: csv, write: writeCsv },
  charttrack: { extension: 'csv', contentType: csv, write: writeChartTrack },
  kml: { extension: 'kml', contentType: 'application/vnd.google-earth.kml+xml', write: writeKml },
} as const satisfies Record<string, Format>;

export type RouteFileFormat = keyof typeof formats;

export const routeFileFormats = Object.keys(formats) as readonly RouteFileFormat[];

/** The media types of the formats, without parameters. */
export const routeFileTypes: readonly string[] = [
  ...new Set(Object.values(formats).map(({ contentType }) => contentType.split(';')[0]!)),
];

/** @throws RouteFileRefused where the route does not fit the format */
export function writeRouteFile(
  route: RouteEntry,
  format: RouteFileFormat,
  options: RouteFileOptions,
): RouteFile {
  const { extension, contentType, write }: Format = formats[format];
  const stem = fileStemOf(route);
  return {
    name: `${stem}.${extension}`,
    contentType,
    text: write(passagePlan(route, options), stem, options),
  };
}

const MAX_STEM_LENGTH = 100;

/** `route-12 Falklands to Rothera (traveltime)`: the name of a route's files without their ending. */
export function fileStemOf({ id, name }: Pick<RouteEntry, 'id' | 'name'>): string {
  const title = id === undefined ? name : `route-${id} ${name}`;
  // what Windows, macOS or Linux refuse in a name, and spaces or dots at its end
  const safe = title.toWellFormed().replace(/[\p{Cc}<>:"/\\|?*]+/gu, '-');
  return (
    [...safe]
      .slice(0, MAX_STEM_LENGTH)
      .join('')
      .replace(/[ .]+$/, '') || 'route'
  );
}
