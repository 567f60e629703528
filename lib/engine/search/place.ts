/** Legs between the crossing points of a search and other places: its sources, its goal, and where a field is evaluated. */
import { type Costs, legCost } from '../cost/cost.ts';
import { LEAST, leastCosts } from '../cost/least-cost.ts';
import {
  EARTH_RADIUS_M,
  isometricLatitude,
  type LatLon,
  meanCosine,
  RADIANS,
  shortWay,
} from '../geometry/sphere.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { bentPart } from '../path/bends.ts';
import { SAME_COST } from '../tolerances.ts';

/** Radians, and the isometric latitude. */
export interface Place {
  readonly λ: number;
  readonly φ: number;
  readonly ψ: number;
  readonly cosφ: number;
}

export function placeOf({ lat, lon }: LatLon): Place {
  const φ = lat * RADIANS;
  return { λ: lon * RADIANS, φ, ψ: isometricLatitude(φ), cosφ: Math.cos(φ) };
}

/** The cost of the leg in a cell from (λ, φ, ψ) to a place, or back (sign −1), with bends where it is long. */
export function legTo(
  costs: Costs,
  cell: number,
  place: Place,
  sign: 1 | -1,
  λ: number,
  φ: number,
  ψ: number,
): number {
  const Δλ = shortWay(λ, place.λ);
  const q = meanCosine(φ, ψ, place.φ, place.ψ);
  const length = sign * EARTH_RADIUS_M * bentPart(Δλ, q);
  return legCost(costs, cell, length * q * Δλ, length * (place.φ - φ));
}

/** What a radian of the sphere costs at least in a cell, on any bearing, bends included. */
export function leastPerRadian(mesh: Mesh, costs: Costs, cell: number): number {
  const width = (mesh.bounds[4 * cell + 2] - mesh.bounds[4 * cell]) * RADIANS;
  return leastPerMetre(mesh, costs, cell) * EARTH_RADIUS_M * bentPart(width, 0) * (1 - SAME_COST);
}

function leastPerMetre(mesh: Mesh, costs: Costs, cell: number): number {
  const { motion, perSecond, profile } = costs;
  if (profile[cell] < 0) {
    const u = motion[4 * cell + 2];
    const v = motion[4 * cell + 3];
    return perSecond[cell] / (motion[4 * cell] + Math.sqrt(u * u + v * v));
  }
  const { squares, from } = leastCosts(mesh, costs);
  return Math.sqrt(squares[from(cell) + LEAST]);
}
