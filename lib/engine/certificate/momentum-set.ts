/** The admissible momenta of one cell. */
export interface MomentumSet {
  /** The result of the last call; and after `crossing`, the direction that a vessel takes under that momentum. */
  readonly px: number;
  readonly py: number;
  readonly rayX: number;
  readonly rayY: number;
  /** Every vector of length `least` is admissible, none longer than `most` is. */
  readonly least: number;
  readonly most: number;
  /**
   * Computes the momentum of the leg (x, y), the admissible one with the greatest p · (x, y); returns that
   * product.
   */
  leg(x: number, y: number): number;
  /**
   * Computes the momentum with the component `along` in the direction of the unit vector e that is furthest to the
   * right of e (side 1) or to the left (−1).
   *
   * @returns false if there is none
   */
  crossing(ex: number, ey: number, along: number, side: 1 | -1): boolean;
}
