/**
 * The sphere and its rhumb lines.
 *
 * Units of the engine: degrees for points in input and output, radians inside (Greek letters), metres,
 * seconds, metres per second. Bearings are clockwise from north. A rhumb line is straight in Mercator's
 * projection, and so are the sides of a cell: inside a cell every leg is a straight segment of a rectangle.
 */

/** A point in degrees: latitude −90…90, longitude −180…180. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** A point of a path, degrees. */
export type Point = readonly [lon: number, lat: number];

/** Radius of the sphere, metres. */
export const EARTH_RADIUS_M = 6_371_100;
/** Metres in a nautical mile. */
export const METRES_PER_NM = 1852;
export const SECONDS_PER_DAY = 86_400;
/** Radians in a degree. */
export const RADIANS = Math.PI / 180;

/** A point of the sphere of radius 1. */
export type Vector = readonly [x: number, y: number, z: number];

export function unitVector({ lat, lon }: LatLon): Vector {
  const [λ, φ] = [lon * RADIANS, lat * RADIANS];
  return [Math.cos(φ) * Math.cos(λ), Math.cos(φ) * Math.sin(λ), Math.sin(φ)];
}

/** Isometric latitude ψ of latitude φ: the ordinate of Mercator's projection (Snyder 1987, eq. 7-2a). */
export function isometricLatitude(φ: number): number {
  return Math.asinh(Math.tan(φ));
}

/** The latitude at an isometric latitude. */
export function latitudeOfIsometric(ψ: number): number {
  return Math.atan(Math.sinh(ψ));
}

/** Longitude difference λ2 − λ1 in the shorter direction, radians in (−π, π]. */
export function shortWay(λ1: number, λ2: number): number {
  const Δλ = λ2 - λ1;
  return Δλ > Math.PI ? Δλ - 2 * Math.PI : Δλ <= -Math.PI ? Δλ + 2 * Math.PI : Δλ;
}

/** A difference of longitude in the shorter direction, degrees in (−180, 180]. */
export function shortWayDegrees(difference: number): number {
  const turned = difference - 360 * Math.round(difference / 360);
  return turned === -180 ? 180 : turned;
}

/** A longitude at most one turn beyond ±180, brought into −180…180; degrees. */
export function wrapLongitude(lon: number): number {
  return lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
}

/** The place half way in degrees between two points, [lon, lat]. */
export function middleOf([lon1, lat1]: Point, [lon2, lat2]: Point): LatLon {
  return { lat: 0.5 * (lat1 + lat2), lon: wrapLongitude(lon1 + 0.5 * shortWayDegrees(lon2 - lon1)) };
}

/**
 * q = Δφ / Δψ, the mean cosine of latitude along a rhumb line from (φ1, ψ1) to (φ2, ψ2): its departure is
 * R q Δλ metres east, its change of latitude R Δφ metres north (Williams 1950; Bennett 1996). Where the two
 * latitudes are nearly equal the quotient is inaccurate, and the series of ψ about the middle latitude is
 * used instead.
 */
export function meanCosine(φ1: number, ψ1: number, φ2: number, ψ2: number): number {
  const Δφ = φ2 - φ1;
  if (Δφ > 1e-4 || Δφ < -1e-4) return Δφ / (ψ2 - ψ1); // as below, without a cosine
  const cosφ = Math.cos(0.5 * (φ1 + φ2));
  if (Math.abs(Δφ) > 1e-4 * cosφ) return Δφ / (ψ2 - ψ1);
  return cosφ / (1 + (Δφ * Δφ * (2 / (cosφ * cosφ) - 1)) / 24);
}

/** Displacement along the rhumb line between two points: metres east and north. */
export function departure([lon1, lat1]: Point, [lon2, lat2]: Point): { x: number; y: number } {
  const φ1 = lat1 * RADIANS;
  const φ2 = lat2 * RADIANS;
  const q = meanCosine(φ1, isometricLatitude(φ1), φ2, isometricLatitude(φ2));
  return {
    x: EARTH_RADIUS_M * q * shortWay(lon1 * RADIANS, lon2 * RADIANS),
    y: EARTH_RADIUS_M * (φ2 - φ1),
  };
}

/** Length (metres) and bearing (radians, clockwise from north, 0…2π) of the rhumb line between two points. */
export function rhumb(from: LatLon, to: LatLon): { lengthM: number; bearing: number } {
  const { x, y } = departure([from.lon, from.lat], [to.lon, to.lat]);
  const bearing = Math.atan2(x, y);
  return { lengthM: Math.hypot(x, y), bearing: bearing < 0 ? bearing + 2 * Math.PI : bearing };
}

/** Great-circle distance in radians (Sinnott 1984, the haversine formula). */
export function centralAngle(φ1: number, λ1: number, φ2: number, λ2: number): number {
  const sinφ = Math.sin(0.5 * (φ2 - φ1));
  const sinλ = Math.sin(0.5 * (λ2 - λ1));
  const h = sinφ * sinφ + Math.cos(φ1) * Math.cos(φ2) * sinλ * sinλ;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Great-circle distance between two points, nautical miles. */
export function haversineNm(a: LatLon, b: LatLon): number {
  const angle = centralAngle(a.lat * RADIANS, a.lon * RADIANS, b.lat * RADIANS, b.lon * RADIANS);
  return (angle * EARTH_RADIUS_M) / METRES_PER_NM;
}

/** A longitude as one within half a turn of another, degrees. */
export const besideDegrees = (lon: number, other: number): number => other + shortWayDegrees(lon - other);
