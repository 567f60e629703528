/**
 * Shapefiles (Esri, 1998) in a zip archive: each layer with its attributes, in longitude and latitude.
 *
 * Edges that are straight in the projection of a layer get more points, so that they are where they were drawn, and a ring round a pole is
 * closed along it.
 */
import proj4 from 'proj4';
import { parseDbf, parseShp } from 'shpjs';
import { RADIANS } from '../engine/geometry/sphere.ts';
import { decodeText } from './decode-text.ts';
import { FileUnreadable } from './errors.ts';
import { MAX_POSITIONS, type Place, placed, remembered } from './shapefile-positions.ts';
import { extensionOf, unzip, type ZipEntry } from './zip.ts';

export interface Layer {
  /** Of its files, without folders. */
  readonly name: string;
  readonly features: readonly LayerFeature[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export interface LayerFeature {
  /** GeoJSON; null where the record has no positions. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

const PARTS = ['shp', 'dbf', 'prj', 'cpg'] as const;
/** The sum, over all shapes, of the square of how many rings they have: as many take the parser two seconds. */
const MAX_RINGS_SQUARED = 1e9;

/** What is left to be read of an archive. */
interface Budget {
  positions: number;
  ringsSquared: number;
}

/** @throws FileUnreadable */
export function readShapefiles(archive: Uint8Array): Layer[] {
  const entries = unzip(archive, (name) => (PARTS as readonly string[]).includes(extensionOf(name)));
  const shapes = entries.filter(({ name }) => extensionOf(name) === 'shp');
  if (shapes.length === 0) {
    throw new FileUnreadable(
      'The zip archive has no shapefile: it needs a .shp, a .dbf and a .prj of one name.',
    );
  }
  const budget = { positions: MAX_POSITIONS, ringsSquared: MAX_RINGS_SQUARED };
  return shapes.map((shape) => readLayer(shape, entries, budget));
}

function readLayer(shp: ZipEntry, entries: readonly ZipEntry[], budget: Budget): Layer {
  const base = shp.name.slice(0, -'.shp'.length);
  const part = (extension: string) =>
    entries.find(({ name }) => name.toLowerCase() === `${base}.${extension}`.toLowerCase())?.bytes;
  const name = base.replace(/^.*\//, '');
  const dbf = part('dbf');
  if (!dbf)
    throw new FileUnreadable(`The shapefile ${name} has no .dbf, which holds what its areas are: add it.`);
  requireWhole(name, shp.bytes, dbf);
  requireFewRings(name, viewOf(shp.bytes), budget);
  const geometries = read(name, () => parseShp(viewOf(shp.bytes)));
  const recordCount = viewOf(dbf).getUint32(4, true);
  if (recordCount !== geometries.length) {
    throw new FileUnreadable(
      `The shapefile ${name} has ${geometries.length} shapes and ${recordCount} records: its .shp and .dbf are not of one file.`,
    );
  }
  const codePage = part('cpg');
  const said = codePage && decodeText(codePage).text.trim();
  const isGuessed = !said && !isUtf8(dbf.subarray(viewOf(dbf).getUint16(8, true)));
  const records = read(name, () => parseDbf(viewOf(dbf), isGuessed ? 'windows-1252' : said));
  const { isProjected, place, note } = placementOf(name, part('prj'));
  const features = geometries.map((geometry, i) => ({
    geometry:
      geometry && !isEmpty(geometry.coordinates)
        ? {
            type: geometry.type,
            coordinates: placed(geometry.coordinates, geometry.type, { isProjected, place, budget, name }),
          }
        : null,
    properties: records[i]!,
  }));
  const guess = isGuessed
    ? `The shapefile ${name} has no .cpg, and its .dbf is not UTF-8: it was read as windows-1252. Look at names with accents.`
    : null;
  return { name, features, notes: [note, guess].filter((each) => each !== null) };
}

const isEmpty = (coordinates: unknown): boolean => Array.isArray(coordinates) && coordinates.every(isEmpty);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** The parser reads a file that is cut off as far as it goes, and counts records by what the header says. */
function requireWhole(name: string, shp: Uint8Array, dbf: Uint8Array): void {
  const [shape, table] = [viewOf(shp), viewOf(dbf)];
  const isShape = shp.length >= 100 && shape.getInt32(0) === 9994;
  if (!isShape) throw new FileUnreadable(`The file ${name}.shp is no shapefile.`);
  const length = 2 * shape.getInt32(24);
  const records =
    dbf.length >= 32
      ? table.getUint16(8, true) + table.getUint32(4, true) * table.getUint16(10, true)
      : Infinity;
  if (length > shp.length || records > dbf.length) {
    throw new FileUnreadable(
      `The shapefile ${name} is cut off: its header says that there is more. Send it again.`,
    );
  }
}

/** The parser looks at each outline of a shape with each of its holes, to find in which it is. */
function requireFewRings(name: string, shp: DataView, budget: Budget): void {
  // areas are 5, with heights 15, with measures 25
  if (shp.getInt32(32, true) % 10 !== 5) return;
  for (let at = 100; at + 48 <= shp.byteLength; ) {
    const bytes = 2 * shp.getUint32(at + 4);
    const rings = bytes < 44 ? 0 : shp.getInt32(at + 44, true);
    at += 8 + bytes;
    budget.ringsSquared -= rings ** 2;
    if (budget.ringsSquared < 0) {
      throw new FileUnreadable(
        `The shapefile ${name} has more outlines and holes in its shapes (${rings} in one) than are read: divide them into several shapes.`,
      );
    }
  }
}

function read<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FileUnreadable) throw error;
    throw new FileUnreadable(`The shapefile ${name} is damaged: ${(error as Error).message.slice(0, 100)}.`);
  }
}

interface Placement {
  readonly isProjected: boolean;
  readonly place: Place;
  readonly note: string | null;
}

/** Longitude and latitude as they are: the page, too, reads them, which has no reader of projections. */
const IN_DEGREES = /^GEOG(?:CS|CRS)\["[^"]*WGS[ _]?(?:19)?84/i;
const PRIME_MERIDIAN = /PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-+.\de]+)/i;
const ANGLE_UNIT = /\b(?:ANGLE)?UNIT\s*\[\s*"[^"]*"\s*,\s*([-+.\de]+)/i;
const numberAt = (wkt: string, pattern: RegExp, otherwise: number): number =>
  Number(pattern.exec(wkt)?.[1] ?? otherwise);

