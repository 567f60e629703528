import { type Costs, type Objective, sail } from '../cost/cost.ts';
import { departure, type Point } from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import type { Chain } from './chain.ts';

/**
 * A path with the time, distance and consumption of sailing it. Every array is as long as `coordinates`.
 * Cumulative arrays start at 0; per-leg arrays hold at index i the value of the leg that ends there (0 at the
 * start).
 */
export interface Track {
  /** [lon, lat] in degrees, full double precision. */
  readonly coordinates: readonly Point[];
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

/** A leg of a track; it ends in a cell of the mesh. */
export interface Leg {
  readonly cell: number;
  readonly lengthM: number;
  readonly days: number;
  readonly consumption: number;
  /** Through the water, m/s. */
  readonly speed: number;
}

/** The leg of (x, y) metres over the ground in a cell. */
export function legOf(costs: Costs, cell: number, x: number, y: number): Leg {
  const lengthM = Math.hypot(x, y);
  const { days, consumption, speed } = sail(costs, cell, x, y);
  // a leg of zero length has no heading, so no speed is defined
  return { cell, lengthM, days, consumption, speed: lengthM > 0 ? speed : 0 };
}

/** The track along given points; `legs` has one less. */
export function trackOfLegs(mesh: Mesh, coordinates: readonly Point[], legs: readonly Leg[]): Track {
  const summed = (part: (leg: Leg) => number) => {
    const sums = [0];
    for (const leg of legs) sums.push(sums.at(-1)! + part(leg));
    return sums;
  };
  return {
    coordinates,
    timeDays: summed(({ days }) => days),
    distanceM: summed(({ lengthM }) => lengthM),
    consumption: mesh.consumption ? summed(({ consumption }) => consumption) : null,
    speedKmh: [0, ...legs.map(({ speed }) => 3.6 * speed)],
    cells: [-1, ...legs.map(({ cell }) => (cell < 0 ? cell : mesh.row[cell]))],
  };
}

/** The track along given points; each leg lies in the given cell of the mesh. */
export function trackOf(
  mesh: Mesh,
  costs: Costs,
  coordinates: readonly Point[],
  cells: readonly number[],
): Track {
  return trackOfLegs(mesh, coordinates, legsThrough(costs, coordinates, cells));
}

/** The legs between given points, each in the given cell of the mesh. */
export function legsThrough(costs: Costs, coordinates: readonly Point[], cells: readonly number[]): Leg[] {
  return cells.map((cell, i) => {
    const { x, y } = departure(coordinates[i], coordinates[i + 1]);
    return legOf(costs, cell, x, y);
  });
}

/** The cost of a track by an objective. */
export function totalOf({ timeDays, consumption }: Track, objective: Objective): number {
  return (objective === 'traveltime' ? timeDays : consumption!).at(-1)!;
}

export function trackOfChain(mesh: Mesh, costs: Costs, chain: Chain): Track {
  const coordinates = Array.from({ length: chain.length }, (_, i) => chain.point(i));
  return trackOf(mesh, costs, coordinates, Array.from(chain.cell.subarray(1, chain.length)));
}
