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

/** Joins stretches into rings. Where several meet at one place, any two that fit are joined. */
export function ringsOf(stretches: readonly Stretch[]): Ring[] {
  const leaving = new Map<string, Stretch[]>();
  const key = ([lon, lat]: Position) => `${lon} ${lat}`;
  for (const stretch of stretches) {
    const start = key(stretch.line[0]!);
    const list = leaving.get(start);
    if (list) list.push(stretch);
    else leaving.set(start, [stretch]);
  }
  const used = new Set<Stretch>();
  const rings: Stretch[][] = [];
  for (const first of stretches) {
    const ring: Stretch[] = [];
    const start = key(first.line[0]!);
    for (let next: Stretch | undefined = used.has(first) ? undefined : first; next; ) {
      used.add(next);
      ring.push(next);
      const end = key(next.line.at(-1)!);
      if (end === start) break;
      next = leaving.get(end)?.find((stretch) => !used.has(stretch));
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

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
    const around = outer.find(({ outline, areaKm2: whole }) => whole > -areaKm2 && isInside(place, outline));
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