/** How a layer's coordinates become longitude and latitude. */
function placementOf(name: string, prj: Uint8Array | undefined): Placement {
  if (!prj) {
    const note = `The shapefile ${name} has no .prj: its coordinates were taken as longitude and latitude.`;
    return { isProjected: false, place: asItIs, note };
  }
  const definition = trueAtParallel(polarStereographic(decodeText(prj).text.trim()));
  const isProjected = !/^GEOG/i.test(definition);
  if (!isProjected && Math.abs(numberAt(definition, ANGLE_UNIT, RADIANS) / RADIANS - 1) > 1e-6) {
    throw new FileUnreadable(
      `The positions of the shapefile ${name} are not in degrees: save it in longitude and latitude (EPSG:4326).`,
    );
  }
  if (IN_DEGREES.test(definition) && numberAt(definition, PRIME_MERIDIAN, 0) === 0)
    return { isProjected: false, place: asItIs, note: null };
  try {
    const { inverse } = proj4(definition);
    const place = remembered((x, y, at) => {
      // without a height it would be made and deleted, which takes a kilobyte
      const placed = inverse({ x, y, z: 0 });
      at[0] = toCentimetre(placed.x);
      at[1] = toCentimetre(placed.y);
    });
    return { isProjected, place, note: null };
  } catch {
    throw new FileUnreadable(
      `The projection of the shapefile ${name} is not known: save it in longitude and latitude (EPSG:4326).`,
    );
  }
}

const asItIs: Place = (x, y, at) => {
  at[0] = x;
  at[1] = y;
};

/** Degrees to 7 digits: more is noise of the projection, which doubles what is stored of a chart. */
const toCentimetre = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/** Esri's names for a polar stereographic projection that is true at a parallel. */
const ESRI_POLAR =
  /(PROJECTION\s*\[\s*)"(?:Stereographic_(?:North|South)_Pole|Polar_Stereographic_Variant_B)"/i;

/**
 * The polar stereographic projection in the words of the OGC: proj4 takes Esri's names, but not its standard parallel, which puts the ice
 * thousands of kilometres away.
 */
const polarStereographic = (wkt: string): string =>
  ESRI_POLAR.test(wkt)
    ? wkt
        .replace(ESRI_POLAR, '$1"Polar_Stereographic"')
        .replace(/"Standard_Parallel_1"/i, '"latitude_of_origin"')
    : wkt;

/** Projections of which proj4 takes the parallel that they are true at for the one where they begin. */
const CYLINDRICAL =
  /(PROJECTION\s*\[\s*"(?:Mercator|Equidistant_Cylindrical|Equirectangular))(?:_2SP|_Variant_B)?"/i;
const STANDARD_PARALLEL = /"Standard_Parallel_1"\s*,\s*([-+.\de]+)/i;

/** The same with the parallel under the name that proj4 has for it, in radians. */
const trueAtParallel = (wkt: string): string =>
  CYLINDRICAL.test(wkt)
    ? wkt
        .replace(CYLINDRICAL, '$1"')
        .replace(STANDARD_PARALLEL, (_, degrees) => `"lat_ts",${Number(degrees) * RADIANS}`)
    : wkt;
