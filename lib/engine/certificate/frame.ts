/** The local frame in the middle of a cell. One object serves all cells: its numbers are not allocated again. */
import { EARTH_RADIUS_M, RADIANS } from '../geometry/sphere.ts';

export class Frame {
  protected sinλ = 0;
  protected cosλ = 1;
  protected sinφ = 0;
  protected cosφ = 1;

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
