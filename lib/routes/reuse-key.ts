/**
 * The keys by which a route is found again: the vehicle, the cells of start and end in H3, a grid of hexagons over the
 * globe (https://h3geo.org), of a voyage everything else that it asks for, but where it stops, its forecast, and the standing zones.
 * A cell is wider than the tolerance, so that at most three cells lie within it, and nine pairs of cells hold every route
 * that a request may reuse.
 */
import { cellToBoundary, gridDisk, latLngToCell } from 'h3-js';
import { haversineNm, type LatLon, RADIANS } from '../engine/geometry/sphere.ts';
import type { Vehicle } from '../vehicles/vehicle.ts';
import { keyOf as digestOf, vehicleKey } from '../vehicles/vehicle-key.ts';
import type { Voyage } from '../voyage/voyage-fields.ts';
import { type Continued, termsOf } from '../voyage/voyage-request.ts';

/**
 * Grid resolutions with the shortest edge of any of their cells, NM, rounded down (cells are smallest near the grid's
 * twelve pentagons). A circle touches at most three cells when its radius is less than half of that.
 */
const RESOLUTIONS = [
  { resolution: 5, shortestEdgeNm: 2.5 },
  { resolution: 4, shortestEdgeNm: 6.5 },
  { resolution: 3, shortestEdgeNm: 17 },
  { resolution: 2, shortestEdgeNm: 45 },
];

interface Keyed {
  readonly start: LatLon;
  readonly end: LatLon;
  readonly vehicle: Vehicle | null;
  readonly voyage?: Voyage | null;
  /** The digest of the standing zones. */
  readonly standing?: string | null;
  /** The meshes of its forecast. */
  readonly forecast?: readonly number[] | null;
  readonly continues?: Continued | null;
  readonly objectives?: readonly string[];
}

/** The key that a route is stored under. */
export function reuseKey(keyed: Keyed, toleranceNm: number): string {
  return keyOf(keyed, cellOf(keyed.start, toleranceNm), cellOf(keyed.end, toleranceNm));
}

/** The keys of all routes whose start and end lie within the tolerance of those wanted: one to nine. */
export function reuseKeysNear(keyed: Keyed, toleranceNm: number): string[] {
  const ends = cellsWithin(keyed.end, toleranceNm);
  return cellsWithin(keyed.start, toleranceNm).flatMap((from) => ends.map((to) => keyOf(keyed, from, to)));
}

const keyOf = (
  { vehicle, voyage, standing, forecast, continues, objectives }: Keyed,
  startCell: string,
  endCell: string,
): string =>
  [
    vehicle ? vehicleKey(vehicle) : 'no-vehicle',
    startCell,
    endCell,
    ...(voyage ? [digestOf(termsOf(voyage))] : []),
    ...(standing ? [standing] : []),
    ...(forecast ? [digestOf(forecast)] : []),
    // what such a route says of the one before is of no use to others
    ...(continues ? [`continues ${continues.routeId}`] : []),
    // others ask for what it lacks
    ...(objectives ? [`only ${objectives.join()}`] : []),
  ].join('#');

function cellOf({ lat, lon }: LatLon, toleranceNm: number): string {
  const fits = RESOLUTIONS.find(({ shortestEdgeNm }) => toleranceNm < shortestEdgeNm / 2);
  return latLngToCell(lat, lon, (fits ?? RESOLUTIONS.at(-1)!).resolution);
}

/** The cells that have a point within the tolerance of a point. */
export function cellsWithin(point: LatLon, toleranceNm: number): string[] {
  const own = cellOf(point, toleranceNm);
  return gridDisk(own, 1).filter((cell) => cell === own || distanceNm(cell, point) <= toleranceNm);
}

/** From a point outside a cell to the nearest point of its border, NM. Its sides are arcs, taken as straight: decimetres in ten miles. */
function distanceNm(cell: string, from: LatLon): number {
  const corners = cellToBoundary(cell).map(([lat, lon]) => project({ lat, lon }, from));
  return Math.min(
    ...corners.map((corner, i) => distanceToSegment(corner, corners[(i + 1) % corners.length]!)),
  );
}

/** Azimuthal equidistant projection (Snyder 1987, ch. 25): NM east and north of the centre; distances from it are true. */
function project(point: LatLon, centre: LatLon): readonly [x: number, y: number] {
  const [φ1, φ2] = [centre.lat * RADIANS, point.lat * RADIANS];
  const Δλ = (point.lon - centre.lon) * RADIANS;
  const east = Math.cos(φ2) * Math.sin(Δλ);
  const north = Math.cos(φ1) * Math.sin(φ2) - Math.sin(φ1) * Math.cos(φ2) * Math.cos(Δλ);
  const distance = haversineNm(point, centre);
  const length = Math.hypot(east, north);
  return length === 0 ? [0, 0] : [(distance * east) / length, (distance * north) / length];
}

/** From the origin to the segment between two points. */
function distanceToSegment([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = -(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x1 + t * dx, y1 + t * dy);
}
