import { isometricLatitude, latitudeOfIsometric, RADIANS } from '../../engine/geometry/sphere.ts';

type Point = readonly [lon: number, lat: number];

const STEP_DEGREES = 0.5;

/**
 * The rhumb lines through the given points, in pieces short enough to look right in any projection. Longitudes go on
 * beyond ±180 where a line crosses the antimeridian, so that it is not torn apart there.
 */
export function rhumbLine(points: readonly Point[]): [number, number][] {
  const dense: [number, number][] = [];
  let turn = 0;
  points.forEach(([lon, lat], i) => {
    const before = points[i - 1];
    if (!before) {
      dense.push([lon, lat]);
      return;
    }
    const dLon = shortWayDegrees(lon - before[0]);
    const fromLon = before[0] + turn;
    turn = fromLon + dLon - lon;
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(dLon), Math.abs(lat - before[1])) / STEP_DEGREES));
    const ψ1 = isometricLatitude(before[1] * RADIANS);
    const ψ2 = isometricLatitude(lat * RADIANS);
    for (let k = 1; k < count; k++) {
      const part = k / count;
      dense.push([fromLon + part * dLon, latitudeOfIsometric(ψ1 + part * (ψ2 - ψ1)) / RADIANS]);
    }
    dense.push([fromLon + dLon, lat]);
  });
  return dense;
}

function shortWayDegrees(dLon: number): number {
  return dLon > 180 ? dLon - 360 : dLon <= -180 ? dLon + 360 : dLon;
}
