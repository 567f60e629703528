/** Legs between points of a search and places that are none of them: its sources, its goal, where a field is asked. */
import { type Costs, legCost } from '../cost/cost.ts';
import {
  EARTH_RADIUS_M,
  isometricLatitude,
  type LatLon,
  meanCosine,
  RADIANS,
  shortWay,
} from '../geometry/sphere.ts';
import { bentPart } from '../path/bends.ts';

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
