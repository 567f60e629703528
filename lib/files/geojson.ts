/**
 * The features of a GeoJSON text, whatever it is wrapped in, with positions in longitude and latitude: a reader of routes
 * takes its lines and points, one of areas its polygons.
 */
import { FileUnreadable } from './errors.ts';
import { METRES } from './metres.ts';
import { type Inverse, inverseOf } from './projected.ts';

export interface GeoFeature {
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
  /** From 1, as people count the features of the file; the parts of a collection have one number. */
  readonly number: number;
}

export interface Geometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  /** As in GeoJSON; not checked. */
  readonly coordinates: unknown;
}

export interface FeaturesRead {
  readonly features: readonly GeoFeature[];
  readonly notes: readonly string[];
}

interface Json {
  readonly type?: unknown;
  readonly features?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly coordinates?: unknown;
  readonly properties?: unknown;
  readonly crs?: unknown;
}

const PRIMITIVE = /^(?:Multi)?(?:Point|LineString|Polygon)$/;
/** Collections in collections. */
const MAX_LEVELS = 8;

/** @throws FileUnreadable for what is no GeoJSON, or is in coordinates that are not known */
export function readGeoJsonFeatures(text: string): FeaturesRead {
  const json = parsed(text) as Json | null;
  const { type } = json ?? {};
  if (type === 'Topology') throw new FileUnreadable('The file is TopoJSON: save it as GeoJSON.');
  if (typeof type !== 'string') {
    throw new FileUnreadable('The file is JSON without a GeoJSON "type", such as "FeatureCollection".');
  }
  const inverse = inverseOf(crsName(json!.crs));
  const own = type === 'FeatureCollection' && Array.isArray(json!.features) ? json!.features : [json];
  const parts = own.map((each, i) => featuresOf(each as Json | null, {}, i + 1, MAX_LEVELS));
  const features = parts.flat();
  const notes = emptyNotes(parts.filter(({ length }) => length === 0).length);
  if (!inverse) {
    if (features.some(({ geometry }) => isFarOut(geometry.coordinates))) {
      throw new FileUnreadable(
        `The coordinates are no degrees; they look like ${METRES}: save the file in WGS 84 (EPSG:4326), or name the projection in "crs".`,
      );
    }
    return { features, notes };
  }
  return {
    features: features.map(({ geometry, ...rest }) => ({ ...rest, geometry: inDegrees(geometry, inverse) })),
    notes: [...notes, `Positions were read from ${inverse.name}.`],
  };
}

/** @param count of features without a geometry */
export const emptyNotes = (count: number): string[] =>
  count > 0
    ? [`${count} ${count === 1 ? 'feature has' : 'features have'} no geometry that is read here.`]
    : [];

/** Ten times as deep as GeoJSON nests; parsers take long for what is deeper. */
const MAX_DEPTH = 100;

function isDeep(text: string): boolean {
  let depth = 0;
  // brackets in names count too: no name has a hundred that are never closed
  for (const [bracket] of text.matchAll(/[[{}\]]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function parsed(text: string): unknown {
  if (isDeep(text)) throw new FileUnreadable('The file is nested too deeply to be GeoJSON.');
  try {
    return JSON.parse(text);
  } catch (error) {
    const features = sequence(text);
    if (features) return { type: 'FeatureCollection', features };
    throw new FileUnreadable(`The file is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}

const RECORD_SEPARATOR = '\x1e';

/** GeoJSON text sequences (RFC 8142), also without their separators: a feature a line; null where the text is none. */
function sequence(text: string): unknown[] | null {
  const lines = text.split('\n').map((line) => line.replace(RECORD_SEPARATOR, '').trim());
  try {
    const features = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    return features.length > 1 && features.every(({ type }) => type === 'Feature') ? features : null;
  } catch {
    return null;
  }
}

function featuresOf(
  json: Json | null,
  properties: GeoFeature['properties'],
  number: number,
  levels: number,
): GeoFeature[] {
  if (typeof json !== 'object' || json === null || levels === 0) return [];
  const { type, geometry, geometries, features, coordinates } = json;
  const own = isRecord(json.properties) ? json.properties : properties;
  if (type === 'Feature' || (type === undefined && geometry))
    return featuresOf(geometry as Json | null, own, number, levels - 1);
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    return geometries.flatMap((each) => featuresOf(each, own, number, levels - 1));
  }
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    return features.flatMap((each) => featuresOf(each, own, number, levels - 1));
  }
  if (!PRIMITIVE.test(String(type))) return [];
  return [{ geometry: { type: type as Geometry['type'], coordinates }, properties: own, number }];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{"type": "name", "properties": {"name": …}}` of GeoJSON before 2016, which many programs still write. */
function crsName(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  const name = (crs as { properties?: { name?: unknown } }).properties?.name;
  return typeof name === 'string' ? name : 'unknown';
}

const FIRST_POSITIONS = 100;

/** Whether a position among the first is beyond any degrees. */
function isFarOut(coordinates: unknown): boolean {
  if (!Array.isArray(coordinates)) return false;
  if (typeof coordinates[0] === 'number')
    return coordinates.slice(0, 2).some((value) => Math.abs(value) > 1000);
  return coordinates.slice(0, FIRST_POSITIONS).some(isFarOut);
}

/** Edges of areas are straight in the file's projection, and in degrees between the positions that are given. */
function inDegrees({ type, coordinates }: Geometry, inverse: Inverse): Geometry {
  const isArea = /Polygon$/.test(type);
  const turned = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    if (typeof value[0] === 'number') return inverse.position(value);
    if (isArea && Array.isArray(value[0]) && typeof value[0][0] === 'number') return inverse.line(value);
    return value.map(turned);
  };
  return { type, coordinates: turned(coordinates) };
}
