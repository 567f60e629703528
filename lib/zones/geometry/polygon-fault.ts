/** What is wrong with the geometry of a zone, in a sentence that says where and how to draw it. */
import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import { placeText } from './place-text.ts';
import { layOut, type Polygon, type Position, type Ring, unwrap } from './polygon.ts';

/** Square degrees; a square of 1 m at 60° has 1.6e-10. */
const LEAST_AREA = 1e-12;

/** Null where there is no fault. The sentence has no subject: "crosses itself at …". */
export function geometryFault(geometry: unknown): string | null {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    return 'must be a GeoJSON Polygon or MultiPolygon';
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
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as unknown[][][];
  return polygons.reduce((sum, rings) => sum + rings.reduce((n, ring) => n + ring.length - 1, 0), 0);
}

function ringsFault(rings: unknown): string | null {
  if (!Array.isArray(rings) || rings.length === 0) return 'must have at least one ring in each polygon';
  for (const ring of rings) {
    const fault = positionsFault(ring);
    if (fault) return fault;
  }
  const flat: Ring[] = [];
  for (const positions of rings as Position[][]) {
    const { ring, turn } = unwrap(positions);
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
  const crossed = crossingFault(polygon);
  if (crossed) return crossed;
  if (Math.abs(areaOf(flat[0]!)) < LEAST_AREA) {
    return `has no area at ${placeText(lat, lon)}: draw at least three points that are not on one line`;
  }
  return strayHoleFault(polygon);
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

/** Edges by number: the ring, and the offset of the first vertex in it. */
interface Edges {
  readonly rings: readonly Ring[];
  readonly ringOf: Int32Array;
  readonly at: Int32Array;
}

/** Rings may touch, themselves and each other, at points; they may not cross. */
function crossingFault({ rings }: Polygon): string | null {
  const count = rings.reduce((n, ring) => n + ring.length / 2, 0);
  const edges: Edges = { rings, ringOf: new Int32Array(count), at: new Int32Array(count) };
  const index = new Flatbush(count);
  let e = 0;
  rings.forEach((ring, r) => {
    for (let at = 0; at < ring.length; at += 2) {
      const [x1, y1, x2, y2] = edgeAt(ring, at);
      index.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
      edges.ringOf[e] = r;
      edges.at[e++] = at;
    }
  });
  index.finish();
  for (let i = 0; i < count; i++) {
    const [x1, y1, x2, y2] = edgeAt(rings[edges.ringOf[i]!]!, edges.at[i]!);
    const near = index.search(
      Math.min(x1, x2),
      Math.min(y1, y2),
      Math.max(x1, x2),
      Math.max(y1, y2),
      (j) => j > i,
    );
    for (const j of near) {
      const at = crossing(edges, i, j);
      if (at) {
        return `crosses itself at ${placeText(at[1], at[0])}: draw its border so that it does not cross itself, or draw several polygons`;
      }
    }
  }
  return null;
}

function edgeAt(ring: Ring, at: number): [x1: number, y1: number, x2: number, y2: number] {
  const next = at + 2 === ring.length ? 0 : at + 2;
  return [ring[at]!, ring[at + 1]!, ring[next]!, ring[next + 1]!];
}

/** Where two edges cross, at a vertex or between two; null where they do not. */
function crossing({ rings, ringOf, at }: Edges, i: number, j: number): [number, number] | null {
  const [a, b] = [rings[ringOf[i]!]!, rings[ringOf[j]!]!];
  const [x1, y1, x2, y2] = edgeAt(a, at[i]!);
  const [x3, y3, x4, y4] = edgeAt(b, at[j]!);
  const o3 = orient2d(x1, y1, x2, y2, x3, y3);
  const o4 = orient2d(x1, y1, x2, y2, x4, y4);
  const o1 = orient2d(x3, y3, x4, y4, x1, y1);
  const o2 = orient2d(x3, y3, x4, y4, x2, y2);
  if (o1 * o2 < 0 && o3 * o4 < 0) {
    const part = o1 / (o1 - o2);
    return [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
  }
  // the first vertex of one edge is on the other, which is where a crossing through a vertex is seen once
  if (o1 === 0 && isBetween(x1, y1, x3, y3, x4, y4) && passes(a, at[i]!, b, at[j]!)) return [x1, y1];
  if (o3 === 0 && isBetween(x3, y3, x1, y1, x2, y2) && passes(b, at[j]!, a, at[i]!)) return [x3, y3];
  return null;
}

/** Whether a point on the line of an edge is on the edge, without its last vertex. */
function isBetween(x: number, y: number, x1: number, y1: number, x2: number, y2: number): boolean {
  if (x === x2 && y === y2) return false;
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
}

/**
 * Whether a ring passes at one of its vertices, which is on an edge of another ring (or its own), from one side of that
 * one to the other.
 */
function passes(ring: Ring, at: number, other: Ring, otherAt: number): boolean {
  const [x, y] = [ring[at]!, ring[at + 1]!];
  const before = (r: Ring, k: number) => (k === 0 ? r.length - 2 : k - 2);
  const after = (r: Ring, k: number) => (k + 2 === r.length ? 0 : k + 2);
  const isVertex = other[otherAt] === x && other[otherAt + 1] === y;
  if (ring === other && isVertex && at === otherAt) return false;
  const direction = (r: Ring, k: number) => Math.atan2(r[k + 1]! - y, r[k]! - x);
  const ways = [before(ring, at), after(ring, at)].map((k) => direction(ring, k));
  const others = [isVertex ? before(other, otherAt) : otherAt, after(other, otherAt)].map((k) =>
    direction(other, k),
  );
  const turn = (angle: number) => (((angle - others[0]!) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const limit = turn(others[1]!);
  const [first, second] = ways.map(turn) as [number, number];
  if ([first, second].some((angle) => angle === 0 || angle === limit)) return false;
  return first < limit !== second < limit;
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
  for (let at = 0; at < ring.length; at += 2) {
    const [x1, y1, x2, y2] = edgeAt(ring, at);
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) isInside = !isInside;
  }
  return isInside;
}
