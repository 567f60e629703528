/** What is wrong with the geometry of a zone, in a sentence that says where and how to draw it. */
import { crossingOf } from './crossing.ts';
import { placeText } from './place-text.ts';
import { closedRing, layOut, type Polygon, type Position, type Ring, unwrap } from './polygon.ts';

/** Square degrees; a square of 1 m at 60° has 1.6e-10. */
const LEAST_AREA = 1e-12;

/** Null where there is no fault. The sentence has no subject: "crosses itself at …". */
export function geometryFault(geometry: unknown): string | null {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    return 'must be a GeoJSON Polygon or MultiPolygon, or a circle {"lat", "lon", "radius_nm"} of at most 1000 NM';
  }
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) return 'must have at least one polygon';
  for (const rings of polygons) {
    const fault = ringsFault(rings);
    if (fault) return fault;
  }
  return null;
}

/** The number of points, without those that close a ring. */
export function pointCount({ type, coordinates }: { type: string; coordinates: unknown }): number {
  const polygons = listOf(type === 'Polygon' ? [coordinates] : coordinates);
  const rings = polygons.flatMap(listOf);
  return rings.reduce<number>((sum, ring) => sum + Math.max(0, listOf(ring).length - 1), 0);
}

/** Geometries are counted before they are checked, which takes long for large ones. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function ringsFault(rings: unknown): string | null {
  if (!Array.isArray(rings) || rings.length === 0) return 'must have at least one ring in each polygon';
  for (const ring of rings) {
    const fault = positionsFault(ring);
    if (fault) return fault;
  }
  const flat: Ring[] = [];
  for (const positions of rings as Position[][]) {
    const { ring, turn } = unwrap(closedRing(positions));
    if (turn !== 0 || isClosedLongWay(ring)) {
      const [lon, lat] = positions[0] as [number, number];
      return `runs round a pole (from ${placeText(lat, lon)}): draw it from -180 to 180 and ${closeAlongPole(lat)}`;
    }
    flat.push(ring);
  }
  const polygon = layOut(flat);
  const [lon, lat] = flat[0] as unknown as [number, number];
  if (polygon.bounds.east - polygon.bounds.west > 360) {
    return `overlaps itself at ${placeText(lat, lon)}, because it is wider than 360°: draw it as several polygons`;
  }
  const crossing = crossingOf(polygon.rings);
  if (crossing) {
    return `crosses itself at ${placeText(crossing[1], crossing[0])}: draw its border so that it does not cross itself, or draw several polygons`;
  }
  const stray = strayHoleFault(polygon);
  if (stray) return stray;
  const [area, ...holes] = polygon.rings.map((ring) => Math.abs(areaOf(ring)));
  if (holes.reduce((rest, hole) => rest - hole, area!) < LEAST_AREA) {
    return `has no area at ${placeText(lat, lon)}: draw at least three points that are not on one line`;
  }
  return null;
}

/**
 * Whether a ring runs once round the globe, and back by one edge between the same two ends: it would be a sliver along that edge. A
 * band or a cap has a side along a meridian at either end.
 */
function isClosedLongWay(ring: Ring): boolean {
  const lons = ring.filter((_, k) => k % 2 === 0);
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const at = (lon: number) => lons.filter((own) => own === lon).length;
  return east - west === 360 && at(west) === 1 && at(east) === 1;
}

function closeAlongPole(lat: number): string {
  const pole = lat < 0 ? -90 : 90;
  return `close it along the pole, such as [-180, ${lat}] … [180, ${lat}], [180, ${pole}], [-180, ${pole}]`;
}

function positionsFault(ring: unknown): string | null {
  if (!Array.isArray(ring) || ring.length < 4) {
    return 'has a ring with fewer than four positions: draw at least three points, and the first again at the end';
  }
  for (const position of ring) {
    if (
      !Array.isArray(position) ||
      position.length < 2 ||
      position.length > 3 ||
      !position.every(Number.isFinite)
    ) {
      return `has a position that is not [longitude, latitude]: ${JSON.stringify(position)?.slice(0, 40)}`;
    }
    const [lon, lat] = position;
    if (Math.abs(lat) > 90) {
      return `has a point beyond a pole, at latitude ${lat}: positions are [longitude, latitude], with latitudes from -90 to 90`;
    }
    if (Math.abs(lon) > 360) return `has a point at longitude ${lon}: longitudes are from -180 to 180`;
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return `has a ring that is not closed at ${placeText(first[1], first[0])}: repeat its first position at the end`;
  }
  return null;
}

/** Twice the signed area, square degrees. */
function areaOf(ring: Ring): number {
  let area = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    area +=
      (ring[j]! - ring[0]!) * (ring[i + 1]! - ring[1]!) - (ring[i]! - ring[0]!) * (ring[j + 1]! - ring[1]!);
  }
  return area;
}

function strayHoleFault({ rings }: Polygon): string | null {
  const [outline, ...holes] = rings as [Ring, ...Ring[]];
  for (const hole of holes) {
    // a vertex may be on the outline, so one of several inside is enough
    let isInside = false;
    for (let k = 0; k < hole.length && !isInside; k += 2)
      isInside = isInRing(outline, hole[k]!, hole[k + 1]!);
    if (!isInside) {
      return `has a hole that lies outside its outline, at ${placeText(hole[1]!, hole[0]!)}: draw it as a polygon of its own`;
    }
  }
  return null;
}

/** Whether a point is in a ring: an odd number of edges lies east of it. */
function isInRing(ring: Ring, x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) isInside = !isInside;
  }
  return isInside;
}
