import { type Costs, sail } from './cost.ts';
import type { Mesh } from './mesh.ts';
import type { Track } from './route-plan.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from './sphere.ts';

/**
 * The track along given points whose legs lie each in a given cell.
 *
 * @param coordinates [lon, lat], degrees
 * @param cells one per leg, in the mesh's own order
 */
export function trackOf(
  mesh: Mesh,
  costs: Costs,
  coordinates: readonly (readonly [number, number])[],
  cells: readonly number[],
): Track {
  const timeDays = [0];
  const distanceM = [0];
  const consumption = [0];
  const speedKmh = [0];
  const rows = [-1];
  for (let i = 1; i < coordinates.length; i++) {
    const cell = cells[i - 1];
    const { x, y } = departure(coordinates[i - 1], coordinates[i]);
    const lengthM = Math.hypot(x, y);
    const leg = sail(costs, cell, x, y);
    timeDays.push(timeDays[i - 1] + leg.days);
    distanceM.push(distanceM[i - 1] + lengthM);
    consumption.push(consumption[i - 1] + leg.consumption);
    // a leg of no length has no heading to have a speed on
    speedKmh.push(lengthM > 0 ? leg.speed * 3.6 : 0);
    rows.push(mesh.row[cell]);
  }
  return {
    coordinates,
    timeDays,
    distanceM,
    consumption: mesh.consumption ? consumption : null,
    speedKmh,
    cells: rows,
  };
}

/** What a rhumb line between two points makes good: metres east and north. */
export function departure(
  [lon1, lat1]: readonly [number, number],
  [lon2, lat2]: readonly [number, number],
): { x: number; y: number } {
  const φ1 = lat1 * RADIANS;
  const φ2 = lat2 * RADIANS;
  const q = meanCosine(φ1, isometricLatitude(φ1), φ2, isometricLatitude(φ2));
  return {
    x: EARTH_RADIUS_M * q * shortWay(lon1 * RADIANS, lon2 * RADIANS),
    y: EARTH_RADIUS_M * (φ2 - φ1),
  };
}
