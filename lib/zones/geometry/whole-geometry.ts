/** Geometries as people send them, brought to the Polygon or MultiPolygon that a zone has. */
import { type Circle, circlePolygon } from './circle.ts';

interface Json {
  readonly type?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly features?: unknown;
  readonly coordinates?: unknown;
}

/**
 * A polygon with its rings closed; the polygons of a collection or a feature together. What is anything else stays as it
 * is, and `geometryFault` says what is wrong with it.
 */
export function wholeGeometry(value: unknown): unknown {
  if (isCircle(value)) return circlePolygon(value);
  const polygons = polygonsIn(value, 4);
  if (polygons === null || polygons.length === 0) return value;
  const closed = polygons.map((rings) => (Array.isArray(rings) ? rings.map(closedRing) : rings));
  return closed.length === 1
    ? { type: 'Polygon', coordinates: closed[0] }
    : { type: 'MultiPolygon', coordinates: closed };
}

const MAX_RADIUS_NM = 1000;

function isCircle(value: unknown): value is Circle {
  const { lat, lon, radius_nm, ...rest } = (value ?? {}) as { readonly [Key in keyof Circle]: unknown };
  const within = (given: unknown, least: number, most: number) =>
    typeof given === 'number' && given >= least && given <= most;
  return (
    within(lat, -90, 90) &&
    within(lon, -180, 360) &&
    within(radius_nm, Number.MIN_VALUE, MAX_RADIUS_NM) &&
    Object.keys(rest).length === 0
  );
}

/** Null where something in it is no area. */
function polygonsIn(value: unknown, levels: number): unknown[] | null {
  if (typeof value !== 'object' || value === null || levels === 0) return null;
  const { type, geometry, geometries, features, coordinates } = value as Json;
  if (type === 'Polygon') return [coordinates];
  if (type === 'MultiPolygon') return Array.isArray(coordinates) ? coordinates : null;
  if (type === 'Feature') return polygonsIn(geometry, levels - 1);
  const members = type === 'GeometryCollection' ? geometries : type === 'FeatureCollection' ? features : null;
  if (!Array.isArray(members)) return null;
  const found = members.map((each) => polygonsIn(each, levels - 1));
  return found.every((each) => each !== null) ? found.flat() : null;
}

function closedRing(ring: unknown): unknown {
  if (!Array.isArray(ring) || ring.length < 3) return ring;
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed =
    Array.isArray(first) && Array.isArray(last) && first[0] === last[0] && first[1] === last[1];
  return isClosed || !Array.isArray(first) ? ring : [...ring, first];
}
