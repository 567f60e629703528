import type { LatLon } from '../../engine/geometry/sphere.ts';
import type { GeoBounds } from '../../meshes/geo-bounds.ts';

/** Room around the points, degrees. */
const MARGIN = 0.3;

/** The extent of some points, at least one, with a margin: the shorter way around, where they lie on both sides of 180°. */
export function boundsOf(points: readonly LatLon[]): GeoBounds {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const turned = lons.map((lon) => (lon < 0 ? lon + 360 : lon));
  const shorter = spanOf(turned) < spanOf(lons) ? turned : lons;
  return {
    latMin: Math.max(-90, leastOf(lats) - MARGIN),
    latMax: Math.min(90, greatestOf(lats) + MARGIN),
    lonMin: leastOf(shorter) - MARGIN,
    lonMax: greatestOf(shorter) + MARGIN,
  };
}

// the points of a thousand routes are more than a call has arguments
const leastOf = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
const greatestOf = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
const spanOf = (values: readonly number[]): number => greatestOf(values) - leastOf(values);
