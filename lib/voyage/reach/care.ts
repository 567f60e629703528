/** With how much care areas are drawn. */
export interface Care {
  /** A place on the contour has the limit to this part: of itself, or in a narrow room of less. */
  readonly exactness: number;
  /** How often a chord that leaves the contour is halved. */
  readonly halvings: number;
  /**
   * Cells that are reached, times the square of the points on an edge of the field that is drawn of. A room's fields have twice as
   * much: their errors are a larger part of it.
   */
  readonly work: number;
  /** Whether a narrow room has a field of its own, with its points closer together. */
  readonly narrows: boolean;
}

export const FULL_CARE: Care = { exactness: 1e-4, halvings: 4, work: 8000 * 5, narrows: true };
/** For areas that follow a hand: up to 0.15 % off at the field's points, coarser where a line bends, in four fifths of the time. */
export const LITTLE_CARE: Care = { exactness: 1e-3, halvings: 0, work: 1000 * 16, narrows: false };
