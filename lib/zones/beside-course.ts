/** What lies on both sides of a course: where its line, ahead and astern, meets it. */
import {
  EARTH_RADIUS_M,
  isometricLatitude,
  type LatLon,
  latitudeOfIsometric,
  METRES_PER_NM,
  RADIANS,
  shortWayDegrees,
  wrapLongitude,
} from '../engine/geometry/sphere.ts';

export type Four = readonly [west: number, south: number, east: number, north: number];

/** Degrees: nearer to a pole Mercator's projection has no end. */
const FARTHEST = 89.999;
/** Lines at an angle with a smaller sine count as parallel. */
const PARALLEL = 1e-9;
/** Radians, in Mercator's projection: a line that is no longer in a box than that, less than a metre, touches it. */
const TOUCH = 1e-7;

/**
 * The nearest point of a box on the line of a course through a place, ahead or astern; null where the line does not meet it. The box is
 * on both sides of the course there, and nowhere nearer on the side on which its nearest point is not. In Mercator's projection both
 * are straight.
 */
export function nearestOnCourse(
  [west, south, east, north]: Four,
  { lat, lon }: LatLon,
  bearing: number,
): LatLon | null {
  const ψ0 = isometricLatitude(lat * RADIANS);
  const upTo = (y: number) => isometricLatitude(Math.max(-FARTHEST, Math.min(FARTHEST, y)) * RADIANS) - ψ0;
  const [x1, x2] = [west, east].map((x) => shortWayDegrees(x - lon) * RADIANS) as [number, number];
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
  let [from, to] = [-Infinity, Infinity];
  for (const [low, high, along] of [
    [x1, x2 < x1 ? x2 + 2 * Math.PI : x2, sin],
    [upTo(south), upTo(north), cos],
  ] as const) {
    if (Math.abs(along) < PARALLEL) {
      if (low >= 0 || high <= 0) return null;
      continue;
    }
    from = Math.max(from, Math.min(low / along, high / along));
    to = Math.min(to, Math.max(low / along, high / along));
  }
  if (to - from < TOUCH) return null;
  const t = Math.max(from, Math.min(to, 0));
  return { lat: latitudeOfIsometric(ψ0 + t * cos) / RADIANS, lon: wrapLongitude(lon + (t * sin) / RADIANS) };
}

/** How far to the right of the line of a course through a place others lie, nautical miles near the place: in Mercator's projection it is straight. */
export function rightOfCourse({ lat, lon }: LatLon, bearing: number): (place: LatLon) => number {
  const ψ0 = isometricLatitude(lat * RADIANS);
  const scale = (EARTH_RADIUS_M / METRES_PER_NM) * Math.cos(lat * RADIANS);
  const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
  return (place) => {
    const east = shortWayDegrees(place.lon - lon) * RADIANS;
    return scale * (east * cos - (isometricLatitude(place.lat * RADIANS) - ψ0) * sin);
  };
}

/** Where an edge crosses the line of a course through a place, ahead or astern, in a plane with the place's own scales. */
export function crossingOfCourse(edge: Float64Array, { lat, lon }: LatLon, bearing: number): LatLon | null {
  const [x1, y1, x2, y2] = edge as unknown as Four;
  const scale = Math.cos(lat * RADIANS);
  const rightOf = (x: number, y: number) =>
    (x - lon) * scale * Math.cos(bearing) - (y - lat) * Math.sin(bearing);
  const [a, b] = [rightOf(x1, y1), rightOf(x2, y2)];
  if (a * b >= 0) return null;
  const part = a / (a - b);
  return { lat: y1 + part * (y2 - y1), lon: x1 + part * (x2 - x1) };
}
