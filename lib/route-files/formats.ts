/** Writes a route in one of the file formats in which it can be had. */
import { formatTypes, type RouteFileFormat, type RtzVersion } from './format-types.ts';
import { type PassageOptions, type PassagePlan, passagePlan } from './passage-plan.ts';
import type { RouteEntry } from './route-entry.ts';
import { writeChartTrack, writeCsv } from './write-csv.ts';
import { writeGeoJson } from './write-geojson.ts';
import { writeGpx } from './write-gpx.ts';
import { writeKml } from './write-kml.ts';
import { writeRtz } from './write-rtz.ts';
import { writeS421 } from './write-s421.ts';

export interface RouteFile {
  /** With its ending; without characters that a file system refuses. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

export interface RouteFileOptions extends PassageOptions {
  readonly rtzVersion: RtzVersion;
}

const writers: Readonly<
  Record<RouteFileFormat, (plan: PassagePlan, fileStem: string, options: RouteFileOptions) => string>
> = {
  geojson: writeGeoJson,
  gpx: writeGpx,
  rtz: (plan, fileStem, { rtzVersion }) => writeRtz(plan, fileStem, rtzVersion),
  s421: writeS421,
  csv: writeCsv,
  charttrack: writeChartTrack,
  kml: writeKml,
};

/** @throws RouteFileRefused where the route does not fit the format */
export function writeRouteFile(
  route: RouteEntry,
  format: RouteFileFormat,
  options: RouteFileOptions,
): RouteFile {
  const { extension, contentType } = formatTypes[format];
  const stem = fileStemOf(route);
  return {
    name: `${stem}.${extension}`,
    contentType,
    text: writers[format](passagePlan(route, options), stem, options),
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
