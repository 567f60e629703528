import { type Costs, type Objective, sail } from '../cost/cost.ts';
import { EARTH_RADIUS_M, isometricLatitude, meanCosine, RADIANS, shortWay } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/**
 * A path with the time, distance and consumption of sailing it. Every array is as long as `coordinates`.
 * Cumulative arrays start at 0; per-leg arrays hold at index i the value of the leg that ends there (0 at the
 * start).
 */
export interface Track {
  /** [lon, lat] in degrees, full double precision. */
  readonly coordinates: readonly (readonly [number, number])[];
  /** Cumulative, days. */
  readonly timeDays: readonly number[];
  /** Cumulative, metres. */
  readonly distanceM: readonly number[];
  /** Cumulative, tonnes of fuel or units of battery; null where the mesh has neither. */
  readonly consumption: readonly number[] | null;
  /** Speed through the water on the leg that ends there, km/h. */
  readonly speedKmh: readonly number[];
  /** The cell (row of the mesh) that the leg that ends there lies in; −1 at the start. */
  readonly cells: readonly number[];
}

/**
 * The track along given points; each leg lies in a given cell.
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
    // a leg of zero length has no heading, so no speed is defined
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

/** The cost of a track by an objective. */
export function totalOf({ timeDays, consumption }: Track, objective: Objective): number {
  return (objective === 'traveltime' ? timeDays : consumption!).at(-1)!;
}

export function trackOfChain(mesh: Mesh, costs: Costs, chain: Chain): Track {
  const coordinates = Array.from({ length: chain.length }, (_, i) => [chain.lon(i), chain.lat(i)] as const);
  return trackOf(mesh, costs, coordinates, Array.from(chain.cell.subarray(1, chain.length)));
}

/** Displacement along the rhumb line between two points: metres east and north. */
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
