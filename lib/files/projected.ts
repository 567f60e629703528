/** Positions in metres of a map projection, as polar data often have them, in longitude and latitude. */
import proj4 from 'proj4';
import { FileUnreadable } from './errors.ts';

export interface Inverse {
  /** For people: `EPSG:3031`. */
  readonly name: string;
  /** Longitude and latitude, degrees, of a position in metres. */
  position(projected: readonly number[]): [lon: number, lat: number];
  /** The same for a line that is straight in the projection, with so many positions that it stays where it is. */
  line(projected: readonly (readonly number[])[]): [lon: number, lat: number][];
}

const polar = (lat0: number, latTs: number, lon0: number) =>
  `+proj=stere +lat_0=${lat0} +lat_ts=${latTs} +lon_0=${lon0} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs`;

/** EPSG Geodetic Parameter Dataset. */
const DEFINITIONS: Readonly<Record<number, string>> = {
  3031: polar(-90, -71, 0), // Antarctic polar stereographic
  3976: polar(-90, -70, 0), // NSIDC sea ice, south
  3413: polar(90, 70, -45), // NSIDC sea ice, north
  3995: polar(90, 71, 0), // Arctic polar stereographic
  3996: polar(90, 75, 0), // IBCAO
  3857: '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs', // web Mercator
  3395: '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs', // world Mercator
  3832: '+proj=merc +lon_0=150 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs', // Pacific Mercator
  32661: '+proj=stere +lat_0=90 +k=0.994 +lon_0=0 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs', // UPS north
  32761: '+proj=stere +lat_0=-90 +k=0.994 +lon_0=0 +x_0=2000000 +y_0=2000000 +datum=WGS84 +units=m +no_defs', // UPS south
  6931: '+proj=laea +lat_0=90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs', // NSIDC EASE-Grid 2.0, north
  6932: '+proj=laea +lat_0=-90 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs', // NSIDC EASE-Grid 2.0, south
};
/** In degrees, and within a metre of WGS 84: ETRS89, NAD83. */
const DEGREES = new Set([4326, 4979, 4258, 4269]);

/**
 * @param crs as GeoJSON names it: `urn:ogc:def:crs:EPSG::3031`, `EPSG:3031`; null where it does not
 * @returns null for longitude and latitude
 * @throws FileUnreadable for one that is not known
 */
export function inverseOf(crs: string | null): Inverse | null {
  if (crs === null || /CRS84$/i.test(crs)) return null;
  const code = Number(/(\d{4,6})$/.exec(crs)?.[1]);
  if (DEGREES.has(code)) return null;
  const definition = DEFINITIONS[code] ?? utm(code);
  if (definition === null) {
    throw new FileUnreadable(
      `The coordinate system "${crs.slice(0, 60)}" is not known: save the file in WGS 84 (EPSG:4326).`,
    );
  }
  return inverseFrom(definition, `EPSG:${code}`);
}

/** @param definition as proj4 reads it, which may be well-known text */
export function inverseFrom(definition: string, name: string): Inverse {
  const { inverse } = proj4(definition);
  const position = ([x = Number.NaN, y = Number.NaN]: readonly number[]): [number, number] =>
    Number.isFinite(x) && Number.isFinite(y)
      ? (inverse([x, y]) as [number, number])
      : [Number.NaN, Number.NaN];
  return {
    name,
    position,
    line: (projected) => projected.flatMap((to, i) => pieces(projected[i - 1], to).map(position)),
  };
}

const utm = (code: number): string | null => {
  const zone = code % 100;
  const isUtm = (code >= 32601 && code <= 32660) || (code >= 32701 && code <= 32760);
  return isUtm
    ? `+proj=utm +zone=${zone}${code >= 32700 ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`
    : null;
};

/** An edge of so many metres at 75° is less than 30 m from the straight one in degrees. */
const MAX_PIECE_M = 20_000;
const MAX_PIECES = 1_000;

/** The end of an edge, with positions before it where it is long. */
function pieces(from: readonly number[] | undefined, to: readonly number[]): (readonly number[])[] {
  if (!from) return [to];
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const count = Math.min(MAX_PIECES, Math.max(1, Math.ceil(Math.hypot(dx, dy) / MAX_PIECE_M) || 1));
  return Array.from({ length: count }, (_, k) => [
    from[0]! + (dx * (k + 1)) / count,
    from[1]! + (dy * (k + 1)) / count,
  ]);
}
