/** Stretches that begin where others end, joined into rings; rings into polygons, with their areas. */
import { EARTH_RADIUS_M, RADIANS } from '../../engine/geometry/sphere.ts';
import type { Position } from './position.ts';

/** A directed stretch of the border of an area, which lies on its left. */
export interface Stretch {
  readonly line: readonly Position[];
  /** Whether it is a part of the contour; else it is a coast, or the edge of the mesh. */
  readonly isContour: boolean;
}

/** A ring: its first point is not repeated at its end. */
export type Ring = readonly Stretch[];

/** Metres by which a simplified contour may be off. */
const SIMPLIFIED_M = 50;
/** Degrees of longitude after which a side along a parallel has another point, so that it is an arc on polar maps. */
const DENSE_DEGREES = 0.5;

/**
 * Joins stretches into rings that are at no place twice, as Simple Feature Access (OGC 06-103r4, 6.1.11) has them. Where several meet at one
 * place, what follows a stretch is the border of the same water on the other side of that place: so an area whose parts meet there
 * only is several polygons, and closed cells that touch there are several holes.
 */
export function ringsOf(stretches: readonly Stretch[]): Ring[] {
  const leaving = new Map<string, Stretch[]>();
  for (const stretch of stretches) {
    const start = keyOf(stretch.line[0]!);
    const list = leaving.get(start);
    if (list) list.push(stretch);
    else leaving.set(start, [stretch]);
  }
  const take = (place: string, after: Stretch): Stretch | undefined => {
    const list = leaving.get(place) ?? [];
    const next = list.length > 1 ? sharpestLeft(after, list) : list[0];
    if (next) list.splice(list.indexOf(next), 1);
    return next;
  };
  const rings: Stretch[][] = [];
  for (const first of stretches) {
    const begun = leaving.get(keyOf(first.line[0]!))!;
    if (!begun.includes(first)) continue;
    begun.splice(begun.indexOf(first), 1);
    rings.push(...closedParts(first, take));
  }
  return rings;
}

const keyOf = ([lon, lat]: Position) => `${lon} ${lat}`;

/** The rings that a walk from one stretch to the next closes, until it is where it began, or has no next one: then what is left is a ring too. */
function closedParts(
  first: Stretch,
  take: (place: string, after: Stretch) => Stretch | undefined,
): Stretch[][] {
  const rings: Stretch[][] = [];
  const open: Stretch[] = [];
  /** By place: how many stretches of `open` lead there. */
  const reached = new Map([[keyOf(first.line[0]!), 0]]);
  for (let next: Stretch | undefined = first; next; ) {
    open.push(next);
    const end = keyOf(next.line.at(-1)!);
    const before = reached.get(end);
    if (before === undefined) reached.set(end, open.length);
    else {
      const ring = open.splice(before);
      for (const { line } of ring.slice(1)) reached.delete(keyOf(line[0]!));
      rings.push(ring);
    }
    if (before === 0) break;
    next = take(end, next);
  }
  return open.length > 0 ? [...rings, open] : rings;
}

/** Of stretches that leave where another ends, the one that turns most to the left: nothing of the area is between the two. */
function sharpestLeft({ line }: Stretch, leaving: readonly Stretch[]): Stretch {
  const back = bearingOf(line.at(-1)!, line.at(-2)!);
  const turn = ({ line: next }: Stretch) => {
    const clockwise = back - bearingOf(next[0]!, next[1]!);
    return clockwise > 0 ? clockwise : clockwise + 2 * Math.PI;
  };
  return leaving.reduce((least, each) => (turn(each) < turn(least) ? each : least));
}

/** Counterclockwise from east, radians. */
const bearingOf = ([lon0, lat0]: Position, [lon1, lat1]: Position) => Math.atan2(lat1 - lat0, lon1 - lon0);

/** Square kilometres of what a ring runs round counterclockwise, on the sphere; negative where it runs clockwise. */
export function ringAreaKm2(ring: Ring): number {
  let sum = 0;
  for (const { line } of ring) {
    for (let k = 1; k < line.length; k++) {
      const [[lon0, lat0], [lon1, lat1]] = [line[k - 1]!, line[k]!];
      const [φ0, φ1] = [lat0 * RADIANS, lat1 * RADIANS];
      // the mean of sin φ along a line that is straight in longitude and latitude
      const isLevel = Math.abs(φ1 - φ0) < 1e-6;
      const mean = isLevel ? Math.sin(0.5 * (φ0 + φ1)) : (Math.cos(φ0) - Math.cos(φ1)) / (φ1 - φ0);
      sum -= mean * (lon1 - lon0) * RADIANS;
    }
  }
  return (sum * EARTH_RADIUS_M * EARTH_RADIUS_M) / 1e6;
}

