import type { LatLon } from '../engine/geometry/sphere.ts';
import { EARTH_RADIUS_M, RADIANS } from '../engine/geometry/sphere.ts';

/**
 * An extent in degrees. One whose lonMin is greater than its lonMax crosses the antimeridian; −180…180 is the
 * whole globe.
 */
export interface GeoBounds {
  readonly latMin: number;
  readonly latMax: number;
  readonly lonMin: number;
  readonly lonMax: number;
}

export const EVERYWHERE: GeoBounds = { latMin: -90, latMax: 90, lonMin: -180, lonMax: 180 };

/** Edges belong to the extent; longitudes −180 and 180 are the same meridian. */
export function contains(bounds: GeoBounds, { lat, lon }: LatLon): boolean {
  if (lat < bounds.latMin || lat > bounds.latMax) return false;
  return containsLon(bounds, lon) || (Math.abs(lon) === 180 && containsLon(bounds, -lon));
}

function containsLon({ lonMin, lonMax }: GeoBounds, lon: number): boolean {
  return lonMin <= lonMax ? lon >= lonMin && lon <= lonMax : lon >= lonMin || lon <= lonMax;
}

/** Degrees of longitude from west to east, 0…360. */
export function lonSpan({ lonMin, lonMax }: Pick<GeoBounds, 'lonMin' | 'lonMax'>): number {
  return lonMin <= lonMax ? lonMax - lonMin : lonMax - lonMin + 360;
}

/** Area on the sphere, km²: R² · Δλ · (sin φ₂ − sin φ₁), Archimedes' hat-box theorem. */
export function areaKm2(bounds: GeoBounds): number {
  const height = Math.sin(bounds.latMax * RADIANS) - Math.sin(bounds.latMin * RADIANS);
  return (EARTH_RADIUS_M / 1000) ** 2 * lonSpan(bounds) * RADIANS * height;
}

/**
 * Longitudes of 0 to 360 are as good as those of −180 to 180. What is neither stays as it is, a fault of the bounds; a side that is
 * not given stays away.
 */
export function withinTurn<Sides extends Partial<Pick<GeoBounds, 'lonMin' | 'lonMax'>>>(sides: Sides): Sides {
  const { lonMin, lonMax } = sides;
  if (lonMin === 0 && lonMax === 360) return { ...sides, lonMin: -180, lonMax: 180 };
  const isBeyond = (lon: number | undefined): lon is number => lon !== undefined && lon > 180 && lon <= 360;
  return {
    ...sides,
    ...((isBeyond(lonMin) || (lonMin === 180 && isBeyond(lonMax))) && { lonMin: lonMin - 360 }),
    ...(isBeyond(lonMax) && { lonMax: lonMax - 360 }),
  };
}

/** Closer to zero, a number or the area that is computed from it may be one that DynamoDB can't hold (1e-130). */
const LEAST_DEGREES = 1e-60;

/** Why four numbers are not an extent; null where they are one. */
export function boundsFault({ latMin, latMax, lonMin, lonMax }: GeoBounds): string | null {
  const tiny = [latMin, latMax, lonMin, lonMax].find((side) => side !== 0 && Math.abs(side) < LEAST_DEGREES);
  if (tiny !== undefined) return `expected degrees, found ${tiny}`;
  if (!(latMin >= -90 && latMax <= 90 && latMin < latMax)) {
    return `expected latitudes −90 ≤ minimum < maximum ≤ 90, found ${latMin} to ${latMax}`;
  }
  if (!(Math.abs(lonMin) <= 180 && Math.abs(lonMax) <= 180 && lonSpan({ lonMin, lonMax }) > 0)) {
    return `expected two different longitudes of −180…180, found ${lonMin} to ${lonMax}`;
  }
  return null;
}
