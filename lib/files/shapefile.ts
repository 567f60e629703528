/**
 * Shapefiles (Esri, 1998) in a zip archive: each layer with its attributes, in longitude and latitude.
 *
 * Edges that are straight in the projection of a layer get more points, so that they are where they were drawn, and a ring round a pole is
 * closed along it.
 */
import proj4 from 'proj4';
import { parseDbf, parseShp } from 'shpjs';
import { decodeText } from './decode-text.ts';
import { FileUnreadable } from './errors.ts';
import { extensionOf, unzip, type ZipEntry } from './zip.ts';

export interface Layer {
  /** Of its files, without folders. */
  readonly name: string;
  readonly features: readonly LayerFeature[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

export interface LayerFeature {
  /** GeoJSON; null where the record has none. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Longitude, latitude; what the parser made is written over, which takes half the memory. */
type Position = number[];
/** Writes longitude and latitude of a projected position. */
type Place = (x: number, y: number, at: Position) => void;

const PARTS = ['shp', 'dbf', 'prj', 'cpg'] as const;
/** Positions in all layers together. */
const MAX_POSITIONS = 2_000_000;
/** Longest edge in a projection, its units, which are metres in nearly all. */
const LONGEST_EDGE = 20_000;
/** The square of a length that no rounding makes as long. */
const SURELY_SHORT = 0.99 * LONGEST_EDGE ** 2;

/** @throws FileUnreadable */
export function readShapefiles(archive: Uint8Array): Layer[] {
  const entries = unzip(archive, (name) => (PARTS as readonly string[]).includes(extensionOf(name)));
  const shapes = entries.filter(({ name }) => extensionOf(name) === 'shp');
  if (shapes.length === 0) {
    throw new FileUnreadable(
      'The zip archive has no shapefile: it needs a .shp, a .dbf and a .prj of one name.',
    );
  }
  const budget = { positions: MAX_POSITIONS };
  return shapes.map((shape) => readLayer(shape, entries, budget));
}

function readLayer(shp: ZipEntry, entries: readonly ZipEntry[], budget: { positions: number }): Layer {
  const base = shp.name.slice(0, -'.shp'.length);
  const part = (extension: string) =>
    entries.find(({ name }) => name.toLowerCase() === `${base}.${extension}`.toLowerCase())?.bytes;
  const name = base.replace(/^.*\//, '');
  const dbf = part('dbf');
  if (!dbf)
    throw new FileUnreadable(`The shapefile ${name} has no .dbf, which holds what its areas are: add it.`);
  requireWhole(name, shp.bytes, dbf);
  const geometries = read(name, () => parseShp(viewOf(shp.bytes)));
  const codePage = part('cpg');
  const records = read(name, () => parseDbf(viewOf(dbf), codePage && decodeText(codePage).text.trim()));
  if (records.length !== geometries.length) {
    throw new FileUnreadable(
      `The shapefile ${name} has ${geometries.length} shapes and ${records.length} records: its .shp and .dbf are not of one file.`,
    );
  }
  const { isProjected, place, note } = placementOf(name, part('prj'));
  const features = geometries.map((geometry, i) => ({
    geometry: geometry && {
      type: geometry.type,
      coordinates: placed(geometry.coordinates, geometry.type, { isProjected, place, budget, name }),
    },
    properties: records[i]!,
  }));
  return { name, features, notes: note === null ? [] : [note] };
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

/** How a layer's coordinates become longitude and latitude. */
function placementOf(name: string, prj: Uint8Array | undefined): Placement {
  if (!prj) {
    const note = `The shapefile ${name} has no .prj: its coordinates were taken as longitude and latitude.`;
    return { isProjected: false, place: asItIs, note };
  }
  const definition = polarStereographic(decodeText(prj).text.trim());
  if (IN_DEGREES.test(definition)) return { isProjected: false, place: asItIs, note: null };
  try {
    const { inverse } = proj4(definition);
    const isProjected = !/^GEOG/i.test(definition);
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

/** So many positions are remembered, a power of two: those of a border are in the areas on both its sides. */
const REMEMBERED = 2 ** 16;

/** Looks up what it has placed not long before. */
function remembered(place: Place): Place {
  const known = new Float64Array(4 * REMEMBERED).fill(Number.NaN);
  const key = new Float64Array(2);
  const words = new Uint32Array(key.buffer);
  return (x, y, at) => {
    key[0] = x;
    key[1] = y;
    const low = Math.imul(words[0]!, 0x85ebca6b) ^ Math.imul(words[2]!, 0xc2b2ae35);
    const hash = Math.imul(low ^ (low >>> 15) ^ words[1]!, 0x27d4eb2d) ^ Math.imul(words[3]!, 0x165667b1);
    const k = 4 * ((hash ^ (hash >>> 14)) & (REMEMBERED - 1));
    // 0 and −0 are on two sides of the antimeridian
    if (Object.is(known[k], x) && Object.is(known[k + 1], y)) {
      at[0] = known[k + 2]!;
      at[1] = known[k + 3]!;
      return;
    }
    place(x, y, at);
    known[k] = x;
    known[k + 1] = y;
    known[k + 2] = at[0]!;
    known[k + 3] = at[1]!;
  };
}

/** Degrees to 7 digits: more is noise of the projection, which doubles what is stored of a chart. */
const toCentimetre = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/**
 * The polar stereographic projection in the words of the OGC: proj4 takes Esri's "Stereographic_North_Pole", but not its standard parallel,
 * which puts the ice thousands of kilometres away.
 */
const polarStereographic = (wkt: string): string =>
  /PROJECTION\["Stereographic_(North|South)_Pole"\]/i.test(wkt)
    ? wkt
        .replace(/"Stereographic_(North|South)_Pole"/i, '"Polar_Stereographic"')
        .replace(/"Standard_Parallel_1"/i, '"latitude_of_origin"')
    : wkt;

interface Placing extends Pick<Placement, 'isProjected' | 'place'> {
  readonly name: string;
  readonly budget: { positions: number };
}

const DEPTHS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

function placed(coordinates: unknown, type: string, placing: Placing): unknown {
  const isArea = type.endsWith('Polygon');
  const isLine = isArea || type.endsWith('LineString');
  const within = (part: unknown, depth: number): unknown => {
    if (depth === 0) return positionOf(part as Position, placing);
    if (depth > 1 || !isLine) return (part as unknown[]).map((each) => within(each, depth - 1));
    const line = lineOf(part as Position[], placing);
    return isArea && placing.isProjected ? closedAtPole(line) : line;
  };
  return within(coordinates, DEPTHS[type] ?? 0);
}

/** In a projection, edges are cut so that none is longer than LONGEST_EDGE, up to a thousand pieces each. */
function lineOf(line: Position[], placing: Placing): Position[] {
  // most lines have short edges, and stay as long as they are
  let points: Position[] | null = null;
  for (let i = 0; i < line.length; i++) {
    const position = line[i]!;
    const [x, y] = [position[0]!, position[1]!];
    const placed = positionOf(position, placing);
    if (points) points.push(placed);
    else line[i] = placed;
    const to = line[i + 1];
    if (!to || !placing.isProjected) continue;
    const [dx, dy] = [to[0]! - x, to[1]! - y];
    if (dx * dx + dy * dy < SURELY_SHORT) continue;
    const count = Math.max(1, Math.min(1000, Math.ceil(Math.hypot(dx, dy) / LONGEST_EDGE) || 1));
    if (count > 1) points ??= line.slice(0, i + 1);
    for (let k = 1; k < count; k++) {
      points!.push(positionOf([x + (dx * k) / count, y + (dy * k) / count], placing));
    }
  }
  return points ?? line;
}

function positionOf(position: Position, { place, name, budget }: Placing): Position {
  if (--budget.positions < 0) {
    throw new FileUnreadable(
      `The shapefile has more than ${MAX_POSITIONS} positions, which is the most that is read: simplify its lines.`,
    );
  }
  const [x, y] = [position[0]!, position[1]!];
  const at = position.length === 2 ? position : [0, 0];
  place(x, y, at);
  const [lon, lat] = [at[0]!, at[1]!];
  if (!(Math.abs(lat) <= 90 + 1e-9 && Math.abs(lon) <= 360)) {
    throw new FileUnreadable(
      `The shapefile ${name} has a position that is none on Earth (${x}, ${y}): its .prj is missing or of another file.`,
    );
  }
  if (Math.abs(lat) > 90) at[1] = Math.sign(lat) * 90;
  return at;
}

/** A ring that runs once round the globe encloses the nearer pole: it is cut at the antimeridian and closed along the pole. */
function closedAtPole(ring: Position[]): Position[] {
  if (ring.length === 0) return ring;
  let turns = 0;
  for (let i = 1; i < ring.length; i++) turns += turnBetween(ring[i - 1]!, ring[i]!);
  const turn = Math.round((ring.at(-1)![0]! - ring[0]![0]!) / 360 + turns);
  if (turn === 0) return ring;
  const at = ring.slice(1).findIndex((to, i) => turnBetween(ring[i]!, to) === turn);
  if (at < 0) return ring;
  const [from, to] = [ring[at]!, ring[at + 1]!];
  const edge = 180 * turn;
  const part = (edge - from[0]!) / (to[0]! + 360 * turn - from[0]!);
  const lat = from[1]! + part * (to[1]! - from[1]!);
  const pole = ring.reduce((sum, position) => sum + position[1]!, 0) < 0 ? -90 : 90;
  const open = [...ring.slice(at + 1, -1), ...ring.slice(0, at + 1)];
  return [[-edge, lat], ...open, [edge, lat], [edge, pole], [-edge, pole], [-edge, lat]];
}

/** By how many turns an edge crosses the antimeridian: 1 eastwards, −1 westwards. */
function turnBetween(from: Position, to: Position): number {
  const step = to[0]! - from[0]!;
  return step < -180 ? 1 : step > 180 ? -1 : 0;
}
