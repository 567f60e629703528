/** The local frame in the middle of a cell, and by how much the frames elsewhere in the cell differ from it. */
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';

/** One object serves all cells: its numbers are not allocated again. */
export class Frame {
  /** Of the middle of the cell: longitude and latitude. */
  sinλ = 0;
  cosλ = 1;
  sinφ = 0;
  cosφ = 1;
  /** Half the cell's extents, radians. */
  Δλ = 0;
  Δφ = 0;

  /**
   * Selects the cell of the following calls.
   *
   * @param bounds of the cells of a mesh, degrees
   */
  enter(bounds: Float64Array, cell: number): void {
    const λ = 0.5 * (bounds[4 * cell] + bounds[4 * cell + 2]) * RADIANS;
    const φ = 0.5 * (bounds[4 * cell + 1] + bounds[4 * cell + 3]) * RADIANS;
    this.sinλ = Math.sin(λ);
    this.cosλ = Math.cos(λ);
    this.sinφ = Math.sin(φ);
    this.cosφ = Math.cos(φ);
    this.Δλ = bounds[4 * cell + 2] * RADIANS - λ;
    this.Δφ = bounds[4 * cell + 3] * RADIANS - φ;
  }

  /** The components east and north of a vector. */
  east(x: number, y: number): number {
    return y * this.cosλ - x * this.sinλ;
  }

  north(x: number, y: number, z: number): number {
    return z * this.cosφ - (x * this.cosλ + y * this.sinλ) * this.sinφ;
  }

  /** The orthographic projection about the middle of the cell, metres. */
  x(x: number, y: number): number {
    return EARTH_RADIUS_M * this.east(x, y);
  }

  y(x: number, y: number, z: number): number {
    return EARTH_RADIUS_M * this.north(x, y, z);
  }
}

/**
 * The derivative M of a cell's chart at any point of the cell is a rotation by at most `turn` (radians) and a matrix
 * of norm at most `rest`.
 */
export interface FrameError {
  readonly turn: number;
  readonly rest: number;
}

/** Half extent, radians, from which a cell counts as wide: there all of M − 1 is `rest`. */
const WIDE = 0.2;

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
  const sine = Δλ * Math.sin(Math.max(Math.abs(south), Math.abs(north)));
  const square = Δλ * Δλ + Δφ * Δφ;
  const isWide = Math.max(Δλ, Δφ) >= WIDE;
  return isWide ? { turn: 0, rest: sine + 0.5 * square } : { turn: Math.asin(sine), rest: 0.75 * square };
}