/** GeoJSON's ring: closed, its contours simplified, its sides along parallels with enough points for a polar map. */
export function coordinatesOf(ring: Ring): Position[] {
  const line = ring.flatMap(({ line, isContour }) =>
    (isContour ? simplified(line) : dense(line)).slice(0, -1),
  );
  return line.length > 0 ? [...line, line[0]!] : [];
}

/** Douglas and Peucker (1973). */
export function simplified(line: readonly Position[]): Position[] {
  const keep = new Set([0, line.length - 1]);
  const parts: [number, number][] = [[0, line.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [a, b] = part;
    let [far, most] = [-1, SIMPLIFIED_M];
    for (let k = a + 1; k < b; k++) {
      const off = metresFromChord(line[k]!, line[a]!, line[b]!);
      if (off > most) [far, most] = [k, off];
    }
    if (far < 0) continue;
    keep.add(far);
    parts.push([a, far], [far, b]);
  }
  return line.filter((_, k) => keep.has(k));
}

function metresFromChord([lon, lat]: Position, [lon0, lat0]: Position, [lon1, lat1]: Position): number {
  const perDegree = RADIANS * EARTH_RADIUS_M;
  const stretch = Math.cos(lat * RADIANS);
  const [x, y] = [(lon - lon0) * stretch, lat - lat0];
  const [dx, dy] = [(lon1 - lon0) * stretch, lat1 - lat0];
  const length2 = dx * dx + dy * dy;
  const part = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length2));
  return perDegree * Math.hypot(x - part * dx, y - part * dy);
}

function dense(line: readonly Position[]): Position[] {
  const points = [line[0]!];
  for (let k = 1; k < line.length; k++) {
    const [[lon0, lat0], [lon1, lat1]] = [line[k - 1]!, line[k]!];
    const pieces = Math.max(1, Math.ceil(Math.abs(lon1 - lon0) / DENSE_DEGREES));
    for (let i = 1; i < pieces; i++) {
      points.push([lon0 + (i * (lon1 - lon0)) / pieces, lat0 + (i * (lat1 - lat0)) / pieces]);
    }
    points.push([lon1, lat1]);
  }
  return points;
}

/** Polygons: each outer ring, counterclockwise, with the holes in it, clockwise. Rings of no area are left out. */
export function polygonsOf(
  rings: readonly Ring[],
): { readonly coordinates: Position[][]; readonly areaKm2: number }[] {
  const made = rings.map((ring) => ({ ring, areaKm2: ringAreaKm2(ring) }));
  const outer = made
    .filter(({ areaKm2 }) => areaKm2 > 0)
    .sort((a, b) => a.areaKm2 - b.areaKm2)
    .map(({ ring, areaKm2 }) => ({ areaKm2, coordinates: [coordinatesOf(ring)], outline: linesOf(ring) }));
  for (const { ring, areaKm2 } of made) {
    if (!(areaKm2 < 0)) continue;
    const place = insideOf(ring);
    // the smallest that holds it
    const around = outer.find(({ outline }) => isInside(place, outline));
    if (!around) continue;
    around.coordinates.push(coordinatesOf(ring));
    around.areaKm2 += areaKm2;
  }
  return outer
    .filter(({ coordinates }) => coordinates[0]!.length > 3)
    .map(({ coordinates, areaKm2 }) => ({
      coordinates: coordinates.filter(({ length }) => length > 3),
      areaKm2,
    }));
}

const linesOf = (ring: Ring): Position[] => ring.flatMap(({ line }) => line.slice(0, -1));

/** A point of a hole's border that is a little into the area around it: on the left of one of its sides. */
function insideOf(ring: Ring): Position {
  const line = linesOf(ring);
  let [best, length] = [0, -1];
  line.forEach(([lon, lat], k) => {
    const [lon1, lat1] = line[(k + 1) % line.length]!;
    const own = Math.hypot(lon1 - lon, lat1 - lat);
    if (own > length) [best, length] = [k, own];
  });
  const [[lon0, lat0], [lon1, lat1]] = [line[best]!, line[(best + 1) % line.length]!];
  const [x, y] = [lon1 - lon0, lat1 - lat0];
  const nudge = 1e-6 / Math.max(length, 1e-12);
  return [0.5 * (lon0 + lon1) - nudge * y, 0.5 * (lat0 + lat1) + nudge * x];
}

/** By the crossings of a ray to the east. */
function isInside([lon, lat]: Position, line: readonly Position[]): boolean {
  let isIn = false;
  for (let k = 0, last = line.length - 1; k < line.length; last = k++) {
    const [[lon0, lat0], [lon1, lat1]] = [line[last]!, line[k]!];
    if (lat0 > lat === lat1 > lat) continue;
    if (lon < lon0 + ((lat - lat0) * (lon1 - lon0)) / (lat1 - lat0)) isIn = !isIn;
  }
  return isIn;
}
