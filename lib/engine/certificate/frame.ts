/** The local frame in the middle of a cell, and by how much the frames elsewhere in the cell differ from it. */
import { EARTH_RADIUS_M, RADIANS, type Vector } from '../geometry/sphere.ts';

/** The orthographic projection about the middle of a cell, metres: linear functions of the unit vector. */
export interface Chart {
  /** The components east and north. */
  readonly x: (vector: Vector) => number;
  readonly y: (vector: Vector) => number;
}

/** @param bounds of the cells of a mesh, degrees */
export function chartOf(bounds: Float64Array, cell: number): Chart {
  const λ = 0.5 * (bounds[4 * cell] + bounds[4 * cell + 2]) * RADIANS;
  const φ = 0.5 * (bounds[4 * cell + 1] + bounds[4 * cell + 3]) * RADIANS;
  const [sinλ, cosλ, sinφ, cosφ] = [Math.sin(λ), Math.cos(λ), Math.sin(φ), Math.cos(φ)];
  return {
    x: ([x, y]) => EARTH_RADIUS_M * (y * cosλ - x * sinλ),
    y: ([x, y, z]) => EARTH_RADIUS_M * (z * cosφ - (x * cosλ + y * sinλ) * sinφ),
  };
}

/**
 * The derivative M of a cell's chart at any point of the cell is a rotation by at most `turn` (radians) and a matrix
 * of norm at most `rest`.
 */
export interface FrameError {
  readonly turn: number;
  readonly rest: number;
}

/**
 * With Δλ the longitude from the middle of the cell, φ₀ the latitude of the middle and φ that of the point, M = (cos Δλ,
 * −sin φ sin Δλ; sin φ₀ sin Δλ, cos(φ − φ₀) − sin φ sin φ₀ (1 − cos Δλ)). Let sin α = sin Δλ (sin φ + sin φ₀) / 2: less
 * the rotation by α, M is symmetric. On its diagonal nothing is more than (Δλ² + Δφ²) / 2, beside it is sin Δλ (sin φ − sin φ₀) / 2
 * ≤ |Δλ Δφ| / 2 ≤ (Δλ² + Δφ²) / 4.
 */
export function frameErrorOf(bounds: Float64Array, cell: number): FrameError {
  const [west, south, east, north] = [0, 1, 2, 3].map((k) => bounds[4 * cell + k] * RADIANS);
  const Δλ = 0.5 * (east - west);
  const Δφ = 0.5 * (north - south);
  // half of the globe or more: M lengthens nothing, and no rotation is near
  if (Δλ >= 0.5 * Math.PI) return { turn: 0, rest: 2 };
  const sine = Math.sin(Δλ) * Math.sin(Math.max(Math.abs(south), Math.abs(north)));
  return { turn: Math.asin(sine), rest: 0.75 * (Δλ * Δλ + Δφ * Δφ) };
}
